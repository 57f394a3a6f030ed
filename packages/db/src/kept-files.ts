import { type RawBuilder, sql } from "kysely";
import { isAmong, joinEach } from "./dialect/access-path.ts";
import type { Db, DialectName } from "./dialect/dialect.ts";
import { jsonValues } from "./dialect/json.ts";
import type { Scope } from "./scope.ts";
import { sqlStatement } from "./statement.ts";

/** Begins the ids of files that are kept like records: in the database, in its backups and in its copies. */
export const KEPT = "kept.";

/**
 * Returns the assignments that delete a file: they clear its key, length, name, record and actor, and let it expire. The
 * worker removes its parts later.
 */
export function deletedColumns(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`key = null, length = 0, expires_at = ${at}, record_id = null, name = null, actor = null`;
}

/** The given records, and those that were merged into them, directly or through others. */
export function withMerged(
  dialect: DialectName,
  project: RawBuilder<unknown>,
  ids: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    with recursive family (record, id) as (
      select value, value from (${jsonValues(dialect, ids, "bigint")}) as given
      union all
      select f.record, m.merged_id from family f ${joinEach(
        dialect,
        { table: "record_merges", alias: "m" },
        ["merged_id"],
        sql`m.project_id = ${project} and m.primary_id = f.id`,
      )})`;
}

/**
 * Deletes the files of a record, and of those that were merged into it, as `deleteFile` does: without their keys nothing
 * reads them again.
 */
export async function deleteRecordFiles(
  tx: Db,
  { projectId }: Scope,
  record: number,
  at: string,
): Promise<void> {
  await drop.all(tx, { project: projectId, ids: JSON.stringify([record]), at });
}

const drop = sqlStatement<{ project: number; ids: string; at: string }, never>(
  "attachments_delete",
  (param, dialect) => sql`
    ${withMerged(dialect, param("project"), param("ids"))}
    update files set ${deletedColumns(param("at"))}
    where project_id = ${param("project")} and ${isAmong(dialect, sql`record_id`, sql`select id from family`)}`,
);
