import { type Db, quotas } from "@rapport/db";
import type { Quotas } from "../deps.ts";
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

export function quotaOf(row: quotas.QuotaRow | undefined): Quota {
  if (row === undefined) return NO_QUOTA;
  const { records, file_bytes: fileBytes, projects, endpoints } = row;
  return { records, fileBytes, projects, endpoints, requestsPerDay: row.requests_per_day };
}

/** Loads the quotas from the database. */
export async function openQuotas({ db }: { readonly db: Db }): Promise<Quotas> {
  let known: ReadonlyMap<number, Quota> = new Map();

  async function refresh(): Promise<void> {
    const rows = await quotas.listQuotas.all(db, {});
    known = new Map(rows.map((row) => [row.tenant_id, quotaOf(row)]));
  }
  await refresh();

  return {
    refresh,
    limitOf: (tenantId, name) => known.get(tenantId)?.[name] ?? 0,
    tenants: () => [...known.keys()],
    countedRecords: new Map(),
  };
}
