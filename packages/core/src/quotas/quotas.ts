import { type Db, files, quotas, tenancy, usage } from "@rapport/db";
import type { Quotas } from "../deps.ts";
import { countRecords } from "./records.ts";
import type { QuotaName } from "./room.ts";

/** What a tenant may have; 0 for no limit. */
export type Quota = Readonly<Record<QuotaName, number>>;

export const NO_QUOTA: Quota = {
  records: 0,
  fileBytes: 0,
  projects: 0,
  endpoints: 0,
  requestsPerDay: 0,
};

export function parseQuota(row: quotas.QuotaRow | undefined): Quota {
  if (row === undefined) return NO_QUOTA;
  const { records, file_bytes: fileBytes, projects, endpoints } = row;
  return { records, fileBytes, projects, endpoints, requestsPerDay: row.requests_per_day };
}

/** Loads the quotas from the database. */
export async function openQuotas({ db }: { readonly db: Db }): Promise<Quotas> {
  let known: ReadonlyMap<number, Quota> = new Map();

  async function refresh(): Promise<void> {
    const rows = await quotas.listQuotas.all(db, {});
    known = new Map(rows.map((row) => [row.tenant_id, parseQuota(row)]));
  }
  await refresh();

  return {
    refresh,
    readLimit: (tenantId, name) => known.get(tenantId)?.[name] ?? 0,
    tenants: () => [...known.keys()],
    countedRecords: new Map(),
  };
}

/** Counts what a tenant has of something. */
export const COUNTS: {
  readonly [Name in QuotaName]: (db: Db, tenant: number) => Promise<number>;
} = {
  records: countRecords,
  fileBytes: (db, tenant) => sumFileBytes(db, tenant),
  projects: async (db, tenant) => (await quotas.countParts.first(db, { tenant }))?.projects ?? 0,
  endpoints: async (db, tenant) => (await quotas.countParts.first(db, { tenant }))?.endpoints ?? 0,
  requestsPerDay: countRequestsToday,
};

/** Counts all that a tenant has. */
export async function countUse(db: Db, tenant: number): Promise<Quota> {
  const used: Partial<Record<QuotaName, number>> = {};
  for (const [name, count] of Object.entries(COUNTS)) {
    used[name as QuotaName] = await count(db, tenant);
  }
  return used as Quota;
}

/** Adds up the bytes of the files of a tenant's projects. @param except id of a file to leave out */
export function sumFileBytes(db: Db, tenant: number, except = ""): Promise<number> {
  return sumOverProjects(db, tenant, (project) => sumFileLengths(db, project, except));
}

export async function sumFileLengths(db: Db, project: number, except = ""): Promise<number> {
  const now = new Date().toISOString();
  return (await files.sumLengths.first(db, { project, now, except }))?.bytes ?? 0;
}

/**
 * Counts a tenant's requests since midnight UTC. With a request quota, returns the counter of the quota. Without one, adds up
 * the usage figures of its projects.
 */
async function countRequestsToday(db: Db, tenant: number): Promise<number> {
  const day = new Date().toISOString().slice(0, 10);
  const limits = parseQuota(await quotas.findQuota.first(db, { tenant }));
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
  for (const { id } of await tenancy.listTenantProjects.all(db, { tenant })) sum += await of(id);
  return sum;
}
