import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { forUpdate, forUpdateSkipLocked } from "../../dialect/locks.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { deleteRows, selectRows, sqlStatement } from "../../statement.ts";

/*
 * Which records are left to compare.
 */

/** Returns the first project after `after` whose feed has changes that were not compared, or undefined. */
export async function nextBehind(db: Db, after: number): Promise<number | undefined> {
  return (await behind.first(db, { after }))?.project_id;
}

const behind = sqlStatement<{ after: number }, { project_id: number }>(
  "duplicate_projects_behind",
  (param) => sql`
    select project_id from project_feeds
    where project_id > ${param("after")} and compared_number < last_number
    order by project_id limit 1`,
);

/** Locks the comparison of a project until the transaction ends. Returns false if another one has the lock. */
export async function lockComparison(tx: Db, scope: Scope): Promise<boolean> {
  const project = scope.projectId;
  if (await lock.any(tx, { project })) return true;
  if (await find.any(tx, { project })) return false;
  await insert.all(tx, { project });
  return lock.any(tx, { project });
}

/** Waits until no other transaction compares records of a project, and locks the comparison until this one ends. */
export async function awaitComparison(tx: Db, { projectId: project }: Scope): Promise<void> {
  await insert.all(tx, { project });
  await wait.all(tx, { project });
}

const wait = sqlStatement<{ project: number }, { project_id: number }>(
  "duplicate_lock_wait",
  (param, dialect) => sql`
    select project_id from duplicate_locks where project_id = ${param("project")} ${forUpdate(dialect)}`,
);

const lock = sqlStatement<{ project: number }, { project_id: number }>(
  "duplicate_lock",
  (param, dialect) => sql`
    select project_id from duplicate_locks where project_id = ${param("project")}
    ${forUpdateSkipLocked(dialect)}`,
);

const find = sqlStatement<{ project: number }, { project_id: number }>(
  "duplicate_lock_find",
  (param) => sql`select project_id from duplicate_locks where project_id = ${param("project")}`,
);

const insert = sqlStatement<{ project: number }, never>(
  "duplicate_lock_insert",
  (param) => sql`
    insert into duplicate_locks (project_id) values (${param("project")}) on conflict do nothing`,
);

/** Returns the progress of the comparison of a project. */
export const findCompared = selectRows(
  "duplicate_compared",
  "project_feeds",
  ["last_number", "purged_number", "compared_number"],
  { where: { project_id: "project" } },
);

/** Saves the progress of the comparison of a project. The caller must hold the comparison's lock. */
export const setCompared = sqlStatement<{ project: number; number: number }, never>(
  "duplicate_compared_set",
  (param) => sql`
    update project_feeds set compared_number = ${param("number")}
    where project_id = ${param("project")}`,
);

/** What an event of the feed is about. */
export type EventSubject = Pick<Row<"feed">, "number" | "type" | "subject"> & {
  /** The record, or the first one of an association. */
  readonly id: number | null;
};

/** Lists what the events of a part of a project's feed are about. Both ends are exclusive. */
export function listSubjects(
  db: Db,
  scope: Scope,
  part: { readonly above: number; readonly below: number },
): Promise<readonly EventSubject[]> {
  const limit = part.below - part.above;
  return subjects.all(db, { project: scope.projectId, ...part, limit });
}

const subjects = sqlStatement<
  { project: number; above: number; below: number; limit: number },
  EventSubject
>(
  "duplicate_feed_subjects",
  (param) => sql`
    select p.number, e.type, p.subject, e.record_id as id
    from (
      select f.number, f.event_id, f.subject from feed f
      where f.project_id = ${param("project")}
        and f.number > ${param("above")} and f.number < ${param("below")}
      order by f.project_id, f.number limit ${param("limit")}) as p
    join events e on e.id = p.event_id and e.project_id = ${param("project")}
    order by p.number`,
);

/** A type of a project whose older records have not all been compared. */
export type Backfill = Row<"duplicate_backfills">;

/** Locks a type of a project that no other transaction has locked. */
export async function takeBackfill(tx: Db): Promise<Backfill | undefined> {
  for (const { project_id: project, type } of await waiting.all(tx, {})) {
    const taken = await take.first(tx, { project, type });
    if (taken !== undefined) return taken;
  }
  return undefined;
}

/** More than there are workers. */
const waiting = sqlStatement<object, Backfill>(
  "duplicate_backfills_waiting",
  () => sql`
    select project_id, type, after_id from duplicate_backfills order by project_id, type limit 50`,
);

const take = sqlStatement<{ project: number; type: string }, Backfill>(
  "duplicate_backfill_take",
  (param, dialect) => sql`
    select project_id, type, after_id from duplicate_backfills
    where project_id = ${param("project")} and type = ${param("type")}
    ${forUpdateSkipLocked(dialect)}`,
);

/** Saves that the records up to an id have been compared; all of them if `after` is undefined. */
export async function moveBackfill(
  tx: Db,
  { project_id: project, type }: Backfill,
  after: number | undefined,
): Promise<void> {
  if (after === undefined) await finish.all(tx, { project, type });
  else await move.all(tx, { project, type, after });
}

const move = sqlStatement<{ project: number; type: string; after: number }, never>(
  "duplicate_backfill_move",
  (param) => sql`
    update duplicate_backfills set after_id = ${param("after")}
    where project_id = ${param("project")} and type = ${param("type")}`,
);

const finish = deleteRows("duplicate_backfill_finish", "duplicate_backfills", {
  project_id: "project",
  type: "type",
});
