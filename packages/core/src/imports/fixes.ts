import type { Deps } from "../deps.ts";
import { readAll } from "../files/files.ts";
import type { Principal } from "../principal.ts";
import type { Row } from "./row.ts";

/** New cells of a row, by column. A later line about a row adds to the earlier ones. */
export interface Fix {
  readonly number: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The new cells of rows, by their numbers. */
export type Fixes = ReadonlyMap<number, Fix["cells"]>;

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
