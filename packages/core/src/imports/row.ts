import type { Deps } from "../deps.ts";
import { readAll } from "../files/files.ts";
import type { Principal } from "../principal.ts";

/** A row of an imported file. */
export interface Row {
  /** The line on which it begins, as an editor counts the lines of the file. */
  readonly number: number;
  /** Its last line. */
  readonly last: number;
  /** Texts of CSV, values of NDJSON, by the names of their columns. Absent if the row has no such column. */
  readonly cells: ReadonlyMap<string, unknown>;
  /** All cells of a line of CSV. */
  readonly line?: readonly string[];
  /** The text that belongs to no column: cells beyond the header, or a line of NDJSON that is not an object. */
  readonly extra?: readonly string[];
  /** What is wrong with the row as a whole. */
  readonly fault: string | null;
  /** Position in the file after the row, in bytes. */
  readonly end: number;
}

/** From where to continue reading a file. */
export interface RowPosition {
  /** Position in the file after the last row that was read, in bytes. */
  readonly offset: number;
  /** Lines before it. */
  readonly before: number;
  /** True for a file that version 0.3.0 has read: it counted rows in place of lines. */
  readonly isCounted: boolean;
}

/** Returns the name of a column in the form in which names are compared: spreadsheets write é in two ways. */
export function columnName(text: string): string {
  return text.normalize("NFC");
}

/** New cells of a row, by column. A later line about a row adds to the earlier ones. */
export interface Fix {
  readonly number: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The new cells of rows, by their numbers. */
type Fixes = ReadonlyMap<number, Fix["cells"]>;

type Scope = Pick<Principal, "projectId">;
type FileDeps = Pick<Deps, "db" | "fileParts" | "secrets">;

/** Reads what an admin fixed. There are few fixes, so they fit into memory. */
export async function readFixes(deps: FileDeps, scope: Scope, file: string | null): Promise<Fixes> {
  const fixes = new Map<number, Fix["cells"]>();
  for (const { number, cells } of await readLines<Fix>(deps, scope, file)) {
    fixes.set(number, { ...fixes.get(number), ...cells });
  }
  return fixes;
}

/** Replaces the cells of a row that was fixed. */
export function fixed(row: Row, fixes: Fixes): Row {
  const cells = fixes.get(row.number);
  if (cells === undefined) return row;
  return { ...row, cells: new Map([...row.cells, ...Object.entries(cells)]), fault: null };
}

/** Reads all lines of a small file of JSON objects. */
export async function readLines<T>(
  deps: FileDeps,
  { projectId }: Scope,
  id: string | null,
): Promise<readonly T[]> {
  if (id === null) return [];
  const lines = (await readAll(deps, { projectId, id })).toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}
