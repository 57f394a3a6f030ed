import type { usage } from "@rapport/db";
import { columnOf, RESPONSE_TIME_COLUMNS } from "./usage-figures.ts";

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
  const hourOf = hourTexts();

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
      const row = rowFor(projectId, hourOf(now), credential);
      if (row === undefined) return;
      row.requests += 1;
      if (status >= 500) row.server_errors += 1;
      else if (status >= 400) row.client_errors += 1;
      if (status === 429) row.throttled += 1;
      row.peak_percent = Math.max(row.peak_percent, Math.round(limitUsed * 100));
      row[columnOf(ms)] += 1;
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

const ADDED = [
  "requests",
  "client_errors",
  "server_errors",
  "throttled",
  ...RESPONSE_TIME_COLUMNS,
] as const;

const HOUR_MS = 3_600_000;

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
