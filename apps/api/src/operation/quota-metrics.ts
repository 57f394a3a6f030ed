import { type Deps, measureQuotas } from "@rapport/core";
import { Gauge, type Registry } from "prom-client";

/** Counting takes a moment for many tenants, so it is not done at every scrape. */
const KEPT_MS = 30_000;

/**
 * Adds the metrics of quotas: what each tenant that has a quota has, and may have. They are the same in all programs.
 *
 * @returns a function that brings them up to date
 */
export function quotaMetrics(registry: Registry, deps: Pick<Deps, "db">) {
  const gauge = (name: string, help: string) =>
    new Gauge({
      ...{ name, help, labelNames: ["tenant", "quota"] },
      ...{ aggregator: "max", registers: [registry] },
    });
  const limits = gauge(
    "rapport_quota_limit",
    "What a tenant may have, by quota; only of tenants that have one",
  );
  const used = gauge("rapport_quota_used", "What a tenant has, by quota; up to 30 seconds old");
  let measuredAt = Number.NEGATIVE_INFINITY;

  return async (): Promise<void> => {
    const now = performance.now();
    if (now - measuredAt < KEPT_MS) return;
    measuredAt = now;
    const found = await measureQuotas(deps).catch(() => undefined);
    if (found === undefined) return;
    limits.reset();
    used.reset();
    for (const one of found) {
      const labels = { tenant: String(one.tenantId), quota: one.quota };
      limits.set(labels, one.limit);
      used.set(labels, one.used);
    }
  };
}
