import { type Db, endpoints, files, quotas, tenancy, usage } from "@rapport/db";
import type { Deps, FileKey } from "../deps.ts";
import { type Quota, quotaOf } from "./quotas.ts";
import { countRecords, countRecordsOf } from "./records.ts";
import { type QuotaName, quotaExceeded } from "./room.ts";

type Known = Pick<Deps, "quotas">;

/**
 * Makes sure that a tenant may get another webhook endpoint. Others who ask wait until the transaction ends.
 *
 * @throws CrmError QUOTA
 */
export async function requireEndpointRoom(tx: Db, tenant: number): Promise<void> {
  const limit = (await quotas.lockQuota.first(tx, { tenant }))?.endpoints ?? 0;
  if (limit === 0) return;
  const used = (await quotas.countParts.first(tx, { tenant }))?.endpoints ?? 0;
  if (used >= limit) throw quotaExceeded({ quota: "endpoints", limit, used });
}

/**
 * Makes sure that a tenant may get another project. Others who ask wait until the transaction ends.
 *
 * @param project a project that it does not have yet, with all that belongs to it; undefined for a new one
 * @throws CrmError QUOTA
 */
export async function requireRoomForProject(
  tx: Db,
  tenant: number,
  project?: number,
): Promise<void> {
  const limits = quotaOf(await quotas.lockQuota.first(tx, { tenant }));
  const added = { projects: 1, ...(project !== undefined && (await countProject(tx, project))) };
  for (const [name, more] of Object.entries(added)) {
    const quota = name as QuotaName;
    const limit = limits[quota];
    if (limit === 0 || more === 0) continue;
    const used = (await countUse(tx, tenant))[quota];
    if (used + more > limit) throw quotaExceeded({ quota, limit, used });
  }
}

async function countProject(db: Db, project: number) {
  return {
    records: await countRecordsOf(db, project),
    endpoints: (await endpoints.listEndpoints(db, { projectId: project })).length,
    fileBytes: await sumLengthsOf(db, project),
  };
}

/**
 * Makes sure that a file may have a length. Others who ask wait until the transaction ends.
 *
 * @throws CrmError QUOTA
 */
export async function requireFileRoom(
  deps: Known,
  tx: Db,
  file: FileKey,
  length: number,
): Promise<void> {
  const tenant = await limitedTenantOf(deps, tx, file);
  if (tenant === undefined) return;
  const limit = (await quotas.lockQuota.first(tx, { tenant }))?.file_bytes ?? 0;
  if (limit === 0) return;
  const used = await sumFileBytes(tx, tenant, file.id);
  if (used + length > limit) throw quotaExceeded({ quota: "fileBytes", limit, used });
}

/**
 * Refuses work that would write a file later, if its tenant may have no more bytes in files. It locks nothing.
 *
 * @throws CrmError QUOTA
 */
export async function requireAnyFileRoom(
  deps: Known,
  db: Db,
  scope: Pick<FileKey, "projectId">,
): Promise<void> {
  const tenant = await limitedTenantOf(deps, db, scope);
  if (tenant === undefined) return;
  const limit = deps.quotas.limitOf(tenant, "fileBytes");
  const used = await sumFileBytes(db, tenant);
  if (used >= limit) throw quotaExceeded({ quota: "fileBytes", limit, used });
}

/** Returns the tenant of a project if it has a quota of bytes of files. */
async function limitedTenantOf(
  { quotas: known }: Known,
  db: Db,
  { projectId: id }: Pick<FileKey, "projectId">,
): Promise<number | undefined> {
  if (!known.tenants().some((tenant) => known.limitOf(tenant, "fileBytes") > 0)) return undefined;
  const tenant = (await tenancy.findProject.first(db, { id }))?.tenant_id;
  return tenant !== undefined && known.limitOf(tenant, "fileBytes") > 0 ? tenant : undefined;
}

/** Adds up the bytes of the files of a tenant's projects. @param except id of a file to leave out */
function sumFileBytes(db: Db, tenant: number, except = ""): Promise<number> {
  return sumOverProjects(db, tenant, (project) => sumLengthsOf(db, project, except));
}

async function sumLengthsOf(db: Db, project: number, except = ""): Promise<number> {
  const now = new Date().toISOString();
  return (await files.sumLengths.first(db, { project, now, except }))?.bytes ?? 0;
}

/**
 * Counts the requests of a tenant since midnight UTC: those that count against its quota, or without one those of the
 * figures of requests.
 */
async function countRequestsToday(db: Db, tenant: number): Promise<number> {
  const day = new Date().toISOString().slice(0, 10);
  const limits = quotaOf(await quotas.findQuota.first(db, { tenant }));
  if (limits.requestsPerDay > 0) {
    const row = await quotas.findRequests.first(db, { tenant });
    return row?.day === day ? row.requests : 0;
  }
  return sumOverProjects(db, tenant, async (project) => {
    const since = `${day}T00:00:00.000Z`;
    return (await usage.countSince.first(db, { project, since }))?.requests ?? 0;
  });
}

async function sumOverProjects(
  db: Db,
  tenant: number,
  of: (project: number) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const { id } of await tenancy.listProjectsOf.all(db, { tenant })) sum += await of(id);
  return sum;
}

/** Counts what a tenant has. */
export async function countUse(db: Db, tenant: number): Promise<Quota> {
  const parts = await quotas.countParts.first(db, { tenant });
  return {
    records: await countRecords(db, tenant),
    fileBytes: await sumFileBytes(db, tenant),
    projects: parts?.projects ?? 0,
    endpoints: parts?.endpoints ?? 0,
    requestsPerDay: await countRequestsToday(db, tenant),
  };
}
