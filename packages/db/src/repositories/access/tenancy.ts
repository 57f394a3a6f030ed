import { forUpdate } from "../../dialect/locks.ts";
import { statement } from "../../statement.ts";

export interface TenantRow {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
}

export interface ProjectRow extends TenantRow {
  readonly tenant_id: number;
}

export const insertTenant = statement<{ name: string; at: string }, { id: number }>(
  "tenant_insert",
  (query, param) =>
    query
      .insertInto("tenants")
      .values({ name: param("name"), created_at: param("at") })
      .returning("id"),
);

export const insertProject = statement<
  { tenant: number; name: string; at: string },
  { id: number }
>("project_insert", (query, param) =>
  query
    .insertInto("projects")
    .values({ tenant_id: param("tenant"), name: param("name"), created_at: param("at") })
    .returning("id"),
);

export const findTenant = statement<{ id: number }, TenantRow>("tenant_find", (query, param) =>
  query.selectFrom("tenants").selectAll().where("id", "=", param("id")),
);

export const findProject = statement<{ id: number }, ProjectRow>("project_find", (query, param) =>
  query.selectFrom("projects").selectAll().where("id", "=", param("id")),
);

/** Locks a project until the transaction ends, so that a count of its rows stays correct. */
export const lockProject = statement<{ id: number }, { id: number }>(
  "project_lock",
  (query, param, dialect) =>
    query
      .selectFrom("projects")
      .select("id")
      .where("id", "=", param("id"))
      .modifyEnd(forUpdate(dialect)),
);

export const listTenants = statement<object, TenantRow>("tenants_list", (query) =>
  query.selectFrom("tenants").selectAll().orderBy("id"),
);

export const listProjects = statement<object, ProjectRow>("projects_list", (query) =>
  query.selectFrom("projects").selectAll().orderBy("id"),
);

export const listProjectsOf = statement<{ tenant: number }, ProjectRow>(
  "projects_of_tenant",
  (query, param) =>
    query.selectFrom("projects").selectAll().where("tenant_id", "=", param("tenant")).orderBy("id"),
);

export const renameTenant = statement<{ id: number; name: string }, { id: number }>(
  "tenant_rename",
  (query, param) =>
    query
      .updateTable("tenants")
      .set({ name: param("name") })
      .where("id", "=", param("id"))
      .returning("id"),
);

export const renameProject = statement<{ id: number; name: string }, { id: number }>(
  "project_rename",
  (query, param) =>
    query
      .updateTable("projects")
      .set({ name: param("name") })
      .where("id", "=", param("id"))
      .returning("id"),
);
