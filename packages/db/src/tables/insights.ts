import type { RESPONSE_BOUNDS_MS } from "../columns.ts";
import type { Timestamp } from "./column-types.ts";

export interface UsageTables {
  api_usage: ApiUsageTable;
  request_log: RequestLogTable;
}

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

type ResponseTimeCounts = Record<`ms_${(typeof RESPONSE_BOUNDS_MS)[number]}`, number>;

/** Requests of one credential in one hour. */
interface ApiUsageTable extends ResponseTimeCounts {
  project_id: number;
  /** Start of the hour. */
  hour: Timestamp;
  /** Kind and id, such as `client:rpc…` or `key:3`. */
  credential: string;
  requests: number;
  /** Statuses 400 to 499, including 429. */
  client_errors: number;
  server_errors: number;
  /** Status 429. */
  throttled: number;
  /** The largest part of the rate limit that was used in one window, in per cent. */
  peak_percent: number;
  ms_more: number;
}

interface RequestLogTable {
  project_id: number;
  at: Timestamp;
  /** The request id. */
  id: string;
  method: string;
  /** The path with names in place of values. */
  route: string;
  status: number;
  microseconds: number;
  credential: string;
  /** Code of the error, if the response was one. */
  code: string | null;
  /** What was wrong, without values: message, issues and the form of the input. */
  details: unknown;
}
