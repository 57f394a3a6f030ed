import { type Db, recordScan } from "@rapport/db";
import type { ObjectType, PropertyDefinition } from "@rapport/model";
import type { Principal } from "../principal.ts";
import {
  type Condition,
  comparePlaces,
  HIGHEST_ID,
  isWithin,
  keysOf,
  LOWEST_ID,
  wholeIndex,
} from "./filters.ts";

type Direction = recordScan.Direction;
type Span = recordScan.Span;

/** Where a record stands in a sorted table: its key, null when it has none or ids are sorted by, and its id. */
export type Place = readonly [key: string | null, id: number];

export interface Sorted {
  readonly type: ObjectType;
  readonly direction: Direction;
  /** Null when sorted by id. */
  readonly by: PropertyDefinition | null;
  readonly conditions: readonly Condition[];
}

/** What may be a table's next records, in its order: all that meet the conditions, and others. */
export type Candidates = (after: Place | null, limit: number) => Promise<readonly Place[]>;

/** So many ids are collected and put in order at once; sorting by a property reads the records as well. */
const FEW = { byId: 20_000, byProperty: 4_000 };

/**
 * Decides how to walk through a table: when a condition leaves few records, through these; else along
 * the index of the property that it is sorted by, and then through the records without a value of it.
 */
export async function candidatesOf(db: Db, scope: Principal, sorted: Sorted): Promise<Candidates> {
  const { by, conditions } = sorted;
  const answered = conditions.filter((condition) => condition.spans !== null);
  const onSort = answered.find((condition) => by !== null && condition.property === by.name);
  const few = by === null ? FEW.byId : FEW.byProperty;
  const best = await mostSelective(db, scope, sorted.type, answered, few);
  if (best !== null && best.condition !== onSort && best.count <= few) {
    return collected(db, scope, sorted, await idsOf(db, scope, sorted.type, best.condition, few));
  }
  const range = idRange(conditions);
  if (by !== null && (range.above > LOWEST_ID || range.below < HIGHEST_ID)) {
    const rows = await recordScan.scanIds(db, scope, sorted.type, range, "asc", few + 1);
    const ids = new Set(rows.map(({ id }) => id));
    if (ids.size <= few) return collected(db, scope, sorted, ids);
  }
  if (by !== null) return byProperty(db, scope, sorted, by, onSort?.spans ?? null);
  const points = conditions.find((condition) => condition.spans?.every(isPoint));
  return points?.spans ? byPoints(db, scope, sorted, points.spans) : byId(db, scope, sorted);
}

async function mostSelective(
  db: Db,
  scope: Principal,
  type: ObjectType,
  conditions: readonly Condition[],
  few: number,
): Promise<{ condition: Condition; count: number } | null> {
  let best: { condition: Condition; count: number } | null = null;
  for (const condition of conditions) {
    const limit = best === null ? few + 1 : best.count;
    let count = 0;
    for (const span of condition.spans ?? []) {
      count += await recordScan.countSpan(db, scope, type, span, limit - count);
      if (count >= limit) break;
    }
    if (best === null || count < best.count) best = { condition, count };
  }
  return best;
}

async function idsOf(
  db: Db,
  scope: Principal,
  type: ObjectType,
  condition: Condition,
  few: number,
): Promise<ReadonlySet<number>> {
  const ids = new Set<number>();
  for (const span of condition.spans ?? []) {
    // Some may have been added since they were counted.
    const rows = await recordScan.scanSpan(db, scope, type, span, "asc", 2 * few);
    for (const { id } of rows) ids.add(id);
  }
  return ids;
}

/** Through few records: all of them, put in order. */
async function collected(
  db: Db,
  scope: Principal,
  { by, direction, conditions }: Sorted,
  ids: ReadonlySet<number>,
): Promise<Candidates> {
  const places =
    by === null
      ? [...ids].map((id): Place => [null, id])
      : [...(await recordScan.findMany(db, scope, [...ids])).values()]
          .filter((row) => conditions.every((condition) => condition.matches(row)))
          .map((row): Place => [keysOf(by, row)[0] ?? null, row.id]);
  places.sort((a, b) => compareInTable(a, b, direction));
  return async (after, limit) => {
    if (after === null) return places.slice(0, limit);
    const start = places.findIndex((place) => compareInTable(place, after, direction) > 0);
    return start < 0 ? [] : places.slice(start, start + limit);
  };
}

/** Records without a key come last in both directions. */
function compareInTable(a: Place, b: Place, direction: Direction): number {
  const sign = direction === "asc" ? 1 : -1;
  if (a[0] === null || b[0] === null) {
    if (a[0] !== b[0]) return a[0] === null ? 1 : -1;
    return sign * (a[1] - b[1]);
  }
  return sign * comparePlaces([a[0], a[1]], [b[0], b[1]]);
}

/** Along the index of the property that the table is sorted by. */
function byProperty(
  db: Db,
  scope: Principal,
  sorted: Sorted,
  by: PropertyDefinition,
  wanted: readonly Span[] | null,
): Candidates {
  const { type, direction, conditions } = sorted;
  const spans = (wanted ?? [wholeIndex(by.name)]).toSorted(
    (a, b) => comparePlaces(a.low, b.low) * (direction === "asc" ? 1 : -1),
  );
  const onlyWithout = conditions.some(({ property, spans }) => property === by.name && !spans);
  const withoutValue = byId(db, scope, sorted);

  return async (after, limit) => {
    const places: Place[] = [];
    if ((after === null || after[0] !== null) && !onlyWithout) {
      for (const span of spans) {
        if (places.length >= limit) break;
        const rest = after === null ? span : cut(span, [after[0] ?? "", after[1]], direction);
        if (comparePlaces(rest.low, rest.high) >= 0) continue;
        const room = limit - places.length;
        const rows = await recordScan.scanSpan(db, scope, type, rest, direction, room);
        for (const { value, id } of rows) places.push([value, id]);
      }
    }
    if (places.length >= limit || wanted !== null) return places;
    const from = after !== null && after[0] === null ? after : null;
    return [...places, ...(await withoutValue(from, limit - places.length))];
  };
}

/** What is left of a stretch after a place in it. */
function cut(span: Span, after: recordScan.IndexPlace, direction: Direction): Span {
  if (direction === "asc") {
    return isWithin(span, after) || comparePlaces(after, span.high) >= 0
      ? { ...span, low: after }
      : span;
  }
  return isWithin(span, after) || comparePlaces(after, span.low) <= 0
    ? { ...span, high: after }
    : span;
}

/** Through all records that the conditions on ids leave. */
function byId(db: Db, scope: Principal, { type, direction, conditions }: Sorted): Candidates {
  const range = idRange(conditions);
  return async (after, limit) => {
    const rest = cutIds(range, after, direction);
    const rows = await recordScan.scanIds(db, scope, type, rest, direction, limit);
    return rows.map(({ id }): Place => [null, id]);
  };
}

/** Through the records that have one of some values, whose index rows are in the order of ids. */
function byPoints(
  db: Db,
  scope: Principal,
  { type, direction, conditions }: Sorted,
  points: readonly Span[],
): Candidates {
  const range = idRange(conditions);
  return async (after, limit) => {
    const { above, below } = cutIds(range, after, direction);
    const ids = new Set<number>();
    for (const { property, low } of points) {
      const span = { property, low: [low[0], above], high: [low[0], below] } as const;
      const rows = await recordScan.scanSpan(db, scope, type, span, direction, limit);
      for (const { id } of rows) ids.add(id);
    }
    const sign = direction === "asc" ? 1 : -1;
    const sorted = [...ids].sort((a, b) => sign * (a - b));
    return sorted.slice(0, limit).map((id): Place => [null, id]);
  };
}

/** Whether a stretch is that of one value. */
function isPoint({ low, high }: Span): boolean {
  return low[0] === high[0];
}

function idRange(conditions: readonly Condition[]): recordScan.IdRange {
  const ranges = conditions.flatMap(({ ids }) => ids ?? []);
  return {
    above: Math.max(LOWEST_ID, ...ranges.map(({ above }) => above)),
    below: Math.min(HIGHEST_ID, ...ranges.map(({ below }) => below)),
  };
}

function cutIds(
  range: recordScan.IdRange,
  after: Place | null,
  direction: Direction,
): recordScan.IdRange {
  if (after === null) return range;
  return direction === "asc"
    ? { ...range, above: Math.max(range.above, after[1]) }
    : { ...range, below: Math.min(range.below, after[1]) };
}
