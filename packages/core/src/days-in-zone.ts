import { dayValue, isDay } from "@rapport/model";
import { LRUCache } from "lru-cache";

/** A day of the calendar of a time zone, with its moments: from `starts` to before `ends`. */
export interface Day {
  /** Such as 2026-11-22. */
  readonly day: string;
  readonly starts: string;
  readonly ends: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_OF_400_YEARS = 146_097;
/** Bounded, because a zone has many names that differ in case. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

/** Returns whether a text names a time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    zoneFormat(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the last days of a time zone, ending with the current one. Where the clocks change, a day has 23 or 25 hours.
 *
 * @param zone name of the IANA time zone database
 */
export function lastDays(count: number, zone: string, now = Date.now()): readonly Day[] {
  // Days are counted at noon in UTC, where no change of the clocks moves them.
  const noon = Date.parse(`${dayAt(now, zone)}T12:00:00Z`);
  const dates = Array.from({ length: count + 1 }, (_, i) =>
    new Date(noon - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  );
  const starts = dates.map((date) => new Date(startOfDay(date, zone)).toISOString());
  return dates
    .slice(0, count)
    .map((day, i) => ({ day, starts: starts[i] ?? "", ends: starts[i + 1] ?? "" }));
}

/** Days whose first moments are kept: those of some years in a few zones. `Intl` takes some microseconds for each. */
const firstMoments = new LRUCache<string, number>({ max: 5_000 });

/** Returns the first moment of a day: midnight, or the first hour after it if the clocks leave midnight out. */
export function startOfDay(day: string, zone: string): number {
  const key = `${day} ${zone}`;
  let start = firstMoments.get(key);
  if (start === undefined) {
    start = findStart(day, zone);
    firstMoments.set(key, start);
  }
  return start;
}

function findStart(day: string, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guesses = [midnight - DAY_MS / 2, midnight + DAY_MS / 2].map(
    (around) => midnight - offsetAt(around, zone),
  );
  const start = guesses.find((guess) => guess + offsetAt(guess, zone) === midnight);
  return start ?? Math.max(...guesses);
}

/** Returns the day of the calendar of a time zone at a moment. */
export function dayAt(at: number, zone: string): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 10);
}

/** Returns how far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  if (zone === "UTC") return 0;
  const second = Math.floor(at / 1000) * 1000;
  const parts = Object.fromEntries(
    zoneFormat(zone)
      .formatToParts(second)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  // Date.UTC reads the years 0 to 99 as 1900 to 1999. The calendar repeats after 400 years.
  const later = year < 100 ? 400 : 0;
  const local = Date.UTC(year + later, month - 1, day, hour, minute, parts.second);
  return local - (later > 0 ? DAYS_OF_400_YEARS * DAY_MS : 0) - second;
}

function zoneFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hourCycle: "h23",
      ...{ year: "numeric", month: "numeric", day: "numeric" },
      ...{ hour: "numeric", minute: "numeric", second: "numeric" },
    });
    formats.set(zone, format);
  }
  return format;
}

/**
 * A place between the values of a datetime: the moments from `moment` on and the days from `day` on come after it. Days
 * are stored as midnight in UTC, and so lie among the moments of other days in other time zones.
 */
interface TimeEdge {
  readonly moment: string;
  readonly day: string;
}

/** Values of a datetime from an edge to before another one. An end that is null is open. */
export interface TimeSpan {
  readonly from: TimeEdge | null;
  readonly until: TimeEdge | null;
}

const LAST_DAY = "9999-12-31";
/** Sorts after every day, which is stored as midnight. */
const AFTER_LAST_DAY = `${LAST_DAY}T23:59:59.999Z`;
const LAST_MOMENT = Date.parse(AFTER_LAST_DAY);

/** Returns the edge before a day of a time zone. */
function edgeBefore(day: string, zone: string): TimeEdge {
  return { moment: new Date(startOfDay(day, zone)).toISOString(), day: dayValue(day) };
}

/** Returns the values of a day in a time zone: the day itself, and its moments. */
export function spanOfDay(day: string, zone: string): TimeSpan {
  const from = edgeBefore(day, zone);
  return { from, until: day === LAST_DAY ? null : edgeBefore(nextDay(day), zone) };
}

/** Returns the values that are a moment. A day of a time zone is at its first moment. */
export function spanOfMoment(moment: string, zone: string): TimeSpan {
  const at = Date.parse(moment);
  return { from: edgeAt(at, zone), until: at >= LAST_MOMENT ? null : edgeAt(at + 1, zone) };
}

function edgeAt(at: number, zone: string): TimeEdge {
  return { moment: new Date(at).toISOString(), day: firstDayFrom(at, zone) };
}

/** Returns the first day that begins at a moment or later, as it is stored. */
function firstDayFrom(at: number, zone: string): string {
  const day = dayAt(at, zone);
  // The year 10000, which begins earlier in some time zones, has a sign and six digits.
  if (day.startsWith("+")) return AFTER_LAST_DAY;
  if (startOfDay(day, zone) >= at) return dayValue(day);
  return day === LAST_DAY ? AFTER_LAST_DAY : dayValue(nextDay(day));
}

function nextDay(day: string): string {
  return new Date(Date.parse(dayValue(day)) + DAY_MS).toISOString().slice(0, -LENGTH_OF_TIME);
}

const LENGTH_OF_TIME = "T00:00:00.000Z".length;

/**
 * Returns whether a value of a datetime is in a span.
 *
 * @param value as it is stored
 * @param hasDays whether midnight in UTC is a day
 */
export function isInSpan(value: string, { from, until }: TimeSpan, hasDays = true): boolean {
  const side = hasDays && isDay(value) ? "day" : "moment";
  return (from === null || value >= from[side]) && (until === null || value < until[side]);
}

/**
 * Returns the days that distinguish a span from the range of its moments: those in the span that the range lacks, and those
 * in the range that are not in the span. They are at most two at each end.
 */
export function daysBeside(span: TimeSpan): {
  readonly added: readonly string[];
  readonly removed: readonly string[];
} {
  const near = [...new Set([span.from, span.until].flatMap(daysAt))].toSorted();
  const isIn = (day: string) => isInSpan(day, span);
  const isAmong = (day: string) => isInSpan(day, span, false);
  return {
    added: near.filter((day) => isIn(day) && !isAmong(day)),
    removed: near.filter((day) => isAmong(day) && !isIn(day)),
  };
}

/** Returns the days that are stored between the two places of an edge. */
function daysAt(edge: TimeEdge | null): readonly string[] {
  if (edge === null) return [];
  const [first = 0, last = 0] = [edge.moment, edge.day].map(Date.parse).toSorted((a, b) => a - b);
  const days: string[] = [];
  for (let at = Math.ceil(first / DAY_MS) * DAY_MS; at < last; at += DAY_MS) {
    days.push(new Date(at).toISOString());
  }
  return days;
}
