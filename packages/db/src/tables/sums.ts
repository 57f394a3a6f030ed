import type { Timestamp } from "./column-types.ts";

export interface SumTables {
  sum_changes: SumChangesTable;
  record_sums: RecordSumsTable;
  sum_locks: SumLocksTable;
}

/** Added or removed records and places that the sums do not include yet. Triggers write it. */
interface SumChangesTable {
  project_id: number;
  id: number;
  type: string;
  /** Creation time of the record; null for a place. */
  created_at: Timestamp | null;
  /** Value of the index row named `~place`. */
  place: string | null;
  /** 1 or -1. */
  delta: number;
}

/** Live records that have something in common, counted and summed. */
interface RecordSumsTable {
  project_id: number;
  type: string;
  /** What the records have in common. */
  kind: string;
  key: string;
  count: number;
  /** Records that have an amount. */
  valued: number;
  /** Exact decimal; null if no record has an amount. */
  amount: string | null;
}

/** A row that is locked while the changes of a project are added up. */
interface SumLocksTable {
  project_id: number;
}
