import type { TenantQuota } from "@rapport/core";
import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { type ProcessIo, print, printList, withDeps } from "../session.ts";
import { id, limit } from "../values.ts";

interface Limits {
  readonly records?: number;
  readonly fileBytes?: number;
  readonly projects?: number;
  readonly endpoints?: number;
  readonly requestsPerDay?: number;
}

/** Adds `rapport quota`. */
export function addQuota(program: Command, io: ProcessIo): void {
  const quota = noun(program, "quota", {
    group: "Set up:",
    summary: "how much each tenant may have",
    description:
      "Quotas say how much each tenant may have. What would exceed one is refused; nothing is removed.",
  });
  const set = verb(quota, "set", {
    summary: "set quotas of a tenant",
    description:
      "Sets quotas of a tenant; 0 means no limit. Those that are not named stay. Servers follow within five seconds.",
    examples: [
      "rapport quota set --tenant 3 --records 100000 --projects 5",
      "rapport quota set --tenant 3 --requests-per-day 0",
    ],
  });
  set
    .requiredOption("--tenant <id>", "the tenant", id)
    .option("--records <n>", "records that are not deleted, in all projects", limit)
    .option("--file-bytes <n>", "bytes of the files of imports, exports and bulk changes", limit)
    .option("--projects <n>", "projects", limit)
    .option("--endpoints <n>", "webhook endpoints in all projects", limit)
    .option("--requests-per-day <n>", "requests to the APIs from midnight UTC on", limit)
    .action(async ({ tenant, json = false, ...limits }: Limits & Output & { tenant: number }) => {
      if (Object.keys(limits).length === 0) {
        set.error("error: Give a quota, for instance --records.");
      }
      const now = await withDeps(io, async (deps, { readQuota, setQuota }) => {
        await setQuota(deps, tenant, limits);
        return readQuota(deps, tenant);
      });
      print(io, shown(now, json), { json });
    });
  verb(quota, "show", {
    summary: "show what tenants may have, and what they have",
    description:
      "Prints the quotas of a tenant and what is used, or those of every tenant that has a quota.",
    examples: ["rapport quota show --tenant 3", "rapport quota show --json"],
  })
    .option("--tenant <id>", "the tenant", id)
    .action(async ({ tenant, json = false }: Output & { tenant?: number }) => {
      const found = await withDeps(io, async (deps, { listQuotas, readQuota }) =>
        tenant === undefined ? listQuotas(deps) : [await readQuota(deps, tenant)],
      );
      const rows = found.map((one) => shown(one, json));
      if (tenant === undefined) printList(io, rows, { json });
      else print(io, rows[0] ?? {}, { json });
    });
}

function shown({ tenantId, name, limits, used }: TenantQuota, json: boolean) {
  const row = (of: keyof Limits) => {
    const most = limits[of] ?? 0;
    if (json) return { limit: most, used: used[of] };
    return most === 0 ? `${used[of]} (no limit)` : `${used[of]} of ${most}`;
  };
  return {
    tenant_id: tenantId,
    name,
    records: row("records"),
    file_bytes: row("fileBytes"),
    projects: row("projects"),
    endpoints: row("endpoints"),
    requests_per_day: row("requestsPerDay"),
  };
}
