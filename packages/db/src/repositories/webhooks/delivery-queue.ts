import { sql } from "kysely";
import { idsOfEach, isAmong, isFound } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { typed } from "../../dialect/expressions.ts";
import { jsonRows, jsonValues, timeOfId } from "../../dialect/json.ts";
import { forUpdateSkipLocked } from "../../dialect/locks.ts";
import { isOfLiveProject } from "../../live-projects.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement, statement } from "../../statement.ts";

export interface SendingEndpoint {
  readonly id: number;
  readonly project_id: number;
  readonly url: string;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_secret_until: string | null;
  readonly failing_since: string | null;
  readonly created_at: string;
  readonly sends_as: string | null;
  /** 1 if it has due deliveries. */
  readonly is_due: number;
}

/** Lists the enabled endpoints of a project. Reads one delivery of each. */
export function listSending(
  db: Db,
  { projectId }: Scope,
  now: string,
): Promise<readonly SendingEndpoint[]> {
  return sending.all(db, { project: projectId, now });
}

const sending = sqlStatement<{ project: number; now: string }, SendingEndpoint>(
  "deliveries_due_endpoints",
  (param) => sql`
    select e.id, e.project_id, e.url, e.secret, e.old_secret, e.old_secret_until, e.failing_since,
      e.created_at, e.sends_as, case when ${isFound(sql`
      select d.id from deliveries d
      where d.project_id = ${param("project")} and d.endpoint_id = e.id and d.status = 'pending'
        and d.next_at <= ${param("now")}`)} then 1 else 0 end as is_due
    from webhook_endpoints e
    where e.project_id = ${param("project")} and e.enabled = 1
    order by e.id`,
);

export type LeasedDelivery = Pick<
  Row<"deliveries">,
  "id" | "endpoint_id" | "event_id" | "attempt_count" | "payload"
>;

/** How many deliveries of an endpoint to lease. */
export interface Wanted {
  readonly endpoint: number;
  readonly slots: number;
}

/** Leases due deliveries of a project's endpoints, longest due first. Two workers never lease the same one. */
export async function leaseDue(
  tx: Db,
  { projectId: project }: Scope,
  wanted: readonly Wanted[],
  args: { readonly now: string; readonly lease: string; readonly until: string },
): Promise<readonly LeasedDelivery[]> {
  const most = Math.max(...wanted.map(({ slots }) => slots));
  const rows = await leaseWanted.all(tx, {
    ...args,
    project,
    most,
    wanted: JSON.stringify(wanted),
  });
  return rows.toSorted((a, b) => a.id - b.id);
}

interface LeaseArgs {
  project: number;
  /** JSON array. */
  wanted: string;
  /** The largest number of slots. */
  most: number;
  now: string;
  lease: string;
  until: string;
}

const leaseWanted = sqlStatement<LeaseArgs, LeasedDelivery>(
  "deliveries_lease",
  (param, dialect) => {
    const rows = jsonRows(dialect, param("wanted"), "w", WANTED);
    const limit = { each: sql<number>`w.slots`, most: param("most") };
    const ids = idsOfEach(
      dialect,
      rows,
      limit,
      (first) => sql`
      select id from deliveries
      where project_id = ${param("project")} and endpoint_id = w.endpoint and status = 'pending'
        and next_at <= ${param("now")}
      order by next_at, id limit ${first} ${forUpdateSkipLocked(dialect)}`,
    );
    return sql`
      update deliveries set lease = ${param("lease")}, next_at = ${param("until")}
      where project_id = ${param("project")} and ${isAmong(dialect, sql`id`, ids)}
      returning id, endpoint_id, event_id, attempt_count, payload`;
  },
);

const WANTED = { endpoint: "bigint", slots: "integer" } as const;

/** Gives back deliveries that were leased at a time and not sent. Skips those whose lease is no longer the caller's. */
export async function giveBack(
  tx: Db,
  { projectId: project }: Scope,
  ids: readonly number[],
  args: { readonly lease: string; readonly at: string },
): Promise<void> {
  await release.all(tx, { ...args, project, ids: JSON.stringify(ids) });
}

interface Ended {
  project: number;
  /** JSON array. */
  ids: string;
  lease: string;
  at: string;
}

const release = sqlStatement<Ended, never>(
  "deliveries_give_back",
  (param, dialect) => sql`
    update deliveries set lease = null, next_at = ${param("at")}
    where project_id = ${param("project")} and lease = ${param("lease")}
      and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}`,
);

/** An event, from which the body of its deliveries is made. */
export type Message = Omit<Row<"events">, "project_id" | "pending" | "record_id" | "other_id">;

/** Returns events of a project by id. */
export async function findMessages(
  db: Db,
  { projectId: project }: Scope,
  events: readonly number[],
): Promise<ReadonlyMap<number, Message>> {
  const rows = await messages.all(db, { project, ids: JSON.stringify(events) });
  return new Map(rows.map((row) => [row.id, row]));
}

const messages = sqlStatement<{ project: number; ids: string }, Message>(
  "delivery_messages",
  (param, dialect) => sql`
    select id, message_id, type, subject, payload, created_at from events
    where project_id = ${param("project")}
      and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}`,
);

/**
 * Records successful attempts. Skips deliveries whose lease is no longer the caller's.
 *
 * @returns the ids of the recorded deliveries
 */
export async function finishDelivered(
  tx: Db,
  { projectId: project }: Scope,
  ids: readonly number[],
  args: { readonly lease: string; readonly at: string },
): Promise<ReadonlySet<number>> {
  const rows = await delivered.all(tx, { ...args, project, ids: JSON.stringify(ids) });
  return new Set(rows.map((row) => row.id));
}

const delivered = sqlStatement<Ended, { id: number }>(
  "deliveries_finish_delivered",
  (param, dialect) => sql`
    update deliveries set status = 'delivered', attempt_count = attempt_count + 1,
      finished_at = ${param("at")}, lease = null
    where project_id = ${param("project")} and lease = ${param("lease")}
      and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}
    returning id`,
);

/** How a failed attempt leaves its delivery. */
export interface FailedAttempt {
  readonly id: number;
  /** When the next attempt is due; null after the last one. */
  readonly nextAt: string | null;
}

/**
 * Records failed attempts. Skips deliveries whose lease is no longer the caller's.
 *
 * @returns the ids of the recorded deliveries
 */
export async function finishFailed(
  tx: Db,
  { projectId: project }: Scope,
  attempts: readonly FailedAttempt[],
  args: { readonly lease: string; readonly at: string },
): Promise<ReadonlySet<number>> {
  const ids = JSON.stringify(attempts.map(({ id }) => id));
  const due = attempts.flatMap(({ id, nextAt }) =>
    nextAt === null ? [] : [[id, Date.parse(nextAt) / 1000]],
  );
  const retries = JSON.stringify(Object.fromEntries(due));
  const rows = await failed.all(tx, { ...args, project, ids, retries });
  return new Set(rows.map((row) => row.id));
}

/** `retries` is a JSON object of the times by id, in seconds since 1970. */
const failed = sqlStatement<Ended & { retries: string }, { id: number }>(
  "deliveries_finish_failed",
  (param, dialect) => {
    const retryAt = timeOfId(dialect, param("retries"));
    return sql`
      update deliveries set attempt_count = attempt_count + 1, lease = null,
        status = case when ${retryAt} is null then 'failed' else 'pending' end,
        finished_at = case when ${retryAt} is null then ${typed(dialect, param("at"), "timestamptz")} end,
        next_at = coalesce(${retryAt}, next_at)
      where project_id = ${param("project")} and lease = ${param("lease")}
        and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}
      returning id`;
  },
);

/** Counts pending deliveries of live projects and returns when the oldest became due. */
export const queueState = statement<object, { depth: number; oldest: string | null }>(
  "deliveries_queue",
  (query) =>
    query
      .selectFrom("deliveries")
      .select((eb) => [eb.fn.countAll<number>().as("depth"), eb.fn.min("next_at").as("oldest")])
      .where("status", "=", sql.lit("pending"))
      .where(isOfLiveProject(sql`project_id`)),
);
