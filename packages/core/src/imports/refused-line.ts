import { csvLine, withoutFormula } from "../csv.ts";
import { unprotected } from "./cell-values.ts";
import type { Row } from "./row.ts";
import { type ImportSettings, REASON_COLUMN } from "./settings.ts";

/** Returns the header of a file of refused rows. */
export function refusedHeader(columns: readonly string[]): string {
  return csvLine([...columns.filter(isOfFile), REASON_COLUMN].map((text) => withoutFormula(text)));
}

/**
 * Returns the line of a refused row, so that an import of it reads the same cells. What has no column follows the reason:
 * cells beyond the header, or a line of NDJSON that is no object.
 */
export function refusedLine(
  { cells, line = [], extra = [] }: Row,
  columns: readonly string[],
  reason: string,
  { format, multiValueSeparator }: Pick<ImportSettings, "format" | "multiValueSeparator">,
): string {
  const textOf = (cell: unknown) => {
    if (Array.isArray(cell)) return cell.join(multiValueSeparator);
    if (typeof cell !== "string") {
      return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
    }
    return withoutFormula(format === "csv" ? unprotected(cell) : cell);
  };
  const texts = columns.flatMap((column, i) =>
    isOfFile(column) ? [textOf((column === "" ? line[i] : cells.get(column)) ?? "")] : [],
  );
  return csvLine([...texts, withoutFormula(reason), ...extra.map(textOf)]);
}

/** The reason of an earlier import gives way to that of this one. */
function isOfFile(column: string): boolean {
  return column !== REASON_COLUMN;
}
