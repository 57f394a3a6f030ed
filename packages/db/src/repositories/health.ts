import { sql } from "kysely";
import { currentTime } from "../dialect/expressions.ts";
import { sqlStatement, statement } from "../statement.ts";

/** Reads the database's own clock. */
export const readClock = sqlStatement<object, { now: string }>(
  "health_clock",
  (_, dialect) => sql`select ${currentTime(dialect)} as now`,
);

/** Returns the time of the newest record change and of the newest event, or null. */
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
  /** Those whose worker let the lease run out. */
  readonly abandoned: number;
}

/** Counts deliveries of enabled endpoints that were due before `before`. */
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

/** Lists endpoints that fail now, and those disabled because they kept failing. */
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
