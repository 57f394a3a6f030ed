import type { PlaceRange } from "../record-index/place-key.ts";
import { daysBeside } from "../time-edges.ts";
import { type KeyRange, KINDS } from "./sum-keys.ts";

interface Signed {
  /** Whether it is added or subtracted. */
  readonly sign: 1 | -1;
}

interface Divided {
  /** Ranges of keys with the position of what follows in them. */
  readonly sums: readonly (KeyRange & Signed & { readonly skip: number })[];
  /** Ranges that are counted. */
  readonly edges: readonly (PlaceRange & Signed)[];
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Bounds of the keys of all months, and of the keys without a close date. */
const FIRST_MONTH = "0";
const AFTER_MONTHS = ":";
const [NO_MONTH, AFTER_NO_MONTH] = ["-", "."];

/**
 * Divides a range of close dates into whole months in UTC, whole hours beside them, and what is left to be counted:
 * less than an hour, in time zones whose days begin within one.
 *
 * @param kind owners have no sums by hour, so for them what is beside the months is counted
 */
export function divideRange(
  range: PlaceRange,
  kind: typeof KINDS.closing | typeof KINDS.owner,
): Divided {
  const { closes, ...place } = range;
  const prefix = `${place.pipeline}|${place.stage}|`;
  const skip = [...prefix].length + 1;
  if (closes === undefined && kind === KINDS.closing) {
    const all = { kind: KINDS.stage, low: prefix, high: `${prefix}~` };
    return { sums: [{ ...all, skip, sign: 1 }], edges: [] };
  }
  const ofMonths = (low: string, high: string) => ({
    ...{ kind, low: prefix + low, high: prefix + high },
    ...{ skip: skip + "2026-11|".length, sign: 1 as const },
  });
  if (closes === null) return { sums: [ofMonths(NO_MONTH, AFTER_NO_MONTH)], edges: [] };
  const { from = null, until = null } = closes ?? {};
  const low = from === null ? null : nearestMonth(from);
  const high = until === null ? null : nearestMonth(until);
  const isWithinMonth = low !== null && high !== null && low > high;
  const parts = isWithinMonth
    ? [toPart(from, until, 1)]
    : [
        toPart(from, low, 1),
        toPart(low, from, -1),
        toPart(high, until, 1),
        toPart(until, high, -1),
      ];
  const months = ofMonths(low?.slice(0, 7) ?? FIRST_MONTH, high?.slice(0, 7) ?? AFTER_MONTHS);
  const divided = parts
    .flatMap((part) => part ?? [])
    .map((part) => (kind === KINDS.closing ? divideHours(part) : { hours: [], rest: [part] }));
  const hours = divided.flatMap((one) => one.hours);
  const rest = divided.flatMap((one) => one.rest);
  return {
    sums: [
      ...(isWithinMonth ? [] : [months]),
      ...hours.map((part) => ({
        ...{ kind: KINDS.closingHour, skip: skip + "2026-11-22T13|".length, sign: part.sign },
        ...{ low: prefix + part.from.slice(0, 13), high: prefix + part.until.slice(0, 13) },
      })),
    ],
    edges: [
      ...rest.map(({ sign, ...one }) => ({ ...place, closes: one, sign })),
      ...daysBesideRange(range),
    ],
  };
}

/**
 * Returns the ranges of close dates that are to be added to a range of moments, or subtracted, because days without a time
 * are the same days in every time zone.
 */
export function daysBesideRange({
  closes,
  ...place
}: PlaceRange): readonly (PlaceRange & Signed)[] {
  if (!closes || !("days" in closes)) return [];
  const edge = (side: "from" | "until") => {
    const [moment, day] = [closes[side], closes.days[side]];
    return moment === null || day === null ? null : { moment, day };
  };
  const { added, removed } = daysBeside({ from: edge("from"), until: edge("until") });
  const of = (sign: Signed["sign"]) => (day: string) => {
    const until = new Date(Date.parse(day) + 1).toISOString();
    return { ...place, closes: { from: day, until }, sign };
  };
  return [...added.map(of(1)), ...removed.map(of(-1))];
}

interface Part extends Signed {
  readonly from: string;
  readonly until: string;
}

function toPart(from: string | null, until: string | null, sign: Part["sign"]): Part | null {
  return from !== null && until !== null && from < until ? { from, until, sign } : null;
}

/** Divides a part into whole hours and what is before and after them. */
function divideHours(part: Part): {
  readonly hours: readonly Part[];
  readonly rest: readonly Part[];
} {
  const { from, until, sign } = part;
  const low = hourAt(Math.ceil(Date.parse(from) / HOUR_MS));
  const high = hourAt(Math.floor(Date.parse(until) / HOUR_MS));
  if (low >= high) return { hours: [], rest: [part] };
  const rest = [toPart(from, low, sign), toPart(high, until, sign)].filter((one) => one !== null);
  return { hours: [{ from: low, until: high, sign }], rest };
}

function hourAt(number: number): string {
  return new Date(number * HOUR_MS).toISOString();
}

/** Returns the start of a month in UTC that is nearest to a time. */
function nearestMonth(time: string): string {
  const middle = new Date(Date.parse(time) + 15 * DAY_MS).toISOString();
  return `${middle.slice(0, 7)}-01T00:00:00.000Z`;
}
