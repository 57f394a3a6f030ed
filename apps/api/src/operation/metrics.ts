import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Metrics {
  /** Counts one answered request. @param seconds from its arrival to its last byte */
  request(method: string, route: string, status: number, seconds: number): void;
  tokenIssued(): void;
  /** Prometheus text exposition format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/**
 * Collects what `/metrics` tells.
 *
 * @param ping asks the database, timed at each scrape
 */
export function openMetrics(ping: () => Promise<void>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "rapport_http_request_duration_seconds",
    help: "Time to answer requests, by route and status",
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
    help: "Time the database takes to answer, asked at each scrape",
    buckets: BUCKETS,
    registers: [registry],
  });
  const down = new Counter({
    name: "rapport_database_ping_failures_total",
    help: "Scrapes at which the database did not answer",
    registers: [registry],
  });
  const series = new Map<string, ReturnType<typeof requests.labels>>();

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
    async text() {
      const end = database.startTimer();
      await ping().then(
        () => end(),
        () => down.inc(),
      );
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** A method is the client's word: what is not one of these must not become a series of its own. */
const METHODS = new Set(["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS"]);
