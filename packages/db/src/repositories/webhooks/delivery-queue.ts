import { sql } from "kysely";
import { isAmong, isFound } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { forUpdateSkipLocked } from "../../dialect/locks.ts";
import { isOfLiveProject } from "../../live-projects.ts";
import type { DeliveryStatus, Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement, statement } from "../../statement.ts";

export interface DueEndpoint {
  readonly id: number;
  readonly project_id: number;
  readonly url: string;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_secret_until: string | null;
  readonly failing_since: string | null;
  readonly created_at: string;
  readonly sends_as: string | null;
}

/** Lists the endpoints of a project that have due deliveries. Reads one delivery of each endpoint. */
export function listDue(
  db: Db,
  { projectId }: Scope,
  now: string,
): Promise<readonly DueEndpoint[]> {
  return due.all(db, { project: projectId, now });
}

export const due = sqlStatement<{ project: number; now: string }, DueEndpoint>(
  "deliveries_due_endpoints",
  (param) => sql`
    select e.id, e.project_id, e.url, e.secret, e.old_secret, e.old_secret_until, e.failing_since,
      e.created_at, e.sends_as
    from webhook_endpoints e
    where e.project_id = ${param("project")} and e.enabled = 1 and ${isFound(sql`
      select d.id from deliveries d
      where d.project_id = ${param("project")} and d.endpoint_id = e.id and d.status = 'pending'
        and d.next_at <= ${param("now")}`)}
    order by e.id`,
);

export type LeasedDelivery = Pick<
  Row<"deliveries">,
  "id" | "event_id" | "attempt_count" | "payload"
>;

interface LeaseArgs {
  project: number;
  endpoint: number;
  now: string;
  lease: string;
  until: string;
  limit: number;
}

/** Leases due deliveries of an endpoint. Two workers never lease the same one. */
export const leaseDue = sqlStatement<LeaseArgs, LeasedDelivery>(
  "deliveries_lease",
  (param, dialect) => sql`
    update deliveries set lease = ${param("lease")}, next_at = ${param("until")}
    where project_id = ${param("project")} and ${isAmong(
      dialect,
      sql`id`,
      sql`select id from deliveries
        where project_id = ${param("project")} and endpoint_id = ${param("endpoint")} and status = 'pending' and next_at <= ${param("now")}
        order by next_at, id limit ${param("limit")}
        ${forUpdateSkipLocked(dialect)}`,
    )}
    returning id, event_id, attempt_count, payload`,
);

/** An event, from which the body of its deliveries is made. */
export type Message = Omit<Row<"events">, "project_id" | "pending" | "record_id" | "other_id">;

/** If there are fewer, the last id is repeated. */
const IDS_PER_STATEMENT = 64;

/** Returns events of a project by id. */
export async function findMessages(
  db: Db,
  { projectId: project }: Scope,
  events: readonly number[],
): Promise<ReadonlyMap<number, Message>> {
  const found = new Map<number, Message>();
  for (let start = 0; start < events.length; start += IDS_PER_STATEMENT) {
    const chunk = events.slice(start, start + IDS_PER_STATEMENT);
    for (const row of await messages.all(db, padded(chunk, { project }))) found.set(row.id, row);
  }
  return found;
}

const messages = sqlStatement<Record<string, number>, Message>(
  "delivery_messages",
  (param) =>
    sql`select id, message_id, type, subject, payload, created_at from events
      where project_id = ${param("project")} and id in (${sql.join(slots.map(param))})`,
);

const slots = Array.from({ length: IDS_PER_STATEMENT }, (_, i) => `id${i}`);

function padded<Rest extends object>(ids: readonly number[], rest: Rest) {
  const args: Record<string, number> = {};
  for (const [i, slot] of slots.entries()) args[slot] = ids[i] ?? (ids[0] as number);
  return { ...args, ...rest } as Record<string, number> & Rest;
}

/**
 * Records successful attempts. Skips deliveries whose lease is no longer the caller's.
 *
 * @param ids at most 64
 * @returns the ids of the recorded deliveries
 */
export async function finishDelivered(
  tx: Db,
  { projectId: project }: Scope,
  ids: readonly number[],
  args: { lease: string; at: string },
): Promise<ReadonlySet<number>> {
  const rows = await delivered.all(tx, padded(ids, { ...args, project }) as never);
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
    where project_id = ${param("project")} and lease = ${param("lease")}
      and id in (${sql.join(slots.map((slot) => param(slot)))})
    returning id`,
);

/** Records the end of an attempt; returns no id if the lease is no longer the caller's. */
export const finishAttempt = statement<
  {
    project: number;
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
    .where("project_id", "=", param("project"))
    .where("id", "=", param("id"))
    .where("lease", "=", param("lease"))
    .returning("id"),
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
