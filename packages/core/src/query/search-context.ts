import type { Db, recordScan } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import type { Principal } from "../principal.ts";
import type { Group } from "./condition.ts";
import type { Field } from "./fields.ts";

export interface Sort {
  /** What to sort by; null for the id. Its index has each record at most once. */
  readonly by: (Field & { readonly index: string }) | null;
  readonly direction: recordScan.Direction;
}

/** What the records of one type must meet, and their order. */
export interface Search {
  readonly type: ObjectType;
  /** A record must meet one of the groups. There is at least one; an empty group is met by every record. */
  readonly groups: readonly Group[];
  readonly sort: Sort;
}

/** Bounds of the work of one call. They do not change what a search finds. */
export interface SearchLimits {
  /** Records that one page, or one count, examines. The next page continues from there. */
  readonly examined: number;
  /**
   * Records that are read at once. SQLite reads them while everything else waits, so the next are read in
   * another turn of the event loop.
   */
  readonly chunk: number;
  /** Records to collect and sort in memory, for a search by id. */
  readonly collectedById: number;
  /** The same for a search by a field, which also reads them. */
  readonly collectedByField: number;
  /** Sources to merge. A lookup of more values is collected, or not used. */
  readonly merged: number;
  /** Returns whether nobody waits for the page any more. The search then ends after the current chunk. */
  readonly isAbandoned?: (() => boolean) | undefined;
}

export const SEARCH_LIMITS: SearchLimits = {
  examined: 10_000,
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
}
