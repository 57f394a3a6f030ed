import { sql } from "kysely";
import { currentTime } from "../dialect/expressions.ts";
import { sqlStatement, statement } from "../statement.ts";

/** Reads the database's own clock. */
export const readClock = sqlStatement<object, { now: string }>(
  "health_clock",
  (_, dialect) => sql`select ${currentTime(dialect)} as now`,
);

/** Returns the time of the newest event, and so of the newest change; null if there is none. */
export const readNewest = sqlStatement<object, { at: string | null }>(
  "health_newest",
  () => sql`select max(created_at) as at from events`,
);

export interface QueueHealth {
  readonly endpoint_id: number;
  /** Pending deliveries that were due before the given time. */
  readonly overdue: number;
  /** Overdue deliveries whose lease has expired, because their worker died. */
  readonly abandoned: number;
}

/** Counts the overdue deliveries of each enabled endpoint. */
export const listOverdue = statement<{ before: string }, QueueHealth>(
  "health_overdue",
  (query, param) =>
    query
      .selectFrom("deliveries as d")
      .innerJoin("webhook_endpoints as e", (join) =>
        join.onRef("e.project_id", "=", "d.project_id").onRef("e.id", "=", "d.endpoint_id"),
      )
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

/** Lists endpoints that are disabled or failing. */
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
