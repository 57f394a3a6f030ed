import { sql } from "kysely";
import { isFound, isInGroup } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { isLabelled, keyPlace, typed } from "../../dialect/expressions.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { deleteRows, type Statement, sqlStatement } from "../../statement.ts";

interface Pair {
  readonly merged: number;
  readonly primary: number;
}

type PairArgs = Pair & { readonly project: number };

/**
 * Gives a primary record the associations of a merged one that it lacks, and stores which ones it took. The merged
 * record keeps its own. An association between the two stays with the merged record.
 *
 * @param hasLabels whether associations may have labels
 */
export async function copyAssociations(
  tx: Db,
  scope: Scope,
  pair: Pair,
  hasLabels: boolean,
): Promise<void> {
  const args = { project: scope.projectId, ...pair };
  for (const { note, noteLabels, copy } of [SIDES.from, SIDES.to]) {
    await note.all(tx, args);
    if (hasLabels) await noteLabels.all(tx, args);
    await copy.all(tx, args);
  }
}

/**
 * Removes the associations that a primary record has only because of a merge, with their labels, and their notes.
 *
 * @param hasLabels whether associations may have labels
 */
export async function dropAssociations(
  tx: Db,
  scope: Scope,
  pair: Pair,
  hasLabels: boolean,
): Promise<void> {
  const args = { project: scope.projectId, ...pair };
  for (const { dropLabels, drop } of [SIDES.from, SIDES.to]) {
    if (hasLabels) await dropLabels.all(tx, args);
    await drop.all(tx, args);
  }
  await forgetNotes(tx, scope, pair.merged);
}

async function forgetNotes(tx: Db, { projectId: project }: Scope, id: number): Promise<void> {
  await dropNotes.all(tx, { project, id });
  await dropLabelNotes.all(tx, { project, id });
}

/** The statements for a record that is the earlier or the later side of its associations. */
const SIDES = { from: sideStatements("from", "to"), to: sideStatements("to", "from") };

type Side = "from" | "to";

function sideStatements(ours: Side, theirs: Side) {
  return {
    note: noteStatement(ours, theirs, false),
    noteLabels: noteStatement(ours, theirs, true),
    copy: copyStatement(ours, theirs),
    drop: dropStatement(ours, theirs),
    dropLabels: dropLabelsStatement(ours, theirs),
  };
}

function noteStatement(ours: Side, theirs: Side, ofLabels: boolean): Statement<PairArgs, never> {
  return sqlStatement(`merge_note_${ofLabels ? "labels_" : ""}${ours}`, (param, dialect) => {
    const [ourId, theirId] = [sql.ref(`a.${ours}_id`), sql.ref(`a.${theirs}_id`)];
    const sideId = (side: Side) => (side === ours ? param("primary") : theirId);
    const known = sql`
      select x.to_id from associations x
      where x.project_id = ${param("project")} and x.from_id = ${sideId("from")}
        and x.to_type = a.to_type and x.to_id = ${sideId("to")}`;
    const isLabel = sql.raw(isLabelled(dialect, "a."));
    const insert = ofLabels
      ? sql`insert into merge_labels (project_id, merged_id, type, other_id, created_at)
          select a.project_id, ${ourId}, ${sql.ref(`a.${theirs}_type`)}, ${theirId}, a.created_at`
      : sql`insert into merge_associations (project_id, merged_id, other_id, created_at)
          select a.project_id, ${ourId}, ${theirId}, a.created_at`;
    // Two records of one type have each row twice.
    return sql`
      ${insert} from associations a
      where a.project_id = ${param("project")} and ${ourId} = ${param("merged")}
        and ${theirId} <> ${param("primary")} and ${ofLabels ? isLabel : sql`not (${isLabel})`}
        and not ${isFound(known)}
      on conflict do nothing`;
  });
}

function copyStatement(ours: Side, theirs: Side): Statement<PairArgs, never> {
  return sqlStatement(`merge_copy_${ours}`, (param, dialect) => {
    const primary = typed(dialect, param("primary"), "bigint");
    const theirId = sql.ref(`${theirs}_id`);
    const [from, to] = ours === "from" ? [primary, theirId] : [theirId, primary];
    return sql`
      insert into associations (project_id, from_id, from_type, to_id, to_type, created_at)
      select project_id, ${from}, from_type, ${to}, to_type, created_at from associations
      where project_id = ${param("project")} and ${sql.ref(`${ours}_id`)} = ${param("merged")}
        and ${theirId} <> ${param("primary")}
      on conflict do nothing`;
  });
}

function dropStatement(ours: Side, theirs: Side): Statement<PairArgs, never> {
  return sqlStatement(
    `merge_drop_${ours}`,
    (param, dialect) => sql`
      delete from associations
      where project_id = ${param("project")} and ${sql.ref(`${ours}_id`)} = ${param("primary")}
        and not (${sql.raw(isLabelled(dialect))}) and created_at = (
          select m.created_at from merge_associations m
          where m.project_id = ${param("project")} and m.merged_id = ${param("merged")}
            and m.other_id = ${sql.ref(`associations.${theirs}_id`)} limit 1)`,
  );
}

/** Also drops labels that an association got after the merge, if the association itself ends. */
function dropLabelsStatement(ours: Side, theirs: Side): Statement<PairArgs, never> {
  return sqlStatement(`merge_drop_labels_${ours}`, (param, dialect) => {
    const theirId = sql.ref(`associations.${theirs}_id`);
    const label = sql`
      select l.other_id from merge_labels l
      where l.project_id = ${param("project")} and l.merged_id = ${param("merged")}
        and l.type = ${sql.ref(`associations.${theirs}_type`)} and l.other_id = ${theirId}
        and l.created_at = associations.created_at`;
    const plainType = sql`substr(associations.to_type, 1, ${sql.raw(keyPlace(dialect, "associations."))} - 1)`;
    const type = { column: sql`p.to_type`, value: plainType };
    const toId = { above: sql`associations.to_id - 1`, below: sql`associations.to_id + 1` };
    const plain = sql`
      select p.created_at from associations p
      where p.project_id = ${param("project")} and p.from_id = associations.from_id
        and ${isInGroup(dialect, type, sql`p.to_id`, toId)}`;
    const ended = sql`
      select m.other_id from merge_associations m
      where m.project_id = ${param("project")} and m.merged_id = ${param("merged")}
        and m.other_id = ${theirId} and m.created_at = (${plain} limit 1)`;
    return sql`
      delete from associations
      where project_id = ${param("project")} and ${sql.ref(`${ours}_id`)} = ${param("primary")}
        and ${sql.raw(isLabelled(dialect))} and (${isFound(label)} or ${isFound(ended)})`;
  });
}

/** Drops what an unmerge needs, and the associations of a merged record. Its id still leads to the primary one. */
export async function forgetMerge(tx: Db, scope: Scope, id: number): Promise<void> {
  const key = { project: scope.projectId, id };
  await forget.all(tx, { ...key, before: LATEST });
  await dropOwnFrom.all(tx, key);
  await dropOwnTo.all(tx, key);
  await forgetNotes(tx, scope, id);
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
    if (!(await forget.any(tx, { project, id, before }))) continue;
    await dropValues.all(tx, { project, id });
    await dropOwnFrom.all(tx, { project, id });
    await dropOwnTo.all(tx, { project, id });
    await forgetNotes(tx, { projectId: project }, id);
  }
  return rows;
}

type MergedRecord = Pick<Row<"record_merges">, "project_id" | "merged_id">;

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

const dropNotes = deleteRows("merge_drop_notes", "merge_associations", {
  project_id: "project",
  merged_id: "id",
});

const dropLabelNotes = deleteRows("merge_drop_label_notes", "merge_labels", {
  project_id: "project",
  merged_id: "id",
});
