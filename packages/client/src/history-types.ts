import type { FoundRecord, ListedAssociation, ObjectType } from "./record-types.ts";

/** One change in the history of a record. */
export interface HistoryEntry {
  at: string;
  action:
    | "created"
    | "updated"
    | "deleted"
    | "restored"
    | "merged"
    | "unmerged"
    | "erased"
    | "associated"
    | "dissociated";
  /** The record's version after the change. */
  version: number;
  actor: { type: "client" | "key" | "admin" | "system"; id: string; name: string };
  changes: {
    /**
     * `associations.{type}` for an association, `merge.id` or `merge.into` for a merge. Their values are the other
     * record's id.
     */
    internal_name: string;
    /** Of an association with a label: its key, as this record shows it. */
    type?: string;
    old: string | boolean | (string | boolean)[] | null;
    new: string | boolean | (string | boolean)[] | null;
  }[];
}

/** Everything that is kept about a record. */
export interface RecordExport {
  record: FoundRecord;
  /** Records that were merged into it, through any chain of merges. */
  merged: {
    id: number;
    createdAt: string;
    mergedAt: string;
    /** Id of the record that it was merged into. */
    mergedInto: number;
    properties: FoundRecord["properties"];
  }[];
  /** Associations with live records; `object` is the type of the other record. */
  associations: (ListedAssociation & { object: ObjectType })[];
  /** Newest first. */
  history: HistoryEntry[];
  /** Events of the last 30 days, newest first. */
  events: { id: string; type: string; timestamp: string; data: Record<string, unknown> }[];
  /** Webhook deliveries of the events. */
  deliveries: {
    id: string;
    /** Id of the event. */
    event: string;
    host: string;
    status: string;
    attempts: number;
    createdAt: string;
    finishedAt: string | null;
  }[];
  /** Parts that have more than this export shows. */
  truncated: ("merged" | "associations" | "history" | "events" | "deliveries")[];
}
