import { type Deps, installationState, measureQuotas } from "@rapport/core";
import { Gauge, type Registry } from "prom-client";
import type { Config } from "../settings/config.ts";
import { leastSpace } from "./disk-space.ts";

/**
 * Adds the metrics of the installation, which are the same in all of its programs, and of this machine's disks. A metric has
 * no value while it is unknown.
 *
 * @returns a function that brings them up to date
 */
export function stateMetrics(
  registry: Registry,
  deps: Pick<Deps, "db">,
  config: Pick<Config, "dataDir" | "databaseUrl">,
): () => Promise<void> {
  const registers = [registry];
  const backup = new Gauge({
    name: "rapport_backup_age_seconds",
    help: "Age of the newest backup that rapport backup made; no value if there is none",
    aggregator: "min",
    registers,
  });
  const erasure = new Gauge({
    name: "rapport_erasure_oldest_unfinished_seconds",
    help: "Age of the oldest erasure that is not finished; 0 if there is none",
    aggregator: "max",
    registers,
  });
  const disk = new Gauge({
    name: "rapport_disk_free_bytes",
    help: "Free bytes in DATA_DIR, or in the folder of the embedded database if that has less",
    aggregator: "min",
    registers,
  });
  const measureQuotas = quotaMetrics(registry, deps);
  const set = (gauge: Gauge, value: number | null | undefined) =>
    typeof value === "number" ? gauge.set(value) : gauge.remove();

  return async () => {
    const [state, space] = await Promise.all([
      installationState(deps).catch(() => undefined),
      leastSpace(config),
      measureQuotas(),
    ]);
    set(backup, state?.backupAgeSeconds);
    set(erasure, state?.erasureAgeSeconds);
    set(disk, space?.freeBytes);
  };
}

/** Counting takes a moment for many tenants, so it is not done at every scrape. */
const KEPT_MS = 30_000;

/**
 * Adds the metrics of quotas: what each tenant that has a quota has, and may have. They are the same in all programs.
 *
 * @returns a function that brings them up to date
 */
function quotaMetrics(registry: Registry, deps: Pick<Deps, "db">) {
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
