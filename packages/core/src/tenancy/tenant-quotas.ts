import { type Db, quotas, stateVersions, tenancy } from "@rapport/db";
import { recordAudit } from "../audit/audit.ts";
import type { Deps } from "../deps.ts";
import { CrmError, type QuotaUse } from "../errors.ts";
import { COUNTS, countUse, NO_QUOTA, parseQuota, type Quota } from "../quotas/quotas.ts";
import type { QuotaName } from "../quotas/room.ts";

/** What a tenant may have, 0 for no limit, and what it has. */
export interface TenantQuota {
  readonly tenantId: number;
  readonly name: string;
  readonly limits: Quota;
  readonly used: Quota;
}

/**
 * Sets the quotas of a tenant, for the command line, with an entry in the audit log. What is not named stays. Other
 * processes follow within five seconds.
 *
 * @throws CrmError NOT_FOUND
 */
export async function setQuota(
  deps: Pick<Deps, "db" | "quotas">,
  tenantId: number,
  wanted: { readonly [Name in keyof Quota]?: number | undefined },
): Promise<void> {
  const given = Object.fromEntries(
    Object.entries(wanted).filter(([, limit]) => limit !== undefined),
  );
  await deps.db.transaction(async (tx) => {
    await requireTenant({ db: tx }, tenantId);
    const before = parseQuota(await quotas.lockQuota.first(tx, { tenant: tenantId }));
    const { records, fileBytes, projects, endpoints, requestsPerDay } = { ...before, ...given };
    await quotas.saveQuota.all(tx, {
      ...{ tenant: tenantId, records, projects, endpoints },
      ...{ file_bytes: fileBytes, requests_per_day: requestsPerDay },
    });
    await stateVersions.bumpVersion.all(tx, { name: "quotas" });
    await recordAudit(tx, {
      ...{ projectId: null, tenantId, actor: "cli:rapport", surface: "cli" },
      ...{
        action: "tenants.setQuota",
        subject: `tenant:${tenantId}`,
        details: { tenantId, ...given },
      },
    });
  });
  await deps.quotas.refresh();
}

/** Returns what a tenant may have and has. @throws CrmError NOT_FOUND */
export async function readQuota(deps: Pick<Deps, "db">, tenantId: number): Promise<TenantQuota> {
  const { name } = await requireTenant(deps, tenantId);
  const limits = parseQuota(await quotas.findQuota.first(deps.db, { tenant: tenantId }));
  return { tenantId, name, limits, used: await countUse(deps.db, tenantId) };
}

/** As `readQuota`, of every tenant that has a quota. */
export async function listQuotas({ db }: Pick<Deps, "db">): Promise<readonly TenantQuota[]> {
  const found: TenantQuota[] = [];
  for (const { id, name, limits } of await limitedTenants(db)) {
    found.push({ tenantId: id, name, limits, used: await countUse(db, id) });
  }
  return found;
}

async function limitedTenants(db: Db) {
  const rows = await quotas.listQuotas.all(db, {});
  const limits = new Map(rows.map((row) => [row.tenant_id, parseQuota(row)]));
  return (await tenancy.listTenants.all(db, {})).flatMap(({ id, name }) => {
    const own = limits.get(id) ?? NO_QUOTA;
    return limitedNames(own).length === 0 ? [] : [{ id, name, limits: own }];
  });
}

/** Returns the things that have a limit. */
function limitedNames(limits: Quota): readonly QuotaName[] {
  return (Object.keys(limits) as QuotaName[]).filter((name) => limits[name] > 0);
}

/** Returns what a tenant has of each thing that has a limit. */
export async function readQuotaUse({ db }: Pick<Deps, "db">, tenant: number) {
  const limits = parseQuota(await quotas.findQuota.first(db, { tenant }));
  return countLimited(db, tenant, limits);
}

async function countLimited(db: Db, tenant: number, limits: Quota): Promise<readonly QuotaUse[]> {
  const found: QuotaUse[] = [];
  for (const quota of limitedNames(limits)) {
    found.push({ quota, limit: limits[quota], used: await COUNTS[quota](db, tenant) });
  }
  return found;
}

/** Tenants that metrics show at most. Each takes about ten short statements a minute. */
const MAX_MEASURED = 500;

/** As `readQuotaUse`, of the first 500 tenants that have a quota, for metrics. */
export async function measureQuotas({ db }: Pick<Deps, "db">) {
  const found: (QuotaUse & { readonly tenantId: number })[] = [];
  for (const { id: tenantId, limits } of (await limitedTenants(db)).slice(0, MAX_MEASURED)) {
    for (const use of await countLimited(db, tenantId, limits)) found.push({ ...use, tenantId });
  }
  return found;
}

async function requireTenant({ db }: { readonly db: Db }, id: number) {
  const tenant = await tenancy.findTenant.first(db, { id });
  if (tenant === undefined) throw new CrmError("NOT_FOUND", `There is no tenant with id ${id}.`);
  return tenant;
}
