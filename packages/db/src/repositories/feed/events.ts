import { sql } from "kysely";
import { isAmong } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import { insertMany, insertRow, insertRows } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import type { RowOfProject, Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/** Adds events to the outbox, in the transaction of the change that caused them. */
export const insertEvents = insertRows("events", [
  "project_id",
  "message_id",
  "type",
  "subject",
  "payload",
  "created_at",
  "pending",
  "record_id",
  "other_id",
]);

/** Adds hundreds of events to the outbox at once; see `insertEvents`. */
export const insertManyEvents = insertMany("events", {
  project_id: "bigint",
  message_id: "text",
  type: "text",
  subject: "text",
  payload: "text",
  created_at: "timestamptz",
  pending: "integer",
  record_id: "bigint",
  other_id: "bigint",
});

/** Adds an event that has no number and whose deliveries the caller creates; returns its id. */
export const insertUnnumbered = insertRow("event_insert_unnumbered", "events", {
  values: {
    project_id: "project",
    message_id: "message",
    type: "type",
    subject: "subject",
    payload: "payload",
    created_at: "at",
    pending: sql.lit(0),
  },
  returning: ["id"],
});

/** Returns the first project after `after` that has pending events, or undefined. Reads one row. */
export async function nextProjectWithPending(db: Db, after: number): Promise<number | undefined> {
  return (await pendingProject.first(db, { after }))?.project_id;
}

const pendingProject = sqlStatement<{ after: number }, { project_id: number }>(
  "events_pending_project",
  (param) => sql`
    select project_id from events where pending = 1 and project_id > ${param("after")}
    order by project_id, id limit 1`,
);

export type PendingEvent = Pick<Row<"events">, "id" | "type" | "subject">;

/** Lists a project's pending events by id. */
export const listPending = sqlStatement<{ project: number; limit: number }, PendingEvent>(
  "events_list_pending",
  (param) => sql`
    select id, type, subject from events where pending = 1 and project_id = ${param("project")}
    order by project_id, id limit ${param("limit")}`,
);

/** Marks events as numbered. `ids` is a JSON array. */
export const markNumbered = sqlStatement<{ project: number; ids: string }, never>(
  "events_mark_numbered",
  (param, dialect) => sql`
    update events set pending = 0
    where project_id = ${param("project")}
      and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}`,
);

/** Lists events of all projects that are older than `before` and that no delivery refers to. */
export const listOldEvents = sqlStatement<{ before: string; limit: number }, RowOfProject>(
  "events_old",
  (param) => sql`
    select e.project_id, e.id from events e
    where e.created_at < ${param("before")} and e.pending = 0
      and not exists (
        select 1 from deliveries d where d.project_id = e.project_id and d.event_id = e.id and d.event_id > 0)
    order by e.created_at limit ${param("limit")}`,
);

/** Deletes events of a project. */
export async function deleteEvents(tx: Db, { projectId }: Scope, ids: readonly number[]) {
  await drop.all(tx, { project: projectId, ids: JSON.stringify(ids) });
}

const drop = sqlStatement<{ project: number; ids: string }, never>(
  "events_delete",
  (param, dialect) => sql`
    delete from events
    where project_id = ${param("project")}
      and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}`,
);
