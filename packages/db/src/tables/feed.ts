import type { Generated } from "kysely";
import type { Flag, Timestamp } from "./column-types.ts";

export interface FeedTables {
  events: EventsTable;
  feed: FeedTable;
  project_feeds: ProjectFeedsTable;
  feed_epoch: FeedEpochTable;
  live_revisions: LiveRevisionsTable;
}

interface EventsTable {
  id: Generated<number>;
  project_id: number;
  /** The webhook-id of its deliveries. */
  message_id: string;
  type: string;
  /** What it is about: an object type, the label of an association, `template` or `endpoint`. */
  subject: string | null;
  /** `data` of its full form, as JSON. If `subject` is null, the body of its deliveries, byte for byte. */
  payload: string;
  created_at: Timestamp;
  /** 1 until it has its number and its deliveries. */
  pending: Flag;
  /** The record it is about, or the first one of an association; null for others. */
  record_id: number | null;
  /** The second record of an association. */
  other_id: number | null;
}

/** The order of a project's events. */
interface FeedTable {
  project_id: number;
  /** 1 for the project's first event. There are no gaps. */
  number: number;
  event_id: number;
  type: string;
  subject: string;
}

interface ProjectFeedsTable {
  project_id: number;
  last_number: number;
  /** Events up to this number are no longer kept. */
  purged_number: number;
  /** The records of events up to this number were compared with others. */
  compared_number: Generated<number>;
}

/** One row. A restored database gets a new epoch, because it may number other events the same. */
interface FeedEpochTable {
  name: string;
  /** Null in a backup. */
  epoch: string | null;
  /** The database that the epoch was drawn in. */
  place: string | null;
}

/** Counts the changes of a project that have no events. */
interface LiveRevisionsTable {
  project_id: number;
  /** `jobs`, `deliveries` or `usage`. */
  subject: string;
  revision: number;
  changed_at: Timestamp;
}
