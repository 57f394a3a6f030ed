import type { Outputs } from "../../api.ts";
import { HOURS, type Period } from "./search.ts";

export type HourlyUsage = Outputs["usage"]["byHour"][number];

/** One column of the chart: an hour or a day in the reader's time zone. */
export interface ChartColumn {
  /** When it starts. */
  readonly start: Date;
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
}

const HOUR_MS = 60 * 60 * 1000;

/** Returns the columns of a period that ends now: hours for 24 hours, otherwise days. Those without requests too. */
export function columnsOf(
  hours: readonly HourlyUsage[],
  period: Period,
  now = new Date(),
): readonly ChartColumn[] {
  const startOf = period === "24h" ? startOfHour : startOfDay;
  const columns = new Map<number, { -readonly [K in keyof ChartColumn]: ChartColumn[K] }>();
  for (let back = HOURS[period] - 1; back >= 0; back--) {
    const start = startOf(new Date(now.getTime() - back * HOUR_MS));
    columns.set(start.getTime(), { start, requests: 0, refused: 0, failed: 0 });
  }
  for (const { hour, requests, refused, failed } of hours) {
    const column = columns.get(startOf(new Date(hour)).getTime());
    if (column === undefined) continue;
    column.requests += requests;
    column.refused += refused;
    column.failed += failed;
  }
  return [...columns.values()];
}

function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

function startOfDay(at: Date): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate());
}
