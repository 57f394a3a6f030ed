import type { Outputs } from "../../api.ts";
import type { RequestSpan } from "../../reports/usage.ts";
import { toLocalTime } from "../../ui/values/local-time.ts";
import { HOURS, type Period } from "./search.ts";

export type HourlyUsage = Outputs["usage"]["byHour"][number];

const HOUR_MS = 60 * 60 * 1000;

/**
 * Returns the columns of a period that ends now, in the reader's time zone: hours for 24 hours, otherwise days. Those
 * without requests too.
 */
export function columnsOf(
  hours: readonly HourlyUsage[],
  period: Period,
  now: Date,
): readonly RequestSpan[] {
  const spanAt = period === "24h" ? hourAt : dayAt;
  const columns = new Map<string, { -readonly [K in keyof RequestSpan]: RequestSpan[K] }>();
  for (let back = HOURS[period] - 1; back >= 0; back--) {
    const span = spanAt(new Date(now.getTime() - back * HOUR_MS));
    columns.set(span.key, { ...span, ok: 0, refused: 0, failed: 0 });
  }
  for (const { hour, requests, refused, failed } of hours) {
    const column = columns.get(spanAt(new Date(hour)).key);
    if (column === undefined) continue;
    column.ok += requests - refused - failed;
    column.refused += refused;
    column.failed += failed;
  }
  return [...columns.values()];
}

type Span = Pick<RequestSpan, "key" | "starts" | "ends">;

function hourAt(at: Date): Span {
  const start = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
  const starts = new Date(start).toISOString();
  return { key: starts, starts, ends: new Date(start + HOUR_MS).toISOString() };
}

function dayAt(at: Date): Span {
  const startOf = (day: number) => new Date(at.getFullYear(), at.getMonth(), day).toISOString();
  const starts = startOf(at.getDate());
  return { key: toLocalTime(starts).slice(0, 10), starts, ends: startOf(at.getDate() + 1) };
}
