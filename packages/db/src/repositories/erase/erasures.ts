import { sql } from "kysely";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { forUpdate, forUpdateSkipLocked, holdSchema } from "../../dialect/locks.ts";
import { followsItsTable } from "../../dialect/word-index.ts";
import { insertRows } from "../../inserts.ts";
import { type RecordRow, recordColumns } from "../../record-row.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

interface RecordKey {
  project: number;
  type: string;
  id: number;
}

// Finds the record by its key alone; see `selectRecord` in records.ts.
type AnyRecord = RecordRow & Pick<Row<"records">, "erased_at" | "merged_into">;

/** Like `lockRecord`, for a record in any state. */
export const lockAny = sqlStatement<RecordKey, AnyRecord>(
  "record_lock_any",
  (param, dialect) => sql`
    select ${recordColumns("record")}, erased_at, merged_into from (
      select id, type, properties, version, created_at, updated_at, deleted_at, erased_at, merged_into,
        ${holdSchema(dialect, param("project"))} as held
      from records where project_id = ${param("project")} and id = ${param("id")} limit 1
      ${forUpdate(dialect)}) as record
    where type = ${param("type")}`,
);

/** Returns whether the project has a record of this type that was erased. */
export async function isErased(db: Db, scope: Scope, type: string, id: number): Promise<boolean> {
  const row = await state.first(db, { project: scope.projectId, type, id });
  return row !== undefined && row.erased_at !== null;
}

const state = sqlStatement<RecordKey, { erased_at: string | null }>(
  "record_find_erased",
  (param) => sql`
    select erased_at from (
      select type, erased_at from records
      where project_id = ${param("project")} and id = ${param("id")} limit 1) as record
    where type = ${param("type")}`,
);

/** Removes the values of a record and marks it as erased. The caller must hold its lock. */
export const emptyRecord = sqlStatement<{ project: number; id: number; at: string }, never>(
  "record_empty",
  (param) => sql`
    update records set properties = '{}', deleted_at = coalesce(deleted_at, ${param("at")}),
      erased_at = ${param("at")}, updated_at = ${param("at")}, version = version + 1
    where project_id = ${param("project")} and id = ${param("id")}`,
);

/** An erasure, as the list keeps it. */
export type Erasure = Omit<Row<"erasures">, "step" | "after_id">;

/** What is left to do of an erasure. */
export type Progress = Pick<Row<"erasures">, "step" | "after_id">;

/** Returns what is left of an erasure once no row has its values: on SQLite, what they left in the files. */
export function afterRows(dialect: DialectName): Progress {
  return { step: followsItsTable(dialect) ? null : "words", after_id: 0 };
}

/** Adds erasures to the list. */
export const insertErasures = insertRows("erasures", [
  "project_id",
  "record_id",
  "type",
  "record_created_at",
  "version",
  "actor",
  "at",
  "step",
  "after_id",
]);

/** Returns whether an erasure with this step still has rows with values. */
export function hasRowsLeft(step: string | null): boolean {
  return step !== null && step !== "words" && step !== "merge";
}

export type LockedErasure = Row<"erasures">;

/** Finds the next erasure after a given one that still has rows with values. */
export const findUnfinished = sqlStatement<
  { project: number; record: number },
  Pick<Erasure, "project_id" | "record_id">
>(
  "erasures_unfinished",
  (param) => sql`
    select project_id, record_id from erasures
    where step is not null and step not in ('words', 'merge')
      and (project_id, record_id) > (${param("project")}, ${param("record")})
    order by project_id, record_id limit 1`,
);

/** Locks an erasure; undefined if another transaction has it. */
export const lockErasure = sqlStatement<{ project: number; record: number }, LockedErasure>(
  "erasures_lock",
  (param, dialect) => sql`
    select project_id, record_id, type, record_created_at, version, actor, at, step, after_id from erasures
    where project_id = ${param("project")} and record_id = ${param("record")}
    ${forUpdateSkipLocked(dialect)}`,
);

/** Saves the progress of an erasure. */
export async function saveProgress(tx: Db, scope: Scope, record: number, progress: Progress) {
  const { step, after_id: after } = progress;
  await save.all(tx, { project: scope.projectId, record, step, after });
}

const save = sqlStatement<
  { project: number; record: number; step: string | null; after: number },
  never
>(
  "erasures_save",
  (param) => sql`
    update erasures set step = ${param("step")}, after_id = ${param("after")}
    where project_id = ${param("project")} and record_id = ${param("record")}`,
);

/** Lists the kept erasures of all projects, one page at a time. */
export const listErasures = sqlStatement<
  { project: number; record: number; limit: number },
  Erasure
>(
  "erasures_list",
  (param) => sql`
    select project_id, record_id, type, record_created_at, version, actor, at from erasures
    where (project_id, record_id) > (${param("project")}, ${param("record")})
    order by project_id, record_id limit ${param("limit")}`,
);
