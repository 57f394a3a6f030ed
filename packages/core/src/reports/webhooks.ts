import { endpoints } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { countDeliveries } from "../insights/count-deliveries.ts";
import { divideDays, lastDays, lastHours, type Span } from "./spans.ts";

export const RECENT_PERIODS = ["24h", "7d", "30d"] as const;
export type RecentPeriod = (typeof RECENT_PERIODS)[number];

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
  const key = `webhooks:${project}:${spans[0]?.starts}:${spans.at(-1)?.ends}`;
  const { value, asOf } = await deps.figures.get(key, () => countDeliveries(deps, project, spans));
  const known = await endpoints.listEndpoints.all(deps.db, { project });
  return {
    spans: spans.map((span, i) => ({
      ...span,
      ...deliveriesOf(value.filter((row) => row.span === i)),
    })),
    endpoints: known.map(({ id, url }) => ({
      ...{ id, url },
      ...deliveriesOf(value.filter(({ endpointId }) => endpointId === id)),
    })),
    asOf,
  };
}

/** Returns the spans of a period that ends now: hours for 24 hours, otherwise days. */
export function recentSpans(period: RecentPeriod, zone: string): readonly Span[] {
  if (period === "24h") return lastHours(24);
  return divideDays(lastDays(period === "7d" ? 7 : 30, zone), "day", zone);
}

function deliveriesOf(
  rows: readonly { readonly status: string; readonly count: number }[],
): Deliveries {
  const of = (status: string) =>
    rows.reduce((sum, row) => (row.status === status ? sum + row.count : sum), 0);
  return { delivered: of("delivered"), failed: of("failed"), pending: of("pending") };
}
