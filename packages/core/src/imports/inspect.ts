import { PassThrough } from "node:stream";
import { checkHeader, csvLines, findDelimiter } from "./csv-rows.ts";
import { ndjsonRows } from "./ndjson-rows.ts";
import { type ImportedFile, MAX_COLUMNS } from "./settings.ts";
import { fileFault } from "./to-text.ts";

/** What was found in a file. */
export type Inspected = Pick<ImportedFile, "columns" | "delimiter" | "rows">;

/** Bytes that are searched for the delimiter. */
const HEAD_BYTES = 64 * 1024;

/**
 * Forwards a file and reads all of its rows on the way, so that an unreadable file is refused at once and not halfway
 * through the import.
 *
 * @param onHeader checks the columns of CSV before the rest arrives
 * @param onEnd receives what was found
 * @throws CrmError INVALID_INPUT for the first fault, and what `onHeader` throws
 */
export async function* inspected(
  source: AsyncIterable<Buffer>,
  format: "csv" | "ndjson",
  onHeader: (columns: readonly string[]) => void,
  onEnd: (found: Inspected) => void,
): AsyncGenerator<Buffer> {
  const copy = new PassThrough();
  const reading = (format === "csv" ? readCsv(copy, onHeader) : readNdjson(copy)).catch((error) => {
    copy.destroy();
    throw error;
  });
  // The loop below reports it, after the piece with the fault.
  reading.catch(() => undefined);
  for await (const bytes of source) {
    if (bytes.length === 0) continue;
    yield bytes;
    if (!copy.destroyed && !copy.write(bytes)) await drained(copy);
    if (copy.destroyed) await reading;
  }
  copy.end();
  onEnd(await reading);
}

function drained(copy: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      copy.off("drain", go).off("close", go);
      resolve();
    };
    copy.once("drain", go).once("close", go);
  });
}

async function readCsv(
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

async function readNdjson(copy: PassThrough): Promise<Inspected> {
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
  return { columns: [...columns], delimiter: null, rows };
}
