import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import type { Scope } from "../../scope.ts";
import { insertRows, sqlStatement } from "../../statement.ts";

export interface HistoryEntry {
  readonly record: number;
  readonly action: string;
  /** JSON text. */
  readonly changes: string;
  readonly actor: string;
  readonly at: string;
  /** The record's version after the change. */
  readonly version: number;
}

/**
 * Adds a change to a record's history, unless the schema has changed since the change was checked. The
 * caller must hold the schema lock.
 *
 * @returns false if the schema has changed; then the caller must roll back
 */
export async function insertChange(
  tx: Db,
  scope: Scope,
  entry: HistoryEntry,
  schemaVersion: number,
): Promise<boolean> {
  const args = { project: scope.projectId, schemaVersion, ...entry };
  return recordHistory.any(tx, args);
}

const recordHistory = sqlStatement<
  HistoryEntry & { project: number; schemaVersion: number },
  { id: number }
>(
  "record_history_insert",
  (param) => sql`
    insert into record_history (project_id, record_id, action, changes, actor, at, version)
    select id, ${param("record")}, ${param("action")}, ${param("changes")}, ${param("actor")},
      ${param("at")}, ${param("version")}
    from projects where id = ${param("project")} and schema_version = ${param("schemaVersion")}
    returning id`,
);

export const insertHistory = insertRows("record_history", [
  "project_id",
  "record_id",
  "action",
  "changes",
  "actor",
  "at",
  "version",
]);
