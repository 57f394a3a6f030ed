import { dayAt } from "../days-in-zone.ts";

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

export function moved(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** @param first the first day of a month */
export function movedMonths(first: string, count: number): string {
  const [year = 0, month = 1] = first.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
}
