import { type Db, insights, quotas, sums, tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import { ENDLESS, measureRoom, type Room } from "./room.ts";

/**
 * If this many more records fit, a count may be a second old and is not locked, so that writes do not wait for each
 * other. All processes together write fewer in that time.
 */
const MANY_LEFT = 50_000;
const KNOWN_MS = 1_000;

/**
 * Returns how many more records a tenant may have. If few are left, other transactions that ask wait until this one ends,
 * so the answer stays true. Ask before the transaction takes any lock of the project: then no two transactions wait for
 * each other.
 *
 * @param wanted how many records the transaction may add
 */
export async function recordRoom(
  { quotas: known }: Pick<Deps, "quotas">,
  tx: Db,
  { tenantId: tenant }: Pick<Principal, "tenantId">,
  wanted = 1,
): Promise<Room> {
  const limit = known.readLimit(tenant, "records");
  if (limit === 0 || wanted === 0) return ENDLESS;
  const now = performance.now();
  let counted = known.countedRecords.get(tenant);
  if (counted === undefined || now - counted.at > KNOWN_MS) {
    if (limit > MANY_LEFT) counted = { records: await countRecords(tx, tenant), at: now };
  }
  if (counted !== undefined && counted.records + wanted + MANY_LEFT <= limit) {
    known.countedRecords.set(tenant, { ...counted, records: counted.records + wanted });
    return ENDLESS;
  }
  const row = await quotas.lockQuota.first(tx, { tenant });
  if (!row?.records) return ENDLESS;
  return measureRoom("records", row.records, await countRecords(tx, tenant));
}

/** As `recordRoom`, for a forecast: it locks nothing, so the answer may be out of date at once. */
export async function expectedRecordRoom(
  { db, quotas: known }: Pick<Deps, "db" | "quotas">,
  { tenantId }: Pick<Principal, "tenantId">,
): Promise<Room> {
  const limit = known.readLimit(tenantId, "records");
  return limit === 0 ? ENDLESS : measureRoom("records", limit, await countRecords(db, tenantId));
}

/** @throws CrmError QUOTA if a tenant may have no more records; see `recordRoom` */
export async function requireRecordRoom(
  deps: Pick<Deps, "quotas">,
  tx: Db,
  principal: Pick<Principal, "tenantId">,
  wanted: number,
): Promise<void> {
  const room = await recordRoom(deps, tx, principal, wanted);
  if (room.left < wanted) throw room.refusal();
}

/** Counts the live records of a tenant: those of all its projects. */
export async function countRecords(db: Db, tenant: number): Promise<number> {
  let count = 0;
  for (const { id } of await tenancy.listTenantProjects.all(db, { tenant })) {
    count += await countProjectRecords(db, id);
  }
  return count;
}

/** Counts the live records of a project, with those that the transaction has added. */
export async function countProjectRecords(db: Db, project: number): Promise<number> {
  if (await sums.areKept(db)) {
    return (await sums.countLive.first(db, { project }))?.live ?? 0;
  }
  const totals = await insights.countByType.all(db, { project });
  return totals.reduce((sum, { total }) => sum + total, 0);
}
