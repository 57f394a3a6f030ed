import { type Db, endpoints, quotas } from "@rapport/db";
import { COUNTS, quotaOf, sumLengthsOf } from "./quotas.ts";
import { countRecordsOf } from "./records.ts";
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
  const limits = quotaOf(await quotas.lockQuota.first(tx, { tenant }));
  const added = { projects: 1, ...(project !== undefined && (await countProject(tx, project))) };
  for (const [name, more] of Object.entries(added)) {
    const quota = name as QuotaName;
    const limit = limits[quota];
    if (limit === 0 || more === 0) continue;
    const used = await COUNTS[quota](tx, tenant);
    if (used + more > limit) throw quotaExceeded({ quota, limit, used });
  }
}

async function countProject(db: Db, project: number) {
  return {
    records: await countRecordsOf(db, project),
    endpoints: (await endpoints.listEndpoints.all(db, { project })).length,
    fileBytes: await sumLengthsOf(db, project),
  };
}
