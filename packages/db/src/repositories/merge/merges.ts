import { sql } from "kysely";
import { MERGED_NAMES } from "../../columns.ts";
import { isAmong, isInGroup, joinRecord } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import { forUpdate } from "../../dialect/locks.ts";
import { insertRows } from "../../inserts.ts";
import { type RecordRow, recordColumns } from "../../record-row.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/**
 * Returns the record that has the place of a record now: the record itself, or the last one of its chain of
 * merges, live or deleted. Returns undefined if this project has none.
 * One statement, so that a merge that is undone meanwhile cannot hide the record.
 */
export const resolveRecord = sqlStatement<{ project: number; type: string; id: number }, RecordRow>(
  "record_resolve",
  (param, dialect) => sql`
    with recursive chain (id, merged_into) as (
      select id, merged_into from (
        select id, merged_into from records
        where project_id = ${param("project")} and id = ${param("id")} limit 1) as given
      union all
      select r.id, r.merged_into from chain
      ${joinRecord(dialect, param("project"), sql`chain.merged_into`)})
    select ${recordColumns("r")} from chain
    ${joinRecord(dialect, param("project"), sql`chain.id`)}
    where chain.merged_into is null and r.type = ${param("type")}`,
);

/** Most ids that `findMerged` takes. */
export const MAX_IDS = 1_000;

/** Returns which of these ids are of merged records. */
export async function findMerged(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const args = { project: scope.projectId, ids: JSON.stringify(ids) };
  return new Set((await mergedAmong.all(db, args)).map(({ id }) => id));
}

const mergedAmong = sqlStatement<{ project: number; ids: string }, { id: number }>(
  "records_merged_many",
  (param, dialect) => sql`
    select id from (
      select id, merged_into from records
      where project_id = ${param("project")}
        and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}
      limit ${sql.lit(MAX_IDS)}) as found
    where merged_into is not null`,
);

/** Returns a merged record of the project, and locks it until the transaction ends. */
export const lockMerged = sqlStatement<{ project: number; type: string; id: number }, RecordRow>(
  "record_lock_merged",
  (param, dialect) => sql`
    select ${recordColumns("record")} from (
      select * from records where project_id = ${param("project")} and id = ${param("id")} limit 1
      ${forUpdate(dialect)}) as record
    where type = ${param("type")} and merged_into is not null`,
);

/** Marks a record as merged into another one, or as live if `primary` is null. The caller must hold its lock. */
export const setMerged = sqlStatement<
  { project: number; id: number; primary: number | null; deletedAt: string | null; at: string },
  never
>(
  "record_mark_merged",
  (param) => sql`
    update records set merged_into = ${param("primary")}, deleted_at = ${param("deletedAt")},
      updated_at = ${param("at")}, version = version + 1
    where project_id = ${param("project")} and id = ${param("id")}`,
);

export const insertMerges = insertRows("record_merges", [
  "project_id",
  "merged_id",
  "primary_id",
  "number",
  "height",
  "changes",
  "at",
  "is_kept",
]);

/** A merge of one record into a primary one. */
export type MergeRow = Omit<Row<"record_merges">, "project_id">;

const MERGE_COLUMNS = sql`merged_id, primary_id, number, height, changes, at, is_kept`;

/** Returns the merge of a record, or undefined if it is not merged. */
export const findMerge = sqlStatement<{ project: number; merged: number }, MergeRow>(
  "merge_find",
  (param) => sql`
    select ${MERGE_COLUMNS} from record_merges
    where project_id = ${param("project")} and merged_id = ${param("merged")}`,
);

/** Returns the newest merge into a record, or undefined if there are none. */
export const findNewest = sqlStatement<{ project: number; primary: number }, MergeRow>(
  "merge_newest",
  (param) => sql`
    select ${MERGE_COLUMNS} from record_merges
    where project_id = ${param("project")} and primary_id = ${param("primary")}
    order by project_id desc, primary_id desc, number desc limit 1`,
);

/**
 * Deletes the merge of a record, to undo it.
 *
 * @returns false if what an unmerge needs is no longer kept
 */
export const deleteMerge = sqlStatement<{ project: number; merged: number }, { merged_id: number }>(
  "merge_delete",
  (param) => sql`
    delete from record_merges
    where project_id = ${param("project")} and merged_id = ${param("merged")} and is_kept = 1
    returning merged_id`,
);

/** Lists the records that were merged into a record, oldest merge first. */
export const listMerged = sqlStatement<
  { project: number; primary: number; after: number; limit: number },
  { merged_id: number; number: number }
>(
  "merges_list",
  (param, dialect) => sql`
    select merged_id, number from record_merges
    where project_id = ${param("project")} and ${isInGroup(
      dialect,
      { column: sql`primary_id`, value: param("primary") },
      sql`number`,
      { above: param("after") },
    )}
    order by primary_id, number limit ${param("limit")}`,
);

/** Drops the values by which merged records of one type are found. */
export async function dropMergedKeys(
  tx: Db,
  scope: Scope,
  type: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await drop.all(tx, { project: scope.projectId, type, ids: JSON.stringify(ids) });
}

// Reads all such rows of the type, because the values may be gone from the records. They are few.
const drop = sqlStatement<{ project: number; type: string; ids: string }, never>(
  "merged_keys_drop",
  (param, dialect) => sql`
    delete from record_index
    where project_id = ${param("project")} and type = ${param("type")}
      and property >= ${sql.lit(MERGED_NAMES.from)} and property < ${sql.lit(MERGED_NAMES.below)}
      and ${isAmong(dialect, sql`record_id`, jsonValues(dialect, param("ids"), "bigint"))}`,
);
