import { usage } from "@rapport/db";
import { type LogActor, nameActors } from "../audit/actors.ts";
import type { Deps } from "../deps.ts";

/** Counts of requests. */
export interface UsageFigures {
  readonly requests: number;
  /** Statuses 400 to 499. */
  readonly refused: number;
  /** Statuses 500 and above. */
  readonly failed: number;
  /** Status 429; also part of `refused`. */
  readonly throttled: number;
  /** Estimated from counts by duration. Null without requests. */
  readonly p95Ms: number | null;
  /** The largest part of a credential's rate limit that was used in one window of a process, in per cent. */
  readonly peakPercent: number;
}

export interface CredentialUsage extends UsageFigures {
  readonly credential: LogActor;
}

export interface HourlyUsage extends UsageFigures {
  /** Start of the hour, ISO 8601. */
  readonly hour: string;
}

/** Longest period, in hours. */
export const MAX_USAGE_HOURS = 30 * 24;

const HOUR_MS = 60 * 60 * 1000;

/**
 * Returns the requests of each credential of a project, those with the most requests first.
 *
 * @param hours length of the period, which ends now and starts with a full hour
 */
export async function usageByCredential(
  deps: Pick<Deps, "db">,
  scope: { readonly projectId: number },
  hours: number,
): Promise<readonly CredentialUsage[]> {
  const rows = await usage.sumByCredential.all(deps.db, scope, { since: firstHour(hours) });
  const name = await nameActors(
    deps,
    rows.map(({ credential }) => credential),
  );
  return rows
    .map((row) => ({ credential: name(row.credential), ...usageFigures(row) }))
    .toSorted((a, b) => b.requests - a.requests);
}

/**
 * Returns the requests of a project in each hour that had any.
 *
 * @param hours as for `usageByCredential`
 */
export async function usageByHour(
  deps: Pick<Deps, "db">,
  scope: { readonly projectId: number },
  hours: number,
): Promise<readonly HourlyUsage[]> {
  const rows = await usage.sumByHour.all(deps.db, scope, { since: firstHour(hours) });
  return rows.map((row) => ({ hour: row.hour, ...usageFigures(row) }));
}

function usageFigures(row: usage.UsageSums): UsageFigures {
  return {
    requests: row.requests,
    refused: row.client_errors,
    failed: row.server_errors,
    throttled: row.throttled,
    p95Ms: p95Of(row),
    peakPercent: row.peak_percent,
  };
}

const { RESPONSE_BOUNDS_MS } = usage;

/** Column that counts responses of some duration. */
type ResponseTimeColumn = `ms_${(typeof RESPONSE_BOUNDS_MS)[number]}` | "ms_more";

/** The columns in the order of their durations. */
export const RESPONSE_TIME_COLUMNS: readonly ResponseTimeColumn[] = [
  ...RESPONSE_BOUNDS_MS.map((ms) => `ms_${ms}` as const),
  "ms_more",
];

/** Returns the column that counts responses of a duration in milliseconds. */
export function columnOf(ms: number): ResponseTimeColumn {
  const bound = RESPONSE_BOUNDS_MS.find((most) => ms <= most);
  return bound === undefined ? "ms_more" : `ms_${bound}`;
}

/**
 * Estimates the duration that 95 % of the responses did not exceed. Within a column, durations are taken as evenly
 * spread.
 *
 * @returns milliseconds, or null without responses. Durations above the highest bound count as that bound.
 */
export function p95Of(counts: Readonly<Record<ResponseTimeColumn, number>>): number | null {
  const total = RESPONSE_TIME_COLUMNS.reduce((sum, column) => sum + counts[column], 0);
  if (total === 0) return null;
  const rank = total * 0.95;
  let below = 0;
  let lower = 0;
  for (const bound of RESPONSE_BOUNDS_MS) {
    const count = counts[`ms_${bound}`];
    if (below + count >= rank) {
      const exact = lower + ((rank - below) / count) * (bound - lower);
      return Number(exact.toPrecision(2));
    }
    below += count;
    lower = bound;
  }
  return lower;
}

function firstHour(hours: number): string {
  const thisHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  return new Date(thisHour - (hours - 1) * HOUR_MS).toISOString();
}
