import type { Deps } from "../deps.ts";
import {
  type CredentialUsage,
  MAX_USAGE_HOURS,
  usageByCredential,
  usageByHour,
} from "../usage/usage-figures.ts";
import { HOUR_MS, type Span } from "./spans.ts";

import { type RecentPeriod, recentSpans } from "./webhooks.ts";

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
