import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

interface File extends Scope {
  readonly id: string;
}

interface Args {
  project: number;
  id: string;
  start: number;
}

function partArgs({ projectId, id }: File, start: number): Args {
  return { project: projectId, id, start };
}

/** Stores a part of a file. Replaces the one with the same start. */
export async function putPart(tx: Db, file: File, start: number, data: Buffer): Promise<void> {
  await put.all(tx, { ...partArgs(file, start), data });
}

const put = sqlStatement<Args & { data: Buffer }, never>(
  "file_part_put",
  (param) => sql`
    insert into file_parts (project_id, file_id, start, data)
    values (${param("project")}, ${param("id")}, ${param("start")}, ${param("data")})
    on conflict (project_id, file_id, start) do update set data = excluded.data`,
);

export type PartRow = Pick<Row<"file_parts">, "start" | "data">;

/** Finds the last part of a file that starts at a position or before it. */
export function findPart(db: Db, file: File, position: number): Promise<PartRow | undefined> {
  return find.first(db, partArgs(file, position));
}

const find = sqlStatement<Args, PartRow>(
  "file_part_find",
  (param) => sql`
    select start, data from file_parts
    where project_id = ${param("project")} and file_id = ${param("id")} and start <= ${param("start")}
    order by start desc limit 1`,
);

/**
 * Removes parts of a file that start at a position or after it.
 *
 * @param limit parts that one call removes
 * @returns the number of removed parts
 */
export async function cutParts(tx: Db, file: File, start: number, limit: number): Promise<number> {
  return (await cut.all(tx, { ...partArgs(file, start), limit })).length;
}

const cut = sqlStatement<Args & { limit: number }, { start: number }>(
  "file_parts_cut",
  (param) => sql`
    delete from file_parts
    where project_id = ${param("project")} and file_id = ${param("id")} and start in (
      select start from file_parts
      where project_id = ${param("project")} and file_id = ${param("id")} and start >= ${param("start")}
      order by start limit ${param("limit")})
    returning start`,
);
