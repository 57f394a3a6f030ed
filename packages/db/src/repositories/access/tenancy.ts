import { forUpdate } from "../../dialect/locks.ts";
import { insertRow } from "../../inserts.ts";
import {
  isLive,
  PROJECT_COLUMNS,
  type ProjectRow,
  TENANT_COLUMNS,
  type TenantRow,
  tenantIsLive,
} from "../../live-projects.ts";
import { statement, updateRows } from "../../statement.ts";

export type { ProjectRow, TenantRow };

export const insertTenant = insertRow("tenant_insert", "tenants", {
  values: { name: "name", created_at: "at" },
  returning: ["id"],
});

export const insertProject = insertRow("project_insert", "projects", {
  values: { tenant_id: "tenant", name: "name", created_at: "at" },
  returning: ["id"],
});

/** Finds a tenant that was not deleted. */
export const findTenant = statement<{ id: number }, TenantRow>("tenant_find", (query, param) =>
  query
    .selectFrom("tenants as t")
    .select(TENANT_COLUMNS)
    .where("t.id", "=", param("id"))
    .where("t.deleted_at", "is", null),
);

/** Locks a tenant that was not deleted until the transaction ends, so that it is not deleted meanwhile. */
export const lockTenant = statement<{ id: number }, { id: number }>(
  "tenant_lock",
  (query, param, dialect) =>
    query
      .selectFrom("tenants")
      .select("id")
      .where("id", "=", param("id"))
      .where("deleted_at", "is", null)
      .modifyEnd(forUpdate(dialect)),
);

/** Finds a project that was not deleted, and whose tenant was not. */
export const findProject = statement<{ id: number }, ProjectRow>("project_find", (query, param) =>
  query
    .selectFrom("projects as p")
    .innerJoin("tenants as t", "t.id", "p.tenant_id")
    .select(PROJECT_COLUMNS)
    .where("p.id", "=", param("id"))
    .where(isLive),
);

/** Finds a project, also a deleted one. */
export const findAnyProject = statement<
  { id: number },
  ProjectRow & { readonly removing_since: string | null }
>("project_find_any", (query, param) =>
  query
    .selectFrom("projects as p")
    .select([...PROJECT_COLUMNS, "p.removing_since"])
    .where("p.id", "=", param("id")),
);

/** Locks a project that was not deleted until the transaction ends, so that a count of its rows stays correct. */
export const lockProject = statement<{ id: number }, { id: number }>(
  "project_lock",
  (query, param, dialect) =>
    query
      .selectFrom("projects")
      .select("id")
      .where("id", "=", param("id"))
      .where("deleted_at", "is", null)
      .where(tenantIsLive)
      .modifyEnd(forUpdate(dialect)),
);

/** Lists the tenants that were not deleted. */
export const listTenants = statement<object, TenantRow>("tenants_list", (query) =>
  query
    .selectFrom("tenants as t")
    .select(TENANT_COLUMNS)
    .where("t.deleted_at", "is", null)
    .orderBy("t.id"),
);

/** Lists the projects that were not deleted, of tenants that were not. */
export const listProjects = statement<object, ProjectRow>("projects_list", (query) =>
  query
    .selectFrom("projects as p")
    .innerJoin("tenants as t", "t.id", "p.tenant_id")
    .select(PROJECT_COLUMNS)
    .where(isLive)
    .orderBy("p.id"),
);

/** Like `listProjects`, for one tenant. */
export const listTenantProjects = statement<{ tenant: number }, ProjectRow>(
  "projects_of_tenant",
  (query, param) =>
    query
      .selectFrom("projects as p")
      .innerJoin("tenants as t", "t.id", "p.tenant_id")
      .select(PROJECT_COLUMNS)
      .where("p.tenant_id", "=", param("tenant"))
      .where(isLive)
      .orderBy("p.id"),
);

export const renameTenant = updateRows("tenant_rename", "tenants", {
  set: { name: "name" },
  where: { id: "id" },
  returning: ["id"],
});

export const renameProject = updateRows("project_rename", "projects", {
  set: { name: "name" },
  where: { id: "id" },
  returning: ["id"],
});
