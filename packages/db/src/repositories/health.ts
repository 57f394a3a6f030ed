import { sql } from "kysely";
import { sqlStatement, statement } from "../statement.ts";

/** The database's own clock. */
export const readClock = sqlStatement<object, { now: string }>("health_clock", (_, dialect) =>
  dialect === "postgres"
    ? sql`select clock_timestamp() as now`
    : sql`select strftime('%Y-%m-%dT%H:%M:%fZ', 'now') as now`,
);

/** When the newest record change and the newest event were made; null where there is none. */
export const readNewest = sqlStatement<object, { change: string | null; event: string | null }>(
  "health_newest",
  () => sql`
    select (select at from record_history order by id desc limit 1) as change,
      (select created_at from events order by id desc limit 1) as event`,
);

export interface QueueHealth {
  readonly endpoint_id: number;
  /** Due before the given moment and not sent. */
  readonly overdue: number;
  /** Of those, the ones that a worker took and never came back with. */
  readonly abandoned: number;
}

/** Deliveries of endpoints in use that should have been sent long before `before`. */
export const listOverdue = statement<{ before: string }, QueueHealth>(
  "health_overdue",
  (query, param) =>
    query
      .selectFrom("deliveries as d")
      .innerJoin("webhook_endpoints as e", "e.id", "d.endpoint_id")
      .select((eb) => [
        "d.endpoint_id",
        eb.fn.countAll<number>().as("overdue"),
        eb.fn.count<number>("d.lease").as("abandoned"),
      ])
      .where("d.status", "=", sql.lit("pending"))
      .where("e.enabled", "=", 1)
      .where("d.next_at", "<", param("before"))
      .groupBy("d.endpoint_id")
      .orderBy("d.endpoint_id"),
);

/** Endpoints that were turned off because they kept failing, or that fail at the moment. */
export const listTroubled = statement<
  object,
  { id: number; enabled: number; failing_since: string | null }
>("health_endpoints", (query) =>
  query
    .selectFrom("webhook_endpoints")
    .select(["id", "enabled", "failing_since"])
    .where("deleted_at", "is", null)
    .where((eb) => eb.or([eb("enabled", "=", 0), eb("failing_since", "is not", null)]))
    .orderBy("id"),
);
