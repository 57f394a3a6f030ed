import { type Day, lastDays } from "../days-in-zone.ts";
import type { Counted, Deps } from "../deps.ts";
import { countCreated, countTotals } from "./created-counts.ts";

export interface TypeCount {
  readonly type: string;
  readonly total: number;
  /** Records created in the last 30 days, including today, and in the 30 days before. */
  readonly last30Days: number;
  readonly previous30Days: number;
}

export interface RecordFigures {
  readonly counts: readonly TypeCount[];
  readonly createdPerDay: {
    /** The last days of the time zone, ending today. */
    readonly days: readonly Day[];
    readonly series: Readonly<Record<string, readonly number[]>>;
  };
  /** When the records were counted: up to 30 seconds ago in a large project. */
  readonly asOf: string;
}

const COMPARED_DAYS = 30;

/**
 * Counts a project's live records of each type, and those created on each day.
 *
 * @param shown number of days, and the time zone whose days they are
 */
export async function recordFigures(
  deps: Pick<Deps, "db" | "figures" | "schemas">,
  projectId: number,
  shown: { readonly days: number; readonly timeZone: string },
): Promise<RecordFigures> {
  const key = `records:${projectId}:${shown.days}:${shown.timeZone}`;
  const { value, asOf } = await deps.figures.get(key, () => countRecords(deps, projectId, shown));
  return { ...value, asOf };
}

async function countRecords(
  deps: Pick<Deps, "db" | "schemas">,
  projectId: number,
  shown: { readonly days: number; readonly timeZone: string },
): Promise<Counted<Omit<RecordFigures, "asOf">>> {
  const { types } = await deps.schemas.get(projectId);
  const names = types.map(({ name }) => name);
  const days = lastDays(Math.max(2 * COMPARED_DAYS, shown.days), shown.timeZone);
  const spans = names.flatMap((type) => days.map(({ starts, ends }) => ({ type, starts, ends })));
  const [totals, created] = await Promise.all([
    countTotals(deps, projectId, names),
    countCreated(deps, projectId, spans),
  ]);
  const perDay = (type: string) => {
    const first = names.indexOf(type) * days.length;
    return created.value.slice(first, first + days.length);
  };
  const series = Object.fromEntries(names.map((type) => [type, perDay(type).slice(-shown.days)]));
  return {
    value: {
      counts: names.map((type) => ({
        type,
        total: totals.value.get(type) ?? 0,
        last30Days: sum(perDay(type).slice(-COMPARED_DAYS)),
        previous30Days: sum(perDay(type).slice(-2 * COMPARED_DAYS, -COMPARED_DAYS)),
      })),
      createdPerDay: { days: days.slice(-shown.days), series },
    },
    rows: totals.rows + created.rows,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
