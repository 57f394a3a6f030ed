import { sql } from "kysely";
import { isFound, joinRecord } from "../../dialect/access-path.ts";
import { jsonRows } from "../../dialect/json.ts";
import type { Row } from "../../schema.ts";
import { sqlStatement } from "../../statement.ts";

/** Counts a project's live records by type. Types without records have no row. */
export const countByType = sqlStatement<{ project: number }, { type: string; total: number }>(
  "insights_count_by_type",
  (param) => sql`
    select type, count(*) as total from records
    where project_id = ${param("project")} and deleted_at is null group by type`,
);

/**
 * Counts a project's live records created in each period. `spans` is JSON, a list of
 * `{type, starts, ends}`, each one range of an index.
 */
export const countCreated = sqlStatement<
  { project: number; spans: string },
  { type: string; starts: string; created: number }
>(
  "insights_count_created",
  (param, dialect) => sql`
    select s.type, s.starts, (
      select count(*) from records r
      where r.project_id = ${param("project")} and r.type = s.type and r.deleted_at is null
        and r.created_at >= s.starts and r.created_at < s.ends) as created
    from ${jsonRows(dialect, param("spans"), "s", { type: "text", starts: "timestamptz", ends: "timestamptz" })}`,
);

export type CardRow = Pick<Row<"records">, "id" | "properties" | "updated_at" | "version">;

/** Lists one page of the live records in a stage, highest id first. Pipeline and stage are index keys. */
export const listCards = sqlStatement<
  { project: number; type: string; pipeline: string; stage: string; before: number; limit: number },
  CardRow
>(
  "insights_cards",
  (param, dialect) => sql`
    select r.id, r.properties, r.updated_at, r.version from (
      select s.record_id from record_index s
      where s.project_id = ${param("project")} and s.type = ${param("type")}
        and s.property = 'stage' and s.value = ${param("stage")} and s.record_id < ${param("before")}
        and ${isFound(sql`
          select p.record_id from record_index p
          where p.project_id = ${param("project")} and p.type = ${param("type")}
            and p.property = 'pipeline' and p.value = ${param("pipeline")} and p.record_id = s.record_id`)}
      order by s.record_id desc limit ${param("limit")}) c
    ${joinRecord(dialect, param("project"), sql`c.record_id`)}
    where r.deleted_at is null
    order by r.id desc`,
);

export type LatestChangeRow = Omit<Row<"record_history">, "project_id" | "version"> &
  Pick<Row<"records">, "type">;

/** Lists a project's latest changes with the types of their records, including deleted ones, newest first. */
export const listLatestChanges = sqlStatement<{ project: number; limit: number }, LatestChangeRow>(
  "insights_latest_changes",
  (param, dialect) => sql`
    select h.id, h.record_id, r.type, h.action, h.changes, h.actor, h.at
    from record_history h ${joinRecord(dialect, param("project"), sql`h.record_id`)}
    where h.project_id = ${param("project")}
    order by h.at desc, h.id desc limit ${param("limit")}`,
);

/** Counts a tenant's templates by status. */
export const countTemplates = sqlStatement<{ tenant: number }, { status: string; count: number }>(
  "insights_count_templates",
  (param) => sql`
    select status, count(*) as count from templates
    where tenant_id = ${param("tenant")} group by status order by status`,
);
