import { type Db, quotas, stateVersions, tenancy } from "@rapport/db";
import { recordAudit } from "../audit/audit.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { countUse } from "../quotas/parts.ts";
import { NO_QUOTA, type Quota, quotaOf } from "../quotas/quotas.ts";

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
    const before = quotaOf(await quotas.lockQuota.first(tx, { tenant: tenantId }));
    const { records, fileBytes, projects, endpoints, requestsPerDay } = { ...before, ...given };
    await quotas.saveQuota.all(tx, {
      ...{ tenant: tenantId, records, projects, endpoints },
      ...{ file_bytes: fileBytes, requests_per_day: requestsPerDay },
    });
    await stateVersions.bumpVersion(tx, "quotas");
    await recordAudit(tx, {
      ...{ projectId: null, tenantId, actor: "cli:rapport", surface: "cli" },
      ...{
        action: "tenancy.setQuota",
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
  const limits = quotaOf(await quotas.findQuota.first(deps.db, { tenant: tenantId }));
  return { tenantId, name, limits, used: await countUse(deps.db, tenantId) };
}

/** As `readQuota`, of every tenant that has a quota. */
export async function listQuotas({ db }: Pick<Deps, "db">): Promise<readonly TenantQuota[]> {
  const rows = await quotas.listQuotas.all(db, {});
  const limits = new Map(rows.map((row) => [row.tenant_id, quotaOf(row)]));
  const found: TenantQuota[] = [];
  for (const { id, name } of await tenancy.listTenants.all(db, {})) {
    const own = limits.get(id) ?? NO_QUOTA;
    if (Object.values(own).every((limit) => limit === 0)) continue;
    found.push({ tenantId: id, name, limits: own, used: await countUse(db, id) });
  }
  return found;
}

async function requireTenant({ db }: { readonly db: Db }, id: number) {
  const tenant = await tenancy.findTenant.first(db, { id });
  if (tenant === undefined) throw new CrmError("NOT_FOUND", `There is no tenant with id ${id}.`);
  return tenant;
}
