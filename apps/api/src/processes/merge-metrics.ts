import { AggregatorRegistry } from "prom-client";
import type { MetricValues } from "../operation/metrics.ts";

/** Types whose values only ever grow. What a process has counted must not vanish with it. */
const GROWING = new Set(["counter", "histogram", "summary"]);

/** The metrics of several processes. */
export interface MergedMetrics {
  /** Keeps what an ended process has counted. */
  keep(last: MetricValues): void;
  /** Returns the metrics of these processes and of the ended ones, in the text format of Prometheus. */
  text(live: readonly MetricValues[]): Promise<string>;
}

/** Adds up the metrics of processes. Gauges that all processes measure alike are not added (see `openMetrics`). */
export function mergeMetrics(): MergedMetrics {
  let ended: MetricValues = [];
  // Merged one after another, because a merge reads what the one before has kept.
  let keeping = Promise.resolve();

  return {
    keep(last) {
      const growing = last.filter(({ type }) => GROWING.has(String(type)));
      keeping = keeping.then(async () => {
        ended = await AggregatorRegistry.aggregate([[...ended], growing]).getMetricsAsJSON();
      });
    },
    async text(live) {
      await keeping;
      const all = [...live, ended].map((values) => [...values]);
      return AggregatorRegistry.aggregate(all).metrics();
    },
  };
}
