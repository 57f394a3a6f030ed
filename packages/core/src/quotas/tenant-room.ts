import { type Db, endpoints, quotas, tenancy } from "@rapport/db";
import type { Deps, FileKey } from "../deps.ts";
import { COUNTS, parseQuota, sumFileBytes, sumFileLengths } from "./quotas.ts";
import { countProjectRecords } from "./records.ts";
import { type QuotaName, quotaExceeded } from "./room.ts";

/**
 * Makes sure that a tenant may get another webhook endpoint. Others who ask wait until the transaction ends.
 *
 * @throws CrmError QUOTA
 */
export async function requireEndpointRoom(tx: Db, tenant: number): Promise<void> {
  const limit = (await quotas.lockQuota.first(tx, { tenant }))?.endpoints ?? 0;
  if (limit === 0) return;
  const used = await COUNTS.endpoints(tx, tenant);
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
  const limits = parseQuota(await quotas.lockQuota.first(tx, { tenant }));
  const added = { projects: 1, ...(project !== undefined && (await countProject(tx, project))) };
  for (const [name, more] of Object.entries(added)) {
    const quota = name as QuotaName;
    const limit = limits[quota];
    if (limit === 0 || more === 0) continue;
    const used = await COUNTS[quota](tx, tenant);
    if (used + more > limit) throw quotaExceeded({ quota, limit, used });
  }
}

type Known = Pick<Deps, "quotas">;

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
  const tenant = await findLimitedTenant(deps, tx, file);
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
  const tenant = await findLimitedTenant(deps, db, scope);
  if (tenant === undefined) return;
  const limit = deps.quotas.readLimit(tenant, "fileBytes");
  const used = await sumFileBytes(db, tenant);
  if (used >= limit) throw quotaExceeded({ quota: "fileBytes", limit, used });
}

/** Returns the tenant of a project if it has a quota of bytes of files. */
async function findLimitedTenant(
  { quotas: known }: Known,
  db: Db,
  { projectId: id }: Pick<FileKey, "projectId">,
): Promise<number | undefined> {
  if (!known.tenants().some((tenant) => known.readLimit(tenant, "fileBytes") > 0)) return undefined;
  const tenant = (await tenancy.findProject.first(db, { id }))?.tenant_id;
  return tenant !== undefined && known.readLimit(tenant, "fileBytes") > 0 ? tenant : undefined;
}

async function countProject(db: Db, project: number) {
  return {
    records: await countProjectRecords(db, project),
    endpoints: (await endpoints.listEndpoints.all(db, { project })).length,
    fileBytes: await sumFileLengths(db, project),
  };
}
