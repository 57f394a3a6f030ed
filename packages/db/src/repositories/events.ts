import { sql } from "kysely";
import { isAmong } from "../dialect/access-path.ts";
import type { Db } from "../dialect/dialect.ts";
import { typed } from "../dialect/expressions.ts";
import { jsonRows } from "../dialect/json.ts";
import { forUpdateSkipLocked } from "../dialect/locks.ts";
import { insertRows, sqlStatement, statement } from "../statement.ts";

/** Adds events to the outbox, in the transaction of the change that caused them. */
export const insertEvents = insertRows("events", [
  "project_id",
  "message_id",
  "type",
  "payload",
  "created_at",
  "pending",
]);

/** Adds any number of events to the outbox in one statement. `raised` is JSON. */
export const insertManyEvents = sqlStatement<
  { project: number; raised: string; at: string },
  never
>(
  "events_insert_many",
  (param, dialect) => sql`
    insert into events (project_id, message_id, type, payload, created_at, pending)
    select ${typed(dialect, param("project"), "bigint")}, r.message_id, r.type, r.payload,
      ${typed(dialect, param("at"), "timestamptz")}, 1
    from ${jsonRows(dialect, param("raised"), "r", { message_id: "text", type: "text", payload: "text" })}`,
);

/** Adds an event whose deliveries the caller creates; returns its id. */
export const insertFannedOut = statement<
  { project: number; message: string; type: string; payload: string; at: string },
  { id: number }
>("event_insert_fanned_out", (query, param) =>
  query
    .insertInto("events")
    .values({
      project_id: param("project"),
      message_id: param("message"),
      type: param("type"),
      payload: param("payload"),
      created_at: param("at"),
      pending: 0,
    })
    .returning("id"),
);

export interface PendingEvent {
  readonly id: number;
  readonly project_id: number;
  readonly type: string;
}

/** Takes events whose deliveries have not been created yet. Two workers never take the same one. */
export function takePending(tx: Db, limit: number): Promise<readonly PendingEvent[]> {
  return take.all(tx, { limit });
}

const take = sqlStatement<{ limit: number }, PendingEvent>(
  "events_take_pending",
  (param, dialect) => sql`
    update events set pending = 0 where ${isAmong(
      dialect,
      sql`id`,
      sql`select id from events where pending = 1 order by id limit ${param("limit")}
        ${forUpdateSkipLocked(dialect)}`,
    )}
    returning id, project_id, type`,
);

/** Returns whether an event waits for its deliveries. Reads one row of a small index. */
export async function anyPending(db: Db): Promise<boolean> {
  return (await pending.first(db, {})) !== undefined;
}

const pending = sqlStatement<object, { id: number }>(
  "events_any_pending",
  () => sql`select id from events where pending = 1 order by id limit 1`,
);

/**
 * Deletes events older than `before` that no delivery refers to.
 *
 * @returns the number of deleted events
 */
export async function deleteOldEvents(tx: Db, before: string, limit: number): Promise<number> {
  return (await dropOld.all(tx, { before, limit })).length;
}

const dropOld = sqlStatement<{ before: string; limit: number }, { id: number }>(
  "events_drop_old",
  (param, dialect) => sql`
    delete from events where ${isAmong(
      dialect,
      sql`id`,
      sql`select e.id from events e
        where e.created_at < ${param("before")} and e.pending = 0
          and not exists (select 1 from deliveries d where d.event_id = e.id)
        order by e.created_at limit ${param("limit")}`,
    )}
    returning id`,
);
