import { type RawBuilder, sql } from "kysely";
import { isFound, isInGroup, joinRecord } from "../dialect/access-path.ts";
import type { Db, DialectName } from "../dialect/dialect.ts";
import { typed } from "../dialect/expressions.ts";
import { forUpdate } from "../dialect/locks.ts";
import { type RecordRow, recordColumns } from "../record-row.ts";
import type { PropertyChanges } from "../schema.ts";
import type { Scope } from "../scope.ts";
import { insertRows, type Param, type Statement, sqlStatement } from "../statement.ts";

/**
 * Returns the record that has the place of a record now: the record itself, or the last one of its chain of
 * merges, live or deleted. Returns undefined if this project has none.
 */
export function resolveRecord(
  db: Db,
  scope: Scope,
  type: string,
  id: number,
): Promise<RecordRow | undefined> {
  return resolve.first(db, { project: scope.projectId, type, id });
}

// One statement, so that a merge that is undone meanwhile cannot hide the record.
const resolve = sqlStatement<{ project: number; type: string; id: number }, RecordRow>(
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

/** Returns a merged record of the project, and locks it until the transaction ends. */
export function lockMerged(
  tx: Db,
  scope: Scope,
  type: string,
  id: number,
): Promise<RecordRow | undefined> {
  return lock.first(tx, { project: scope.projectId, type, id });
}

const lock = sqlStatement<{ project: number; type: string; id: number }, RecordRow>(
  "record_lock_merged",
  (param, dialect) => sql`
    select ${recordColumns("record")} from (
      select * from records where project_id = ${param("project")} and id = ${param("id")} limit 1
      ${forUpdate(dialect)}) as record
    where type = ${param("type")} and merged_into is not null`,
);

/** Marks a record as merged into another one, or as live if `primary` is null. The caller must hold its lock. */
export async function setMerged(
  tx: Db,
  scope: Scope,
  record: { id: number; primary: number | null; deletedAt: string | null; at: string },
): Promise<void> {
  await mark.all(tx, { project: scope.projectId, ...record });
}

const mark = sqlStatement<
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
export interface MergeRow {
  readonly merged_id: number;
  readonly primary_id: number;
  readonly number: number;
  readonly height: number;
  readonly changes: PropertyChanges;
  readonly at: string;
  readonly is_kept: number;
}

/** Returns the merge of a record, or undefined if it is not merged. */
export async function findMerge(
  db: Db,
  scope: Scope,
  merged: number,
): Promise<MergeRow | undefined> {
  return find.first(db, { project: scope.projectId, merged });
}

/** Returns the newest merge into a record, or undefined if there are none. */
export async function findNewest(
  db: Db,
  scope: Scope,
  primary: number,
): Promise<MergeRow | undefined> {
  return newest.first(db, { project: scope.projectId, primary });
}

const MERGE_COLUMNS = sql`merged_id, primary_id, number, height, changes, at, is_kept`;

const find = sqlStatement<{ project: number; merged: number }, MergeRow>(
  "merge_find",
  (param) => sql`
    select ${MERGE_COLUMNS} from record_merges
    where project_id = ${param("project")} and merged_id = ${param("merged")}`,
);

const newest = sqlStatement<{ project: number; primary: number }, MergeRow>(
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
export async function deleteMerge(tx: Db, scope: Scope, merged: number): Promise<boolean> {
  return (await remove.first(tx, { project: scope.projectId, merged })) !== undefined;
}

const remove = sqlStatement<{ project: number; merged: number }, { merged_id: number }>(
  "merge_delete",
  (param) => sql`
    delete from record_merges
    where project_id = ${param("project")} and merged_id = ${param("merged")} and is_kept = 1
    returning merged_id`,
);

interface Pair {
  readonly merged: number;
  readonly primary: number;
}

type PairArgs = Pair & { readonly project: number };

/**
 * Gives a primary record the associations of a merged one that it lacks, and notes which these are. The merged
 * record keeps its own.
 */
export async function copyAssociations(tx: Db, scope: Scope, pair: Pair): Promise<void> {
  const args = { project: scope.projectId, ...pair };
  for (const { note, copy } of [SIDES.from, SIDES.to]) {
    await note.all(tx, args);
    await copy.all(tx, args);
  }
}

/** Removes the associations that a primary record has only because of a merge, and their notes. */
export async function dropAssociations(tx: Db, scope: Scope, pair: Pair): Promise<void> {
  const args = { project: scope.projectId, ...pair };
  for (const { drop } of [SIDES.from, SIDES.to]) await drop.all(tx, args);
  await dropNotes.all(tx, { project: scope.projectId, id: pair.merged });
}

/** The statements for a record that is the earlier or the later side of its associations. */
const SIDES = {
  from: {
    note: noteStatement("from", "to"),
    copy: copyStatement("from", (dialect, param) => [primaryOf(dialect, param), sql`to_id`]),
    drop: dropStatement("from", "to"),
  },
  to: {
    note: noteStatement("to", "from"),
    copy: copyStatement("to", (dialect, param) => [sql`from_id`, primaryOf(dialect, param)]),
    drop: dropStatement("to", "from"),
  },
};

type Side = "from" | "to";

function primaryOf(dialect: DialectName, param: Param<PairArgs>): RawBuilder<unknown> {
  return typed(dialect, param("primary"), "bigint");
}

function noteStatement(ours: Side, theirs: Side): Statement<PairArgs, never> {
  return sqlStatement(`merge_note_${ours}`, (param) => {
    const theirId = sql.ref(`a.${theirs}_id`);
    const idOf = (side: Side) => (side === ours ? param("primary") : theirId);
    const known = sql`
      select x.to_id from associations x
      where x.project_id = ${param("project")} and x.from_id = ${idOf("from")}
        and x.to_type = a.to_type and x.to_id = ${idOf("to")}`;
    return sql`
      insert into merge_associations (project_id, merged_id, other_id, created_at)
      select a.project_id, ${sql.ref(`a.${ours}_id`)}, ${theirId}, a.created_at from associations a
      where a.project_id = ${param("project")} and ${sql.ref(`a.${ours}_id`)} = ${param("merged")}
        and not ${isFound(known)}`;
  });
}

function copyStatement(
  ours: Side,
  ids: (dialect: DialectName, param: Param<PairArgs>) => readonly RawBuilder<unknown>[],
): Statement<PairArgs, never> {
  return sqlStatement(`merge_copy_${ours}`, (param, dialect) => {
    const [from, to] = ids(dialect, param);
    return sql`
      insert into associations (project_id, from_id, from_type, to_id, to_type, created_at)
      select project_id, ${from}, from_type, ${to}, to_type, created_at from associations
      where project_id = ${param("project")} and ${sql.ref(`${ours}_id`)} = ${param("merged")}
      on conflict do nothing`;
  });
}

function dropStatement(ours: Side, theirs: Side): Statement<PairArgs, never> {
  return sqlStatement(
    `merge_drop_${ours}`,
    (param) => sql`
      delete from associations
      where project_id = ${param("project")} and ${sql.ref(`${ours}_id`)} = ${param("primary")}
        and created_at = (
          select m.created_at from merge_associations m
          where m.project_id = ${param("project")} and m.merged_id = ${param("merged")}
            and m.other_id = ${sql.ref(`associations.${theirs}_id`)} limit 1)`,
  );
}

/** Lists the records that were merged into a record, oldest merge first. */
export function listMerged(
  db: Db,
  scope: Scope,
  page: { readonly primary: number; readonly after: number; readonly limit: number },
): Promise<readonly { merged_id: number; number: number }[]> {
  return mergedInto.all(db, { project: scope.projectId, ...page });
}

const mergedInto = sqlStatement<
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

/** Drops what an unmerge needs, and the associations of a merged record. Its id still leads to the primary one. */
export async function forgetMerge(tx: Db, scope: Scope, id: number): Promise<void> {
  const key = { project: scope.projectId, id };
  await forget.all(tx, { ...key, before: LATEST });
  await dropOwnFrom.all(tx, key);
  await dropOwnTo.all(tx, key);
  await dropNotes.all(tx, key);
}

const LATEST = "9999-12-31T23:59:59.999Z";

/**
 * Drops the values and associations of records that were merged before a time, and what an unmerge needs. The
 * records stay, because their ids lead to the primary ones. So does their history.
 *
 * @returns the number of records; fewer than `limit` if there are no more
 */
export async function purgeMerged(tx: Db, before: string, limit: number): Promise<number> {
  const rows = await kept.all(tx, { before, limit });
  for (const { project_id: project, merged_id: id } of rows) {
    if ((await forget.first(tx, { project, id, before })) === undefined) continue;
    await dropValues.all(tx, { project, id });
    await dropOwnFrom.all(tx, { project, id });
    await dropOwnTo.all(tx, { project, id });
    await dropNotes.all(tx, { project, id });
  }
  return rows.length;
}

interface Key {
  readonly project: number;
  readonly id: number;
}

const kept = sqlStatement<
  { before: string; limit: number },
  { project_id: number; merged_id: number }
>(
  "merges_kept",
  (param) => sql`
    select project_id, merged_id from record_merges
    where is_kept = 1 and at < ${param("before")} order by at limit ${param("limit")}`,
);

const forget = sqlStatement<Key & { before: string }, { merged_id: number }>(
  "merge_forget",
  (param) => sql`
    update record_merges set is_kept = 0, changes = '{}'
    where project_id = ${param("project")} and merged_id = ${param("id")} and is_kept = 1
      and at < ${param("before")}
    returning merged_id`,
);

const dropValues = sqlStatement<Key, never>(
  "merge_drop_values",
  (param) => sql`
    update records set properties = '{}' where project_id = ${param("project")} and id = ${param("id")}`,
);

const dropOwnFrom = dropOwn("from");
const dropOwnTo = dropOwn("to");

function dropOwn(side: Side): Statement<Key, never> {
  return sqlStatement(
    `merge_drop_own_${side}`,
    (param) => sql`
      delete from associations
      where project_id = ${param("project")} and ${sql.ref(`${side}_id`)} = ${param("id")}`,
  );
}

const dropNotes = sqlStatement<Key, never>(
  "merge_drop_notes",
  (param) => sql`
    delete from merge_associations
    where project_id = ${param("project")} and merged_id = ${param("id")}`,
);
