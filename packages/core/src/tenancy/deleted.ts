import { leaving, tenantRoles } from "@rapport/db";
import { isRoleAtLeast, parseRole, requireRole, strongerRole } from "../access/admins/roles.ts";

import type { Acting } from "../access/project-principal.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { countTotals } from "../insights/created-counts.ts";
import { removedAt } from "../retention.ts";

/** A deleted tenant or project. */
export interface Deleted {
  readonly what: "tenant" | "project";
  readonly id: number;
  readonly name: string;
  readonly tenantId: number;
  readonly tenantName: string;
  readonly deletedAt: string;
  readonly removedAt: string;
  /** True if it cannot be restored any more. */
  readonly isBeingRemoved: boolean;
  /** True if its tenant must be restored first. */
  readonly isTenantDeleted: boolean;
}

/** Lists the deleted tenants and projects that an admin owns, those that are removed first before the others. */
export async function listDeletedFor(
  { db }: Pick<Deps, "db">,
  admin: Acting,
): Promise<readonly Deleted[]> {
  const given = await tenantRoles.listAdminRoles.all(db, { user: admin.id });
  const roles = new Map(given.map((row) => [row.tenant_id, parseRole(row.role)]));
  const isOwner = (tenant: number) =>
    isRoleAtLeast(strongerRole(admin.role, roles.get(tenant) ?? null), "owner");
  const tenants = (await leaving.listAllTenants.all(db, {})).filter(({ id }) => isOwner(id));
  const byId = new Map(tenants.map((tenant) => [tenant.id, tenant]));
  const projects = await leaving.listAllProjects.all(db, {});
  const found = [
    ...tenants.map((one) => ({ what: "tenant" as const, one, tenant: one })),
    ...projects.flatMap((one) => {
      const tenant = byId.get(one.tenant_id);
      return tenant === undefined ? [] : [{ what: "project" as const, one, tenant }];
    }),
  ];
  return found
    .flatMap(({ what, one, tenant }): readonly Deleted[] => {
      if (one.deleted_at === null) return [];
      const isTenantDeleted = what === "project" && tenant.deleted_at !== null;
      return [
        {
          ...{ what, id: one.id, name: one.name, tenantId: tenant.id, tenantName: tenant.name },
          ...{ deletedAt: one.deleted_at, removedAt: removedAt(one.deleted_at), isTenantDeleted },
          isBeingRemoved: one.removing_since !== null || tenant.removing_since !== null,
        },
      ];
    })
    .toSorted((a, b) => a.removedAt.localeCompare(b.removedAt));
}

/**
 * Checks that an admin owns a tenant or project, also a deleted one.
 *
 * @throws CrmError NOT_FOUND if it does not exist, or the admin has no role in its tenant; INSUFFICIENT_SCOPE
 */
export async function requireSubjectOwner(
  { db }: Pick<Deps, "db">,
  admin: Acting,
  { what, id }: Pick<Deleted, "what" | "id">,
): Promise<void> {
  const projects = what === "tenant" ? [] : await leaving.listAllProjects.all(db, {});
  const tenantId = what === "tenant" ? id : projects.find((one) => one.id === id)?.tenant_id;
  const tenants = await leaving.listAllTenants.all(db, {});
  const given = await tenantRoles.listAdminRoles.all(db, { user: admin.id });
  const own = given.find((row) => row.tenant_id === tenantId)?.role ?? null;
  const role = strongerRole(admin.role, parseRole(own));
  if (role === null || !tenants.some((one) => one.id === tenantId)) {
    throw new CrmError("NOT_FOUND", `There is no ${what} with id ${id}.`);
  }
  requireRole(role, "owner");
}

interface RecordCount {
  readonly type: string;
  /** Plural label in the first of the projects that has some. */
  readonly label: string;
  readonly count: number;
}

/** What goes with a tenant or a project. */
export interface Contents {
  readonly projects: number;
  /** Projects that were deleted before, whose contents are not counted. */
  readonly deletedProjects: number;
  /** Live records by type, without types that have none. */
  readonly records: readonly RecordCount[];
  readonly files: number;
  readonly endpoints: number;
  /** Clients and keys. */
  readonly credentials: number;
  /** Jobs that have not ended. */
  readonly openJobs: number;
}

/** Counts what goes with some projects. */
export async function countContents(
  deps: Pick<Deps, "db" | "schemas">,
  projects: readonly number[],
): Promise<Contents> {
  const records = new Map<string, RecordCount>();
  const parts = { files: 0, endpoints: 0, credentials: 0, openJobs: 0 };
  for (const project of projects) {
    const { types } = await deps.schemas.get(project);
    const names = types.map(({ name }) => name);
    const { value } = await countTotals(deps, project, names);
    for (const { name: type, pluralTitle } of types) {
      const { label, count } = records.get(type) ?? { label: pluralTitle, count: 0 };
      const more = value.get(type) ?? 0;
      if (more > 0) records.set(type, { type, label, count: count + more });
    }
    const own = await leaving.countParts.first(deps.db, { project });
    parts.files += own?.files ?? 0;
    parts.endpoints += own?.endpoints ?? 0;
    parts.credentials += (own?.clients ?? 0) + (own?.keys ?? 0);
    parts.openJobs += own?.jobs ?? 0;
  }
  const counts = [...records.values()];
  return { projects: projects.length, deletedProjects: 0, records: counts, ...parts };
}

/** Counts what goes with a tenant. */
export async function countTenant(
  deps: Pick<Deps, "db" | "schemas">,
  tenantId: number,
): Promise<Contents> {
  const all = await leaving.listAllProjects.all(deps.db, {});
  const own = all.filter((project) => project.tenant_id === tenantId);
  const live = own.filter((project) => project.deleted_at === null);
  const contents = await countContents(
    deps,
    live.map(({ id }) => id),
  );
  return { ...contents, deletedProjects: own.length - live.length };
}
