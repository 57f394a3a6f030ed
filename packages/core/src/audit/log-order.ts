import type { audit } from "@rapport/db";
import { actorsOf, storedActor } from "./actors.ts";
import type { LogFilter, Position } from "./log-entry.ts";

/** Where entries come from; of one moment, those of the second come first. */
export const SOURCES = ["history", "audit"] as const;
export const HISTORY = 0;
export const AUDIT = 1;

const EARLIEST = "1970-01-01T00:00:00.000Z";
const LATEST = "9999-12-31T23:59:59.999Z";
/** The position before all entries. */
export const NEWEST: Position = [LATEST, AUDIT, Number.MAX_SAFE_INTEGER];

/** Returns which sources a filter asks for. */
export function sourcesOf(filter: LogFilter) {
  const ofRecords = filter.objectType !== undefined || filter.recordId !== undefined;
  return {
    wantsAudit: !ofRecords && filter.isHistory !== true,
    wantsHistory: filter.projectId !== undefined && filter.subject === undefined,
  };
}

/** Compares positions: newer ones come first. */
export function newestFirst(a: Position, b: Position): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? 1 : -1;
  return b[1] - a[1] || b[2] - a[2];
}

/** Returns the page of a source after a position of the log. */
export function pageOf(
  filter: LogFilter,
  after: Position,
  source: number,
  limit: number,
): audit.LogPage {
  const [at, other, id] = after;
  // Among entries of the same moment, all of one source come before all of the other.
  const before = source === other ? id : source < other ? Number.MAX_SAFE_INTEGER : 0;
  return {
    project: filter.projectId ?? null,
    actor: storedActor(filter.actor),
    actors: actorsOf(filter.surface),
    from: filter.from ?? EARLIEST,
    to: filter.to ?? LATEST,
    at,
    before,
    limit,
  };
}
