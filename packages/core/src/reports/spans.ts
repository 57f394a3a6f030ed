import { dayValue } from "@rapport/model";
import { dayAt, startOfDay } from "../days-in-zone.ts";

import type { ClosesInDays } from "../record-index/place-key.ts";

/** A part of a period, with its moments: from `starts` to before `ends`. */
export interface Span {
  /** Its first day in the time zone, such as 2026-11-22; of an hour its first moment. */
  readonly key: string;
  readonly starts: string;
  readonly ends: string;
}

export const UNITS = ["day", "week", "month"] as const;
export type Unit = (typeof UNITS)[number];

/**
 * Returns the close dates of a part of a period: the moments, and the days without a time.
 *
 * @param from first moment of a day of the time zone; null for no limit
 * @param until first moment of the day after the last one
 */
export function closesIn(from: string | null, until: string | null, zone: string): ClosesInDays {
  const dayInZone = (at: string | null) => at && dayValue(dayAt(Date.parse(at), zone));
  return { from, until, days: { from: dayInZone(from), until: dayInZone(until) } };
}

/** Returns the first moment of today and of tomorrow. */
export function today(zone: string, now = Date.now()): { starts: string; ends: string } {
  const day = dayAt(now, zone);
  return { starts: dayStart(day, zone), ends: dayStart(moved(day, 1), zone) };
}

/**
 * Divides days into spans of a unit. The first and the last one may be shorter, because weeks begin on Monday and months on
 * their first day.
 */
export function divideDays({ first, end }: Days, unit: Unit, zone: string): readonly Span[] {
  const spans: Span[] = [];
  for (let key = first; key < end; ) {
    const next = nextStart(key, unit);
    const last = next < end ? next : end;
    spans.push({ key, starts: dayStart(key, zone), ends: dayStart(last, zone) });
    key = last;
  }
  return spans;
}

/** Returns the last hours, ending with the current one. */
export function lastHours(count: number): readonly Span[] {
  const current = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  return Array.from({ length: count }, (_, i) => {
    const [starts, ends] = [count - 1 - i, count - 2 - i].map((back) =>
      new Date(current - back * HOUR_MS).toISOString(),
    );
    return { key: starts ?? "", starts: starts ?? "", ends: ends ?? "" };
  });
}

function nextStart(day: string, unit: Unit): string {
  switch (unit) {
    case "day":
      return moved(day, 1);
    case "week":
      return moved(day, 7 - ((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7));
    case "month":
      return movedMonths(`${day.slice(0, 7)}-01`, 1);
  }
}

function dayStart(day: string, zone: string): string {
  return new Date(startOfDay(day, zone)).toISOString();
}

/** Days of a time zone's calendar, from the first to before the last. */
export interface Days {
  readonly first: string;
  readonly end: string;
}

export const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Returns the last days, ending with today. */
export function lastDays(count: number, zone: string, now = Date.now()): Days {
  const today = dayAt(now, zone);
  return { first: moved(today, 1 - count), end: moved(today, 1) };
}

/** Returns whole months, the first of which is some months after the current one, or before it if negative. */
export function months(from: number, count: number, zone: string, now = Date.now()): Days {
  const month = `${dayAt(now, zone).slice(0, 7)}-01`;
  return { first: movedMonths(month, from), end: movedMonths(month, from + count) };
}

/** Returns whole quarters, the first of which is some quarters after the current one, or before it if negative. */
export function quarters(from: number, count: number, zone: string, now = Date.now()): Days {
  const month = Number(dayAt(now, zone).slice(5, 7));
  return months(3 * from - ((month - 1) % 3), 3 * count, zone, now);
}

function moved(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** @param first the first day of a month */
function movedMonths(first: string, count: number): string {
  const [year = 0, month = 1] = first.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
}
