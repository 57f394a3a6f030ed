import { dayValue, isDay } from "@rapport/model";
import { dayAt, startOfDay } from "./days-in-zone.ts";

/**
 * A place between the values of a datetime: the moments from `moment` on and the days from `day` on come after it. Days
 * are stored as midnight in UTC, and so lie among the moments of other days in other time zones.
 */
export interface TimeEdge {
  readonly moment: string;
  readonly day: string;
}

/** Values of a datetime from an edge to before another one. An end that is null is open. */
export interface TimeSpan {
  readonly from: TimeEdge | null;
  readonly until: TimeEdge | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const LAST_DAY = "9999-12-31";
const LAST_MOMENT = Date.parse(`${LAST_DAY}T23:59:59.999Z`);

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
  const day = dayAt(at, zone);
  const isStart = startOfDay(day, zone) >= at;
  return { moment: new Date(at).toISOString(), day: dayValue(isStart ? day : nextDay(day)) };
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
