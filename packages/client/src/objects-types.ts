import type { Batches, Upserted } from "./batch-client.ts";
import type { ObjectTypes } from "./model.ts";
import type { List, PostOptions } from "./operations.ts";
import type {
  AnyType,
  Association,
  ChangeFilter,
  ChangePage,
  CreatedRecord,
  ErasedRecord,
  HistoryEntry,
  ListedAssociation,
  NewValues,
  NoSchema,
  ObjectType,
  RecordExport,
  RecordFilter,
  RecordOf,
  RecordSelection,
  RemovedRecord,
  SchemaOf,
  StoredName,
  TypePlural,
  TypeSchema,
  Unmerged,
  WrittenName,
  WrittenRecord,
} from "./record-types.ts";
import type { Search, SearchList } from "./search-types.ts";
import type { CallOptions } from "./transport.ts";

/** The operations of a built-in object type. */
export interface Objects<T extends ObjectType> extends ObjectsOf<AnyType, CreatedRecord<T>> {}

/**
 * The operations of one object type.
 *
 * @typeParam T what the project's schema says of the type
 */
export interface ObjectsOf<T extends TypeSchema, Created = CreatedOf<T>> {
  create(
    properties: NewValues<T>,
    options?: PostOptions & { readonly associations?: readonly Association[] | undefined },
  ): Promise<Created>;
  /** Returns the named properties, or all that have a value, and the associations with the named types. */
  read(
    id: number | string,
    options?: CallOptions & RecordSelection<StoredName<T>>,
  ): Promise<RecordOf<T>>;
  /** Returns the one record that has a value of an indexed property. Throws AMBIGUOUS if several have it. */
  readBy(
    name: StoredName<T>,
    value: string | number | boolean,
    options?: CallOptions & RecordSelection<StoredName<T>>,
  ): Promise<RecordOf<T>>;
  /** Lists records by id. */
  list(filter?: RecordFilter<StoredName<T>>, options?: CallOptions): List<RecordOf<T>>;
  /**
   * Lists changes, the oldest first. Deleted, merged and erased records have only their id, version and times.
   */
  list(
    filter: ChangeFilter<StoredName<T>>,
    options?: CallOptions,
  ): List<RecordOf<T> | RemovedRecord, ChangePage<T["stored"]>>;
  /** Lists associations with a type, for example `companies`, by the id of the other record. */
  associations(
    id: number | string,
    to: TypePlural,
    page?: { readonly limit?: number | undefined },
    options?: CallOptions,
  ): List<ListedAssociation>;
  /** Lists the changes of a record, the newest first. */
  history(
    id: number | string,
    filter?: {
      /** Only changes of this property, or with `associations.{type}` of these associations. */
      readonly name?: string | undefined;
      readonly limit?: number | undefined;
    },
    options?: CallOptions,
  ): List<HistoryEntry>;
  /** Finds records by filters, words and associations. Fetches pages until no more records match. */
  search(search?: Search<StoredName<T>>, options?: CallOptions): SearchList<RecordOf<T>>;
  /** Sets one property; null clears it. */
  update<Name extends WrittenName<T>>(
    id: number | string,
    name: Name,
    value: Exclude<T["written"][Name & keyof T["written"]], undefined>,
    options?: VersionOptions,
  ): Promise<void>;
  /** Sets several properties, all or none, and returns the record. null clears a property. */
  update(
    id: number | string,
    properties: T["written"],
    options?: VersionOptions,
  ): Promise<WrittenRecord<T["stored"]>>;
  delete(id: number | string, options?: VersionOptions): Promise<void>;
  /** Restores a record that was deleted in the last 90 days, with its associations. */
  restore(id: number | string, options?: PostOptions): Promise<void>;
  /** Associates the record with another one, for example of `companies`. May be repeated. */
  associate(
    id: number | string,
    to: TypePlural,
    toId: number | string,
    options?: CallOptions & {
      /** Keys of the labels that the association then has, and no others. It keeps its labels if undefined. */
      readonly types?: readonly string[] | undefined;
    },
  ): Promise<void>;
  /** Returns everything that is kept about a record, to answer the person's request. At most 1,000 rows of each part. */
  export(id: number | string, options?: CallOptions): Promise<RecordExport>;
  /**
   * Erases a record for good: its values, its history and its associations. Nothing can undo this. A second erasure
   * throws ERASED.
   */
  erase(id: number | string, options?: CallOptions): Promise<ErasedRecord>;
  /** Removes an association with all its labels. May be repeated. */
  dissociate(
    id: number | string,
    to: TypePlural,
    toId: number | string,
    options?: CallOptions & {
      /** Key of the label to end alone. */
      readonly type?: string | undefined;
    },
  ): Promise<void>;
  /**
   * Updates the one record that has the value of `idProperty`, or creates it. Properties that are left out keep their
   * value. Throws AMBIGUOUS if several records have the value.
   */
  upsert(
    idProperty: WrittenName<T>,
    properties: T["written"],
    options?: PostOptions & { readonly associations?: readonly Association[] | undefined },
  ): Promise<Upserted<T["stored"]>>;
  readonly batch: Batches<T>;
  /**
   * Merges up to 9 records into a primary one, whose record it returns. Their ids then lead to it. A second call
   * throws MERGED.
   */
  merge(
    primaryId: number | string,
    mergeIds: readonly (number | string)[],
    options?: CallOptions,
  ): Promise<WrittenRecord<T["stored"]>>;
  /** Undoes the newest merge into a record, within 90 days. */
  unmerge(
    primaryId: number | string,
    mergeId: number | string,
    options?: CallOptions,
  ): Promise<Unmerged<T["stored"]>>;
}

/** Options of a change of one record. */
export interface VersionOptions extends CallOptions {
  /** The version that the record must have. Otherwise the method throws VERSION_MISMATCH. */
  readonly ifVersion?: number | undefined;
}

/** The result of creating a record of a project's own type: all of its properties that have a value. */
export type CreatedOf<T extends TypeSchema> = {
  id: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
} & T["stored"];

/** The operations of each built-in object type, by its plural name: `contacts`, `companies`. */
export type ObjectClients<S extends SchemaOf<S> = NoSchema> = {
  readonly [T in ObjectType as ObjectTypes[T]["plural"]]: ObjectTypes[T]["plural"] extends keyof S
    ? ObjectsOf<S[ObjectTypes[T]["plural"]], CreatedRecord<T>>
    : Objects<T>;
};

/** What `objects` takes: the plurals of the schema, or any if the client was not told one. */
export type PluralOf<S> = [keyof S] extends [never] ? TypePlural : keyof S & string;

/** The operations of the object type with a plural. */
export type ObjectsNamed<S extends SchemaOf<S>, Plural> = Plural extends keyof S
  ? ObjectsOf<S[Plural]>
  : ObjectsOf<AnyType>;
