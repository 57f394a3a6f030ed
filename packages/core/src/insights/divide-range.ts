import { daysBeside } from "../days-in-zone.ts";
import type { PlaceRange } from "../record-index/place-key.ts";
import { type KeyRange, KINDS } from "./sum-keys.ts";

interface Signed {
  /** Whether it is added or subtracted. */
  readonly sign: 1 | -1;
}

interface Divided {
  /**
   * Ranges of keys of stored sums. `skip`: position of the date in a key, from 1. `dropped`: characters of the date with its
   * separator. `keep`: how many of them the result is grouped by.
   */
  readonly sums: readonly SumRange[];
  /** Ranges whose records are counted, because no stored sums fit them. */
  readonly edges: readonly (PlaceRange & Signed)[];
}

type SumRange = KeyRange &
  Signed & { readonly skip: number; readonly keep: number; readonly dropped: number };

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Bounds of the keys of all months, and of the keys without a close date. */
const FIRST_MONTH = "0";
const AFTER_MONTHS = ":";
const [NO_MONTH, AFTER_NO_MONTH] = ["-", "."];

/**
 * Divides a range of close dates into whole months in UTC, whole hours outside of these months, and a rest to be counted:
 * less than an hour, in time zones whose days do not begin at a full hour in UTC.
 *
 * @param kind for owners, everything outside of whole months is counted record by record, because there are no sums by owner
 *   and hour
 */
export function divideRange(
  range: PlaceRange,
  kind: typeof KINDS.closing | typeof KINDS.owner,
): Divided {
  const { closes, ...place } = range;
  const { mixedMonths } = place;
  const prefix = `${place.pipeline}|${place.stage}|`;
  const skip = [...prefix].length + 1;
  const ofKind = (
    kind: KeyRange["kind"],
    { low, high, sign = 1 }: { low: string; high: string; sign?: Part["sign"] },
    [kept, time]: readonly [kept: string, time: string],
  ): SumRange => ({
    ...{ kind, low: prefix + low, high: prefix + high, sign, skip, dropped: time.length },
    keep: mixedMonths === undefined ? 0 : kept.length,
  });
  const ofMonths = (low: string, high: string) =>
    ofKind(kind, { low, high }, ["2026-11", "2026-11|"]);
  const ofHours = (part: { low: string; high: string; sign?: Part["sign"] }) =>
    ofKind(KINDS.closingHour, part, ["2026-11-22", "2026-11-22T13|"]);
  if (closes === null) return { sums: [ofMonths(NO_MONTH, AFTER_NO_MONTH)], edges: [] };
  if (closes === undefined && kind === KINDS.closing) {
    if (mixedMonths === undefined) {
      return { sums: [ofKind(KINDS.stage, { low: "", high: "~" }, ["", ""])], edges: [] };
    }
    const { whole, mixed } = divideMonths(NO_MONTH, AFTER_MONTHS, mixedMonths);
    return {
      sums: [
        ...whole.map(([low, high]) => ofMonths(low, high)),
        ...mixed.map(([low, high]) => ofHours({ low, high })),
      ],
      edges: [],
    };
  }
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
  const [first, last] = [low?.slice(0, 7) ?? FIRST_MONTH, high?.slice(0, 7) ?? AFTER_MONTHS];
  const months = divideMonths(first, isWithinMonth ? first : last, mixedMonths ?? []);
  const mixed = months.mixed.map(([from, until]) => ({
    ...{ from: monthStart(from), until: monthStart(until), sign: 1 as const },
  }));
  const divided = [...parts, ...mixed]
    .flatMap((part) => part ?? [])
    .map((part) => (kind === KINDS.closing ? divideHours(part) : { hours: [], rest: [part] }));
  const hours = divided.flatMap((one) => one.hours);
  const rest = divided.flatMap((one) => one.rest);
  return {
    sums: [
      ...months.whole.map(([low, high]) => ofMonths(low, high)),
      ...hours.map(({ from, until, sign }) =>
        ofHours({ low: from.slice(0, 13), high: until.slice(0, 13), sign }),
      ),
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

/** Divides months into ranges that are read as a whole, and ranges that are not. */
function divideMonths(low: string, high: string, mixedMonths: readonly string[]) {
  const whole: [low: string, high: string][] = [];
  const mixed: [low: string, high: string][] = [];
  let next = low;
  for (const month of mixedMonths) {
    if (month < low || month >= high) continue;
    if (next < month) whole.push([next, month]);
    next = monthAfter(month);
    const before = mixed.at(-1);
    const isNext = before?.[1] === month && monthsIn(before) < MAX_MIXED_MONTHS;
    if (before && isNext) before[1] = next;
    else mixed.push([month, next]);
  }
  if (next < high) whole.push([next, high]);
  return { whole, mixed };
}

/** Months that one range reads by hour at most, so that a statement has few rows. */
const MAX_MIXED_MONTHS = 3;

function monthsIn([low, high]: readonly [low: string, high: string]): number {
  return Math.round((Date.parse(monthStart(high)) - Date.parse(monthStart(low))) / (30 * DAY_MS));
}

function monthAfter(month: string): string {
  return new Date(Date.parse(monthStart(month)) + 32 * DAY_MS).toISOString().slice(0, 7);
}

function monthStart(month: string): string {
  return `${month}-01T00:00:00.000Z`;
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
  return monthStart(middle.slice(0, 7));
}
