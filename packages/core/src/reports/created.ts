import { dayAt } from "../days-in-zone.ts";
import type { Deps } from "../deps.ts";
import { countCreated } from "../insights/created-counts.ts";
import {
  type Days,
  divideDays,
  lastDays,
  months,
  quarters,
  type Span,
  type Unit,
} from "./spans.ts";

/** Periods of reports that end today. */
export const PAST_PERIODS = ["30d", "90d", "12m"] as const;
export type PastPeriod = (typeof PAST_PERIODS)[number];

export const CREATED_PERIODS = [
  ...PAST_PERIODS,
  "this-month",
  "last-month",
  "this-quarter",
  "last-quarter",
  "this-year",
] as const;
export type CreatedPeriod = (typeof CREATED_PERIODS)[number];

export interface CreatedReport {
  readonly spans: readonly Span[];
  /** Records created in each span. */
  readonly series: readonly { readonly type: string; readonly counts: readonly number[] }[];
  /** When the records were counted: up to 30 seconds ago in a large project. */
  readonly asOf: string;
}

/**
 * Counts the live records of each type by the time of their creation.
 *
 * @param asked.type only this type
 */
export async function createdReport(
  deps: Pick<Deps, "db" | "figures" | "schemas">,
  project: number,
  asked: {
    readonly period: CreatedPeriod;
    readonly unit: Unit;
    readonly timeZone: string;
    readonly type?: string | undefined;
  },
): Promise<CreatedReport> {
  const { period, unit, timeZone, type } = asked;
  const spans = divideDays(periodDays(period, timeZone), unit, timeZone);
  const schema = await deps.schemas.get(project);
  const wanted = type === undefined ? schema.types : [schema.object(type)];
  const types = wanted.map(({ name }) => name);
  const key = `created:${project}:${types}:${unit}:${spans[0]?.starts}:${spans.at(-1)?.ends}`;
  const { value, asOf } = await deps.figures.get(key, async () => {
    const parts = types.flatMap((one) =>
      spans.map(({ starts, ends }) => ({ type: one, starts, ends })),
    );
    const counted = await countCreated(deps, project, parts);
    const series = types.map((one, i) => ({
      type: one,
      counts: counted.value.slice(i * spans.length, (i + 1) * spans.length),
    }));
    return { value: series, rows: counted.rows };
  });
  return { spans, series: value, asOf };
}

/**
 * Returns the days of a period. It ends today at the latest. Twelve months and the periods of the calendar begin with the
 * first day of a month.
 */
export function periodDays(period: CreatedPeriod, zone: string, now = Date.now()): Days {
  const untilToday = ({ first }: Days): Days => ({ ...lastDays(1, zone, now), first });
  switch (period) {
    case "30d":
      return lastDays(30, zone, now);
    case "90d":
      return lastDays(90, zone, now);
    case "12m":
      return untilToday(months(-11, 1, zone, now));
    case "this-month":
      return untilToday(months(0, 1, zone, now));
    case "last-month":
      return months(-1, 1, zone, now);
    case "this-quarter":
      return untilToday(quarters(0, 1, zone, now));
    case "last-quarter":
      return quarters(-1, 1, zone, now);
    case "this-year":
      return untilToday(thisYear(zone, now));
  }
}

function thisYear(zone: string, now: number): Days {
  const month = Number(dayAt(now, zone).slice(5, 7));
  return months(1 - month, 12, zone, now);
}
