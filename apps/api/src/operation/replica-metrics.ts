import type { ReplicaStatus } from "@rapport/core";
import { Counter, Gauge, type Registry } from "prom-client";

/**
 * Adds the metrics of the read replica.
 *
 * @returns a function that brings them up to date
 */
export function replicaMetrics(
  registry: Registry,
  status: () => ReplicaStatus | undefined,
): () => void {
  const registers = [registry];
  const usable = new Gauge({
    name: "rapport_replica_usable",
    help: "1 if reads may go to the read replica, 0 if all go to the primary",
    aggregator: "min",
    registers,
  });
  const lag = new Gauge({
    name: "rapport_replica_lag_seconds",
    help: "Seconds by which the read replica is behind the primary; NaN if unknown",
    aggregator: "max",
    registers,
  });
  const reads = new Counter({
    name: "rapport_replica_reads_total",
    help: "Reads that may use the replica: served by it (replica), or by the primary because the replica was behind or unusable, or moved there after a statement failed",
    labelNames: ["result"],
    registers,
  });
  return () => {
    const now = status();
    if (now === undefined) return;
    usable.set(now.state === "used" || now.state === "behind" ? 1 : 0);
    lag.set(now.lagSeconds ?? Number.NaN);
    reads.reset();
    for (const [result, count] of Object.entries(now.reads)) reads.inc({ result }, count);
  };
}
