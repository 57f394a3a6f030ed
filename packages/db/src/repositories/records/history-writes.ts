import { sql } from "kysely";
import { insertRows } from "../../inserts.ts";
import { sqlStatement } from "../../statement.ts";

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
 * Adds a change to a record's history. Throws NullViolation if the schema is no longer that which the change was checked
 * against: then the entry has no record. The caller must hold the schema lock.
 */
export const insertChange = sqlStatement<
  HistoryEntry & { project: number; schemaVersion: number },
  never
>(
  "record_history_insert",
  (param) => sql`
    insert into record_history (project_id, record_id, action, changes, actor, at, version)
    select id, case when schema_version = ${param("schemaVersion")} then cast(${param("record")} as bigint) end,
      ${param("action")}, ${param("changes")}, ${param("actor")}, ${param("at")}, ${param("version")}
    from projects where id = ${param("project")}`,
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
