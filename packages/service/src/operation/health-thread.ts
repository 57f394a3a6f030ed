import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import {
  type HealthLimits,
  type HealthOrder,
  type HealthReport,
  HealthState,
  type HealthThreadData,
  type Scraped,
} from "./health-messages.ts";
import { tokenComparison } from "./token-comparison.ts";

/**
 * The thread that serves METRICS_PORT. It imports nothing large and never uses the database, so that it never waits for
 * the API thread.
 */

/** Limit on open connections: only a few monitoring programs connect. Further connections are refused. */
const MAX_CONNECTIONS = 256;
/** How long running requests may take when the program stops. */
const STOP_LIMIT_MS = 1_000;

const { host, port, token, memory, limits } = workerData as HealthThreadData;
const report = (message: HealthReport) => parentPort?.postMessage(message);
const metrics = lastMetrics(() => report({ kind: "scrape" }), limits.scrape);

const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" };
const PATHS = new Set(["/healthz", "/readyz", "/metrics"]);
const NOT_FOUND = refusal(404, "NOT_FOUND", "This port serves /healthz, /readyz and /metrics.");
const WRONG_METHOD = refusal(405, "METHOD_NOT_ALLOWED", "This path accepts GET and HEAD.", {
  Allow: "GET, HEAD",
});
const WRONG_TOKEN = refusal(
  401,
  "UNAUTHENTICATED",
  "Send Authorization: Bearer with the token in METRICS_TOKEN.",
  { "WWW-Authenticate": 'Bearer realm="rapport"' },
);
const NO_METRICS = refusal(503, "UNAVAILABLE", "There are no metrics yet. Retry in 1 second.", {
  "Retry-After": "1",
});

const answerTo = healthAnswers({ state: new HealthState(memory), metrics, token, limits });

const server = createServer(
  { headersTimeout: 15_000, requestTimeout: 15_000, requireHostHeader: false },
  (req, res) => {
    answerTo(req).then(
      (answer) => send(req, res, answer),
      () =>
        send(
          req,
          res,
          refusal(500, "INTERNAL", "Something went wrong on our side. Try again later."),
        ),
    );
  },
);
server.maxConnections = MAX_CONNECTIONS;
server.on("drop", () => server.closeIdleConnections());
server.once("error", (error: NodeJS.ErrnoException) => {
  report({ kind: "failed", code: error.code, message: error.message });
});
server.listen(port, host, () => {
  report({ kind: "listening", port: (server.address() as AddressInfo).port });
});

parentPort?.on("message", (order: HealthOrder) => {
  if (order.kind === "metrics") metrics.take(order.scraped);
  else stop();
});

function send(req: IncomingMessage, res: ServerResponse, answer: HealthAnswer): void {
  res.writeHead(answer.status, {
    "X-Content-Type-Options": "nosniff",
    "Content-Length": Buffer.byteLength(answer.body),
    ...answer.headers,
  });
  res.end(req.method === "HEAD" ? undefined : answer.body);
}

interface HealthAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Creates a function that answers `/healthz`, `/readyz` and `/metrics`. It runs in the health thread. */
function healthAnswers(options: {
  state: HealthState;
  metrics: LastMetrics;
  /** Bearer token for `/metrics`, or null. */
  token: string | null;
  limits: HealthLimits;
}): (req: IncomingMessage) => Promise<HealthAnswer> {
  const { state, metrics, limits } = options;
  const isExpected = options.token === null ? () => true : tokenComparison(options.token);
  const isStuck = () => state.silentFor > limits.stuckAfter;

  async function scrape(req: IncomingMessage): Promise<HealthAnswer> {
    const given = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? "")?.[1] ?? "";
    if (!isExpected(given)) return WRONG_TOKEN;
    const last = await metrics.get();
    if (last === null) return NO_METRICS;
    const { scraped, age } = last;
    const headers = { "Content-Type": scraped.contentType };
    return { status: 200, headers, body: `${scraped.text}${ageMetric(age)}` };
  }

  return async (req) => {
    const path = req.url?.split("?", 1)[0] ?? "";
    if (!PATHS.has(path)) return NOT_FOUND;
    if (req.method !== "GET" && req.method !== "HEAD") return WRONG_METHOD;
    if (path === "/metrics") return scrape(req);
    if (path === "/healthz") return isStuck() ? status(503, "stuck") : status(200, "ok");
    return state.isReady && !isStuck() ? status(200, "ready") : status(503, "not ready");
  };
}

interface LastMetrics {
  /**
   * Asks for new metrics and waits for up to `waitMs`.
   *
   * @returns the newest known metrics with their age in seconds, or null if there are none
   */
  get(): Promise<{ scraped: Scraped; age: number } | null>;
  /** Receives the reply to `ask`; null if the metrics could not be collected. */
  take(scraped: Scraped | null): void;
}

/**
 * Keeps the last metrics of the API thread.
 *
 * @param ask asks the API thread for new metrics, which arrive through `take`
 * @param waitMs longest time in milliseconds to wait for them
 */
function lastMetrics(ask: () => void, waitMs: number): LastMetrics {
  let last: { scraped: Scraped; at: number } | null = null;
  /** The current request. Scrapes that arrive in the meantime wait for the same reply. */
  let asked: PromiseWithResolvers<void> | null = null;

  return {
    async get() {
      if (asked === null) {
        asked = Promise.withResolvers();
        ask();
      }
      await Promise.race([asked.promise, delay(waitMs, undefined, { ref: false })]);
      if (last === null) return null;
      return { scraped: last.scraped, age: (performance.now() - last.at) / 1_000 };
    },
    take(scraped) {
      if (scraped !== null) last = { scraped, at: performance.now() };
      asked?.resolve();
      asked = null;
    },
  };
}

/**
 * Returns an error response.
 *
 * @param headers in addition to Content-Type
 */
function refusal(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HealthAnswer {
  const body = JSON.stringify({ success: false, message, data: null, code });
  return { status, headers: { ...JSON_TYPE, ...headers }, body };
}

function status(code: number, text: string): HealthAnswer {
  return { status: code, headers: JSON_TYPE, body: JSON.stringify({ status: text }) };
}

function ageMetric(seconds: number): string {
  return [
    "# HELP rapport_metrics_age_seconds Age of these metrics: more than 0 if the process could not make new ones in time",
    "# TYPE rapport_metrics_age_seconds gauge",
    `rapport_metrics_age_seconds ${seconds.toFixed(3)}\n`,
  ].join("\n");
}

function stop(): void {
  // The thread exits once the port and the server are closed.
  server.close(() => parentPort?.close());
  setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS).unref();
}
