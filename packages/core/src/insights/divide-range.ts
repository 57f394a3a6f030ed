import type { PlaceRange } from "../record-index/place-key.ts";
import { type KeyRange, KINDS } from "./sum-keys.ts";

/** A range that is counted, and whether it is added or subtracted. */
interface Edge extends PlaceRange {
  readonly sign: 1 | -1;
}

interface Divided {
  /** A range of keys with the position of what follows in them; null if everything is counted. */
  readonly whole: (KeyRange & { readonly skip: number }) | null;
  readonly edges: readonly Edge[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Before and after all months, and those of records without a close date. */
const FIRST_MONTH = "0";
const AFTER_MONTHS = ":";
const [NO_MONTH, AFTER_NO_MONTH] = ["-", "."];

/**
 * Divides a range of close dates into whole months in UTC, and edges to add or subtract. The months of a
 * time zone begin within a day of those in UTC, so that is little.
 */
export function divideRange(
  range: PlaceRange,
  kind: typeof KINDS.closing | typeof KINDS.owner,
): Divided {
  const { closes, ...place } = range;
  const prefix = `${place.pipeline}|${place.stage}|`;
  const skip = [...prefix].length + 1;
  if (closes === undefined && kind === KINDS.closing) {
    return { whole: { kind: KINDS.stage, low: prefix, high: `${prefix}~`, skip }, edges: [] };
  }
  const ofMonths = (low: string, high: string) => ({
    ...{ kind, low: prefix + low, high: prefix + high },
    skip: skip + "2026-11|".length,
  });
  if (closes === null) return { whole: ofMonths(NO_MONTH, AFTER_NO_MONTH), edges: [] };
  const { from = null, until = null } = closes ?? {};
  const low = from === null ? null : nearestMonth(from);
  const high = until === null ? null : nearestMonth(until);
  const edge = (edgeFrom: string | null, edgeUntil: string | null, sign: Edge["sign"]) =>
    edgeFrom !== null && edgeUntil !== null && edgeFrom < edgeUntil
      ? [{ ...place, closes: { from: edgeFrom, until: edgeUntil }, sign }]
      : [];
  if (low !== null && high !== null && low > high) {
    return { whole: null, edges: edge(from, until, 1) };
  }
  return {
    whole: ofMonths(low?.slice(0, 7) ?? FIRST_MONTH, high?.slice(0, 7) ?? AFTER_MONTHS),
    edges: [
      ...edge(from, low, 1),
      ...edge(low, from, -1),
      ...edge(high, until, 1),
      ...edge(until, high, -1),
    ],
  };
}

/** Returns the start of a month in UTC that is nearest to a time. */
function nearestMonth(time: string): string {
  const middle = new Date(Date.parse(time) + 15 * DAY_MS).toISOString();
  return `${middle.slice(0, 7)}-01T00:00:00.000Z`;
}
