import { endpoints } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { countDeliveries } from "../insights/count-deliveries.ts";
import {
  type CredentialUsage,
  MAX_USAGE_HOURS,
  usageByCredential,
  usageByHour,
} from "../usage/count-requests.ts";
import { divideDays, HOUR_MS, lastDays, lastHours, type Span } from "./spans.ts";

interface Requests {
  /** Answered with a status below 400. */
  readonly ok: number;
  /** Statuses 400 to 499. */
  readonly refused: number;
  /** Statuses 500 and above. */
  readonly failed: number;
}

export interface UsageReport {
  readonly spans: readonly (Span & Requests)[];
  readonly credentials: readonly CredentialUsage[];
}

type RecentPeriod = (typeof RECENT_PERIODS)[number];

/**
 * Returns the API requests of a project by time and by credential. They are counted by the hours of UTC, so in time zones
 * with half hours, half an hour may be in the day before.
 */
export async function usageReport(
  deps: Pick<Deps, "db">,
  project: number,
  asked: { readonly period: RecentPeriod; readonly timeZone: string },
): Promise<UsageReport> {
  const spans = recentSpans(asked.period, asked.timeZone);
  const elapsed = (Date.now() - Date.parse(spans[0]?.starts ?? "")) / HOUR_MS;
  const count = Math.min(Math.max(Math.ceil(elapsed), 1), MAX_USAGE_HOURS + 1);
  const scope = { projectId: project };
  const [hours, credentials] = await Promise.all([
    usageByHour(deps, scope, count),
    usageByCredential(deps, scope, count),
  ]);
  return {
    spans: spans.map((span) => {
      const own = hours.filter(({ hour }) => hour >= span.starts && hour < span.ends);
      const sum = (of: (one: (typeof own)[number]) => number) =>
        own.reduce((all, one) => all + of(one), 0);
      const [refused, failed] = [sum((one) => one.refused), sum((one) => one.failed)];
      return { ...span, ok: sum((one) => one.requests) - refused - failed, refused, failed };
    }),
    credentials,
  };
}

export const RECENT_PERIODS = ["24h", "7d", "30d"] as const;

interface Deliveries {
  readonly delivered: number;
  readonly failed: number;
  readonly pending: number;
}

interface WebhookReport {
  /** Deliveries by the time at which they were created. */
  readonly spans: readonly (Span & Deliveries)[];
  readonly endpoints: readonly (Deliveries & { readonly id: number; readonly url: string })[];
  /** When the deliveries were counted: up to 30 seconds ago if there are many. */
  readonly asOf: string;
}

/** Counts a project's deliveries by time and by endpoint. Endpoints that were deleted are only in the spans. */
export async function webhookReport(
  deps: Pick<Deps, "db" | "figures">,
  project: number,
  asked: { readonly period: RecentPeriod; readonly timeZone: string },
): Promise<WebhookReport> {
  const spans = recentSpans(asked.period, asked.timeZone);
  const key = `webhooks:${project}:${spans[0]?.starts}:${spans.at(-1)?.ends}`;
  const { value, asOf } = await deps.figures.get(key, () => countDeliveries(deps, project, spans));
  const known = await endpoints.listEndpoints.all(deps.db, { project });
  return {
    spans: spans.map((span, i) => ({
      ...span,
      ...toDeliveries(value.filter((row) => row.span === i)),
    })),
    endpoints: known.map(({ id, url }) => ({
      ...{ id, url },
      ...toDeliveries(value.filter(({ endpointId }) => endpointId === id)),
    })),
    asOf,
  };
}

/** Returns the spans of a period that ends now: hours for 24 hours, otherwise days. */
function recentSpans(period: RecentPeriod, zone: string): readonly Span[] {
  if (period === "24h") return lastHours(24);
  return divideDays(lastDays(period === "7d" ? 7 : 30, zone), "day", zone);
}

function toDeliveries(
  rows: readonly { readonly status: string; readonly count: number }[],
): Deliveries {
  const of = (status: string) =>
    rows.reduce((sum, row) => (row.status === status ? sum + row.count : sum), 0);
  return { delivered: of("delivered"), failed: of("failed"), pending: of("pending") };
}
