import type { Inputs, Outputs } from "../../api.ts";
import { type ObjectType, TYPE_KEYS } from "../../object-types.ts";
import { SURFACES, type Surface } from "../../surfaces.ts";

type Input = Inputs["audit"]["list"];
export type Entry = Outputs["audit"]["list"]["entries"][number];

/** Time ranges. Unlimited is not the default, because the server scans entry by entry for rare matches. */
export const RANGES = {
  day: { label: "Last 24 hours", days: 1 },
  week: { label: "Last 7 days", days: 7 },
  month: { label: "Last 30 days", days: 30 },
  quarter: { label: "Last 90 days", days: 90 },
  year: { label: "Last year", days: 365 },
  all: { label: "Any time", days: null },
} as const;
export type Range = keyof typeof RANGES;
export const DEFAULT_RANGE: Range = "month";

/** Query parameters of the audit log. */
export interface AuditSearch {
  /** Shows what admins did in the whole installation instead of the project's log. */
  scope?: "installation";
  /** Kind and id, such as `key:3`. */
  actor?: string;
  surface?: Surface;
  type?: ObjectType;
  record?: number;
  /** Object of an admin's action, such as `client:rpc…`. */
  subject?: string;
  range?: Range;
  /** Times in ISO 8601; they override the range. */
  from?: string;
  to?: string;
  /** Id of the open entry. */
  entry?: string;
}

/** Changes of query parameters; undefined removes one. */
export type AuditChange = { [Name in keyof AuditSearch]: AuditSearch[Name] | undefined };

/** Parses the query parameters. Drops invalid values. */
export function validateAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { scope, record } = search;
  const found = {
    scope: scope === "installation" ? scope : undefined,
    actor: text(search.actor),
    surface: oneOf(Object.keys(SURFACES) as Surface[], search.surface),
    type: oneOf(TYPE_KEYS, search.type),
    record:
      typeof record === "number" && Number.isSafeInteger(record) && record > 0 ? record : undefined,
    subject: text(search.subject),
    range: oneOf(Object.keys(RANGES) as Range[], search.range),
    from: moment(search.from),
    to: moment(search.to),
    entry: text(search.entry),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function text(given: unknown): string | undefined {
  return typeof given === "string" && given !== "" ? given.slice(0, 255) : undefined;
}

function oneOf<T extends string>(allowed: readonly T[], given: unknown): T | undefined {
  return allowed.find((one) => one === given);
}

function moment(given: unknown): string | undefined {
  const ms = typeof given === "string" ? Date.parse(given) : Number.NaN;
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

export const UNFILTERED = {
  actor: undefined,
  surface: undefined,
  type: undefined,
  record: undefined,
  subject: undefined,
} satisfies AuditChange;

/** True if a filter other than time is set. */
export function isFiltered(search: AuditSearch): boolean {
  return Object.keys(UNFILTERED).some((name) => Object.hasOwn(search, name));
}

/** Returns the input of the procedure. */
export function inputOf(search: AuditSearch, projectId: number, now = Date.now()): Input {
  const { scope, actor, surface, type, record, subject } = search;
  return {
    ...(scope === "installation" ? {} : { projectId, objectType: type, recordId: record }),
    actor,
    surface,
    subject,
    ...timesOf(search, now),
  };
}

const HOUR_MS = 60 * 60 * 1000;

function timesOf({ range, from, to }: AuditSearch, now: number): Pick<Input, "from" | "to"> {
  if (from !== undefined || to !== undefined) return { from, to };
  const { days } = RANGES[range ?? DEFAULT_RANGE];
  if (days === null) return {};
  // Rounded to the hour, so that reopening the page has the same query key and uses the cache.
  const start = Math.floor(now / HOUR_MS) * HOUR_MS - days * 24 * HOUR_MS;
  return { from: new Date(start).toISOString() };
}
