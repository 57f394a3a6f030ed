import { reports, sums } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { addUpNow } from "./add-up.ts";
import { inPortions } from "./created-counts.ts";
import type { Read } from "./read-sums.ts";
import { DELIVERY, type KeyRange, KINDS, rangesOfPeriod } from "./sum-keys.ts";

export interface CountedDeliveries {
  /** Index of the period. */
  readonly span: number;
  readonly status: string;
  readonly endpointId: number;
  readonly count: number;
}

const STATUSES = ["delivered", "failed", "pending"] as const;
/** Ranges of keys that one statement reads on SQLite, in a few milliseconds. */
const SQLITE_RANGES = 32;

interface Period {
  readonly starts: string;
  readonly ends: string;
}

/**
 * Counts a project's deliveries that were created in each period, by status and endpoint, from the sums.
 *
 * @param periods must begin and end with a quarter of an hour
 */
export async function countDeliveries(
  deps: Pick<Deps, "db">,
  project: number,
  periods: readonly Period[],
): Promise<Read<readonly CountedDeliveries[]>> {
  if (!(await addUpNow(deps, project))) return countEach(deps, project, periods);
  const parts = periodParts(periods);
  const ranges = parts.map(({ range }, span) => ({
    ...{ span, type: DELIVERY, ...range },
    skip: range.low.length + "|".length + 1,
  }));
  const found = new Map<
    string,
    { -readonly [Key in keyof CountedDeliveries]: CountedDeliveries[Key] }
  >();
  const counted = await inPortions(deps.db, ranges, SQLITE_RANGES, (spans) =>
    sums.countByRest.all(deps.db, { project, spans }),
  );
  for (const { span: part, rest, count } of counted) {
    for (const { span, sign } of parts[part]?.of ?? []) {
      const name = `${span} ${rest}`;
      const known = found.get(name);
      const [status = "", endpoint] = rest.split("|");
      if (known !== undefined) known.count += sign * count;
      else found.set(name, { span, status, endpointId: Number(endpoint), count: sign * count });
    }
  }
  return { value: [...found.values()].filter(({ count }) => count !== 0), rows: 0 };
}

/** A range of keys, and the periods to which it is added or from which it is subtracted. */
interface Part {
  readonly range: KeyRange;
  readonly of: { readonly span: number; readonly sign: 1 | -1 }[];
}

/**
 * Divides periods into days in UTC. The hours between the ends of a period and the nearest days are added or subtracted;
 * where one period ends and another begins, they are read once for both. Periods of hours have no days.
 */
function periodParts(periods: readonly Period[]): readonly Part[] {
  const parts: Part[] = [];
  const edges = new Map<string, Part[]>();
  const within = (starts: string, ends: string): Part[] =>
    rangesOfPeriod({ starts, ends }, [KINDS.hour, KINDS.quarter]).map((range) => ({
      range,
      of: [],
    }));
  for (const [span, { starts, ends }] of periods.entries()) {
    const [first, end] = [nearestDay(starts), nearestDay(ends)];
    if (first >= end) {
      for (const { range } of within(starts, ends)) parts.push({ range, of: [{ span, sign: 1 }] });
      continue;
    }
    const [low, high] = [first.slice(0, 10), end.slice(0, 10)];
    parts.push({ range: { kind: KINDS.day, low, high }, of: [{ span, sign: 1 }] });
    for (const [edge, day, isStart] of [
      [starts, first, true],
      [ends, end, false],
    ] as const) {
      const between = edges.get(edge) ?? (edge < day ? within(edge, day) : within(day, edge));
      edges.set(edge, between);
      const sign = edge < day === isStart ? 1 : -1;
      for (const { of } of between) of.push({ span, sign });
    }
  }
  return [...parts, ...[...edges.values()].flat()];
}

/** Returns the beginning of a day in UTC that is nearest to a time. */
function nearestDay(time: string): string {
  return new Date(Math.round(Date.parse(time) / DAY_MS) * DAY_MS).toISOString();
}

/** Counts in the index of deliveries, if the sums are behind. */
async function countEach(
  { db }: Pick<Deps, "db">,
  project: number,
  periods: readonly Period[],
): Promise<Read<readonly CountedDeliveries[]>> {
  const ranges = STATUSES.flatMap((status) =>
    periods.map(({ starts, ends }, span) => ({ span, status, starts, ends })),
  );
  const counted = await inPortions(db, ranges, 1, (spans) =>
    reports.countDeliveriesIn.all(db, { project, spans }),
  );
  return {
    value: counted.map(({ endpoint_id: endpointId, ...row }) => ({ ...row, endpointId })),
    rows: counted.reduce((sum, { count }) => sum + count, 0),
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
