import { fileFault, MAX_ROW_BYTES } from "./files.ts";
import { columnName, type Row, type RowPosition } from "./row.ts";

/**
 * Reads the rows of NDJSON: one JSON object per line. A line that an export wrote has its values in `properties`.
 *
 * @param source the file from the position on
 * @throws CrmError INVALID_INPUT if a line is too long
 */
export async function* ndjsonRows(
  source: AsyncIterable<Buffer>,
  { offset, before, isCounted }: RowPosition,
): AsyncGenerator<Row> {
  let number = before;
  let end = offset;
  for await (const line of lines(source)) {
    end += line.length;
    const text = line.toString().trim();
    if (text !== "" || !isCounted) number++;
    if (text !== "") yield { number, last: number, end, ...parseLine(text) };
  }
}

function parseLine(text: string): Pick<Row, "cells" | "extra" | "fault"> {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const fault = "The line is not a JSON object. Write one object per line.";
    return { cells: new Map(), extra: [text], fault };
  }
  if (isDeeper(value, MOST_LEVELS)) {
    const fault = `The line has more than ${MOST_LEVELS} levels of lists and objects. Leave the inner ones out.`;
    return { cells: new Map(), extra: [text], fault };
  }
  const { properties } = value as { readonly properties?: unknown };
  const isRecord = typeof properties === "object" && properties !== null;
  const members = isRecord ? { ...value, properties: undefined, ...properties } : value;
  const cells = Object.entries(members).map(([name, cell]) => [columnName(name), cell] as const);
  return { cells: new Map(cells), fault: null };
}

/** As a body of a request may have. JSON of thousands of levels can be read, but not written. */
const MOST_LEVELS = 64;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Cuts a stream into lines, each with its line feed. */
async function* lines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  let number = 1;
  for await (const bytes of source) {
    let start = 0;
    for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, start)) {
      const line = Buffer.concat([...held, bytes.subarray(start, at + 1)]);
      if (line.length > MAX_ROW_BYTES) throw tooLong(number);
      yield line;
      number++;
      held = [];
      size = 0;
      start = at + 1;
    }
    held.push(bytes.subarray(start));
    size += bytes.length - start;
    if (size > MAX_ROW_BYTES) throw tooLong(number);
  }
  if (size > 0) yield Buffer.concat(held);
}

function tooLong(line: number) {
  return fileFault("row_too_large", `Line ${line} is larger than 1 MiB. Shorten it.`);
}
