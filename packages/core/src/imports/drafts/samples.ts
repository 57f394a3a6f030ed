import type { SampledColumn } from "../match/match-columns.ts";
import type { Row } from "../row.ts";

/** Rows whose values are samples. */
const SAMPLED_ROWS = 100;
const MAX_CELL_CHARACTERS = 300;

/** Reads the first values of each column. */
export async function readSamples(
  rows: AsyncGenerator<Row>,
  columns: readonly string[],
): Promise<readonly SampledColumn[]> {
  const samples = columns.map((name) => ({ name, samples: [] as string[] }));
  let read = 0;
  for await (const { cells } of rows) {
    for (const column of samples) column.samples.push(shortText(cells.get(column.name)));
    if (++read === SAMPLED_ROWS) break;
  }
  return samples;
}

/** Returns a cell as text. */
export function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (Array.isArray(cell)) return cell.join("; ");
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}

/** Returns a cell as text, cut to what a page can show. */
export function shortText(cell: unknown): string {
  const text = textOf(cell);
  return text.length <= MAX_CELL_CHARACTERS ? text : `${text.slice(0, MAX_CELL_CHARACTERS)}…`;
}
