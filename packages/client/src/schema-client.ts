import type { ObjectTypes } from "./model.ts";
import { type Call, segment } from "./operations.ts";
import type { Pipeline, Property } from "./schema-types.ts";
import type { CallOptions } from "./transport.ts";

/** Plural name of an object type: `contacts`, `companies`. */
export type Plural = ObjectTypes[keyof ObjectTypes]["plural"];

/** One part of the project's schema. */
export interface SchemaPart<Item> {
  /** Lists all of an object type; one request. */
  list(plural: Plural, options?: CallOptions): Promise<readonly Item[]>;
  /** Reads one by its internal name or key. */
  read(plural: Plural, name: string, options?: CallOptions): Promise<Item>;
}

export interface SchemaClients {
  readonly properties: SchemaPart<Property>;
  /** Contacts and companies have none. */
  readonly pipelines: SchemaPart<Pipeline>;
}

export function schemaClients(call: Call): SchemaClients {
  return { properties: part(call, "properties"), pipelines: part(call, "pipelines") };
}

function part<Item>(call: Call, name: string): SchemaPart<Item> {
  const of = (plural: string) => `/api/crm/${name}/${segment(plural)}`;
  const get = async (path: string, options?: CallOptions) =>
    (await call({ method: "GET", path }, options)) as { data: unknown };
  return {
    async list(plural, options) {
      return ((await get(of(plural), options)).data as { results: Item[] }).results;
    },
    async read(plural, key, options) {
      return (await get(`${of(plural)}/${segment(key)}`, options)).data as Item;
    },
  };
}
