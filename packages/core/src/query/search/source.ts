import type { ScannedRow } from "../conditions/condition.ts";

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
