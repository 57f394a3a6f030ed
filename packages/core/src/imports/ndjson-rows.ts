import { CrmError, type Issue } from "../errors.ts";
import { checkParsed, checkUnparsed } from "../json-text.ts";
import { isEmpty } from "./cell-values.ts";
import { fileFault, MAX_ROW_BYTES } from "./files.ts";
import { columnName, type Row, type RowPosition } from "./row.ts";

/**
 * Reads the rows of NDJSON: one JSON object per line. A line that an export wrote has its values in `properties`. Rows
 * without a value are left out.
 *
 * @param source the file from the position on
 * @param onBlank called with the cells of a row without a value
 * @throws CrmError INVALID_INPUT if a line is too long
 */
export async function* ndjsonRows(
  source: AsyncIterable<Buffer>,
  { offset, before, isCounted }: RowPosition,
  onBlank: (cells: Row["cells"]) => void = () => undefined,
): AsyncGenerator<Row> {
  let number = before;
  let end = offset;
  for await (const line of lines(source)) {
    end += line.length;
    const text = line.toString().trim();
    if (text !== "" || !isCounted) number++;
    if (text === "") continue;
    const row = { number, last: number, end, ...parseLine(text) };
    const isBlank = row.fault === null && [...row.cells.values()].every(isEmpty);
    if (isBlank && !isCounted) onBlank(row.cells);
    else yield row;
  }
}

function parseLine(text: string): Pick<Row, "cells" | "extra" | "fault"> {
  const { value, fault } = parseJson(text);
  if (fault !== null || typeof value !== "object" || value === null || Array.isArray(value)) {
    return { cells: new Map(), extra: [text], fault: fault ?? NO_OBJECT };
  }
  const { properties } = value as { readonly properties?: unknown };
  const isRecord = typeof properties === "object" && properties !== null;
  if (Array.isArray(properties) || (!isRecord && !isEmpty(properties)))
    return { cells: new Map(), extra: [text], fault: NO_PROPERTIES };
  const members = isRecord ? { ...value, properties: undefined, ...properties } : value;
  const cells = Object.entries(members).map(([name, cell]) => [columnName(name), cell] as const);
  return { cells: new Map(cells), fault: null };
}

const NO_PROPERTIES =
  'The member "properties" is not an object. Write {"properties": {"name": "Acme"}}, or {"name": "Acme"} alone.';
const NO_OBJECT = "The line is not a JSON object. Write one object per line.";

/** Parses a line, and checks it as the body of a request. */
function parseJson(text: string): { readonly value?: unknown; readonly fault: string | null } {
  try {
    const bytes = Buffer.from(text);
    const unparsed = checkUnparsed(bytes);
    const value: unknown = JSON.parse(text);
    checkParsed(bytes, unparsed, value);
    return { value, fault: null };
  } catch (error) {
    if (!(error instanceof CrmError)) return { fault: NO_OBJECT };
    const [issue] = error.issues;
    return { fault: issue === undefined ? error.message : withPath(issue) };
  }
}

function withPath({ path, message }: Issue): string {
  return path === "" ? message : `${path}: ${message}`;
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
