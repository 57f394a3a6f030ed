import { insertRow } from "../../inserts.ts";
import {
  isLive,
  PROJECT_COLUMNS,
  type ProjectRow,
  TENANT_COLUMNS,
  type TenantRow,
} from "../../live-projects.ts";
import type { Row } from "../../schema.ts";
import { deleteRows, statement } from "../../statement.ts";

interface OwnRole {
  /** The admin's role in the tenant; null if there is none. */
  readonly role: string | null;
}

/** Finds a project, and an admin's role in its tenant. */
export const findProjectFor = statement<{ user: number; project: number }, ProjectRow & OwnRole>(
  "tenant_role_of_project",
  (query, param) =>
    query
      .selectFrom("projects as p")
      .innerJoin("tenants as t", "t.id", "p.tenant_id")
      .select(PROJECT_COLUMNS)
      .select((eb) =>
        eb
          .selectFrom("admin_tenants as a")
          .select("a.role")
          .where("a.user_id", "=", param("user"))
          .whereRef("a.tenant_id", "=", "p.tenant_id")
          .as("role"),
      )
      .where("p.id", "=", param("project"))
      .where(isLive),
);

/** Finds a tenant, and an admin's role in it. */
export const findTenantFor = statement<{ user: number; tenant: number }, TenantRow & OwnRole>(
  "tenant_role_of_tenant",
  (query, param) =>
    query
      .selectFrom("tenants as t")
      .select(TENANT_COLUMNS)
      .select((eb) =>
        eb
          .selectFrom("admin_tenants as a")
          .select("a.role")
          .where("a.user_id", "=", param("user"))
          .whereRef("a.tenant_id", "=", "t.id")
          .as("role"),
      )
      .where("t.id", "=", param("tenant"))
      .where("t.deleted_at", "is", null),
);

type GivenRole = Row<"admin_tenants">;

/** Lists an admin's roles in tenants. */
export const listAdminRoles = statement<{ user: number }, GivenRole>(
  "tenant_roles_of_admin",
  (query, param) =>
    query
      .selectFrom("admin_tenants")
      .selectAll()
      .where("user_id", "=", param("user"))
      .orderBy("tenant_id"),
);

/** Lists the roles of all admins in tenants. */
export const listRoles = statement<object, GivenRole>("tenant_roles_list", (query) =>
  query.selectFrom("admin_tenants").selectAll().orderBy("user_id").orderBy("tenant_id"),
);

/** Lists the tenants in which an admin has a role. */
export const listAdminTenants = statement<{ user: number }, TenantRow>(
  "tenants_of_admin",
  (query, param) =>
    query
      .selectFrom("admin_tenants as a")
      .innerJoin("tenants as t", "t.id", "a.tenant_id")
      .select(TENANT_COLUMNS)
      .where("a.user_id", "=", param("user"))
      .where("t.deleted_at", "is", null)
      .orderBy("a.tenant_id"),
);

/** Lists the projects of the tenants in which an admin has a role. */
export const listAdminProjects = statement<{ user: number }, ProjectRow>(
  "projects_of_admin",
  (query, param) =>
    query
      .selectFrom("admin_tenants as a")
      .innerJoin("projects as p", "p.tenant_id", "a.tenant_id")
      .innerJoin("tenants as t", "t.id", "p.tenant_id")
      .select(PROJECT_COLUMNS)
      .where("a.user_id", "=", param("user"))
      .where(isLive)
      .orderBy("p.id"),
);

export type MemberRow = Pick<
  Row<"users">,
  "id" | "email" | "disabled_at" | "managed_by" | "invited_at"
> &
  Pick<Row<"admin_tenants">, "role" | "given_at">;

/** Lists the admins who have a role in a tenant, ordered by email. */
export const listMembers = statement<{ tenant: number }, MemberRow>(
  "tenant_members",
  (query, param) =>
    query
      .selectFrom("admin_tenants as a")
      .innerJoin("users as u", "u.id", "a.user_id")
      .select(["u.id", "u.email", "a.role", "a.given_at"])
      .select(["u.disabled_at", "u.managed_by", "u.invited_at"])
      .where("a.tenant_id", "=", param("tenant"))
      .orderBy("u.email"),
);

/** Gives an admin a role in a tenant instead of the one before. */
export const saveRole = insertRow("tenant_role_save", "admin_tenants", {
  values: { user_id: "user", tenant_id: "tenant", role: "role", given_at: "at" },
  key: ["user_id", "tenant_id"],
  replace: ["role"],
});

/** Takes an admin's role in a tenant; returns it if there was one. */
export const deleteRole = deleteRows(
  "tenant_role_delete",
  "admin_tenants",
  { user_id: "user", tenant_id: "tenant" },
  ["role"],
);
