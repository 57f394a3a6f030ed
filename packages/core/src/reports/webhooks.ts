import { endpoints, reports } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { lastDays, lastHours, type Span, spansOf } from "./spans.ts";

export const RECENT_PERIODS = ["24h", "7d", "30d"] as const;
export type RecentPeriod = (typeof RECENT_PERIODS)[number];

const STATUSES = ["delivered", "failed", "pending"] as const;

interface Deliveries {
  readonly delivered: number;
  readonly failed: number;
  readonly pending: number;
}

export interface WebhookReport {
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
  const since = spans[0]?.starts ?? "";
  const key = `webhooks:${project}:${since}:${spans.at(-1)?.ends}`;
  const { value, asOf } = await deps.figures.get(key, async () => {
    const ranges = STATUSES.flatMap((status) =>
      spans.map(({ starts, ends }) => ({ status, starts, ends })),
    );
    const [byTime, ...byEndpoint] = await Promise.all([
      reports.countDeliveriesIn.all(deps.db, { project, spans: JSON.stringify(ranges) }),
      ...STATUSES.map(async (status) => {
        const args = { project, status, since };
        const rows = await reports.countDeliveriesByEndpoint.all(deps.db, args);
        return rows.map((row) => ({ ...row, status }));
      }),
    ]);
    const rows = byTime.reduce((sum, { count }) => sum + count, 0);
    return { value: { byTime, byEndpoint: byEndpoint.flat() }, rows };
  });
  const known = await endpoints.listEndpoints(deps.db, { projectId: project });
  return {
    spans: spans.map((span) => ({
      ...span,
      ...deliveriesOf(value.byTime.filter(({ starts }) => starts === span.starts)),
    })),
    endpoints: known.map(({ id, url }) => ({
      ...{ id, url },
      ...deliveriesOf(value.byEndpoint.filter(({ endpoint_id }) => endpoint_id === id)),
    })),
    asOf,
  };
}

/** Returns the spans of a period that ends now: hours for 24 hours, otherwise days. */
export function recentSpans(period: RecentPeriod, zone: string): readonly Span[] {
  if (period === "24h") return lastHours(24);
  return spansOf(lastDays(period === "7d" ? 7 : 30, zone), "day", zone);
}

function deliveriesOf(
  rows: readonly { readonly status: string; readonly count: number }[],
): Deliveries {
  const of = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
  return { delivered: of("delivered"), failed: of("failed"), pending: of("pending") };
}
