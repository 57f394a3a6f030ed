import { type Deps, type Outcome, queueState, type ReplicaStatus } from "@rapport/core";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Config } from "../settings/config.ts";
import { stateMetrics } from "./state-metrics.ts";

/** Content type of the text format. */
export const METRICS_TYPE: string = Registry.PROMETHEUS_CONTENT_TYPE;

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The values of all metrics of a process. */
export type MetricValues = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export interface MetricsText {
  /** Returns the metrics in the Prometheus text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

export interface Metrics extends MetricsText {
  /** Counts a request. @param seconds from its arrival until its response is closed */
  request(method: string, route: string, status: number, seconds: number): void;
  tokenIssued(): void;
  deliveryAttempted(outcome: Outcome): void;
  /** Returns the metrics for `mergeMetrics`. */
  values(): Promise<MetricValues>;
  /** The same without asking for anything, when the database is closed. */
  lastValues(): Promise<MetricValues>;
}

/** The server of a program. */
interface HttpLoad {
  /** Returns the numbers of waiting and running requests. */
  readonly load: () => { waiting: number; underWay: number };
  /** Returns the requests and connections refused since the start, by cause. */
  readonly refused: () => Readonly<Record<string, number>>;
}

/**
 * Collects the metrics of `/metrics`. Each scrape asks the database, the queues and the disks once.
 *
 * @param config where the disks are that the program writes to
 * @param http null for a program that serves no requests; it has no metrics of them
 */
export function openMetrics(
  deps: Deps,
  config: Pick<Config, "dataDir" | "databaseUrl">,
  http: HttpLoad | null,
): Metrics {
  const registry = new Registry();
  const ofServer = http === null ? [] : [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "rapport_http_request_duration_seconds",
    help: "Response time of requests, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers: ofServer,
  });
  const tokens = new Counter({
    name: "rapport_tokens_issued_total",
    help: "Access tokens issued",
    registers: [registry],
  });
  const database = new Histogram({
    name: "rapport_database_ping_seconds",
    help: "Response time of the database, measured at each scrape",
    buckets: BUCKETS,
    registers: [registry],
  });
  const down = new Counter({
    name: "rapport_database_ping_failures_total",
    help: "Scrapes at which the database did not respond",
    registers: [registry],
  });
  const attempts = new Histogram({
    name: "rapport_webhook_attempt_duration_seconds",
    help: "Duration of webhook attempts, by result",
    labelNames: ["result"],
    buckets: BUCKETS,
    registers: [registry],
  });
  const depth = new Gauge({
    name: "rapport_webhook_queue_depth",
    help: "Webhook deliveries waiting for an attempt",
    aggregator: "max",
    registers: [registry],
  });
  const overdue = new Gauge({
    name: "rapport_webhook_oldest_due_seconds",
    help: "Delay of the most overdue webhook delivery",
    aggregator: "max",
    registers: [registry],
  });
  const waiting = new Gauge({
    name: "rapport_http_requests_waiting",
    help: "Waiting requests",
    registers: ofServer,
  });
  const underWay = new Gauge({
    name: "rapport_http_requests_under_way",
    help: "Running requests",
    registers: ofServer,
  });
  const refused = new Counter({
    name: "rapport_http_refused_total",
    help: "Requests and connections refused for lack of capacity, by cause",
    labelNames: ["cause"],
    registers: ofServer,
  });
  const { replica } = deps;
  const measureReplica = replica && replicaMetrics(registry, () => replica.status());
  const measureState = stateMetrics(registry, deps, config);
  // Bounded, because methods, statuses and routes are fixed lists.
  const series = new Map<string, ReturnType<typeof requests.labels>>();

  async function measure(): Promise<void> {
    const end = database.startTimer();
    await deps.db.ping().then(
      () => end(),
      () => down.inc(),
    );
    const [queue] = await Promise.all([queueState(deps).catch(() => null), measureState()]);
    if (queue !== null) {
      depth.set(queue.depth);
      overdue.set(queue.overdueSeconds);
    }
    if (http !== null) {
      const load = http.load();
      waiting.set(load.waiting);
      underWay.set(load.underWay);
      refused.reset();
      for (const [cause, count] of Object.entries(http.refused())) refused.inc({ cause }, count);
    }
    measureReplica?.();
  }

  return {
    request(method, route, status, seconds) {
      const known = METHODS.has(method) ? method : "OTHER";
      const key = `${known} ${status} ${route}`;
      let one = series.get(key);
      if (one === undefined) {
        one = requests.labels(known, route, String(status));
        series.set(key, one);
      }
      one.observe(seconds);
    },
    tokenIssued: () => tokens.inc(),
    deliveryAttempted({ delivered, status, durationMs }) {
      const result = delivered ? "delivered" : status === null ? "no_answer" : "refused";
      attempts.labels(result).observe(durationMs / 1000);
    },
    async text() {
      await measure();
      return registry.metrics();
    },
    async values() {
      await measure();
      return registry.getMetricsAsJSON();
    },
    lastValues: () => registry.getMetricsAsJSON(),
    contentType: registry.contentType,
  };
}

/**
 * Adds the metrics of the read replica.
 *
 * @returns a function that brings them up to date
 */
function replicaMetrics(registry: Registry, status: () => ReplicaStatus | undefined): () => void {
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

/** Clients can send any method. Methods outside this list must not create a metric series. */
const METHODS = new Set(["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS"]);
