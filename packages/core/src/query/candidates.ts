import { type Db, recordScan } from "@rapport/db";
import type { ObjectType, PropertyDefinition } from "@rapport/model";
import type { Principal } from "../principal.ts";
import {
  type Condition,
  comparePositions,
  HIGHEST_ID,
  isWithin,
  keysOf,
  LOWEST_ID,
  wholeIndex,
} from "./filters.ts";

type Direction = recordScan.Direction;
type KeyRange = recordScan.KeyRange;

/**
 * A record's position in a sorted table. The key is null if the record has no value or the table is sorted by
 * id.
 */
export type Position = readonly [key: string | null, id: number];

export interface Sorted {
  readonly type: ObjectType;
  readonly direction: Direction;
  /** Null if sorted by id. */
  readonly by: PropertyDefinition | null;
  readonly conditions: readonly Condition[];
}

/**
 * Returns the next candidates in the table's order. They include all records that meet the conditions, and
 * others.
 */
export type Candidates = (after: Position | null, limit: number) => Promise<readonly Position[]>;

/** Maximum number of records to collect and sort in memory. Sorting by a property also reads the records. */
const MAX_COLLECTED = { byId: 20_000, byProperty: 4_000 };

/**
 * Decides how to scan a table. If a condition leaves few records, collects and sorts those. Otherwise follows
 * the index of the sorted property, then the records without a value of it.
 */
export async function candidatesOf(db: Db, scope: Principal, sorted: Sorted): Promise<Candidates> {
  const { by, conditions } = sorted;
  const answered = conditions.filter((condition) => condition.keyRanges !== null);
  const onSort = answered.find((condition) => by !== null && condition.property === by.name);
  const few = by === null ? MAX_COLLECTED.byId : MAX_COLLECTED.byProperty;
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
  if (by !== null) return byProperty(db, scope, sorted, by, onSort?.keyRanges ?? null);
  const points = conditions.find((condition) => condition.keyRanges?.every(isPoint));
  return points?.keyRanges
    ? byPoints(db, scope, sorted, points.keyRanges)
    : byId(db, scope, sorted);
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
    for (const keyRange of condition.keyRanges ?? []) {
      count += await recordScan.countKeyRange(db, scope, type, keyRange, limit - count);
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
  for (const keyRange of condition.keyRanges ?? []) {
    // Records may have been added since the count.
    const rows = await recordScan.scanKeyRange(db, scope, type, keyRange, "asc", 2 * few);
    for (const { id } of rows) ids.add(id);
  }
  return ids;
}

/** Collects a few records and sorts them. */
async function collected(
  db: Db,
  scope: Principal,
  { by, direction, conditions }: Sorted,
  ids: ReadonlySet<number>,
): Promise<Candidates> {
  const positions =
    by === null
      ? [...ids].map((id): Position => [null, id])
      : [...(await recordScan.findMany(db, scope, [...ids])).values()]
          .filter((row) => conditions.every((condition) => condition.matches(row)))
          .map((row): Position => [keysOf(by, row)[0] ?? null, row.id]);
  positions.sort((a, b) => compareInTable(a, b, direction));
  return async (after, limit) => {
    if (after === null) return positions.slice(0, limit);
    const start = positions.findIndex((position) => compareInTable(position, after, direction) > 0);
    return start < 0 ? [] : positions.slice(start, start + limit);
  };
}

/** Records without a key come last in both directions. */
function compareInTable(a: Position, b: Position, direction: Direction): number {
  const sign = direction === "asc" ? 1 : -1;
  if (a[0] === null || b[0] === null) {
    if (a[0] !== b[0]) return a[0] === null ? 1 : -1;
    return sign * (a[1] - b[1]);
  }
  return sign * comparePositions([a[0], a[1]], [b[0], b[1]]);
}

/** Follows the index of the sorted property. */
function byProperty(
  db: Db,
  scope: Principal,
  sorted: Sorted,
  by: PropertyDefinition,
  wanted: readonly KeyRange[] | null,
): Candidates {
  const { type, direction, conditions } = sorted;
  const keyRanges = (wanted ?? [wholeIndex(by.name)]).toSorted(
    (a, b) => comparePositions(a.low, b.low) * (direction === "asc" ? 1 : -1),
  );
  const onlyWithout = conditions.some(
    ({ property, keyRanges }) => property === by.name && !keyRanges,
  );
  const withoutValue = byId(db, scope, sorted);

  return async (after, limit) => {
    const positions: Position[] = [];
    if ((after === null || after[0] !== null) && !onlyWithout) {
      for (const keyRange of keyRanges) {
        if (positions.length >= limit) break;
        const rest =
          after === null ? keyRange : cut(keyRange, [after[0] ?? "", after[1]], direction);
        if (comparePositions(rest.low, rest.high) >= 0) continue;
        const room = limit - positions.length;
        const rows = await recordScan.scanKeyRange(db, scope, type, rest, direction, room);
        for (const { value, id } of rows) positions.push([value, id]);
      }
    }
    if (positions.length >= limit || wanted !== null) return positions;
    const from = after !== null && after[0] === null ? after : null;
    return [...positions, ...(await withoutValue(from, limit - positions.length))];
  };
}

/** Returns the part of a range that follows a position. */
function cut(keyRange: KeyRange, after: recordScan.KeyPosition, direction: Direction): KeyRange {
  if (direction === "asc") {
    return isWithin(keyRange, after) || comparePositions(after, keyRange.high) >= 0
      ? { ...keyRange, low: after }
      : keyRange;
  }
  return isWithin(keyRange, after) || comparePositions(after, keyRange.low) <= 0
    ? { ...keyRange, high: after }
    : keyRange;
}

/** Scans all records within the id range of the conditions. */
function byId(db: Db, scope: Principal, { type, direction, conditions }: Sorted): Candidates {
  const range = idRange(conditions);
  return async (after, limit) => {
    const rest = cutIds(range, after, direction);
    const rows = await recordScan.scanIds(db, scope, type, rest, direction, limit);
    return rows.map(({ id }): Position => [null, id]);
  };
}

/** Scans the records that have one of several values. The index rows of each value are ordered by id. */
function byPoints(
  db: Db,
  scope: Principal,
  { type, direction, conditions }: Sorted,
  points: readonly KeyRange[],
): Candidates {
  const range = idRange(conditions);
  return async (after, limit) => {
    const { above, below } = cutIds(range, after, direction);
    const ids = new Set<number>();
    for (const { property, low } of points) {
      const keyRange = { property, low: [low[0], above], high: [low[0], below] } as const;
      const rows = await recordScan.scanKeyRange(db, scope, type, keyRange, direction, limit);
      for (const { id } of rows) ids.add(id);
    }
    const sign = direction === "asc" ? 1 : -1;
    const sorted = [...ids].sort((a, b) => sign * (a - b));
    return sorted.slice(0, limit).map((id): Position => [null, id]);
  };
}

/** Returns whether a range covers exactly one value. */
function isPoint({ low, high }: KeyRange): boolean {
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
  after: Position | null,
  direction: Direction,
): recordScan.IdRange {
  if (after === null) return range;
  return direction === "asc"
    ? { ...range, above: Math.max(range.above, after[1]) }
    : { ...range, below: Math.min(range.below, after[1]) };
}
