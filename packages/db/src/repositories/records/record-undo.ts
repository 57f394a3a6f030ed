import { sql } from "kysely";
import { deleteEqual, isAmong } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonRows, jsonValues } from "../../dialect/json.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/** A change that a job made, as the history of its record has it. */
export type MadeChange = Omit<Row<"record_history">, "project_id" | "actor">;

/**
 * Lists the changes of records by a job, the newest first.
 *
 * @param made.ids at most 1,000
 * @param made.actions the kinds of changes to list
 */
export async function listChanges(
  db: Db,
  { projectId }: Scope,
  {
    ids,
    actor,
    actions: [action, other],
  }: {
    readonly ids: readonly number[];
    readonly actor: string;
    readonly actions: readonly [string, string];
  },
): Promise<readonly MadeChange[]> {
  const args = { project: projectId, ids: JSON.stringify(ids), actor, action, other };
  return (await list.all(db, args)).toSorted((a, b) => b.id - a.id);
}

// As a plain column, the actor would lead PostgreSQL to an index with the history of the whole project.
const list = sqlStatement<
  { project: number; ids: string; actor: string; action: string; other: string },
  MadeChange
>(
  "record_undo_changes",
  (param, dialect) => sql`
    select id, record_id, at, action, version, changes from record_history
    where project_id = ${param("project")}
      and ${isAmong(dialect, sql`record_id`, jsonValues(dialect, param("ids"), "bigint"))}
      and coalesce(actor, '') = ${param("actor")} and action in (${param("action")}, ${param("other")})`,
);

/** Returns which records anyone but a job and its undo has changed or associated. */
export async function findTouched(
  db: Db,
  { projectId }: Scope,
  {
    ids,
    ...actors
  }: { readonly ids: readonly number[]; readonly actor: string; readonly undo: string },
): Promise<readonly number[]> {
  const args = { project: projectId, ids: JSON.stringify(ids), ...actors };
  return (await touched.all(db, args)).map(({ record_id }) => record_id);
}

const touched = sqlStatement<
  { project: number; ids: string; actor: string; undo: string },
  { record_id: number }
>(
  "record_undo_touched",
  (param, dialect) => sql`
    select distinct record_id from record_history
    where project_id = ${param("project")}
      and ${isAmong(dialect, sql`record_id`, jsonValues(dialect, param("ids"), "bigint"))}
      and actor <> ${param("actor")} and actor <> ${param("undo")}`,
);

/** A pair of associated records in the stored order of their types, and when it was associated. */
export type MadePair = Pick<Row<"associations">, "from_id" | "to_type" | "to_id" | "created_at">;

/** Removes associations that are still those of the given times. Returns those that were. */
export function removePairs(
  tx: Db,
  { projectId }: Scope,
  pairs: readonly MadePair[],
): Promise<readonly Pick<MadePair, "from_id" | "to_id">[]> {
  if (pairs.length === 0) return Promise.resolve([]);
  return remove.all(tx, { project: projectId, rows: JSON.stringify(pairs) });
}

const remove = sqlStatement<{ project: number; rows: string }, { from_id: number; to_id: number }>(
  "record_undo_pairs",
  (param, dialect) => sql`
    ${deleteEqual(
      dialect,
      "associations",
      { project: param("project") },
      {
        columns: ["from_id", "to_type", "to_id", "created_at"],
        rows: jsonRows(dialect, param("rows"), "r", {
          from_id: "bigint",
          to_type: "text",
          to_id: "bigint",
          created_at: "timestamptz",
        }),
      },
    )} returning from_id, to_id`,
);
