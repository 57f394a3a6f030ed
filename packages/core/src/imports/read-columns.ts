import type { PassThrough } from "node:stream";
import { isStorable } from "../storable-text.ts";
import { checkHeader, csvLines, findDelimiter } from "./csv-rows.ts";
import { fileFault } from "./file-fault.ts";
import { ndjsonRows } from "./ndjson-rows.ts";
import type { ImportedFile } from "./settings.ts";
import { MAX_COLUMNS } from "./size-limits.ts";

/** What was found in a file. */
export type Inspected = Pick<ImportedFile, "columns" | "delimiter" | "rows">;

/** Bytes that are searched for the delimiter. */
const HEAD_BYTES = 64 * 1024;

/** @param onHeader called with the columns before the rows are read */
export async function readCsv(
  copy: PassThrough,
  onHeader: (columns: readonly string[]) => void,
): Promise<Inspected> {
  const source = copy[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first: Buffer[] = [];
  for (let size = 0; size < HEAD_BYTES; ) {
    const { done, value } = await source.next();
    if (done) break;
    first.push(value);
    size += value.length;
  }
  const head = Buffer.concat(first);
  async function* all(): AsyncGenerator<Buffer> {
    yield head;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  const delimiter = findDelimiter(head);
  let columns: readonly string[] | undefined;
  let rows = 0;
  for await (const { cells } of csvLines(all(), delimiter)) {
    if (columns !== undefined) {
      rows++;
      continue;
    }
    columns = checkHeader(cells);
    onHeader(columns);
  }
  if (columns === undefined) {
    throw fileFault("file_empty", "The file is empty. Its first line must name the columns.");
  }
  return { columns, delimiter, rows };
}

/** @throws CrmError INVALID_INPUT if the file has no objects, too many members, or a name that cannot be stored */
export async function readNdjson(copy: PassThrough): Promise<Inspected> {
  const columns = new Set<string>();
  let rows = 0;
  for await (const { cells, fault } of ndjsonRows(copy, { offset: 0, rows: 0 })) {
    rows++;
    if (fault !== null) continue;
    for (const [name, value] of cells) if (value !== undefined) columns.add(name);
    if (columns.size > MAX_COLUMNS) {
      const message = `The objects have more than ${MAX_COLUMNS} different members.`;
      throw fileFault("columns_too_many", message);
    }
  }
  if (rows > 0 && columns.size === 0) {
    const message =
      "No line of the file is a JSON object with values. Write one whole object on each line.";
    throw fileFault("objects_missing", message);
  }
  const refused = [...columns].find((name) => !isStorable(name));
  if (refused !== undefined) {
    const message = `The name of the column ${JSON.stringify(refused.slice(0, 100))} is not text (it has U+0000 or half a surrogate pair). Rename the column.`;
    throw fileFault("column_invalid", message);
  }
  return { columns: [...columns], delimiter: null, rows };
}
