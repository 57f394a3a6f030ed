import { associationScan, recordPages, recordScan, timeScan } from "@rapport/db";
import { compareKeys } from "../../record-index/index-key.ts";
import type { AssociationKind } from "../../records/associations/kinds.ts";
import type { WordQuery } from "../../words/query.ts";
import { scannedSide } from "../conditions/association-conditions.ts";
import type { Row, ScannedRow } from "../conditions/condition.ts";
import { comparePositions, cutRange, isEmpty, isTimeIndex } from "../conditions/key-range.ts";
import { bytesOfRows } from "./matching.ts";
import type { Batch, Position, Source } from "./search-context.ts";
import {
  divideByRank,
  KEY_BYTES,
  part,
  type RankedRange,
  rankKey,
  type SearchContext,
  type Sort,
} from "./search-context.ts";
import { candidatesByWords } from "./word-candidates.ts";

type Direction = recordScan.Direction;
type KeyRange = recordScan.KeyRange;
type IdRange = recordScan.IdRange;

/** Compares places. Records without a key come last in both directions. */
function compareInOrder(a: Position, b: Position, { by, direction }: Sort): number {
  const sign = direction === "asc" ? 1 : -1;
  if (a[0] === null || b[0] === null) {
    if (a[0] !== b[0]) return a[0] === null ? 1 : -1;
    return sign * (a[1] - b[1]);
  }
  const ranks = by?.ranks ?? null;
  const byRank = rankKey(ranks, a[0]) - rankKey(ranks, b[0]);
  return sign * (byRank || compareKeys(a[0], b[0]) || a[1] - b[1]);
}

/** Lists rows of the index that a range belongs to. */
export function scanIndex(
  context: SearchContext,
  range: KeyRange,
  direction: Direction,
  limit: number,
): Promise<readonly { value: string; id: number }[]> {
  const { db, scope, search } = context;
  const { type } = search;
  const column = timeColumn(range.property);
  const scan = () =>
    column === null
      ? recordScan.scanKeyRange(db, scope, { type, keyRange: range }, { direction, limit })
      : timeScan.scanTimes(db, scope, { type, column, range }, { direction, limit });
  return part(context, scan, bytesOfKeys);
}

/** A statement that finds nothing takes some time too. */
function bytesOfKeys({ length }: { readonly length: number }): number {
  return (1 + length) * KEY_BYTES;
}

/** Counts the rows of a range of an index; stops at `limit`. */
export function countIndex(
  context: SearchContext,
  range: KeyRange,
  limit: number,
): Promise<number> {
  const { db, scope, search } = context;
  const { type } = search;
  const column = timeColumn(range.property);
  const counted = () =>
    column === null
      ? recordScan.countKeyRange(db, scope, { type, keyRange: range }, limit)
      : timeScan.countTimes(db, scope, { type, column, range }, limit);
  return part(context, counted, (length) => bytesOfKeys({ length }));
}

function timeColumn(index: string): "created_at" | "updated_at" | null {
  if (index === "createdAt") return "created_at";
  return index === "updatedAt" ? "updated_at" : null;
}

/** Scans all records in a range of ids, by id. */
export function byId(context: SearchContext, range: IdRange): Source {
  const { db, scope, search } = context;
  const { type, sort } = search;
  const { direction } = sort;
  return async (after, limit, withRows) => {
    const rest = cutIds(range, after, direction);
    if (withRows) {
      const list = () => recordPages.listAll(db, scope, type, { ...rest, direction, limit });
      return batchOfRows(await part(context, list, bytesOfRows), limit);
    }
    const scan = () => recordScan.scanIds(db, scope, { type, range: rest }, { direction, limit });
    return toBatch((await part(context, scan, bytesOfKeys)).map(placeById), limit);
  };
}

/** Scans the records that have one key, by id. */
export function byPoint(context: SearchContext, point: KeyRange, range: IdRange): Source {
  const { db, scope, search } = context;
  const { direction } = search.sort;
  const [key] = point.low;
  const { property } = point;
  return async (after, limit, withRows) => {
    const { above, below } = cutIds(range, after, direction);
    if (withRows && !isTimeIndex(property)) {
      const page = { above, below, direction, limit };
      const ofKey = { property, value: key };
      const list = () => recordPages.listByKey(db, scope, { type: search.type, key: ofKey }, page);
      return batchOfRows(await part(context, list, bytesOfRows), limit);
    }
    const rest = { ...point, low: [key, above], high: [key, below] } as const;
    const rows = await scanIndex(context, rest, direction, limit);
    return toBatch(rows.map(placeById), limit);
  };
}

/** Scans the records that are associated with one record of another type, by id. */
export function byAssociated(
  context: SearchContext,
  other: { readonly association: AssociationKind; readonly id: number },
  range: IdRange,
): Source {
  const { db, scope, search } = context;
  const { type, sort } = search;
  const side = scannedSide(other.association);
  return async (after, limit, withRows) => {
    const page = { ...cutIds(range, after, sort.direction), direction: sort.direction, limit };
    if (withRows) {
      const ofOther = { ...side, other: other.id };
      const list = () => recordPages.listAssociated(db, scope, { type, side: ofOther }, page);
      return batchOfRows(await part(context, list, bytesOfRows), limit);
    }
    const listIds = () =>
      associationScan.listAssociatedIds(db, scope, side, { other: other.id, page });
    const ids = await part(context, listIds, bytesOfKeys);
    return toBatch(
      ids.map((id) => placeById({ id })),
      limit,
    );
  };
}

/** Finds the records that can have the words of a query, by id. */
export function byWords(context: SearchContext, query: WordQuery, range: IdRange): Source {
  const { type, sort } = context.search;
  const list = candidatesByWords(context, type, query, sort.direction);
  return async (after, limit) => {
    const ids = await list(cutIds(range, after, sort.direction), limit);
    return toBatch(
      ids.map((id) => placeById({ id })),
      limit,
    );
  };
}

/** Follows ranges of the sorted field's index, in the order of its own values if it has one. */
export function byIndex(context: SearchContext, ranges: readonly KeyRange[]): Source {
  const { by, direction } = context.search.sort;
  const ranks = by?.ranks ?? null;
  const sign = direction === "asc" ? 1 : -1;
  const ordered = ranges
    .flatMap((range) => divideByRank(range, ranks))
    .toSorted((a, b) => sign * (a.rank - b.rank || comparePositions(a.range.low, b.range.low)));
  const restOfRange = ({ rank, range }: RankedRange, after: Position | null) => {
    if (after === null) return range;
    const [key, id] = after;
    const further = sign * (rank - rankKey(ranks, key ?? ""));
    if (further < 0) return null;
    return further > 0 ? range : cutRange(range, [key ?? "", id], direction);
  };
  return async (after, limit) => {
    const positions: Position[] = [];
    if (after !== null && after[0] === null) return toBatch(positions, limit);
    for (const one of ordered) {
      if (positions.length >= limit) break;
      const rest = restOfRange(one, after);
      if (rest === null || isEmpty(rest)) continue;
      const rows = await scanIndex(context, rest, direction, limit - positions.length);
      for (const { value, id } of rows) positions.push([value, id]);
    }
    return toBatch(positions, limit);
  };
}

/** Follows one source, and then another whose records have no key. */
export function inTurn(withKey: Source, withoutKey: Source): Source {
  return async (after, limit) => {
    const first = await withKey(after, limit);
    if (first.next !== null) return first;
    const from = after !== null && after[0] === null ? after : null;
    const second = await withoutKey(from, Math.max(1, limit - first.positions.length));
    return { positions: [...first.positions, ...second.positions], next: second.next };
  };
}

/**
 * Lists places that are known already.
 *
 * @param read records that were read already, by id. If they include all of a batch, it brings them.
 */
export function byList(
  context: SearchContext,
  places: readonly Position[],
  read: ReadonlyMap<number, Row> = new Map(),
): Source {
  const { sort } = context.search;
  const sorted = places.toSorted((a, b) => compareInOrder(a, b, sort));
  return async (after, limit) => {
    const start =
      after === null ? 0 : sorted.findIndex((place) => compareInOrder(place, after, sort) > 0);
    const batch = toBatch(start < 0 ? [] : sorted.slice(start, start + limit), limit);
    const rows = batch.positions.flatMap(([, id]) => read.get(id) ?? []);
    return rows.length < batch.positions.length ? batch : { ...batch, rows };
  };
}

/** Merges sources in the order of the search. A record that several of them find is listed once. */
export function merged(context: SearchContext, sources: readonly Source[]): Source {
  const [only] = sources;
  if (only !== undefined && sources.length === 1) return only;
  const { sort } = context.search;
  const compare = (a: Position, b: Position) => compareInOrder(a, b, sort);
  return async (after, limit) => {
    const batches: Batch[] = [];
    for (const source of sources) batches.push(await source(after, limit));
    // A source that stopped may have more records after its last position, so the merged order is complete only up to
    // the first such position.
    const [end = null] = batches.flatMap(({ next }) => (next === null ? [] : [next])).sort(compare);
    const positions = batches
      .flatMap((batch) => batch.positions)
      .filter((position) => end === null || compare(position, end) <= 0)
      .sort(compare)
      .filter((position, i, all) => i === 0 || compare(position, all[i - 1] as Position) !== 0);
    return { positions, next: end };
  };
}

function placeById({ id }: { readonly id: number }): Position {
  return [null, id];
}

/** Returns the batch of a source that returns fewer places than wanted only at its end. */
function toBatch(positions: readonly Position[], limit: number): Batch {
  return { positions, next: positions.length < limit ? null : (positions.at(-1) ?? null) };
}

function batchOfRows(records: readonly ScannedRow[], limit: number): Batch {
  const rows = records.filter(({ deleted_at: deletedAt }) => deletedAt === null);
  return { ...toBatch(records.map(placeById), limit), rows };
}

function cutIds(range: IdRange, after: Position | null, direction: Direction): IdRange {
  if (after === null) return range;
  return direction === "asc"
    ? { ...range, above: Math.max(range.above, after[1]) }
    : { ...range, below: Math.min(range.below, after[1]) };
}
