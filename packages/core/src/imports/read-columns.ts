import type { PassThrough } from "node:stream";
import { isStorable } from "../storable-text.ts";
import { factsOf } from "./column-facts.ts";
import { csvLines } from "./csv-lines.ts";
import { checkHeader, isBlank } from "./csv-rows.ts";
import { findDelimiter } from "./delimiter.ts";
import { placeholderOf } from "./empty-values.ts";
import { fileFault } from "./file-fault.ts";
import { ndjsonRows } from "./ndjson-rows.ts";
import type { ColumnFacts, ImportedFile } from "./settings.ts";
import { MAX_CELL_LINE_ENDS, MAX_COLUMNS } from "./size-limits.ts";

/** What was found in a file. */
export type Inspected = Pick<ImportedFile, "columns" | "delimiter" | "rows"> &
  Required<
    Pick<ImportedFile, "begin" | "blank" | "facts" | "placeholders" | "hasUnnamed" | "hasLong">
  >;

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
      if (columns[i]) facts[i] = (facts[i] ?? 0) | factsOf(cell);
      else hasUnnamed ||= cell.trim() !== "";
      const placeholder = placeholderOf(cell);
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
export async function readNdjson(copy: PassThrough): Promise<Inspected> {
  const columns = new Set<string>();
  const placeholders = new Set<string>();
  let rows = 0;
  const start = { offset: 0, before: 0, isCounted: false };
  for await (const { cells, fault } of ndjsonRows(copy, start)) {
    rows++;
    if (fault !== null) continue;
    for (const [name, value] of cells) {
      if (value !== undefined) columns.add(name);
      const placeholder = typeof value === "string" ? placeholderOf(value) : undefined;
      if (placeholder !== undefined) placeholders.add(placeholder);
    }
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
  return {
    ...{ columns: [...columns], delimiter: null, rows, begin: { offset: 0, lines: 0 }, blank: 0 },
    ...{ facts: [], placeholders: [...placeholders], hasUnnamed: false, hasLong: false },
  };
}
