import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { isLive } from "../../live-projects.ts";
import type { Row } from "../../schema.ts";
import { selectRows, sqlStatement, statement, updateRows } from "../../statement.ts";

/*
 * The end of tenants and projects: deleted, restored, or being removed.
 */

export type TenantEnd = Row<"tenants">;

export type ProjectEnd = Omit<Row<"projects">, "schema_version"> & {
  /** When its tenant was deleted; null for a live one. */
  readonly tenant_deleted_at: string | null;
  readonly tenant_removing_since: string | null;
};

const END = ["deleted_at", "deleted_by", "removing_since"] as const;

/** Lists all tenants, deleted ones too. */
export const listAllTenants = selectRows(
  "tenants_list_all",
  "tenants",
  ["id", "name", "created_at", ...END],
  { orderBy: ["id"] },
);

/** Lists all projects, deleted ones too. */
export const listAllProjects = statement<object, ProjectEnd>("projects_list_all", (query) =>
  query
    .selectFrom("projects as p")
    .innerJoin("tenants as t", "t.id", "p.tenant_id")
    .select([
      ...["p.id" as const, "p.name" as const, "p.created_at" as const, "p.tenant_id" as const],
      ...["p.deleted_at" as const, "p.deleted_by" as const, "p.removing_since" as const],
      ...["t.deleted_at as tenant_deleted_at" as const],
      "t.removing_since as tenant_removing_since",
    ])
    .orderBy("p.id"),
);

/** Locks a tenant, also a deleted one, until the transaction ends. */
export const lockAnyTenant = selectRows(
  "tenant_lock_any",
  "tenants",
  ["id", "name", "created_at", ...END],
  { where: { id: "id" }, isLocked: true },
);

/** Locks a project, also a deleted one, until the transaction ends. */
export const lockAnyProject = selectRows(
  "project_lock_any",
  "projects",
  ["id", "name", "created_at", "tenant_id", ...END],
  { where: { id: "id" }, isLocked: true },
);

const SET_END = {
  deleted_at: "deletedAt",
  deleted_by: "deletedBy",
  removing_since: "removingSince",
} as const;

/** Deletes a tenant, restores it, or begins its removal. */
export const saveTenantEnd = updateRows("tenant_save_end", "tenants", {
  set: SET_END,
  where: { id: "id" },
});

export const saveProjectEnd = updateRows("project_save_end", "projects", {
  set: SET_END,
  where: { id: "id" },
});

/** Gives a project to another tenant. */
export const saveProjectTenant = updateRows("project_save_tenant", "projects", {
  set: { tenant_id: "tenant" },
  where: { id: "id" },
});

/** Lists the projects of a tenant, deleted ones too. */
export async function listProjectIds(db: Db, tenant: number): Promise<readonly number[]> {
  return (await projectIds.all(db, { tenant })).map(({ id }) => id);
}

const projectIds = selectRows("projects_ids_of_tenant", "projects", ["id"], {
  where: { tenant_id: "tenant" },
  orderBy: ["id"],
});

/** Lists the projects that nobody can use, because they or their tenants were deleted. */
export const listStopped = sqlStatement<object, { id: number }>(
  "projects_stopped",
  () => sql`
    select p.id from projects p join tenants t on t.id = p.tenant_id
    where not (${isLive()}) order by p.id`,
);

interface Due {
  /** Deleted before this time and not restored. */
  deletedBefore: string;
  /** To be removed at once, said before this time. */
  saidBefore: string;
}

/** Lists the tenants that are to be removed. */
export const listDueTenants = sqlStatement<Due, { id: number }>(
  "tenants_to_remove",
  (param) => sql`
    select id from tenants
    where deleted_at <= ${param("deletedBefore")} or removing_since <= ${param("saidBefore")}
    order by id`,
);

/** Lists the projects that are to be removed, other than those of tenants that are. */
export const listDueProjects = sqlStatement<Due, { id: number }>(
  "projects_to_remove",
  (param) => sql`
    select id from projects
    where deleted_at <= ${param("deletedBefore")} or removing_since <= ${param("saidBefore")}
    order by id`,
);

interface PartCounts {
  readonly files: number;
  readonly jobs: number;
  readonly endpoints: number;
  readonly clients: number;
  readonly keys: number;
}

/** Counts what a project has besides records: its files, its jobs that have not ended, and who has access. */
export const countParts = sqlStatement<{ project: number }, PartCounts>(
  "project_parts_count",
  (param) => sql`
    select
      (select count(*) from files where project_id = ${param("project")} and key is not null) as files,
      (select count(*) from jobs
        where project_id = ${param("project")} and state in ('waiting', 'running')) as jobs,
      (select count(*) from webhook_endpoints
        where project_id = ${param("project")} and deleted_at is null) as endpoints,
      (select count(*) from oauth_clients where project_id = ${param("project")}) as clients,
      (select count(*) from api_keys where project_id = ${param("project")}) as keys`,
);
