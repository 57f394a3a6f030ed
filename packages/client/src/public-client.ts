import { makeBatches, toBatchInput, toItem, toItems, toLink } from "./batch-client.ts";
import { type ClientCredentials, tokenCredentials } from "./credentials.ts";
import { RapportError } from "./errors.ts";
import { type Exports, makeExports } from "./exports.ts";
import { type Events, makeEvents } from "./feed.ts";
import { type Imports, makeImports } from "./imports-client.ts";
import { PLURALS } from "./model.ts";
import type {
  ObjectClients,
  Objects,
  ObjectsNamed,
  PluralOf,
  VersionOptions,
} from "./objects-types.ts";
import {
  type Call,
  caller,
  fetchData,
  type List,
  listPages,
  opener,
  type PostOptions,
  pagedList,
  post,
  type Query,
  segment,
} from "./operations.ts";
import type {
  ChangeFilter,
  FoundRecord,
  NoSchema,
  ObjectType,
  RecordFilter,
  RecordSelection,
  SchemaOf,
} from "./record-types.ts";
import { type SchemaClients, schemaClients } from "./schema-client.ts";
import type { SearchTotal } from "./search-types.ts";
import type { Template, TemplateSyncResult } from "./template-types.ts";
import { type CallOptions, createTransport, type TransportOptions } from "./transport.ts";

export interface PublicClientOptions extends TransportOptions, ClientCredentials {}

export type PublicClient<S extends SchemaOf<S> = NoSchema> = ObjectClients<S> &
  SchemaClients &
  OtherClients<S>;

interface OtherClients<S extends SchemaOf<S>> {
  /** Returns the operations of an object type, built in or the project's own, by its plural: `listings`. */
  objects<Plural extends PluralOf<S>>(plural: Plural): ObjectsNamed<S, Plural>;
  readonly events: Events;
  readonly imports: Imports;
  readonly exports: Exports;
  readonly templates: Templates;
}

/**
 * Creates a client of the Public Object API. It finds the token endpoint by discovery (RFC 8414) and renews tokens
 * before they expire.
 *
 * @typeParam S types of the project's schema, which `rapport schema types` writes
 * @throws RapportError INVALID_OPTIONS; every method may throw RapportError with another code
 */
export function createPublicClient<S extends SchemaOf<S> = NoSchema>(
  options: PublicClientOptions,
): PublicClient<S> {
  const transport = createTransport(options);
  const credentials = tokenCredentials(transport, options, options.allowInsecure ?? false);
  const call = caller(transport, credentials);
  const open = opener(transport, credentials);
  const clients = {
    ...objectClients(call),
    objects: (plural: string) => objects(call, plural),
    ...schemaClients(call),
    events: makeEvents(call, open),
    imports: makeImports(call, open),
    exports: makeExports(call, open),
    templates: makeTemplates(call),
  };
  return clients as unknown as PublicClient<S>;
}

export interface TemplateFilter {
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly category?: string | undefined;
  readonly language?: string | undefined;
  /** Templates per page, from 1 to 200. */
  readonly limit?: number | undefined;
}

interface SearchResult {
  readonly results: readonly FoundRecord[];
  readonly nextCursor: string | null;
  readonly total?: SearchTotal;
}

/** Creates the client of each object type. */
function objectClients(call: Call): ObjectClients {
  const clients = PLURALS.map((plural) => [plural, objects(call, plural)]);
  return Object.fromEntries(clients) as ObjectClients;
}

/** Creates the client of the object type with a plural. */
function objects<T extends ObjectType>(call: Call, plural: string): Objects<T> {
  const records = `/api/crm/objects/${segment(plural)}`;
  const record = (id: number | string) => `${records}/${segment(id)}`;
  return {
    async create(properties, { associations, ...options } = {}) {
      const body = {
        properties: toItems(properties),
        ...(associations === undefined ? {} : { associations: associations.map(toLink) }),
      };
      return post(call, `/api/objects/${segment(plural)}`, body, options);
    },
    async read(id, { properties, associations, expand, ...options } = {}) {
      const query = selected({ properties, associations, expand });
      return fetchData(call, { method: "GET", path: record(id), query }, options);
    },
    async readBy(name, value, { properties, associations, expand, ...options } = {}) {
      const path = `${records}/by/${segment(name)}`;
      const query = { value: String(value), ...selected({ properties, associations, expand }) };
      return fetchData(call, { method: "GET", path, query }, options);
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
      return listPages<any>(call, records, query, options) as List<any, any>;
    },
    associations(id, to, { limit } = {}, options) {
      const path = `${record(id)}/associations/${segment(to)}`;
      return listPages(call, path, { limit }, options);
    },
    history(id, { name, limit } = {}, options) {
      return listPages(call, `${record(id)}/history`, { internal_name: name, limit }, options);
    },
    search(search = {}, options) {
      const fetchPage = async (cursor?: string) => {
        const path = `${records}/search`;
        const body = { ...search, cursor };
        const operation = { method: "POST", path, body, repeatable: true } as const;
        const found = await fetchData<SearchResult>(call, operation, options);
        const { results, nextCursor, total } = found;
        return { items: results, nextCursor, ...(total && { total }) };
      };
      return { ...pagedList(fetchPage), page: fetchPage };
    },
    // biome-ignore lint/suspicious/noExplicitAny: one function serves both signatures
    async update(id: number | string, ...[changed, ...rest]: [any, ...any[]]): Promise<any> {
      const isOne = typeof changed === "string";
      const { ifVersion, ...options }: VersionOptions = (isOne ? rest[1] : rest[0]) ?? {};
      const patch = {
        method: "PATCH",
        path: record(id),
        ifMatch: entityTag(id, ifVersion),
      } as const;
      if (isOne) {
        if (rest[0] === undefined) {
          throw new RapportError("INVALID_OPTIONS", `Give ${changed} a value. null clears it.`);
        }
        await call({ ...patch, body: toItem(changed, rest[0]) }, options);
        return undefined;
      }
      const body = { properties: toItems(changed) };
      return fetchData(call, { ...patch, body, prefer: "return=representation" }, options);
    },
    async delete(id, { ifVersion, ...options } = {}) {
      const ifMatch = entityTag(id, ifVersion);
      await call({ method: "DELETE", path: record(id), ifMatch }, options);
    },
    async restore(id, options) {
      await post(call, `${record(id)}/restore`, undefined, options);
    },
    async associate(id, to, toId, { types, ...options } = {}) {
      const path = `${record(id)}/associations/${segment(to)}/${segment(toId)}`;
      await call({ method: "PUT", path, ...(types && { body: { types } }) }, options);
    },
    async dissociate(id, to, toId, { type, ...options } = {}) {
      const path = `${record(id)}/associations/${segment(to)}/${segment(toId)}`;
      await call({ method: "DELETE", path, query: { type } }, options);
    },
    async export(id, options) {
      return fetchData(call, { method: "GET", path: `${record(id)}/export` }, options);
    },
    erase: (id, options) => post(call, `${record(id)}/erase`, undefined, options),
    upsert(idProperty, properties, { associations, ...options } = {}) {
      const body = { idProperty, ...toBatchInput({ properties, associations }) };
      return post(call, `${records}/upsert`, body, options);
    },
    batch: makeBatches(call, records),
    merge: (primaryId, mergeIds, options) =>
      post(call, `${records}/merge`, { primaryId, mergeIds }, options),
    unmerge: (primaryId, mergeId, options) =>
      post(call, `${record(primaryId)}/unmerge`, { mergeId }, options),
  };
}

function selected({ properties, associations, expand }: RecordSelection): Query {
  return {
    properties: properties?.join(","),
    associations: associations?.join(","),
    expand: expand?.join(","),
  };
}

/** Returns the entity tag of a version of a record. */
function entityTag(id: number | string, version: number | undefined): string | undefined {
  return version === undefined ? undefined : `"${id}.${version}"`;
}

interface Templates {
  /** Updates the status of the tenant's templates from the messaging platform. */
  sync(options?: PostOptions): Promise<TemplateSyncResult>;
  list(filter?: TemplateFilter, options?: CallOptions): List<Template>;
}

/** Creates the client of the tenant's message templates. */
function makeTemplates(call: Call): Templates {
  return {
    sync: (options) => post(call, "/templates/sync-status", undefined, options),
    list({ name, status, category, language, limit } = {}, options) {
      return pagedList(async (cursor) => {
        const query = { name, status, category, language, limit, cursor };
        const page = await fetchData<{ templates: Template[]; nextCursor: string | null }>(
          call,
          { method: "GET", path: "/templates", query },
          options,
        );
        return { items: page.templates, nextCursor: page.nextCursor };
      });
    },
  };
}
