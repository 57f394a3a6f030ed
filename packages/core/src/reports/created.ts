import { OBJECT_TYPES, type ObjectType } from "@rapport/model";
import type { Deps } from "../deps.ts";
import { countCreated } from "../insights/created-counts.ts";
import { lastDays, months } from "./calendar.ts";
import { type Span, spansOf, type Unit } from "./spans.ts";

export const CREATED_PERIODS = ["30d", "90d", "12m"] as const;
export type CreatedPeriod = (typeof CREATED_PERIODS)[number];

export interface CreatedReport {
  readonly spans: readonly Span[];
  /** Records created in each span. */
  readonly series: readonly { readonly type: ObjectType; readonly counts: readonly number[] }[];
  /** When the records were counted: up to 30 seconds ago in a large project. */
  readonly asOf: string;
}

const TYPES = Object.keys(OBJECT_TYPES) as ObjectType[];

/**
 * Counts the live records of each type by the time of their creation.
 *
 * @param asked.type only this type
 */
export async function createdReport(
  deps: Pick<Deps, "db" | "figures">,
  project: number,
  asked: {
    readonly period: CreatedPeriod;
    readonly unit: Unit;
    readonly timeZone: string;
    readonly type?: ObjectType | undefined;
  },
): Promise<CreatedReport> {
  const { period, unit, timeZone, type } = asked;
  const spans = spansOf(daysOf(period, timeZone), unit, timeZone);
  const types = type === undefined ? TYPES : [type];
  const key = `created:${project}:${types}:${unit}:${spans[0]?.starts}:${spans.at(-1)?.ends}`;
  const { value, asOf } = await deps.figures.get(key, async () => {
    const wanted = types.flatMap((one) =>
      spans.map(({ starts, ends }) => ({ type: one, starts, ends })),
    );
    const counted = await countCreated(deps, project, wanted);
    const series = types.map((one, i) => ({
      type: one,
      counts: counted.value.slice(i * spans.length, (i + 1) * spans.length),
    }));
    return { value: series, rows: counted.rows };
  });
  return { spans, series: value, asOf };
}

/** Returns the days of a period that ends today. Twelve months begin with the first day of a month. */
export function daysOf(period: CreatedPeriod, zone: string) {
  switch (period) {
    case "30d":
      return lastDays(30, zone);
    case "90d":
      return lastDays(90, zone);
    case "12m":
      return { ...lastDays(1, zone), first: months(-11, 1, zone).first };
  }
}
