import { pipeline, Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { fileFault } from "./file-fault.ts";
import { LineNumbers } from "./line-numbers.ts";
import type { Row, RowPosition } from "./row.ts";
import { REASON_COLUMN } from "./settings.ts";
import { MAX_COLUMNS, MAX_REFUSED_ROW_BYTES, MAX_ROW_BYTES } from "./size-limits.ts";

/** Bytes that are parsed at a time. Between two pieces, other requests are served. */
const PIECE_BYTES = 16 * 1024;

/** Bytes in which the delimiter is looked for. */
const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_LINES = 20;

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** A line of CSV; a line break within quotes is part of its cell. */
export interface CsvLine {
  readonly cells: readonly string[];
  /** Position after the line, in bytes. */
  readonly end: number;
}

/**
 * Parses CSV as a stream (RFC 4180). Skips empty lines.
 *
 * @param header the names of the columns; null if the first line has them
 * @throws CrmError INVALID_INPUT if a line is too long, or a quote is not closed
 */
export async function* csvLines(
  source: AsyncIterable<Buffer>,
  delimiter: string,
  header: readonly string[] | null = null,
): AsyncGenerator<CsvLine> {
  const lines = new LineNumbers();
  let names = header;
  const parser = parse({
    delimiter,
    max_record_size: maxBytesOf(header ?? []),
    // Its types do not know that a record may become anything.
    on_record(cells, info) {
      lines.endRow(cells, info);
      if (names === null) {
        names = cells;
        // The parser reads it again for each piece.
        Object.assign(parser.options, { max_record_size: maxBytesOf(names) });
      }
      // Every row is the first one, so it may have any length. Otherwise the parser makes an error with a stack and a
      // copy of the row for each row of another length, and drops it. That took 16 µs for a row of two bytes.
      Object.assign(parser.info, { records: 0 });
      return { cells, end: info.bytes } as unknown as string[];
    },
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  const pieces = Readable.from(inPieces(source, lines), { objectMode: false });
  pipeline(pieces, parser, () => undefined);
  try {
    for await (const line of parser) yield line as unknown as CsvLine;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw faultOf(error, lines, maxBytesOf(names ?? []));
  } finally {
    pieces.destroy();
  }
}

/** A refused row is longer than it was sent: it has reasons, more quotes, and protects its formulas. */
function maxBytesOf(header: readonly string[]): number {
  const isOfRefused = header.some((name) => name.trim() === REASON_COLUMN);
  return isOfRefused ? MAX_REFUSED_ROW_BYTES : MAX_ROW_BYTES;
}

async function* inPieces(
  source: AsyncIterable<Buffer>,
  lines: LineNumbers,
): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      lines.add(piece);
      yield piece;
      await nextTurn();
    }
  }
}

function faultOf({ code, bytes }: CsvError, lines: LineNumbers, maxBytes: number) {
  const quote = lines.quoteAfter(Number(bytes));
  if (code === "CSV_QUOTE_NOT_CLOSED") {
    const message = `The cell that begins with " on line ${quote} has no closing quote. Add it.`;
    return fileFault("quote_not_closed", message);
  }
  const or = quote === undefined ? "" : `, or close the quote that opens on line ${quote}`;
  const message = `The row at line ${lines.row} is larger than ${maxBytes / 1024 ** 2} MiB. Shorten it${or}.`;
  return fileFault("row_too_large", message);
}

/**
 * Reads the rows of a CSV file.
 *
 * @param source the file from the position on
 */
export async function* csvRows(
  source: AsyncIterable<Buffer>,
  { delimiter, columns }: { readonly delimiter: string; readonly columns: readonly string[] },
  { offset, rows }: RowPosition,
): AsyncGenerator<Row> {
  // The first line of the file is the header.
  let number = offset === 0 ? -1 : rows;
  for await (const { cells, end } of csvLines(source, delimiter, columns)) {
    number++;
    if (number === 0) continue;
    const isLong = cells.findLastIndex((cell) => cell !== "") >= columns.length;
    const fault = isLong
      ? `The row has ${cells.length} cells, but there ${columnsOf(columns.length)}.`
      : null;
    const named = columns.flatMap((column, i) => {
      const cell = cells[i];
      return cell === undefined || column === "" ? [] : [[column, cell] as const];
    });
    const row = { number, cells: new Map(named), line: cells, fault, end: offset + end };
    yield isLong ? { ...row, extra: cells.slice(columns.length) } : row;
  }
}

function columnsOf(count: number): string {
  return count === 1 ? "is 1 column" : `are ${count} columns`;
}

/**
 * Checks the names of columns. Leaves out those without a name after the reasons of refused rows, because they have what
 * had no column.
 *
 * @throws CrmError INVALID_INPUT if there are none or too many, or one is repeated
 */
export function checkHeader(cells: readonly string[]): readonly string[] {
  if (cells.length > MAX_COLUMNS) {
    const message = `The header has ${cells.length} columns. An import takes at most ${MAX_COLUMNS}.`;
    throw fileFault("columns_too_many", message);
  }
  const columns = cells.map((cell) => cell.trim());
  const repeated = columns.find((name, i) => name !== "" && columns.indexOf(name) !== i);
  if (repeated !== undefined) {
    const message = `The header names the column ${JSON.stringify(repeated.slice(0, 100))} twice. Rename one of them.`;
    throw fileFault("column_repeated", message);
  }
  const named = columns.findLastIndex((name) => name !== "") + 1;
  return columns[named - 1] === REASON_COLUMN ? columns.slice(0, named) : columns;
}

/**
 * Finds the delimiter of a CSV file: the one that most lines have as often as the header.
 *
 * @param head the beginning of the file
 */
export function findDelimiter(head: Buffer): string {
  const text = head.subarray(0, SAMPLE_BYTES).toString();
  const lines: Record<string, number>[] = [{}];
  let isQuoted = false;
  for (const character of text) {
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
