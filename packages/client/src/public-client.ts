import { type Batches, batchesOf, inputOf, itemOf, itemsOf, linkOf } from "./batch-client.ts";
import { type ClientCredentials, tokenCredentials } from "./credentials.ts";
import { RapportError } from "./errors.ts";
import { type Events, eventsOf } from "./feed.ts";
import { type Imports, importsOf } from "./imports-client.ts";
import { type List, listOf, type Page } from "./list.ts";
import { type ObjectTypes, PLURALS } from "./model.ts";
import { type Call, caller, opener, type Query, segment } from "./operations.ts";
import { type PostOptions, post } from "./post.ts";
import type {
  Association,
  ChangeFilter,
  ChangePage,
  CreatedRecord,
  ErasedRecord,
  FoundRecord,
  HistoryEntry,
  ListedAssociation,
  ObjectType,
  Properties,
  PropertyValue,
  RecordExport,
  RecordFilter,
  RecordSelection,
  RemovedRecord,
  Search,
  SearchList,
  SearchTotal,
  Template,
  TemplateSyncResult,
  Unmerged,
  Upserted,
  WrittenRecord,
} from "./public-types.ts";
import { type SchemaClients, schemaClients } from "./schema-client.ts";
import { type CallOptions, createTransport, type TransportOptions } from "./transport.ts";

export interface PublicClientOptions extends TransportOptions, ClientCredentials {}

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
  /** Lists associations with another type, for example `companies`, by the id of the other record. */
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
  /** Associates the record with a record of another type, for example of `companies`. May be repeated. */
  associate(
    id: number | string,
    to: ObjectTypes[ObjectType]["plural"],
    toId: number | string,
    options?: CallOptions,
  ): Promise<void>;
  /** Returns everything that is kept about a record, to answer the person's request. At most 1,000 rows of each part. */
  export(id: number | string, options?: CallOptions): Promise<RecordExport>;
  /**
   * Erases a record for good: its values, its history and its associations. Nothing can undo this. A second erasure
   * throws ERASED.
   */
  erase(id: number | string, options?: CallOptions): Promise<ErasedRecord>;
  /** Removes an association. May be repeated. */
  dissociate(
    id: number | string,
    to: ObjectTypes[ObjectType]["plural"],
    toId: number | string,
    options?: CallOptions,
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

interface SearchResult {
  readonly results: readonly FoundRecord[];
  readonly nextCursor: string | null;
  readonly total?: SearchTotal;
}

export interface TemplateFilter {
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly category?: string | undefined;
  readonly language?: string | undefined;
  /** Templates per page, from 1 to 200. */
  readonly limit?: number | undefined;
}

/** The operations of each object type, by its plural name: `contacts`, `companies`. */
export type ObjectClients = {
  readonly [T in ObjectType as ObjectTypes[T]["plural"]]: Objects<T>;
};

export interface PublicClient extends ObjectClients, SchemaClients {
  readonly events: Events;
  readonly imports: Imports;
  readonly templates: {
    /** Updates the status of the tenant's templates from the messaging platform. */
    sync(options?: PostOptions): Promise<TemplateSyncResult>;
    list(filter?: TemplateFilter, options?: CallOptions): List<Template>;
  };
}

/**
 * Creates a client of the Public Object API. It finds the token endpoint by discovery (RFC 8414) and renews tokens
 * before they expire.
 *
 * @throws RapportError INVALID_OPTIONS; every method may throw RapportError with another code
 */
export function createPublicClient(options: PublicClientOptions): PublicClient {
  const transport = createTransport(options);
  const credentials = tokenCredentials(transport, options, options.allowInsecure ?? false);
  const call = caller(transport, credentials);
  const open = opener(transport, credentials);
  return {
    ...objectClients(call),
    ...schemaClients(call),
    events: eventsOf(call, open),
    imports: importsOf(call, open),
    templates: templates(call),
  };
}

function objectClients(call: Call): ObjectClients {
  const clients = PLURALS.map((plural) => [plural, objects(call, plural)]);
  return Object.fromEntries(clients) as ObjectClients;
}

function objects<T extends ObjectType>(call: Call, plural: string): Objects<T> {
  const records = `/api/crm/objects/${plural}`;
  const record = (id: number | string) => `${records}/${segment(id)}`;
  return {
    async create(properties, { associations, ...options } = {}) {
      const body = {
        properties: itemsOf(properties),
        ...(associations === undefined ? {} : { associations: associations.map(linkOf) }),
      };
      return post(call, `/api/objects/${plural}`, body, options);
    },
    async read(id, { properties, associations, ...options } = {}) {
      const query = selected({ properties, associations });
      return dataOf(await call({ method: "GET", path: record(id), query }, options));
    },
    async readBy(name, value, { properties, associations, ...options } = {}) {
      const path = `${records}/by/${segment(name)}`;
      const query = { value: String(value), ...selected({ properties, associations }) };
      return dataOf(await call({ method: "GET", path, query }, options));
    },
    list(filter: Partial<RecordFilter & ChangeFilter> = {}, options?: CallOptions) {
      const { archived, updatedSince, limit } = filter;
      const query = {
        ...selected(filter),
        archived: archived === undefined ? undefined : String(archived),
        updatedSince,
        limit,
      };
      // biome-ignore lint/suspicious/noExplicitAny: one function serves both signatures
      return pagesOf<any>(call, records, query, options) as List<any, any>;
    },
    associations(id, to, { limit } = {}, options) {
      const path = `${record(id)}/associations/${segment(to)}`;
      return pagesOf(call, path, { limit }, options);
    },
    history(id, { name, limit } = {}, options) {
      return pagesOf(call, `${record(id)}/history`, { internal_name: name, limit }, options);
    },
    search(search = {}, options) {
      const fetchPage = async (cursor?: string) => {
        const path = `/api/crm/objects/${plural}/search`;
        const body = { ...search, cursor };
        const answer = await call({ method: "POST", path, body, repeatable: true }, options);
        const { results, nextCursor, total } = dataOf<SearchResult>(answer);
        return { items: results, nextCursor, ...(total && { total }) };
      };
      return { ...listOf(fetchPage), page: fetchPage };
    },
    // biome-ignore lint/suspicious/noExplicitAny: one function serves both signatures
    async update(id: number | string, ...[changed, ...rest]: [any, ...any[]]): Promise<any> {
      const isOne = typeof changed === "string";
      const { ifVersion, ...options }: VersionOptions = (isOne ? rest[1] : rest[0]) ?? {};
      const patch = { method: "PATCH", path: record(id), ifMatch: tagOf(id, ifVersion) } as const;
      if (isOne) {
        if (rest[0] === undefined) {
          throw new RapportError("INVALID_OPTIONS", `Give ${changed} a value. null clears it.`);
        }
        await call({ ...patch, body: itemOf(changed, rest[0]) }, options);
        return undefined;
      }
      const body = { properties: itemsOf(changed) };
      return dataOf(await call({ ...patch, body, prefer: "return=representation" }, options));
    },
    async delete(id, { ifVersion, ...options } = {}) {
      const ifMatch = tagOf(id, ifVersion);
      await call({ method: "DELETE", path: record(id), ifMatch }, options);
    },
    async restore(id, options) {
      await post(call, `${record(id)}/restore`, undefined, options);
    },
    async associate(id, to, toId, options) {
      const path = `${record(id)}/associations/${segment(to)}/${segment(toId)}`;
      await call({ method: "PUT", path }, options);
    },
    async dissociate(id, to, toId, options) {
      const path = `${record(id)}/associations/${segment(to)}/${segment(toId)}`;
      await call({ method: "DELETE", path }, options);
    },
    async export(id, options) {
      return dataOf(await call({ method: "GET", path: `${record(id)}/export` }, options));
    },
    erase: (id, options) => post(call, `${record(id)}/erase`, undefined, options),
    upsert(idProperty, properties, { associations, ...options } = {}) {
      const body = { idProperty, ...inputOf({ properties, associations }) };
      return post(call, `${records}/upsert`, body, options);
    },
    batch: batchesOf(call, records),
    merge: (primaryId, mergeIds, options) =>
      post(call, `${records}/merge`, { primaryId, mergeIds }, options),
    unmerge: (primaryId, mergeId, options) =>
      post(call, `${record(primaryId)}/unmerge`, { mergeId }, options),
  };
}

function templates(call: Call): PublicClient["templates"] {
  return {
    sync: (options) => post(call, "/templates/sync-status", undefined, options),
    list({ name, status, category, language, limit } = {}, options) {
      return listOf(async (cursor) => {
        const query = { name, status, category, language, limit, cursor };
        const answer = await call({ method: "GET", path: "/templates", query }, options);
        const page = dataOf<{ templates: Template[]; nextCursor: string | null }>(answer);
        return { items: page.templates, nextCursor: page.nextCursor };
      });
    },
  };
}

function selected({ properties, associations }: RecordSelection): Query {
  return { properties: properties?.join(","), associations: associations?.join(",") };
}

function pagesOf<Item>(
  call: Call,
  path: string,
  filter: Query,
  options?: CallOptions,
): List<Item, Page<Item> & { readonly asOf: string | undefined }> {
  return listOf(async (cursor) => {
    const answer = await call({ method: "GET", path, query: { ...filter, cursor } }, options);
    const page = dataOf<{ results: Item[]; nextCursor: string | null; asOf?: string }>(answer);
    return { items: page.results, nextCursor: page.nextCursor, asOf: page.asOf };
  });
}

/** Returns the entity tag of a version of a record. */
function tagOf(id: number | string, version: number | undefined): string | undefined {
  return version === undefined ? undefined : `"${id}.${version}"`;
}

function dataOf<Data>(answer: unknown): Data {
  return (answer as { data: Data }).data;
}
