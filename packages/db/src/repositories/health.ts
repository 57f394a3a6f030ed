import { sql } from "kysely";
import { NEWEST_BACKUP } from "../columns.ts";
import { currentTime } from "../dialect/expressions.ts";
import { isOfLiveProject } from "../live-projects.ts";
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

/** Counts the overdue deliveries of each enabled endpoint. Those of deleted projects wait until they are restored. */
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
      .where(isOfLiveProject(sql`d.project_id`))
      .groupBy("d.endpoint_id")
      .orderBy("d.endpoint_id"),
);

/** Lists endpoints of live projects that are disabled or failing. */
export const listTroubled = statement<
  object,
  { id: number; enabled: number; failing_since: string | null }
>("health_endpoints", (query) =>
  query
    .selectFrom("webhook_endpoints")
    .select(["id", "enabled", "failing_since"])
    .where("deleted_at", "is", null)
    .where(isOfLiveProject(sql`project_id`))
    .where((eb) => eb.or([eb("enabled", "=", 0), eb("failing_since", "is not", null)]))
    .orderBy("id"),
);

/** Returns when the oldest erasure that is not finished was made; null if all are finished. */
export const readOldestErasure = sqlStatement<object, { at: string | null }>(
  "health_erasures",
  () => sql`select min(at) as at from erasures where step is not null`,
);

/** Returns the file of the newest backup, and the time of the state that it has; undefined if none was made. */
export const readNewestBackup = statement<object, { value: string; changed_at: string }>(
  "health_backup",
  (query) =>
    query
      .selectFrom("installation_settings")
      .select(["value", "changed_at"])
      .where("name", "=", sql.lit(NEWEST_BACKUP)),
);

/** Notes a backup, unless a newer one is noted. */
export const noteBackup = sqlStatement<{ file: string; at: string }, never>(
  "health_backup_note",
  (param) => sql`
    insert into installation_settings (name, value, changed_at)
    values (${sql.lit(NEWEST_BACKUP)}, ${param("file")}, ${param("at")})
    on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at
      where installation_settings.changed_at < excluded.changed_at`,
);
