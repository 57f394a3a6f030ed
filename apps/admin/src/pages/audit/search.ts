import { SURFACES, type Surface } from "../../actors.ts";
import type { Inputs, Outputs } from "../../api.ts";
import {
  idIn,
  momentIn,
  pickAllowed,
  textIn,
  typeIn,
  withoutUndefined,
} from "../../search-values.ts";

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

const SCOPES = ["tenant", "installation"] as const;
type Scope = (typeof SCOPES)[number];

/** The project of the page and its tenant. */
interface Place {
  readonly projectId: number;
  readonly tenantId: number | undefined;
}

/** Query parameters of the audit log. */
export interface AuditSearch {
  /** Shows what admins did to the project's tenant or in the whole installation instead of the project's log. */
  readonly scope?: Scope | undefined;
  /** Kind and id, such as `key:3`. */
  readonly actor?: string | undefined;
  readonly surface?: Surface | undefined;
  readonly type?: string | undefined;
  readonly record?: number | undefined;
  /** Object of an admin's action, such as `client:rpc…`. */
  readonly subject?: string | undefined;
  readonly range?: Range | undefined;
  /** Times in ISO 8601; they override the range. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Id of the open entry. */
  readonly entry?: string | undefined;
}

export function validateAuditSearch(search: Record<string, unknown>): AuditSearch {
  return withoutUndefined({
    scope: pickAllowed(SCOPES, search.scope),
    actor: textIn(search.actor),
    surface: pickAllowed(Object.keys(SURFACES) as Surface[], search.surface),
    type: typeIn(search.type),
    record: idIn(search.record),
    subject: textIn(search.subject),
    range: pickAllowed(Object.keys(RANGES) as Range[], search.range),
    from: momentIn(search.from),
    to: momentIn(search.to),
    entry: textIn(search.entry),
  });
}

export const UNFILTERED = {
  actor: undefined,
  surface: undefined,
  type: undefined,
  record: undefined,
  subject: undefined,
} satisfies AuditSearch;

/** True if a filter other than time is set. */
export function isFiltered(search: AuditSearch): boolean {
  return Object.keys(UNFILTERED).some((name) => Object.hasOwn(search, name));
}

/** Returns the input of the procedure. */
export function toAuditInput(search: AuditSearch, place: Place, now = Date.now()): Input {
  const { scope, actor, surface, type, record, subject } = search;
  return {
    ...(scope === "tenant" && { tenantId: place.tenantId }),
    ...(scope === undefined && {
      projectId: place.projectId,
      objectType: type,
      recordId: record,
    }),
    actor,
    surface,
    subject,
    folds: true,
    ...searchTimes(search, now),
  };
}

/** Returns the actor of an entry in the form of the filter. */
export function entryActor({ actor, surface }: Entry): string {
  return `${actor.kind === "system" ? surface : actor.kind}:${actor.id}`;
}

const HOUR_MS = 60 * 60 * 1000;

function searchTimes({ range, from, to }: AuditSearch, now: number): Pick<Input, "from" | "to"> {
  if (from !== undefined || to !== undefined) return { from, to };
  const { days } = RANGES[range ?? DEFAULT_RANGE];
  if (days === null) return {};
  // Rounded to the hour, so that reopening the page has the same query key and uses the cache.
  const start = Math.floor(now / HOUR_MS) * HOUR_MS - days * 24 * HOUR_MS;
  return { from: new Date(start).toISOString() };
}
