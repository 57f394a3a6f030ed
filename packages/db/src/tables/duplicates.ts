import type { Timestamp } from "./column-types.ts";

export interface DuplicateTables {
  duplicate_keys: DuplicateKeysTable;
  duplicate_records: DuplicateRecordsTable;
  duplicate_pairs: DuplicatePairsTable;
  duplicate_locks: DuplicateLocksTable;
  duplicate_backfills: DuplicateBackfillsTable;
}

/** Digests of what duplicates of a record would have in common with it. */
interface DuplicateKeysTable {
  project_id: number;
  type: string;
  key: string;
  record_id: number;
}

/** The keys of `duplicate_keys`, by record. */
interface DuplicateRecordsTable {
  project_id: number;
  record_id: number;
  type: string;
  /** Separated by commas. */
  keys: string;
}

/** Two records that may be the same. Each pair has two rows, one for each record. */
interface DuplicatePairsTable {
  project_id: number;
  record_id: number;
  other_id: number;
  type: string;
  /** The keys that both have, separated by commas; after a dismissal those that they had then. */
  keys: string;
  found_at: Timestamp;
  /** Null until an admin says that they are different. */
  dismissed_at: Timestamp | null;
}

/** A row to lock while the records of a project are compared. */
interface DuplicateLocksTable {
  project_id: number;
}

/** Types of projects whose older records have not all been compared. */
interface DuplicateBackfillsTable {
  project_id: number;
  type: string;
  after_id: number;
}
