import { sql } from "kysely";
import { isAmong, isFound, isInGroup, isInGroupSince } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import { forUpdate } from "../../dialect/locks.ts";
import { insertMany, insertRow } from "../../inserts.ts";
import type { PayloadForm, Row } from "../../schema.ts";
import type { RowOfProject, Scope } from "../../scope.ts";
import { sqlStatement, updateRows } from "../../statement.ts";

export const insertDeliveries = insertMany("deliveries", {
  project_id: "bigint",
  endpoint_id: "bigint",
  event_id: "bigint",
  event_type: "text",
  status: "text",
  attempt_count: "integer",
  next_at: "timestamptz",
  created_at: "timestamptz",
  payload: "text",
});

/** Adds a delivery of one event to one endpoint that is due at once. */
export const insertDelivery = insertRow("delivery_insert", "deliveries", {
  values: {
    project_id: "project",
    endpoint_id: "endpoint",
    event_id: "event",
    event_type: "type",
    status: sql.lit("pending"),
    attempt_count: sql.lit(0),
    next_at: "at",
    created_at: "at",
    payload: "payload",
  },
  returning: ["id"],
});

export const insertAttempts = insertMany("attempts", {
  project_id: "bigint",
  delivery_id: "bigint",
  at: "timestamptz",
  status: "integer",
  error: "text",
  duration_ms: "integer",
  response: "text",
});

/** Fails an endpoint's pending deliveries. */
export const failPending = updateRows("deliveries_fail_pending", "deliveries", {
  set: { status: sql.lit("failed"), finished_at: "at", lease: null },
  where: { project_id: "project", endpoint_id: "endpoint", status: sql.lit("pending") },
});

export type DeliveryRow = Omit<
  Row<"deliveries">,
  "project_id" | "endpoint_id" | "event_id" | "lease" | "payload"
> &
  Pick<Row<"events">, "message_id" | "subject"> & {
    /** Form of the payload that the delivery sends. */
    readonly form: PayloadForm;
  };

/** Lists one page of an endpoint's deliveries, oldest first. A status of null means any. */
export const listDeliveries = sqlStatement<
  { project: number; endpoint: number; after: number; status: string | null; limit: number },
  DeliveryRow
>(
  "deliveries_list",
  (param, dialect) => sql`
    select p.id, e.message_id, p.event_type, e.subject, p.payload as form, p.status, p.attempt_count,
      p.next_at, p.created_at, p.finished_at
    from (
      select * from deliveries d
      where d.project_id = ${param("project")} and d.attempt_count >= 0 and ${isInGroup(
        dialect,
        { column: sql`d.endpoint_id`, value: param("endpoint") },
        sql`d.id`,
        { above: param("after") },
      )}
        and d.status = coalesce(${param("status")}, d.status)
      order by d.endpoint_id, d.id limit ${param("limit")}) as p
    join events e on e.project_id = ${param("project")} and e.id = p.event_id
    order by p.id`,
);

export type AttemptRow = Omit<Row<"attempts">, "id" | "project_id">;

/** Lists the attempts of an endpoint's deliveries in a range of ids, oldest first per delivery. */
export const listAttempts = sqlStatement<
  { project: number; endpoint: number; from: number; to: number },
  AttemptRow
>(
  "attempts_list",
  (param, dialect) => sql`
    select a.delivery_id, a.at, a.status, a.error, a.duration_ms, a.response
    from attempts a
    where a.project_id = ${param("project")} and ${isAmong(
      dialect,
      sql`a.delivery_id`,
      sql`select d.id from deliveries d
        where d.project_id = ${param("project")} and d.attempt_count >= 0 and ${isInGroup(
          dialect,
          { column: sql`d.endpoint_id`, value: param("endpoint") },
          sql`d.id`,
          { above: sql`${param("from")} - 1`, below: sql`${param("to")} + 1` },
        )}
        order by d.endpoint_id, d.id`,
    )}
    order by a.delivery_id, a.id`,
);

/** Makes a delivery due at `at` with no attempts; returns its id if the delivery exists. */
export const replayOne = updateRows("delivery_replay", "deliveries", {
  set: {
    status: sql.lit("pending"),
    attempt_count: sql.lit(0),
    next_at: "at",
    lease: null,
    finished_at: null,
  },
  where: { project_id: "project", endpoint_id: "endpoint", id: "id" },
  returning: ["id"],
});

/** Like `replayOne`, for an enabled endpoint's deliveries that failed in a period, oldest failure first. */
export const replayFailed = sqlStatement<
  { project: number; endpoint: number; since: string; until: string; at: string; limit: number },
  { id: number }
>(
  "deliveries_replay_failed",
  (param, dialect) => sql`
    update deliveries set status = 'pending', attempt_count = 0, next_at = ${param("at")},
      lease = null, finished_at = null
    where project_id = ${param("project")} and ${isAmong(
      dialect,
      sql`id`,
      sql`select id from deliveries
        where project_id = ${param("project")} and endpoint_id = ${param("endpoint")} and status = 'failed'
          and finished_at >= ${param("since")} and finished_at <= ${param("until")}
          and (select enabled from webhook_endpoints where id = ${param("endpoint")}) = 1
        order by finished_at limit ${param("limit")}
        ${forUpdate(dialect)}`,
    )}
    returning id`,
);

/** Like `replayOne`, for those of some deliveries to an enabled endpoint that failed or wait for another attempt. */
export async function replayMany(
  tx: Db,
  { projectId: project }: Scope,
  endpoint: number,
  { ids, at }: { readonly ids: readonly number[]; readonly at: string },
): Promise<number> {
  const args = { project, endpoint, ids: JSON.stringify(ids), at };
  return (await replaySome.all(tx, args)).length;
}

/** Leaves out those that a worker is sending, so that none is sent twice. */
const replaySome = sqlStatement<
  { project: number; endpoint: number; ids: string; at: string },
  { id: number }
>(
  "deliveries_replay_many",
  (param, dialect) => sql`
    update deliveries set status = 'pending', attempt_count = 0, next_at = ${param("at")},
      lease = null, finished_at = null
    where project_id = ${param("project")} and endpoint_id = ${param("endpoint")}
      and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}
      and (status = 'failed' or status = 'pending' and lease is null and attempt_count > 0)
      and (select enabled from webhook_endpoints where id = ${param("endpoint")}) = 1
    returning id`,
);

export interface RetryingFilter {
  readonly eventType: string | null;
  /** When the deliveries were created. */
  readonly from: string;
  readonly to: string;
  /** Leaves out deliveries with an attempt since then. */
  readonly since: string;
}

export type Retrying = Pick<Row<"deliveries">, "id" | "next_at">;

/** Lists a page of the deliveries to an endpoint that wait for another attempt, by the time of that. */
export const listRetrying = sqlStatement<
  RetryingFilter & {
    project: number;
    endpoint: number;
    /** The time and the id of the last one of the page before. */
    afterAt: string;
    afterId: number;
    limit: number;
  },
  Retrying
>(
  "deliveries_retrying",
  (param, dialect) => sql`
    select d.id, d.next_at from deliveries d
    where d.project_id = ${param("project")} and d.status = 'pending' and ${isInGroupSince(
      dialect,
      { column: sql`d.endpoint_id`, value: param("endpoint") },
      { time: sql`d.next_at`, id: sql`d.id` },
      [param("afterAt"), param("afterId")],
    )}
      and d.lease is null and d.attempt_count + 0 > 0
      and d.event_type = coalesce(${param("eventType")}, d.event_type)
      and d.created_at >= ${param("from")} and d.created_at <= ${param("to")}
      and not ${isFound(sql`
        select a.id from attempts a
        where a.project_id = ${param("project")} and a.delivery_id = d.id and a.at >= ${param("since")}`)}
    order by d.endpoint_id, d.next_at, d.id limit ${param("limit")}`,
);

/** Lists finished deliveries of all projects that were created before a time. */
export const listOld = sqlStatement<{ before: string; limit: number }, RowOfProject>(
  "deliveries_old",
  (param) => sql`
    select project_id, id from deliveries
    where created_at < ${param("before")} and finished_at is not null
    order by created_at limit ${param("limit")}`,
);

/** Deletes finished deliveries of a project with their attempts. */
export async function deleteFinished(tx: Db, { projectId }: Scope, ids: readonly number[]) {
  const args = { project: projectId, ids: JSON.stringify(ids) };
  const rows = await dropDeliveries.all(tx, args);
  await dropAttempts.all(tx, { ...args, ids: JSON.stringify(rows.map(({ id }) => id)) });
}

interface Ids {
  project: number;
  /** JSON array. */
  ids: string;
}

/** One that is being replayed is no longer finished. */
const dropDeliveries = sqlStatement<Ids, { id: number }>(
  "deliveries_delete",
  (param, dialect) => sql`
    delete from deliveries
    where project_id = ${param("project")} and finished_at is not null
      and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}
    returning id`,
);

const dropAttempts = sqlStatement<Ids, never>(
  "attempts_delete",
  (param, dialect) => sql`
    delete from attempts
    where project_id = ${param("project")}
      and ${isAmong(dialect, sql`delivery_id`, jsonValues(dialect, param("ids"), "bigint"))}`,
);
