import { unprotected } from "./cell-values.ts";
import { type CsvLine, csvLines } from "./csv-lines.ts";
import { fileFault, MAX_CELL_LINE_ENDS, MAX_COLUMNS } from "./files.ts";
import { columnName, type Row, type RowPosition } from "./row.ts";
import { type ImportOptions, REASON_COLUMN } from "./settings.ts";

/** Characters of a cell that a message quotes. */
const QUOTED_CHARACTERS = 60;

/** How the rows of a CSV file are read. */
export interface CsvForm extends Pick<ImportOptions, "longCells"> {
  readonly delimiter: string;
  readonly columns: readonly string[];
  /** Whether values without a column are left out. */
  readonly ignoresUnnamed: boolean;
}

/**
 * Reads the rows of a CSV file. Rows without a value are left out.
 *
 * @param source the file from the position on
 */
export async function* csvRows(
  source: AsyncIterable<Buffer>,
  form: CsvForm,
  { offset, before, isCounted }: RowPosition,
): AsyncGenerator<Row> {
  const { delimiter, columns } = form;
  // Files of version 0.3.0 begin with the header, which is no row.
  let counted = isCounted && offset === 0 ? -1 : before;
  for await (const line of csvLines(source, delimiter, { header: columns, before })) {
    const { cells } = line;
    if (++counted === 0 || (!isCounted && isBlank(cells))) continue;
    const named = columns.flatMap((column, i) => {
      const cell = cells[i];
      return cell === undefined || column === "" ? [] : [[column, cell] as const];
    });
    const hasMore = cells.findLastIndex((cell) => cell !== "") >= columns.length;
    yield {
      ...{ number: isCounted ? counted : line.line, last: isCounted ? counted : line.lastLine },
      ...{
        cells: new Map(named),
        line: cells,
        fault: findLineFault(line, form),
        end: offset + line.end,
      },
      ...(hasMore && !form.ignoresUnnamed && { extra: cells.slice(columns.length) }),
    };
  }
}

/** Returns whether a line is one of delimiters alone, as spreadsheets write empty rows. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

function findLineFault({ cells, longest }: CsvLine, form: CsvForm): string | null {
  const { columns, ignoresUnnamed, longCells } = form;
  if (longest !== undefined && longest.lineEnds >= MAX_CELL_LINE_ENDS && longCells !== "allow") {
    const { index, line, lineEnds } = longest;
    const name = columns[index] || `of cell ${index + 1}`;
    return `The quote that opens on line ${line} closes ${lineEnds} lines later, so the cell ${name} may contain other rows. Close the quote, or allow long cells.`;
  }
  if (ignoresUnnamed) return null;
  const index = cells.findIndex((cell, i) => cell.trim() !== "" && !columns[i]);
  if (index < 0) return null;
  const count = columns.length;
  if (index >= count) {
    return `The row has ${cells.length} cells, but there ${count === 1 ? "is 1 column" : `are ${count} columns`}.`;
  }
  const value = JSON.stringify((cells[index] ?? "").slice(0, QUOTED_CHARACTERS));
  return `The row has a value without a column: cell ${index + 1} is ${value}. Name its column in the header, or remove it.`;
}

/**
 * Checks the names of columns. If the last named column has the reasons of refused rows, leaves out the unnamed columns after
 * it: they hold cells that had no column in the first file.
 *
 * @throws CrmError INVALID_INPUT if there are none or too many, or one is repeated
 */
export function checkHeader(cells: readonly string[]): readonly string[] {
  if (cells.length > MAX_COLUMNS) {
    const message = `The header has ${cells.length} columns. An import takes at most ${MAX_COLUMNS}.`;
    throw fileFault("columns_too_many", message);
  }
  const columns = cells.map((cell) => columnName(unprotected(cell.trim())));
  const repeated = columns.find((name, i) => name !== "" && columns.indexOf(name) !== i);
  if (repeated !== undefined) {
    const message = `The header names the column ${JSON.stringify(repeated.slice(0, 100))} twice. Rename one of them.`;
    throw fileFault("column_repeated", message);
  }
  const named = columns.findLastIndex((name) => name !== "") + 1;
  return columns[named - 1] === REASON_COLUMN ? columns.slice(0, named) : columns;
}

/** Bytes in which the delimiter is looked for. */
const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_LINES = 20;

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The first line of a file for Excel, which names the delimiter: `sep=;`. Some programs write it with quotes. */
const NAMED = /^"?sep=([^\w\s"]|\t)"?(?:\r\n|\n|\r)/i;

/** Where the table of a file begins, and what separates its cells. */
export interface Delimiter {
  readonly delimiter: string;
  /** Bytes of the line that names the delimiter; 0 if there is none. */
  readonly skipped: number;
}

/**
 * Finds the delimiter of a CSV file: the one that its first line names, or that most lines have as often as the header.
 *
 * @param head the beginning of the file
 */
export function findDelimiter(head: Buffer): Delimiter {
  const text = head.subarray(0, SAMPLE_BYTES).toString();
  const [line, named] = NAMED.exec(text) ?? [];
  // Only ASCII can be told from the bytes of other characters.
  if (line !== undefined && named !== undefined && named < "\u0080") {
    return { delimiter: named, skipped: line.length };
  }
  return { delimiter: mostRegular(text), skipped: 0 };
}

function mostRegular(text: string): string {
  const lines: Record<string, number>[] = [{}];
  let isQuoted = false;
  for (const character of text.replaceAll(/\r\n?/g, "\n").replace(/^\n+/, "")) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "\n") {
      if (lines.length === SAMPLE_LINES) break;
      lines.push({});
    } else if ((DELIMITERS as readonly string[]).includes(character)) {
      const line = lines.at(-1) as Record<string, number>;
      line[character] = (line[character] ?? 0) + 1;
    }
  }
  const score = (delimiter: string): number => {
    const inHeader = lines[0]?.[delimiter] ?? 0;
    const same = lines.filter((line) => line[delimiter] === inHeader).length;
    return inHeader === 0 ? 0 : same * MAX_COLUMNS + inHeader;
  };
  return DELIMITERS.toSorted((a, b) => score(b) - score(a))[0] ?? ",";
}
