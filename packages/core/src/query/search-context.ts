import type { Db, recordScan } from "@rapport/db";
import type { Deps, Scan } from "../deps.ts";
import type { Principal } from "../principal.ts";
import type { Group } from "./condition.ts";
import type { Field } from "./fields.ts";
import type { Ranks } from "./option-order.ts";

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
  /** The same for a search by a field, which also reads them. */
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

/** What a search has done. */
export interface Work {
  /** Roughly, bytes that it has looked at. */
  bytes: number;
  /** Up to how many bytes it plans. */
  planUntil: number;
}

/** What a part of a search needs. */
export type Parts = Pick<SearchContext, "db" | "scope" | "scan" | "work">;

/** Bytes that it takes as long to read as a record without values, and a row of an index. */
export const RECORD_BYTES = 256;
export const KEY_BYTES = 32;

export function searchContext(
  { db, scan }: Pick<Deps, "scan"> & { readonly db: Db },
  scope: Principal,
  search: Search,
  limits: SearchLimits = SEARCH_LIMITS,
): SearchContext {
  return { db, scan, scope, search, limits, work: newWork() };
}

export function newWork(): Work {
  return { bytes: 0, planUntil: Number.POSITIVE_INFINITY };
}

/** Runs a part of a search in its turn; see `Scan.part`. */
export async function part<T>(
  { scan, work }: Pick<SearchContext, "scan" | "work">,
  run: () => Promise<T>,
  bytesOf: (result: T) => number,
): Promise<T> {
  const counted = (result: T) => {
    const bytes = bytesOf(result);
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
