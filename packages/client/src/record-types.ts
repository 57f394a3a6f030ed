import type { ObjectTypes } from "./model.ts";
import type { Page } from "./operations.ts";

export type ObjectType = keyof ObjectTypes;

type Scalar = string | number | boolean | null;

/** The value of a property: an array if it holds several values; null clears it. */
export type PropertyValue = Scalar | readonly Scalar[];

/** Values by internal property name. Undefined values are ignored. */
export type Properties = Readonly<Record<string, PropertyValue | undefined>>;

/** The name of an object type: a built-in one, or one of the project's own. */
export type TypeName = ObjectType | (string & {});

/** The plural of an object type: a built-in one, or one of the project's own. */
export type TypePlural = ObjectTypes[ObjectType]["plural"] | (string & {});

export interface Association {
  readonly object: TypeName;
  readonly id: number | string;
  /** Key of a label; the plain association if undefined. */
  readonly type?: string | undefined;
}

/** The result of a create. */
export type CreatedRecord<T extends ObjectType> = {
  id: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
} & Record<ObjectTypes[T]["createField"], string | null>;

/** An association of a record that was read. */
export interface AssociationEntry {
  id: string;
  type: string;
  /** With `expand`: the named properties of the associated record. */
  properties?: Record<string, string | boolean | (string | boolean)[] | null>;
}

/** Values in a response by internal property name. */
export type StoredProperties = Record<string, string | boolean | (string | boolean)[] | null>;

/** A record. Numbers are exact decimal strings; times are in ISO 8601, UTC. */
export interface FoundRecord<Values = StoredProperties> {
  id: number;
  createdAt: string;
  updatedAt: string;
  /** When it was deleted. A live record has none. */
  deletedAt?: string;
  /** Grows with every change of the record. */
  version: number;
  properties: Values;
  /** Associated records by type, or null if none were requested. */
  associations: Record<string, AssociationEntry[]> | null;
  /** Types with more than 1,000 associations, of which 1,000 are in `associations`. */
  associationsTruncated?: string[];
}

/** A record without its values, for a client that may write it and not read it. */
export type RecordStamp = Pick<FoundRecord, "id" | "createdAt" | "updatedAt" | "version">;

/** The record in the response to a change; without its values if the client lacks the read scope. */
export type WrittenRecord<Values = StoredProperties> = FoundRecord<Values> | RecordStamp;

/** What to return of records. */
export interface RecordSelection<Name extends string = string> {
  /** Internal names; all properties that have a value if undefined. */
  readonly properties?: readonly Name[] | undefined;
  /** Types whose associations to return; none if undefined. */
  readonly associations?: readonly TypeName[] | undefined;
  /** Properties of associated records to return with the associations, such as `company.name`; at most 20. */
  readonly expand?: readonly string[] | undefined;
}

export interface RecordFilter<Name extends string = string> extends RecordSelection<Name> {
  /** Lists only deleted records. Needs the delete scope. */
  readonly archived?: boolean | undefined;
  /** Records per page, from 1 to 200. */
  readonly limit?: number | undefined;
}

export interface ChangeFilter<Name extends string = string> extends RecordSelection<Name> {
  /** Lists records that changed at this time or later. ISO 8601 with a time zone, at most 80 days ago. */
  readonly updatedSince: string;
  readonly limit?: number | undefined;
}

/** One page of changes. */
export interface ChangePage<Values = StoredProperties>
  extends Page<FoundRecord<Values> | RemovedRecord> {
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
  /** Id of the record that it was merged into. */
  mergedInto?: number;
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
export interface Unmerged<Values = StoredProperties> {
  /** The record that was merged, as it was before. */
  record: WrittenRecord<Values>;
  primary: WrittenRecord<Values>;
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

/** What a project's schema says of an object type. `rapport schema types` writes it for each type of a project. */
export interface TypeSchema {
  /** Singular name, such as `listing`. */
  readonly name: string;
  /** Values of a record that was read, by internal name. */
  readonly stored: object;
  /** Values that a write takes, by internal name. */
  readonly written: object;
  /** Names of the properties that a new record needs. */
  readonly required: string;
}

/** An object type of which only the built-in names are known. */
export interface AnyType {
  readonly name: string;
  readonly stored: FoundRecord["properties"];
  readonly written: Properties;
  readonly required: never;
}

/** Object types by plural, as `rapport schema types` writes them. */
export type SchemaOf<S> = { readonly [Plural in keyof S]: TypeSchema };

/** The schema of a client that was not told one. */
export type NoSchema = Record<never, never>;

/** Internal names of the properties of records that were read. */
export type StoredName<T extends TypeSchema> = keyof T["stored"] & string;

/** Internal names of the properties that can be written. */
export type WrittenName<T extends TypeSchema> = keyof T["written"] & string;

/** Values of a new record: those that it needs, and others. */
export type NewValues<T extends TypeSchema> = T["written"] & {
  readonly [Name in T["required"] & keyof T["written"]]-?: NonNullable<T["written"][Name]>;
};

/** A record of a type. */
export type RecordOf<T extends TypeSchema> = FoundRecord<T["stored"]>;
