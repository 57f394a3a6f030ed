import { insights } from "@rapport/db";
import { OBJECT_TYPES, type ObjectType } from "@rapport/model";
import type { Counted, Deps } from "../deps.ts";

export interface TypeCount {
  readonly type: ObjectType;
  readonly total: number;
  /** Records created in the last 30 days in UTC, including today, and in the 30 days before. */
  readonly last30Days: number;
  readonly previous30Days: number;
}

export interface RecordFigures {
  readonly counts: readonly TypeCount[];
  readonly createdPerDay: {
    /** The last 30 days in UTC, ending today. */
    readonly days: readonly string[];
    readonly series: Readonly<Record<ObjectType, readonly number[]>>;
  };
  /** When the records were counted: up to 30 seconds ago in a large project. */
  readonly asOf: string;
}

const SHOWN_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const TYPES = Object.keys(OBJECT_TYPES) as ObjectType[];

/** Counts a project's live records of each type, and those created on each day. */
export async function recordFigures(
  deps: Pick<Deps, "db" | "figures">,
  projectId: number,
): Promise<RecordFigures> {
  const { value, asOf } = await deps.figures.get(`records:${projectId}`, () =>
    countRecords(deps, projectId),
  );
  return { ...value, asOf };
}

async function countRecords(
  deps: Pick<Deps, "db">,
  projectId: number,
): Promise<Counted<Omit<RecordFigures, "asOf">>> {
  const days = lastDays(2 * SHOWN_DAYS);
  const spans = TYPES.flatMap((type) => days.map((day) => ({ type, ...rangeOf(day) })));
  const [totals, created] = await Promise.all([
    insights.countByType.all(deps.db, { project: projectId }),
    insights.countCreated.all(deps.db, { project: projectId, spans: JSON.stringify(spans) }),
  ]);
  const totalOf = new Map(totals.map((row) => [row.type, row.total]));
  const createdOn = new Map(created.map((row) => [`${row.type} ${row.starts}`, row.created]));
  const perDay = (type: ObjectType) =>
    days.map((day) => createdOn.get(`${type} ${rangeOf(day).starts}`) ?? 0);
  const series = mapTypes((type) => perDay(type).slice(SHOWN_DAYS));
  return {
    value: {
      counts: TYPES.map((type) => ({
        type,
        total: totalOf.get(type) ?? 0,
        last30Days: sum(series[type]),
        previous30Days: sum(perDay(type).slice(0, SHOWN_DAYS)),
      })),
      createdPerDay: { days: days.slice(SHOWN_DAYS), series },
    },
    rows: sum([...totalOf.values()]),
  };
}

function lastDays(count: number): readonly string[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, i) =>
    new Date(now - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  );
}

function rangeOf(day: string): { starts: string; ends: string } {
  const starts = Date.parse(day);
  return { starts: new Date(starts).toISOString(), ends: new Date(starts + DAY_MS).toISOString() };
}

function mapTypes<T>(of: (type: ObjectType) => T): Record<ObjectType, T> {
  return Object.fromEntries(TYPES.map((type) => [type, of(type)])) as Record<ObjectType, T>;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
