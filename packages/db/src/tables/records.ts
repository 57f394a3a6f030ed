import type { Generated } from "kysely";
import type { Flag, Json, Timestamp } from "./column-types.ts";

export type StoredValue = string | boolean | string[] | boolean[] | null;
export type StoredProperties = Readonly<Record<string, StoredValue>>;
/** The old and the new value of each changed property. */
export type PropertyChanges = Readonly<Record<string, readonly [StoredValue, StoredValue]>>;

export interface RecordTables {
  records: RecordsTable;
  record_index: RecordIndexTable;
  record_unique: RecordIndexTable;
  record_words: RecordWordsTable;
  record_words_missing: RecordWordsMissingTable;
  record_merges: RecordMergesTable;
  merge_associations: MergeAssociationsTable;
  merge_labels: MergeLabelsTable;
  associations: AssociationsTable;
  record_history: RecordHistoryTable;
  history_removals: HistoryRemovalsTable;
  idempotency_keys: IdempotencyKeysTable;
  upsert_keys: UpsertKeysTable;
  idempotency_records: IdempotencyRecordsTable;
  erasures: ErasuresTable;
}

interface RecordsTable {
  id: Generated<number>;
  project_id: number;
  type: string;
  properties: Json<StoredProperties>;
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Timestamp | null;
  /** An erased record is also deleted, and has no properties. */
  erased_at: Timestamp | null;
  /** The record that it was merged into. Then it is deleted too. */
  merged_into: number | null;
}

interface RecordIndexTable {
  project_id: number;
  type: string;
  property: string;
  value: string;
  record_id: number;
}

interface RecordWordsTable {
  project_id: number;
  type: string;
  record_id: number;
  /** The record's different words, each with a space in front. */
  words: string;
}

interface RecordWordsMissingTable {
  project_id: number;
  type: string;
  /** Records up to this id have their words, and so have those that were changed since. */
  after_id: number;
}

/** One row per merged record. */
interface RecordMergesTable {
  project_id: number;
  merged_id: number;
  primary_id: number;
  /** 1 for the first record that was merged into the primary one. */
  number: number;
  /** Length of the longest chain of merges that ends at the primary record with this merge. */
  height: number;
  /** The values that the primary record took from this one. */
  changes: Json<PropertyChanges>;
  at: Timestamp;
  /** 1 while the merge can be undone. */
  is_kept: Flag;
}

/** An association that a primary record took from a merged one. */
interface MergeAssociationsTable {
  project_id: number;
  merged_id: number;
  other_id: number;
  /** As in `associations`. One that was removed and made again has another time. */
  created_at: Timestamp;
}

/** A label that an association of a primary record took from an association of a merged record. */
interface MergeLabelsTable {
  project_id: number;
  merged_id: number;
  /** Stored type of the other record. */
  type: string;
  other_id: number;
  /** As in `associations`. */
  created_at: Timestamp;
}

/** An association has a row for the plain kind, and one for each label, whose types have the form `company:key`. */
interface AssociationsTable {
  project_id: number;
  from_id: number;
  from_type: string;
  to_id: number;
  to_type: string;
  created_at: Timestamp;
}

interface RecordHistoryTable {
  id: Generated<number>;
  project_id: number;
  record_id: number;
  action: string;
  changes: Json<PropertyChanges>;
  actor: string;
  at: Timestamp;
  /** The record's version after the change. Null in entries that are older than this column. */
  version: number | null;
}

interface UpsertKeysTable {
  project_id: number;
  type: string;
  property: string;
  /** SHA-256 of the value in the form in which equal values are equal. */
  digest: string;
}

/** How far the old history of a project was removed. */
interface HistoryRemovalsTable {
  project_id: number;
  at: Timestamp;
  entry_id: number;
}

interface IdempotencyKeysTable {
  project_id: number;
  /** As the request sent it; for an OAuth client with the client's id and a line feed in front. */
  key: string;
  /** Empty once the response was erased. */
  request_hash: string;
  /** Sealed, because a response may hold a secret that is shown only once. Empty once it was erased. */
  response: string;
  created_at: Timestamp;
}

interface IdempotencyRecordsTable {
  project_id: number;
  record_id: number;
  key: string;
  created_at: Timestamp;
}

/** The erasures of records. Rows are kept for ever and hold no values. */
interface ErasuresTable {
  project_id: number;
  record_id: number;
  type: string;
  record_created_at: Timestamp;
  version: number;
  actor: string;
  at: Timestamp;
  /** What is left to do; null if the values are gone. */
  step: string | null;
  /** How far the step has come; its meaning depends on the step. */
  after_id: number;
}
