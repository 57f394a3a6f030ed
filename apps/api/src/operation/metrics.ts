import type { Outcome, ReplicaStatus } from "@rapport/core";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { replicaMetrics } from "./replica-metrics.ts";

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

/**
 * Collects the metrics of `/metrics`. Each scrape calls every function of `ask` once.
 *
 * @param ask.ping queries the database; the time it takes is a metric
 * @param ask.queue returns the state of the webhook queue
 * @param ask.load returns the numbers of waiting and running requests
 * @param ask.refused returns the requests and connections refused since the start, by cause
 * @param ask.replica returns the state of the read replica; null if there is none
 */
export function openMetrics(ask: {
  ping: () => Promise<void>;
  queue: () => Promise<{ depth: number; overdueSeconds: number }>;
  load: () => { waiting: number; underWay: number };
  refused: () => Readonly<Record<string, number>>;
  replica: (() => ReplicaStatus | undefined) | null;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "rapport_http_request_duration_seconds",
    help: "Response time of requests, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers: [registry],
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
    registers: [registry],
  });
  const underWay = new Gauge({
    name: "rapport_http_requests_under_way",
    help: "Running requests",
    registers: [registry],
  });
  const refused = new Counter({
    name: "rapport_http_refused_total",
    help: "Requests and connections refused for lack of capacity, by cause",
    labelNames: ["cause"],
    registers: [registry],
  });
  const measureReplica = ask.replica && replicaMetrics(registry, ask.replica);
  // Bounded, because methods, statuses and routes are fixed lists.
  const series = new Map<string, ReturnType<typeof requests.labels>>();

  async function measure(): Promise<void> {
    const end = database.startTimer();
    await ask.ping().then(
      () => end(),
      () => down.inc(),
    );
    const queue = await ask.queue().catch(() => null);
    if (queue !== null) {
      depth.set(queue.depth);
      overdue.set(queue.overdueSeconds);
    }
    const load = ask.load();
    waiting.set(load.waiting);
    underWay.set(load.underWay);
    refused.reset();
    for (const [cause, count] of Object.entries(ask.refused())) refused.inc({ cause }, count);
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

/** Clients can send any method. Methods outside this list must not create a metric series. */
const METHODS = new Set(["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS"]);
