import type { RapportIssue, ServerErrorCode } from "./errors.ts";
import type { List, Page } from "./list.ts";
import type { ObjectTypes } from "./model.ts";

export type ObjectType = keyof ObjectTypes;

type Scalar = string | number | boolean | null;

/** The value of a property: an array if it holds several values; null clears it. */
export type PropertyValue = Scalar | readonly Scalar[];

/** Values by internal property name. Undefined values are ignored. */
export type Properties = Readonly<Record<string, PropertyValue | undefined>>;

export interface Association {
  readonly object: ObjectType;
  readonly id: number | string;
}

/** The result of a create. */
export type CreatedRecord<T extends ObjectType> = {
  id: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
} & Record<ObjectTypes[T]["createField"], string | null>;

/** A record. Numbers are exact decimal strings; times are in ISO 8601, UTC. */
export interface FoundRecord {
  id: number;
  createdAt: string;
  updatedAt: string;
  /** When it was deleted. A live record has none. */
  deletedAt?: string;
  /** Grows with every change of the record. */
  version: number;
  properties: Record<string, string | boolean | (string | boolean)[] | null>;
  /** Associated records by type, or null if none were requested. */
  associations: Record<string, { id: string; type: string }[]> | null;
  /** Types with more than 1,000 associations, of which 1,000 are in `associations`. */
  associationsTruncated?: string[];
}

/** A record without its values, for a client that may write it and not read it. */
export type RecordStamp = Pick<FoundRecord, "id" | "createdAt" | "updatedAt" | "version">;

/** The record in the response to a change; without its values if the client lacks the read scope. */
export type WrittenRecord = FoundRecord | RecordStamp;

/** What to return of records. */
export interface RecordSelection {
  /** Internal names; all properties that have a value if undefined. */
  readonly properties?: readonly string[] | undefined;
  /** Types whose associations to return; none if undefined. */
  readonly associations?: readonly ObjectType[] | undefined;
}

export interface RecordFilter extends RecordSelection {
  /** Lists only deleted records. Needs the delete scope. */
  readonly archived?: boolean | undefined;
  /** Records per page, from 1 to 200. */
  readonly limit?: number | undefined;
}

export interface ChangeFilter extends RecordSelection {
  /** Lists records that changed at this time or later. ISO 8601 with a time zone, at most 80 days ago. */
  readonly updatedSince: string;
  readonly limit?: number | undefined;
}

/** One page of changes. */
export interface ChangePage extends Page<FoundRecord | RemovedRecord> {
  /** On the first page: the `updatedSince` of the next list. */
  readonly asOf: string | undefined;
}

/** A deleted, merged or erased record in a list of changes. */
export interface RemovedRecord {
  id: number;
  version: number;
  deletedAt: string;
  /** When it was merged into another record. A read of its id returns that record. */
  mergedAt?: string;
  /** Only of an erased record. */
  erasedAt?: string;
}

/** What is left of an erased record. */
export interface ErasedRecord {
  id: number;
  version: number;
  erasedAt: string;
}

/** The result of undoing a merge. */
export interface Unmerged {
  /** The record that was merged, as it was before. */
  record: WrittenRecord;
  primary: WrittenRecord;
  /** Properties of the primary record that keep their value, because it changed after the merge. */
  kept: readonly string[];
}

/** An association in a list of them. */
export interface ListedAssociation {
  /** Id of the associated record. */
  id: string;
  /** Label of the association, for example `contact_to_company`. */
  type: string;
  createdAt: string;
}

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
  changes: readonly {
    /**
     * `associations.{type}` for an association, `merge.id` or `merge.into` for a merge. Their values are the other
     * record's id.
     */
    internal_name: string;
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

type FilterValue = string | number | boolean;

/** A condition on a property, `id`, `createdAt`, `updatedAt`, or `associations.` with an object type. */
export type SearchFilter = { readonly internal_name: string } & (
  | {
      readonly operator:
        | "EQ"
        | "NEQ"
        | "LT"
        | "LTE"
        | "GT"
        | "GTE"
        | "CONTAINS_TOKEN"
        | "NOT_CONTAINS_TOKEN";
      readonly value: FilterValue;
    }
  | {
      readonly operator: "BETWEEN";
      readonly value: FilterValue;
      readonly highValue: FilterValue;
    }
  | { readonly operator: "IN" | "NOT_IN"; readonly values: readonly FilterValue[] }
  | { readonly operator: "HAS_PROPERTY" | "NOT_HAS_PROPERTY" }
);

export interface Search {
  /** Groups of filters. A record must meet all filters of one group. */
  readonly filterGroups?: readonly { readonly filters: readonly SearchFilter[] }[];
  /** Words, each of which must begin a word of some text property. */
  readonly query?: string;
  /** At most one sort; by id if omitted. */
  readonly sorts?: readonly {
    readonly internal_name: string;
    readonly direction?: "ASCENDING" | "DESCENDING";
  }[];
  /** Properties to return; all that have a value if omitted. */
  readonly properties?: readonly string[];
  /** Types whose associations to return; none if omitted. */
  readonly associations?: readonly ObjectType[];
  /** Records per page, from 1 to 200. A page may have fewer, or none, although others follow. */
  readonly limit?: number;
  /** Whether each page says how many records match, up to 10,000. */
  readonly total?: boolean;
}

/** The number of matching records: exactly `value`, or at least. */
export interface SearchTotal {
  readonly value: number;
  readonly relation: "eq" | "gte";
}

/** Matching records. Fetches its pages as they are needed. */
export interface SearchList extends List<FoundRecord> {
  page(cursor?: string): Promise<Page<FoundRecord> & { readonly total?: SearchTotal }>;
}

/** One input of a batch, by operation. */
export interface BatchInputs {
  create: {
    readonly properties: Properties;
    readonly associations?: readonly Association[] | undefined;
  };
  /** An id, or with `idProperty` a value. */
  read: { readonly id: number | string } | { readonly value: string | number | boolean };
  update: {
    readonly id: number | string;
    readonly properties: Properties;
    /** The only version that the input changes. */
    readonly ifVersion?: number | undefined;
  };
  delete: { readonly id: number | string; readonly ifVersion?: number | undefined };
}

/** A record that a batch wrote; without `properties` and `associations` if the token lacks the read scope. */
export type BatchRecord = Pick<FoundRecord, "id" | "createdAt" | "updatedAt" | "version"> &
  Partial<FoundRecord>;

/** What an upsert did. */
export interface Upserted {
  status: "created" | "updated" | "unchanged";
  record: BatchRecord;
}

/** What a batch did. Each input is in one of the two lists, at `index` from 0. */
export interface BatchAnswer {
  results: {
    index: number;
    status: "created" | "updated" | "unchanged" | "found" | "deleted";
    record: BatchRecord;
  }[];
  errors: {
    index: number;
    code: ServerErrorCode;
    message: string;
    /** One entry per fault. Its path begins with `inputs.{index}`. */
    issues: RapportIssue[];
  }[];
}

export interface Template {
  id: number;
  name: string;
  language: string;
  status: string;
  category: string;
  components: unknown;
  createdAt: string;
  updatedAt: string;
}

export interface TemplateSyncResult {
  total_fetched_from_meta: number;
  matched: number;
  updated: number;
  unchanged: number;
  not_found: number;
  updated_templates: readonly UpdatedTemplate[];
}

export interface UpdatedTemplate {
  template_name: string;
  language_code: string;
  old_status: string;
  new_status: string;
  old_category: string;
  new_category: string;
}
