import { tenancy, tenantRoles } from "@rapport/db";
import { type AdminRole, roleOf, strongerRole } from "../access/admins/roles.ts";
import type { Admin } from "../access/admins/sessions.ts";
import type { Deps } from "../deps.ts";

interface OwnTenant {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  /** The admin's role there: the stronger one of those in the installation and in the tenant. */
  readonly role: AdminRole;
  readonly projects: readonly {
    readonly id: number;
    readonly name: string;
    readonly createdAt: string;
  }[];
}

/**
 * Lists the tenants in which an admin has a role, with their projects. A role in the installation is one in every
 * tenant.
 */
export async function listTenantsFor(
  { db }: Pick<Deps, "db">,
  admin: Pick<Admin, "id" | "role">,
): Promise<readonly OwnTenant[]> {
  const user = { user: admin.id };
  const [tenants, projects] =
    admin.role === null
      ? [
          await tenantRoles.listTenantsOf.all(db, user),
          await tenantRoles.listProjectsOf.all(db, user),
        ]
      : [await tenancy.listTenants.all(db, {}), await tenancy.listProjects.all(db, {})];
  const given = await tenantRoles.listRolesOf.all(db, user);
  const roles = new Map(given.map((row) => [row.tenant_id, roleOf(row.role)]));
  const byTenant = Map.groupBy(projects, (project) => project.tenant_id);
  return tenants.flatMap(({ id, name, created_at: createdAt }) => {
    const role = strongerRole(admin.role, roles.get(id) ?? null);
    const own = byTenant.get(id) ?? [];
    return role === null ? [] : [{ id, name, createdAt, role, projects: own.map(toProject) }];
  });
}

function toProject({ id, name, created_at: createdAt }: tenancy.ProjectRow) {
  return { id, name, createdAt };
}
