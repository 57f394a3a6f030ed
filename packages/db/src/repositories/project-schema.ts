import type { Db } from "../dialect/dialect.ts";
import { takeSchema } from "../schema-lock.ts";
import { sqlStatement, statement } from "../statement.ts";

/** Which state of its schema a project is in; undefined for a project that there is not. */
export async function schemaVersion(db: Db, project: number): Promise<number | undefined> {
  return (await version.first(db, { project }))?.schema_version;
}

const version = statement<{ project: number }, { schema_version: number }>(
  "schema_version",
  (query, param) =>
    query.selectFrom("projects").select("schema_version").where("id", "=", param("project")),
);

/**
 * Waits for the changes of records that are under way in a project, and keeps others out until the
 * transaction ends: what becomes indexed then misses no record.
 */
export async function lockSchema(tx: Db, project: number): Promise<void> {
  // SQLite has one writer at a time.
  if (tx.dialect === "postgres") await lock.all(tx, { project });
}

const lock = sqlStatement<{ project: number }, object>("schema_lock", (param) =>
  takeSchema(param("project")),
);

/** Tells whoever writes a record that the project's schema is another now. */
export const bumpSchema = statement<{ project: number }, never>("schema_bump", (query, param) =>
  query
    .updateTable("projects")
    .set((eb) => ({ schema_version: eb("schema_version", "+", 1) }))
    .where("id", "=", param("project")),
);
