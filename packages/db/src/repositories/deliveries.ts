import { sql } from "kysely";
import type { Db } from "../dialect/dialect.ts";
import type { DeliveryStatus } from "../schema.ts";
import { insertRows, sqlStatement, statement } from "../statement.ts";

export const insertDeliveries = insertRows("deliveries", [
  "project_id",
  "endpoint_id",
  "event_id",
  "event_type",
  "status",
  "attempt_count",
  "next_at",
  "created_at",
]);

export interface DueEndpoint {
  readonly id: number;
  readonly project_id: number;
  readonly url: string;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_secret_until: string | null;
  readonly failing_since: string | null;
}

/**
 * The endpoints that something is due for. Steps from one endpoint to the next in the index of what
 * waits, so its cost is that of the endpoints and not that of their backlogs.
 */
export function listDue(db: Db, now: string): Promise<readonly DueEndpoint[]> {
  return due.all(db, { now });
}

const due = sqlStatement<{ now: string }, DueEndpoint>(
  "deliveries_due_endpoints",
  (param) => sql`
    with recursive waiting (id) as (
      select min(endpoint_id) from deliveries where status = 'pending'
      union all
      select (select min(d.endpoint_id) from deliveries d
              where d.status = 'pending' and d.endpoint_id > waiting.id)
      from waiting where waiting.id is not null)
    select e.id, e.project_id, e.url, e.secret, e.old_secret, e.old_secret_until, e.failing_since
    from waiting join webhook_endpoints e on e.id = waiting.id
    where e.enabled = 1 and exists (
      select 1 from deliveries d where d.endpoint_id = e.id and d.status = 'pending'
        and d.next_at <= ${param("now")})`,
);

export interface ClaimedDelivery {
  readonly id: number;
  readonly event_id: number;
  readonly attempt_count: number;
}

/** Leases deliveries of an endpoint that are due; several workers never lease the same. */
export function claim(
  db: Db,
  args: { endpoint: number; now: string; lease: string; until: string; limit: number },
): Promise<readonly ClaimedDelivery[]> {
  return lease.all(db, args);
}

const lease = sqlStatement<
  { endpoint: number; now: string; lease: string; until: string; limit: number },
  ClaimedDelivery
>(
  "deliveries_claim",
  (param, dialect) => sql`
    update deliveries set lease = ${param("lease")}, next_at = ${param("until")} where id in (
      select id from deliveries
      where endpoint_id = ${param("endpoint")} and status = 'pending' and next_at <= ${param("now")}
      order by next_at, id limit ${param("limit")}
      ${dialect === "postgres" ? sql`for update skip locked` : sql``})
    returning id, event_id, attempt_count`,
);

export interface Message {
  readonly id: number;
  readonly message_id: string;
  readonly payload: string;
}

/** How many ids one statement takes; fewer are filled up with one of them. */
const IDS = 64;

/** What these events' deliveries say. */
export async function findMessages(
  db: Db,
  events: readonly number[],
): Promise<ReadonlyMap<number, Message>> {
  const found = new Map<number, Message>();
  for (let start = 0; start < events.length; start += IDS) {
    const chunk = events.slice(start, start + IDS);
    for (const row of await messages.all(db, padded(chunk, {}))) found.set(row.id, row);
  }
  return found;
}

const messages = sqlStatement<Record<string, number>, Message>(
  "delivery_messages",
  (param) =>
    sql`select id, message_id, payload from events where id in (${sql.join(slots.map(param))})`,
);

const slots = Array.from({ length: IDS }, (_, i) => `id${i}`);

function padded<Rest extends object>(ids: readonly number[], rest: Rest) {
  const args: Record<string, number> = {};
  for (const [i, slot] of slots.entries()) args[slot] = ids[i] ?? (ids[0] as number);
  return { ...args, ...rest } as Record<string, number> & Rest;
}

/**
 * Records attempts that succeeded, as far as the lease is still the caller's.
 *
 * @param ids at most 64
 * @returns the ids of those it was
 */
export async function finishDelivered(
  tx: Db,
  ids: readonly number[],
  args: { lease: string; at: string },
): Promise<ReadonlySet<number>> {
  const rows = await delivered.all(tx, padded(ids, args) as never);
  return new Set(rows.map((row) => row.id));
}

const delivered = sqlStatement<
  Record<string, number> & { lease: string; at: string },
  { id: number }
>(
  "deliveries_finish_delivered",
  (param) => sql`
    update deliveries set status = 'delivered', attempt_count = attempt_count + 1,
      finished_at = ${param("at")}, lease = null
    where lease = ${param("lease")} and id in (${sql.join(slots.map((slot) => param(slot)))})
    returning id`,
);

/** Records the end of an attempt, if the lease is still the caller's; returns the id when it was. */
export const finishAttempt = statement<
  {
    id: number;
    lease: string;
    status: DeliveryStatus;
    nextAt: string;
    finishedAt: string | null;
  },
  { id: number }
>("delivery_finish_attempt", (query, param) =>
  query
    .updateTable("deliveries")
    .set((eb) => ({
      status: param("status"),
      attempt_count: eb("attempt_count", "+", 1),
      next_at: param("nextAt"),
      finished_at: param("finishedAt"),
      lease: null,
    }))
    .where("id", "=", param("id"))
    .where("lease", "=", param("lease"))
    .returning("id"),
);

export const insertAttempts = insertRows("attempts", [
  "delivery_id",
  "at",
  "status",
  "error",
  "duration_ms",
  "response",
]);

/** Ends what waits for an endpoint that is no longer in use. */
export const failPending = statement<{ endpoint: number; at: string }, never>(
  "deliveries_fail_pending",
  (query, param) =>
    query
      .updateTable("deliveries")
      .set({ status: "failed", finished_at: param("at"), lease: null })
      .where("endpoint_id", "=", param("endpoint"))
      .where("status", "=", "pending"),
);

export interface DeliveryRow {
  readonly id: number;
  readonly message_id: string;
  readonly event_type: string;
  readonly status: DeliveryStatus;
  readonly attempt_count: number;
  readonly next_at: string;
  readonly created_at: string;
  readonly finished_at: string | null;
}

/** Deliveries of an endpoint in the order they were made, from after one of them. */
export const listDeliveries = sqlStatement<
  { endpoint: number; after: number; status: string | null; limit: number },
  DeliveryRow
>(
  "deliveries_list",
  (param) => sql`
    select d.id, e.message_id, d.event_type, d.status, d.attempt_count, d.next_at, d.created_at,
      d.finished_at
    from deliveries d join events e on e.id = d.event_id
    where d.endpoint_id = ${param("endpoint")} and d.id > ${param("after")}
      and d.status = coalesce(${param("status")}, d.status)
    order by d.id limit ${param("limit")}`,
);

export const findDelivery = statement<{ endpoint: number; id: number }, { id: number }>(
  "delivery_find",
  (query, param) =>
    query
      .selectFrom("deliveries")
      .select("id")
      .where("endpoint_id", "=", param("endpoint"))
      .where("id", "=", param("id")),
);

export interface AttemptRow {
  readonly delivery_id: number;
  readonly at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly response: string | null;
}

/** The attempts of those deliveries of an endpoint that have ids in a range, oldest first. */
export const listAttempts = sqlStatement<
  { endpoint: number; from: number; to: number },
  AttemptRow
>(
  "attempts_list",
  (param) => sql`
    select a.delivery_id, a.at, a.status, a.error, a.duration_ms, a.response
    from deliveries d join attempts a on a.delivery_id = d.id
    where d.endpoint_id = ${param("endpoint")} and d.id between ${param("from")} and ${param("to")}
    order by a.id`,
);

/** Makes one delivery due again, from its first attempt on. */
export const replayOne = statement<{ endpoint: number; id: number; at: string }, { id: number }>(
  "delivery_replay",
  (query, param) =>
    query
      .updateTable("deliveries")
      .set({
        status: "pending",
        attempt_count: 0,
        next_at: param("at"),
        lease: null,
        finished_at: null,
      })
      .where("endpoint_id", "=", param("endpoint"))
      .where("id", "=", param("id"))
      .returning("id"),
);

/** Makes every delivery due again that has failed since a time. */
export const replayFailed = statement<
  { endpoint: number; since: string; at: string },
  { id: number }
>("deliveries_replay_failed", (query, param) =>
  query
    .updateTable("deliveries")
    .set({
      status: "pending",
      attempt_count: 0,
      next_at: param("at"),
      lease: null,
      finished_at: null,
    })
    .where("endpoint_id", "=", param("endpoint"))
    .where("status", "=", "failed")
    .where("finished_at", ">=", param("since"))
    .returning("id"),
);

/** How much waits, and since when the oldest of it has been due. */
export const queueState = statement<object, { depth: number; oldest: string | null }>(
  "deliveries_queue",
  (query) =>
    query
      .selectFrom("deliveries")
      .select((eb) => [eb.fn.countAll<number>().as("depth"), eb.fn.min("next_at").as("oldest")])
      .where("status", "=", "pending"),
);

/**
 * Forgets deliveries that ended long ago, with their attempts.
 *
 * @returns how many
 */
export async function deleteOld(tx: Db, before: string, limit: number): Promise<number> {
  const rows = await dropDeliveries.all(tx, { before, limit });
  for (const { id } of rows) await dropAttempts.all(tx, { delivery: id });
  return rows.length;
}

const dropDeliveries = sqlStatement<{ before: string; limit: number }, { id: number }>(
  "deliveries_drop_old",
  (param) => sql`
    delete from deliveries where id in (
      select id from deliveries where created_at < ${param("before")} and status <> 'pending'
      order by id limit ${param("limit")})
    returning id`,
);

const dropAttempts = sqlStatement<{ delivery: number }, never>(
  "attempts_drop",
  (param) => sql`delete from attempts where delivery_id = ${param("delivery")}`,
);
