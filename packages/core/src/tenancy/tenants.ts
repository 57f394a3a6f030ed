import { type Db, leaving, removal, tenancy, tenantRoles } from "@rapport/db";
import { type AdminRole, parseRole, strongerRole } from "../access/admins/roles.ts";
import type { Admin } from "../access/admins/sessions.ts";
import { checkName } from "../access/credentials/clients.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { requireRoomForProject } from "../quotas/tenant-room.ts";
import { removedAt } from "../retention.ts";
import { DEFAULT_PIPELINES, insertDefaultPipeline } from "../schema/pipelines.ts";

/**
 * Creates a tenant.
 *
 * @returns the tenant's id
 * @throws CrmError INVALID_INPUT if the name is empty or longer than 255 characters
 */
export async function createTenant(deps: Pick<Deps, "db">, name: string): Promise<number> {
  checkName(name);
  return deps.db.transaction(async (tx) => {
    const row = await tenancy.insertTenant.first(tx, { name, at: new Date().toISOString() });
    return requireId(row);
  });
}

/**
 * Creates a project, with a default pipeline for each object type that has pipelines.
 *
 * @returns the project's id
 * @throws CrmError NOT_FOUND if the tenant does not exist; INVALID_INPUT for an invalid name; QUOTA if it may have no more
 */
export async function createProject(
  deps: Pick<Deps, "db">,
  tenantId: number,
  name: string,
): Promise<number> {
  checkName(name);
  return deps.db.transaction(async (tx) => {
    await takeInProject(tx, tenantId);
    const at = new Date().toISOString();
    const project = requireId(
      await tenancy.insertProject.first(tx, { tenant: tenantId, name, at }),
    );
    for (const [type, pipeline] of DEFAULT_PIPELINES) {
      await insertDefaultPipeline(tx, project, type, pipeline);
    }
    return project;
  });
}

/**
 * Checks that a tenant may get one more project, and keeps it from being deleted until the transaction ends.
 *
 * @param project the project that it gets, with all that it has; undefined for a new one
 * @throws CrmError NOT_FOUND if the tenant does not exist, or was deleted; QUOTA if it may not have as much
 */
export async function takeInProject(tx: Db, tenantId: number, project?: number): Promise<void> {
  if (!(await tenancy.lockTenant.any(tx, { id: tenantId }))) {
    throw new CrmError("NOT_FOUND", `There is no tenant with id ${tenantId}.`);
  }
  await requireRoomForProject(tx, tenantId, project);
}

/**
 * Renames a tenant or a project.
 *
 * @throws CrmError INVALID_INPUT for an invalid name; NOT_FOUND
 */
export async function rename(
  deps: Pick<Deps, "db">,
  what: "tenant" | "project",
  id: number,
  name: string,
): Promise<void> {
  checkName(name);
  const statement = what === "tenant" ? tenancy.renameTenant : tenancy.renameProject;
  const row = await deps.db.transaction((tx) => statement.first(tx, { id, name }));
  if (row === undefined) throw new CrmError("NOT_FOUND", `There is no ${what} with id ${id}.`);
}

/** Lists every tenant of the installation; deleted ones with the time at which they will be removed. */
export async function listTenants({ db }: Pick<Deps, "db">) {
  const rows = await leaving.listAllTenants.all(db, {});
  return rows.map(({ id, name, created_at, ...end }) => ({
    ...{ id, name, created_at },
    ...deletionTimes(end.deleted_at, end.removing_since),
  }));
}

/** Returns whether the installation never had a tenant: none is there, and none was removed. */
export async function hasNeverHadTenants({ db }: Pick<Deps, "db">): Promise<boolean> {
  if ((await leaving.listAllTenants.all(db, {})).length > 0) return false;
  return (await removal.listRemoved.all(db, { since: new Date(0).toISOString() })).length === 0;
}

/** Lists every project of every tenant; those that were deleted, or whose tenants were, as `listTenants` does. */
export async function listProjects({ db }: Pick<Deps, "db">) {
  const rows = await leaving.listAllProjects.all(db, {});
  return rows.map(({ id, tenant_id, name, created_at, ...end }) => {
    const deleted = [end.deleted_at, end.tenant_deleted_at].filter((at) => at !== null);
    const [first = null] = deleted.toSorted();
    return {
      ...{ id, tenant_id, name, created_at },
      ...deletionTimes(first, end.removing_since ?? end.tenant_removing_since),
    };
  });
}

interface OwnTenant {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  /** The admin's role there: the stronger one of those in the installation and in the tenant. */
  readonly role: AdminRole;
  /** Whether the operator has set a quota; see `readQuotaUse`. */
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
          await tenantRoles.listAdminTenants.all(db, user),
          await tenantRoles.listAdminProjects.all(db, user),
        ]
      : [await tenancy.listTenants.all(db, {}), await tenancy.listProjects.all(db, {})];
  const given = await tenantRoles.listAdminRoles.all(db, user);
  const roles = new Map(given.map((row) => [row.tenant_id, parseRole(row.role)]));
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

function deletionTimes(deletedAt: string | null, removingSince: string | null) {
  if (removingSince !== null) return { being_removed_since: removingSince };
  return deletedAt === null ? {} : { to_be_removed_at: removedAt(deletedAt) };
}

function requireId(row: { id: number } | undefined): number {
  if (row === undefined) throw new Error("insert returned no id");
  return row.id;
}
