import type { RESPONSE_BOUNDS_MS } from "../columns.ts";
import type { Timestamp } from "./column-types.ts";

export interface UsageTables {
  api_usage: ApiUsageTable;
  request_log: RequestLogTable;
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
  /** Of the error, if the response was one. */
  code: string | null;
  /** What was wrong, without values: message, issues and the form of the input. */
  details: unknown;
}
