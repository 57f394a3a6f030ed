import { type Db, leaving, removal, tenancy } from "@rapport/db";
import { checkName } from "../access/credentials/clients.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { requireRoomForProject } from "../quotas/project-room.ts";
import { removedAt } from "../retention.ts";
import { DEFAULT_PIPELINES, insertDefaultPipeline } from "../schema/default-pipelines.ts";

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

function deletionTimes(deletedAt: string | null, removingSince: string | null) {
  if (removingSince !== null) return { being_removed_since: removingSince };
  return deletedAt === null ? {} : { to_be_removed_at: removedAt(deletedAt) };
}

function requireId(row: { id: number } | undefined): number {
  if (row === undefined) throw new Error("insert returned no id");
  return row.id;
}
