import { sql } from "kysely";
import { isFound } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { forUpdateSkipLocked } from "../../dialect/locks.ts";
import { deleteRecordFiles } from "../../kept-files.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { deleteRows, sqlStatement } from "../../statement.ts";

export type PurgedRecord = Pick<Row<"records">, "project_id" | "type" | "id">;

/**
 * Permanently removes records that were deleted before a time, with their associations, history and files. Erased ones stay,
 * so that a read can say that they were erased. The caller removes their words: a record has some if it was deleted
 * while missing words were being added.
 *
 * @returns the removed records; fewer than `limit` if there are no more
 */
export async function purgeDeleted(
  tx: Db,
  before: string,
  limit: number,
): Promise<readonly PurgedRecord[]> {
  const purged: PurgedRecord[] = [];
  for (const row of await purgeable.all(tx, { before, limit })) {
    const { project_id: project, id } = row;
    if (!(await lock.any(tx, { project, id, before }))) continue;
    await removeRecord(tx, { projectId: project }, id);
    purged.push(row);
  }
  return purged;
}

/**
 * Permanently removes deleted records of one type, whenever they were deleted. The caller removes their words.
 *
 * @returns the removed records; fewer than `limit` if there are no more
 */
export async function purgeType(
  tx: Db,
  { projectId: project }: Scope,
  type: string,
  limit: number,
): Promise<readonly PurgedRecord[]> {
  const rows = await deletedOfType.all(tx, { project, type, limit });
  for (const { id } of rows) await removeRecord(tx, { projectId: project }, id);
  return rows.map(({ id }) => ({ project_id: project, type, id }));
}

const deletedOfType = sqlStatement<
  { project: number; type: string; limit: number },
  { id: number }
>(
  "purge_find_of_type",
  (param) => sql`
    select id from records
    where project_id = ${param("project")} and type = ${param("type")}
      and deleted_at is not null and erased_at is null and merged_into is null and version > 0
    order by project_id, type, id limit ${param("limit")}`,
);

/** Permanently removes a record with its associations, its history and its files. */
export async function removeRecord(tx: Db, { projectId: project }: Scope, id: number) {
  await deleteRecordFiles(tx, { projectId: project }, id, new Date().toISOString());
  await dropAssociationsFrom.all(tx, { project, id });
  await dropAssociationsTo.all(tx, { project, id });
  await dropHistory.all(tx, { project, id });
  await dropRecord.all(tx, { project, id });
}

interface Key {
  project: number;
  id: number;
}

/** Nothing is purged while a project is being imported, because the import compares it with its file at the end. */
const IMPORT = sql`select 1 from project_imports i where i.project_id = records.project_id`;

const purgeable = sqlStatement<{ before: string; limit: number }, PurgedRecord>(
  "purge_find",
  (param) => sql`
    select project_id, type, id from records
    where deleted_at is not null and merged_into is null and erased_at is null
      and deleted_at < ${param("before")} and not ${isFound(IMPORT)}
    order by project_id, deleted_at limit ${param("limit")}`,
);

/** Another worker may have locked it, or an admin may have restored it. */
const lock = sqlStatement<Key & { before: string }, { id: number }>(
  "purge_lock",
  (param, dialect) => sql`
    select id from (
      select id, deleted_at, merged_into, erased_at from records
      where project_id = ${param("project")} and id = ${param("id")} limit 1
      ${forUpdateSkipLocked(dialect)}) as record
    where deleted_at < ${param("before")} and merged_into is null and erased_at is null`,
);

const dropAssociationsFrom = sqlStatement<Key, never>(
  "purge_associations_from",
  (param) => sql`
    delete from associations where project_id = ${param("project")} and from_id = ${param("id")}`,
);

const dropAssociationsTo = sqlStatement<Key, never>(
  "purge_associations_to",
  (param) => sql`
    delete from associations where project_id = ${param("project")} and to_id = ${param("id")}`,
);

const dropHistory = sqlStatement<Key, never>(
  "purge_history",
  (param) => sql`
    delete from record_history where project_id = ${param("project")} and record_id = ${param("id")}`,
);

const dropRecord = deleteRows("purge_record", "records", { project_id: "project", id: "id" });
