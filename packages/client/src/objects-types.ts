import type { Batches } from "./batch-client.ts";
import type { Upserted } from "./batch-types.ts";
import type { HistoryEntry, RecordExport } from "./history-types.ts";
import type { List } from "./list.ts";
import type { ObjectTypes } from "./model.ts";
import type { PostOptions } from "./post.ts";
import type {
  Association,
  ChangeFilter,
  ChangePage,
  CreatedRecord,
  ErasedRecord,
  FoundRecord,
  ListedAssociation,
  ObjectType,
  Properties,
  PropertyValue,
  RecordFilter,
  RecordSelection,
  RemovedRecord,
  Unmerged,
  WrittenRecord,
} from "./record-types.ts";
import type { Search, SearchList } from "./search-types.ts";
import type { CallOptions } from "./transport.ts";

/** The operations of one object type. */
export interface Objects<T extends ObjectType> {
  create(
    properties: Properties,
    options?: PostOptions & { readonly associations?: readonly Association[] | undefined },
  ): Promise<CreatedRecord<T>>;
  /** Returns the named properties, or all that have a value, and the associations with the named types. */
  read(id: number | string, options?: CallOptions & RecordSelection): Promise<FoundRecord>;
  /** Returns the one record that has a value of an indexed property. Throws AMBIGUOUS if several have it. */
  readBy(
    name: string,
    value: string | number | boolean,
    options?: CallOptions & RecordSelection,
  ): Promise<FoundRecord>;
  /** Lists records by id. */
  list(filter?: RecordFilter, options?: CallOptions): List<FoundRecord>;
  /**
   * Lists changes, the oldest first. Deleted, merged and erased records have only their id, version and times.
   */
  list(filter: ChangeFilter, options?: CallOptions): List<FoundRecord | RemovedRecord, ChangePage>;
  /** Lists associations with a type, for example `companies`, by the id of the other record. */
  associations(
    id: number | string,
    to: ObjectTypes[ObjectType]["plural"],
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
  search(search?: Search, options?: CallOptions): SearchList;
  /** Sets one property; null clears it. */
  update(
    id: number | string,
    name: string,
    value: PropertyValue,
    options?: VersionOptions,
  ): Promise<void>;
  /** Sets several properties, all or none, and returns the record. null clears a property. */
  update(
    id: number | string,
    properties: Properties,
    options?: VersionOptions,
  ): Promise<WrittenRecord>;
  delete(id: number | string, options?: VersionOptions): Promise<void>;
  /** Restores a record that was deleted in the last 90 days, with its associations. */
  restore(id: number | string, options?: PostOptions): Promise<void>;
  /** Associates the record with another one, for example of `companies`. May be repeated. */
  associate(
    id: number | string,
    to: ObjectTypes[ObjectType]["plural"],
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
    to: ObjectTypes[ObjectType]["plural"],
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
    idProperty: string,
    properties: Properties,
    options?: PostOptions & { readonly associations?: readonly Association[] | undefined },
  ): Promise<Upserted>;
  readonly batch: Batches;
  /**
   * Merges up to 9 records into a primary one, whose record it returns. Their ids then lead to it. A second call
   * throws MERGED.
   */
  merge(
    primaryId: number | string,
    mergeIds: readonly (number | string)[],
    options?: CallOptions,
  ): Promise<WrittenRecord>;
  /** Undoes the newest merge into a record, within 90 days. */
  unmerge(
    primaryId: number | string,
    mergeId: number | string,
    options?: CallOptions,
  ): Promise<Unmerged>;
}

/** Options of a change of one record. */
export interface VersionOptions extends CallOptions {
  /** The version that the record must have. Otherwise the method throws VERSION_MISMATCH. */
  readonly ifVersion?: number | undefined;
}

/** The operations of each object type, by its plural name: `contacts`, `companies`. */
export type ObjectClients = {
  readonly [T in ObjectType as ObjectTypes[T]["plural"]]: Objects<T>;
};
