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
  /** Whether the operator has set a quota; see `quotaUseOf`. */
  readonly hasQuota: boolean;
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
  { db, quotas }: Pick<Deps, "db" | "quotas">,
  admin: Pick<Admin, "id" | "role">,
): Promise<readonly OwnTenant[]> {
  const user = { user: admin.id };
  const [tenants, allProjects] =
    admin.role === null
      ? [
          await tenantRoles.listTenantsOf.all(db, user),
          await tenantRoles.listProjectsOf.all(db, user),
        ]
      : [await tenancy.listTenants.all(db, {}), await tenancy.listProjects.all(db, {})];
  const given = await tenantRoles.listRolesOf.all(db, user);
  const roles = new Map(given.map((row) => [row.tenant_id, roleOf(row.role)]));
  const byTenant = Map.groupBy(allProjects, (project) => project.tenant_id);
  const limited = new Set(quotas.tenants());
  return tenants.flatMap(({ id, name, created_at: createdAt }) => {
    const role = strongerRole(admin.role, roles.get(id) ?? null);
    const projects = (byTenant.get(id) ?? []).map(toProject);
    const hasQuota = limited.has(id);
    return role === null ? [] : [{ id, name, createdAt, role, hasQuota, projects }];
  });
}

function toProject({ id, name, created_at: createdAt }: tenancy.ProjectRow) {
  return { id, name, createdAt };
}
