import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { isFound } from "./dialect/access-path.ts";
import type { Row, Schema } from "./schema.ts";

/*
 * A deleted tenant or project keeps its rows for a time, so that it can be restored, but nobody can use it. So every
 * look-up of a project for a caller or a job uses these conditions.
 */

export const TENANT_COLUMNS = ["t.id", "t.name", "t.created_at"] as const;

export type TenantRow = Pick<Row<"tenants">, "id" | "name" | "created_at">;

export const PROJECT_COLUMNS = ["p.id", "p.tenant_id", "p.name", "p.created_at"] as const;

export type ProjectRow = TenantRow & Pick<Row<"projects">, "tenant_id">;

/** The condition that neither the project `p` nor its tenant `t` was deleted. */
export function isLive(): RawBuilder<boolean> {
  return sql`p.deleted_at is null and t.deleted_at is null`;
}

/** The condition that the tenant of a row of `projects` was not deleted, for statements that lock that row alone. */
export function tenantIsLive(eb: ExpressionBuilder<Schema, "projects">): RawBuilder<boolean> {
  return isFound(sql`
    select t.id from tenants t where t.id = ${eb.ref("tenant_id")} and t.deleted_at is null`);
}

/** The condition that a project and its tenant were not deleted. @param project its id */
export function projectIsLive(project: RawBuilder<unknown>): RawBuilder<boolean> {
  return isFound(sql`
    select p.id from projects p join tenants t on t.id = p.tenant_id
    where p.id = ${project} and ${isLive()}`);
}

/** As `projectIsLive`, for figures over rows of many projects: it finds the deleted ones once. */
export function isOfLiveProject(project: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${project} not in (
    select p.id from projects p join tenants t on t.id = p.tenant_id where not (${isLive()}))`;
}
