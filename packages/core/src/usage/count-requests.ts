import { usage } from "@rapport/db";
import { type LogActor, nameActors } from "../audit/actors.ts";
import type { Deps } from "../deps.ts";

/** Who made a request, in its stored form: `client:rpc…`, `key:3`. */
type Credential = string;

/** A request as it is counted. */
export interface CountedRequest {
  readonly projectId: number;
  readonly credential: Credential;
  readonly status: number;
  readonly ms: number;
  /** The part of the rate limit that was used when it arrived, 0 to 1. */
  readonly limitUsed: number;
}

type Row = { -readonly [K in keyof usage.UsageRow]: usage.UsageRow[K] };

/** Credentials and hours that are counted between two writes. Further ones are not counted. */
const MAX_ROWS = 10_000;

/** Counts of requests that are not written yet. */
export interface RequestCounts {
  add(request: CountedRequest, now: Date): void;
  /** Returns the counts in the order of their keys, and starts again at zero. */
  take(): readonly usage.UsageRow[];
  /** Adds counts that could not be written. */
  putBack(rows: readonly usage.UsageRow[]): void;
}

export function requestCounts(): RequestCounts {
  let rows = new Map<string, Row>();
  const formatHour = hourTexts();

  function rowFor(projectId: number, hour: string, credential: Credential): Row | undefined {
    const key = `${projectId} ${hour} ${credential}`;
    let row = rows.get(key);
    if (row === undefined && rows.size < MAX_ROWS) {
      row = emptyRow(projectId, hour, credential);
      rows.set(key, row);
    }
    return row;
  }

  return {
    add({ projectId, credential, status, ms, limitUsed }, now) {
      const row = rowFor(projectId, formatHour(now), credential);
      if (row === undefined) return;
      row.requests += 1;
      if (status >= 500) row.server_errors += 1;
      else if (status >= 400) row.client_errors += 1;
      if (status === 429) row.throttled += 1;
      row.peak_percent = Math.max(row.peak_percent, Math.round(limitUsed * 100));
      row[durationColumn(ms)] += 1;
    },
    take() {
      const taken = [...rows.values()].toSorted(byKey);
      rows = new Map();
      return taken;
    },
    putBack(taken) {
      for (const given of taken) {
        const row = rowFor(given.project_id, given.hour, given.credential);
        if (row === undefined) continue;
        for (const column of ADDED) row[column] += given[column];
        row.peak_percent = Math.max(row.peak_percent, given.peak_percent);
      }
    },
  };
}

const { RESPONSE_BOUNDS_MS } = usage;

/** The columns in the order of their durations. */
export const RESPONSE_TIME_COLUMNS: readonly ResponseTimeColumn[] = [
  ...RESPONSE_BOUNDS_MS.map((ms) => `ms_${ms}` as const),
  "ms_more",
];

const ADDED = [
  "requests",
  "client_errors",
  "server_errors",
  "throttled",
  ...RESPONSE_TIME_COLUMNS,
] as const;

/** Returns a function that returns the hour of a time as text, which it makes once per hour. */
function hourTexts(): (at: Date) => string {
  let hour = Number.NaN;
  let text = "";
  return (at) => {
    const now = Math.floor(at.getTime() / HOUR_MS);
    if (now !== hour) {
      hour = now;
      text = new Date(now * HOUR_MS).toISOString();
    }
    return text;
  };
}

/** Orders rows as their primary key does. */
function byKey(a: Row, b: Row): number {
  if (a.project_id !== b.project_id) return a.project_id - b.project_id;
  if (a.hour !== b.hour) return a.hour < b.hour ? -1 : 1;
  return a.credential < b.credential ? -1 : 1;
}

function emptyRow(projectId: number, hour: string, credential: Credential): Row {
  const zeros = Object.fromEntries(ADDED.map((column) => [column, 0]));
  return { project_id: projectId, hour, credential, peak_percent: 0, ...zeros } as Row;
}

/** Which requests are logged: none, those that failed, or all. */
export const REQUEST_LOG_MODES = ["off", "errors", "all"] as const;
export type RequestLogMode = (typeof REQUEST_LOG_MODES)[number];

/** Days that counts of requests are stored. */
export const USAGE_DAYS = 31;

/** Requests of a project that a process logs in five minutes: as many that failed, and as many others. */
export const LOGGED_PER_WINDOW = 500;
export const LOG_WINDOW_SECONDS = 300;

/** Counts of requests. */
interface UsageFigures {
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

interface HourlyUsage extends UsageFigures {
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
    p95Ms: percentile95(row),
    peakPercent: row.peak_percent,
  };
}

/** Column that counts responses of some duration. */
type ResponseTimeColumn = `ms_${(typeof RESPONSE_BOUNDS_MS)[number]}` | "ms_more";

/** Returns the column that counts responses of a duration in milliseconds. */
export function durationColumn(ms: number): ResponseTimeColumn {
  const bound = RESPONSE_BOUNDS_MS.find((most) => ms <= most);
  return bound === undefined ? "ms_more" : `ms_${bound}`;
}

/**
 * Estimates the duration that 95 % of the responses did not exceed. Within a column, durations are taken as evenly
 * spread.
 *
 * @returns milliseconds, or null without responses. Durations above the highest bound count as that bound.
 */
export function percentile95(counts: Readonly<Record<ResponseTimeColumn, number>>): number | null {
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
