import { type RawBuilder, sql } from "kysely";
import { isFound } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { typed } from "../../dialect/expressions.ts";
import type { Scope } from "../../scope.ts";
import { type Param, type Statement, sqlStatement } from "../../statement.ts";

interface Pair {
  readonly merged: number;
  readonly primary: number;
}

type PairArgs = Pair & { readonly project: number };

/**
 * Gives a primary record the associations of a merged one that it lacks, and stores which ones it took. The merged
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
 * @returns the records; fewer than `limit` if there are no more
 */
export async function purgeMerged(
  tx: Db,
  before: string,
  limit: number,
): Promise<readonly MergedRecord[]> {
  const rows = await kept.all(tx, { before, limit });
  for (const { project_id: project, merged_id: id } of rows) {
    if ((await forget.first(tx, { project, id, before })) === undefined) continue;
    await dropValues.all(tx, { project, id });
    await dropOwnFrom.all(tx, { project, id });
    await dropOwnTo.all(tx, { project, id });
    await dropNotes.all(tx, { project, id });
  }
  return rows;
}

interface MergedRecord {
  readonly project_id: number;
  readonly merged_id: number;
}

interface Key {
  readonly project: number;
  readonly id: number;
}

/** An import compares the project with its file at the end. */
const IMPORT = sql`select 1 from project_imports i where i.project_id = record_merges.project_id`;

const kept = sqlStatement<{ before: string; limit: number }, MergedRecord>(
  "merges_kept",
  (param) => sql`
    select project_id, merged_id from record_merges
    where is_kept = 1 and at < ${param("before")} and not ${isFound(IMPORT)} order by at limit ${param("limit")}`,
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
