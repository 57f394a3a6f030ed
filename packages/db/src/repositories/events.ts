import { sql } from "kysely";
import type { Db } from "../dialect/dialect.ts";
import { insertRows, sqlStatement, statement } from "../statement.ts";

/** Writes events into the outbox, within the transaction of the change that caused them. */
export const insertEvents = insertRows("events", [
  "project_id",
  "message_id",
  "type",
  "payload",
  "created_at",
  "pending",
]);

/** Writes an event whose deliveries its caller makes, and returns its id. */
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

/** Takes events whose deliveries have not been made yet; several workers never take the same. */
export function takePending(tx: Db, limit: number): Promise<readonly PendingEvent[]> {
  return take.all(tx, { limit });
}

const take = sqlStatement<{ limit: number }, PendingEvent>(
  "events_take_pending",
  (param, dialect) => sql`
    update events set pending = 0 where id in (
      select id from events where pending = 1 order by id limit ${param("limit")}
      ${dialect === "postgres" ? sql`for update skip locked` : sql``})
    returning id, project_id, type`,
);

/** Whether any event waits for its deliveries: one look into a small index. */
export async function anyPending(db: Db): Promise<boolean> {
  return (await pending.first(db, {})) !== undefined;
}

const pending = statement<object, { id: number }>("events_any_pending", (query) =>
  query.selectFrom("events").select("id").where("pending", "=", 1).limit(1),
);

/** Forgets old events that no delivery refers to any more. */
export const deleteOldEvents = sqlStatement<{ before: string; limit: number }, never>(
  "events_delete_old",
  (param) => sql`
    delete from events where id in (
      select e.id from events e where e.created_at < ${param("before")} and e.pending = 0
      order by e.id limit ${param("limit")})`,
);
