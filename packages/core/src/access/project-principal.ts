import { type Db, tenantRoles } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { type AdminRole, parseRole, requireRole, strongerRole } from "./admins/roles.ts";
import type { Admin } from "./admins/sessions.ts";
import { noKey, projectOfKey } from "./credentials/api-keys.ts";
import { noClient, projectOfClient } from "./credentials/clients.ts";

/** An admin who acts in one project. */
export interface ProjectAdmin extends Principal {
  /** The stronger one of the roles in the installation and in the project's tenant. */
  readonly role: AdminRole;
}

export type Acting = Pick<Admin, "id" | "role">;

/**
 * Returns the principal for an admin who acts in one project. Admins reach projects only through it.
 *
 * @param least lowest role that the action needs
 * @throws CrmError NOT_FOUND if the project does not exist, or the admin has no role in its tenant;
 *   INSUFFICIENT_SCOPE if the role is too low
 */
export async function principalOfProject(
  deps: Pick<Deps, "db">,
  admin: Acting,
  projectId: number,
  least: AdminRole,
): Promise<ProjectAdmin> {
  const found = await enter(deps, admin, projectId, least);
  if (found === null) {
    throw new CrmError("NOT_FOUND", `There is no project with id ${projectId}.`);
  }
  return found;
}

/**
 * Returns an admin's role in a tenant: the stronger one of that in the installation and that in the tenant.
 *
 * @throws CrmError NOT_FOUND if the tenant does not exist, or the admin has no role in it; INSUFFICIENT_SCOPE if the
 *   role is too low
 */
export async function roleInTenant(
  { db }: { readonly db: Db },
  admin: Acting,
  tenantId: number,
  least: AdminRole,
): Promise<AdminRole> {
  const wanted = { user: admin.id, tenant: tenantId };
  const tenant = await tenantRoles.findTenantFor.first(db, wanted);
  const role = tenant === undefined ? null : strongerRole(admin.role, parseRole(tenant.role));
  if (role === null) throw new CrmError("NOT_FOUND", `There is no tenant with id ${tenantId}.`);
  requireRole(role, least);
  return role;
}

/** Returns null if the project does not exist, or the admin has no role in its tenant. */
async function enter(
  deps: Pick<Deps, "db">,
  admin: Acting,
  projectId: number,
  least: AdminRole,
): Promise<ProjectAdmin | null> {
  const wanted = { user: admin.id, project: projectId };
  const project = await tenantRoles.findProjectFor.first(deps.db, wanted);
  if (project === undefined) return null;
  const role = strongerRole(admin.role, parseRole(project.role));
  if (role === null) return null;
  requireRole(role, least);
  return {
    kind: "user",
    id: String(admin.id),
    tenantId: project.tenant_id,
    projectId,
    scopes: new Set(),
    role,
  };
}

/**
 * Does what `principalOfProject` does, for the project of an OAuth client.
 *
 * @throws CrmError NOT_FOUND naming the client; INSUFFICIENT_SCOPE
 */
export async function principalOfClient(
  deps: Pick<Deps, "db">,
  admin: Acting,
  clientId: string,
  least: AdminRole,
): Promise<ProjectAdmin> {
  const found = await enter(deps, admin, await projectOfClient(deps, clientId), least);
  if (found === null) throw noClient(clientId);
  return found;
}

/**
 * Does what `principalOfProject` does, for the project of an API key.
 *
 * @throws CrmError NOT_FOUND naming the key; INSUFFICIENT_SCOPE
 */
export async function principalOfKey(
  deps: Pick<Deps, "db">,
  admin: Acting,
  keyId: number,
  least: AdminRole,
): Promise<ProjectAdmin> {
  const found = await enter(deps, admin, await projectOfKey(deps, keyId), least);
  if (found === null) throw noKey(keyId);
  return found;
}
