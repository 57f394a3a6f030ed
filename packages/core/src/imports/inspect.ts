import { PassThrough } from "node:stream";
import { isStorable } from "../storable-text.ts";
import { findPlaceholder } from "./cell-values.ts";
import { csvLines } from "./csv-lines.ts";
import { checkHeader, findDelimiter, isBlank } from "./csv-rows.ts";
import { fileFault, MAX_CELL_LINE_ENDS, MAX_COLUMNS } from "./files.ts";
import { collectFacts } from "./forms.ts";
import { ndjsonRows } from "./ndjson-rows.ts";
import type { Row } from "./row.ts";
import type { ColumnFacts, ImportedFile } from "./settings.ts";

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

/** The result of inspecting a file. */
export type Inspected = Pick<ImportedFile, "columns" | "delimiter" | "rows"> &
  Required<
    Pick<ImportedFile, "begin" | "blank" | "facts" | "placeholders" | "hasUnnamed" | "hasLong">
  >;

/** Bytes that are searched for the delimiter. */
const HEAD_BYTES = 64 * 1024;

/** @param onHeader called with the columns before the rows are read */
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
  const { delimiter, skipped } = findDelimiter(head);
  async function* table(): AsyncGenerator<Buffer> {
    yield head.subarray(skipped);
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  let columns: readonly string[] | undefined;
  let begin = { offset: skipped, lines: 0 };
  let facts: ColumnFacts[] = [];
  const placeholders = new Set<string>();
  let [rows, blank, hasUnnamed, hasLong] = [0, 0, false, false];
  for await (const { cells, end, lastLine, longest } of csvLines(table(), delimiter, {
    before: skipped > 0 ? 1 : 0,
  })) {
    if (isBlank(cells)) {
      blank++;
      continue;
    }
    if (columns === undefined) {
      columns = checkHeader(cells);
      begin = { offset: skipped + end, lines: lastLine };
      facts = columns.map(() => 0);
      onHeader(columns);
      continue;
    }
    rows++;
    hasLong ||= (longest?.lineEnds ?? 0) >= MAX_CELL_LINE_ENDS;
    for (const [i, cell] of cells.entries()) {
      if (cell === "") continue;
      if (columns[i]) facts[i] = (facts[i] ?? 0) | collectFacts(cell);
      else hasUnnamed ||= cell.trim() !== "";
      const placeholder = findPlaceholder(cell);
      if (placeholder !== undefined) placeholders.add(placeholder);
    }
  }
  if (columns === undefined) {
    throw fileFault("file_empty", "The file is empty. Its first line must name the columns.");
  }
  return {
    ...{ columns, delimiter, rows, begin, blank, facts },
    ...{ placeholders: [...placeholders], hasUnnamed, hasLong },
  };
}

/** @throws CrmError INVALID_INPUT if the file has no objects, too many members, or a name that cannot be stored */
async function readNdjson(copy: PassThrough): Promise<Inspected> {
  const columns = new Set<string>();
  const placeholders = new Set<string>();
  let [rows, blank] = [0, 0];
  const start = { offset: 0, before: 0, isCounted: false };
  const addColumns = (cells: Row["cells"]) => {
    for (const [name, value] of cells) if (value !== undefined) columns.add(name);
    if (columns.size <= MAX_COLUMNS) return;
    const message = `The objects have more than ${MAX_COLUMNS} different members.`;
    throw fileFault("columns_too_many", message);
  };
  const onBlank = (cells: Row["cells"]) => {
    blank++;
    addColumns(cells);
  };
  for await (const { cells, fault } of ndjsonRows(copy, start, onBlank)) {
    rows++;
    if (fault !== null) continue;
    addColumns(cells);
    for (const value of cells.values()) {
      const placeholder = typeof value === "string" ? findPlaceholder(value) : undefined;
      if (placeholder !== undefined) placeholders.add(placeholder);
    }
  }
  if (rows + blank > 0 && columns.size === 0) {
    const message =
      "No line of the file is a JSON object with values. Write one whole object on each line.";
    throw fileFault("objects_missing", message);
  }
  const refused = [...columns].find((name) => !isStorable(name));
  if (refused !== undefined) {
    const message = `The name of the column ${JSON.stringify(refused.slice(0, 100))} is not text (it has U+0000 or half a surrogate pair). Rename the column.`;
    throw fileFault("column_invalid", message);
  }
  return {
    ...{ columns: [...columns], delimiter: null, rows, begin: { offset: 0, lines: 0 }, blank },
    ...{ facts: [], placeholders: [...placeholders], hasUnnamed: false, hasLong: false },
  };
}
