import type { IncomingMessage } from "node:http";
import type { HealthLimits } from "./health-messages.ts";
import type { HealthState } from "./health-state.ts";
import type { LastMetrics } from "./last-metrics.ts";
import { tokenComparison } from "./token-comparison.ts";

export interface HealthAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Creates a function that answers `/healthz`, `/readyz` and `/metrics`. It runs in the health thread. */
export function healthAnswers(options: {
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

/**
 * Returns an error response.
 *
 * @param headers in addition to Content-Type
 */
export function refusal(
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
