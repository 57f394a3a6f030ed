import type { Db, recordScan } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import type { Call } from "../../call.ts";
import type { Deps, Scan } from "../../deps.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import type { Principal } from "../../principal.ts";
import { cutKey, wholeKey } from "../../record-index/index-key.ts";
import type { Group, ScannedRow } from "../conditions/condition.ts";
import type { Field } from "../conditions/fields.ts";
import {
  comparePositions,
  HIGHEST_ID,
  isEmpty,
  type KeyRange,
  LOWEST_ID,
  pointRange,
} from "../conditions/key-range.ts";

/** The places of a property's own values in their order, by key. Other values follow them, sorted by their keys. */
type Ranks = ReadonlyMap<string, number>;

export interface Sort {
  /** What to sort by; null for the id. Its index has each record at most once. */
  readonly by: (Field & { readonly index: string; readonly ranks: Ranks | null }) | null;
  readonly direction: recordScan.Direction;
}

/** What the records of one type must meet, and their order. */
export interface Search {
  readonly type: string;
  /** A record must meet one of the groups. There is at least one; an empty group is met by every record. */
  readonly groups: readonly Group[];
  readonly sort: Sort;
}

/** Bounds of the work of one call. They do not change what a search finds. */
export interface SearchLimits {
  /** Records that one page, or one count, examines. The next page continues from there. */
  readonly examined: number;
  /** Bytes that it looks at, roughly. */
  readonly bytes: number;
  /**
   * Records that are read at once, if they are small. SQLite reads them while everything else waits, so the next are read
   * in another turn of the event loop.
   */
  readonly chunk: number;
  /** Bytes that its plan looks at to compare conditions. After that it takes the best one so far. */
  readonly planned: number;
  /** Records to collect and sort in memory, for a search by id. */
  readonly collectedById: number;
  /** As `collectedById`, for a search by a field, which also reads the records. */
  readonly collectedByField: number;
  /** Sources to merge. A lookup of more values is collected, or not used. */
  readonly merged: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  examined: 10_000,
  bytes: 16 * 1024 * 1024,
  planned: 4 * 1024 * 1024,
  chunk: 250,
  collectedById: 10_000,
  collectedByField: 2_000,
  merged: 8,
};

/** A search in the database and project in which it runs. */
export interface SearchContext {
  readonly db: Db;
  readonly scope: Principal;
  readonly search: Search;
  readonly limits: SearchLimits;
  /** Null in a transaction. */
  readonly scan: Scan | null;
  readonly work: Work;
}

/** The work that a search has done so far. */
export interface Work {
  /** Roughly, bytes that it has looked at. */
  bytes: number;
  /** Up to how many bytes it plans. */
  planUntil: number;
}

/** The members of a context that a part of a search needs. */
export type Parts = Pick<SearchContext, "db" | "scope" | "scan" | "work">;

/** Bytes that it takes as long to read as a record without values, and a row of an index. */
export const RECORD_BYTES = 256;
export const KEY_BYTES = 32;

export function searchContext(
  { deps, principal: scope }: Call<Pick<Deps, "scan"> & { readonly db: Db }>,
  search: Search,
  limits: SearchLimits = SEARCH_LIMITS,
): SearchContext {
  const { db, scan } = deps;
  return { db, scan, scope, search, limits, work: newWork() };
}

export function newWork(): Work {
  return { bytes: 0, planUntil: Number.POSITIVE_INFINITY };
}

/** Runs a part of a search in its turn; see `Scan.part`. */
export async function part<T>(
  { scan, work }: Pick<SearchContext, "scan" | "work">,
  run: () => Promise<T>,
  measureBytes: (result: T) => number,
): Promise<T> {
  const counted = (result: T) => {
    const bytes = measureBytes(result);
    work.bytes += bytes;
    return bytes;
  };
  if (scan !== null) return scan.part(run, counted);
  const result = await run();
  counted(result);
  return result;
}

/** Counts bytes that a search has looked at outside its parts. */
export function count({ scan, work }: Pick<SearchContext, "scan" | "work">, bytes: number): void {
  work.bytes += bytes;
  scan?.count(bytes);
}

/**
 * Returns the order in which records are sorted by an enumeration, a pipeline or a stage: that of its options, or of the
 * pipelines and their stages. Returns null if a property has no such order.
 */
export function rankOptions(object: ObjectSchema, definition: PropertyDefinition): Ranks | null {
  const values = orderedValues(object, definition);
  if (values.length === 0) return null;
  const keys = new Set(values.map((value) => cutKey(wholeKey(definition, value))));
  return new Map([...keys].map((key, rank) => [key, rank]));
}

function orderedValues(
  { pipelines }: ObjectSchema,
  { name, type, options = [] }: PropertyDefinition,
): readonly string[] {
  if (pipelines.length > 0 && name === "pipeline") return pipelines.map(({ key }) => key);
  if (pipelines.length > 0 && name === "stage") {
    return pipelines.flatMap(({ stages }) => stages.map(({ key }) => key));
  }
  return type === "enumeration" ? options.map(({ value }) => value) : [];
}

/** Returns the place of a key; that of all others after the last. */
export function rankKey(ranks: Ranks | null, key: string): number {
  return ranks === null ? 0 : (ranks.get(key) ?? ranks.size);
}

/** A part of an index whose rows are in the order of the sort. */
export interface RankedRange {
  readonly rank: number;
  readonly range: KeyRange;
}

/** Divides a range of an index into one range for each of the property's own values, and those between them. */
export function divideByRank(range: KeyRange, ranks: Ranks | null): readonly RankedRange[] {
  if (ranks === null) return [{ rank: 0, range }];
  const { property: index } = range;
  const points = [...ranks].map(([key, rank]) => ({ rank, range: pointRange(index, key) }));
  const byKey = points
    .map((point) => point.range)
    .toSorted((a, b) => comparePositions(a.low, b.low));
  const ends = [range.low[0], ...byKey.map(({ low: [key] }) => key)];
  const between = ends.map((key, i): RankedRange => {
    const low = i === 0 ? range.low : ([key, HIGHEST_ID] as const);
    const next = ends[i + 1];
    const high = next === undefined ? range.high : ([next, LOWEST_ID] as const);
    return { rank: ranks.size, range: { property: index, low, high } };
  });
  return [...points, ...between]
    .map((one) => ({ ...one, range: overlap(one.range, range) }))
    .filter((one) => !isEmpty(one.range));
}

function overlap(one: KeyRange, other: KeyRange): KeyRange {
  return {
    property: one.property,
    low: comparePositions(one.low, other.low) > 0 ? one.low : other.low,
    high: comparePositions(one.high, other.high) < 0 ? one.high : other.high,
  };
}

/**
 * A record's place in the order of a search. The key is that of the sorted field's index, or null if the
 * search is sorted by id or the record has no value.
 */
export type Position = readonly [key: string | null, id: number];

/** Some of the records to examine, in the order of the search. */
export interface Batch {
  readonly positions: readonly Position[];
  /** Where the next batch begins, or null at the end. It may be after the last of `positions`. */
  readonly next: Position | null;
  /** The live ones of the records, if they were read in the same statement. */
  readonly rows?: readonly ScannedRow[];
}

/**
 * Returns the next records in the order of the search. They include all records that meet the conditions, and
 * others.
 *
 * @param limit about how many to return
 * @param withRows whether the records themselves are wanted. Of several sources that are merged they are not,
 *   because some of them would be read in vain.
 */
export type Source = (after: Position | null, limit: number, withRows?: boolean) => Promise<Batch>;
