import type { ObjectTypes } from "./model.ts";
import { type Call, type PostOptions, post, segment } from "./operations.ts";
import type {
  AssociationLabel,
  AssociationLabelChanges,
  ChangedProperty,
  NewAssociationLabel,
  NewObjectType,
  NewPipeline,
  NewProperty,
  NewStage,
  ObjectTypeChanges,
  ObjectTypeSettings,
  Pipeline,
  PipelineChanges,
  Property,
  PropertyChanges,
  Stage,
  StageChanges,
} from "./schema-types.ts";
import type { CallOptions } from "./transport.ts";

/** Plural name of an object type: `contacts`, `companies`, or that of a type of the project's own. */
export type Plural = ObjectTypes[keyof ObjectTypes]["plural"] | (string & {});

/** The object types of the project. */
export interface ObjectTypesClient {
  /** Lists all of them, built-in ones first; one request. */
  list(options?: CallOptions): Promise<readonly ObjectTypeSettings[]>;
  read(plural: Plural, options?: CallOptions): Promise<ObjectTypeSettings>;
  create(settings: NewObjectType, options?: PostOptions): Promise<ObjectTypeSettings>;
  update(
    plural: Plural,
    changes: ObjectTypeChanges,
    options?: CallOptions,
  ): Promise<ObjectTypeSettings>;
  /** Removes a type of the project's own; throws IN_USE while it has live records. */
  delete(plural: Plural, options?: CallOptions): Promise<void>;
}

/** One part of the project's schema. */
export interface SchemaPart<Item, New, Changes, Changed = Item> {
  /** Lists all of an object type; one request. */
  list(plural: Plural, options?: CallOptions): Promise<readonly Item[]>;
  /** Reads one by its internal name or key. */
  read(plural: Plural, name: string, options?: CallOptions): Promise<Item>;
  create(plural: Plural, settings: New, options?: PostOptions): Promise<Item>;
  /** Changes the given settings. Wait longer than usual for a property that becomes indexed or unique. */
  update(plural: Plural, name: string, changes: Changes, options?: CallOptions): Promise<Changed>;
  /** Removes one that no record uses; otherwise throws CONFLICT with the counts in its issue. */
  delete(plural: Plural, name: string, options?: CallOptions): Promise<void>;
}

/** The stages of a pipeline, which `list` and `read` of pipelines return. */
export interface Stages {
  /** Adds a stage at the end. */
  create(
    plural: Plural,
    pipeline: string,
    settings: NewStage,
    options?: PostOptions,
  ): Promise<Stage>;
  update(
    plural: Plural,
    pipeline: string,
    stage: string,
    changes: StageChanges,
    options?: CallOptions,
  ): Promise<Stage>;
  /** Removes a stage that no record is in. */
  delete(plural: Plural, pipeline: string, stage: string, options?: CallOptions): Promise<void>;
  /** Sets the order; give each key once. */
  order(
    plural: Plural,
    pipeline: string,
    keys: readonly string[],
    options?: CallOptions,
  ): Promise<readonly Stage[]>;
}

export interface Pipelines extends SchemaPart<Pipeline, NewPipeline, PipelineChanges> {
  /** Sets the order; give each key once. */
  order(
    plural: Plural,
    keys: readonly string[],
    options?: CallOptions,
  ): Promise<readonly Pipeline[]>;
  readonly stages: Stages;
}

/** The labels of associations of two types, as the first one sees them. */
export interface AssociationLabels {
  /** Lists all of two types; one request. */
  list(plural: Plural, to: Plural, options?: CallOptions): Promise<readonly AssociationLabel[]>;
  read(plural: Plural, to: Plural, key: string, options?: CallOptions): Promise<AssociationLabel>;
  create(
    plural: Plural,
    to: Plural,
    settings: NewAssociationLabel,
    options?: PostOptions,
  ): Promise<AssociationLabel>;
  /** Changes names and limits. Throws IN_USE if records have more associations than a new limit allows. */
  update(
    plural: Plural,
    to: Plural,
    key: string,
    changes: AssociationLabelChanges,
    options?: CallOptions,
  ): Promise<AssociationLabel>;
  /** Removes one that no association has; otherwise throws IN_USE. */
  delete(plural: Plural, to: Plural, key: string, options?: CallOptions): Promise<void>;
}

export interface SchemaClients {
  readonly types: ObjectTypesClient;
  readonly associationLabels: AssociationLabels;
  readonly properties: SchemaPart<Property, NewProperty, PropertyChanges, ChangedProperty>;
  /** Contacts and companies have none. */
  readonly pipelines: Pipelines;
}

type Send = <Data>(
  method: "GET" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  options?: CallOptions,
) => Promise<Data>;

export function schemaClients(call: Call): SchemaClients {
  const send: Send = async (method, path, body, options) => {
    const answer = (await call({ method, path: `/api/crm/${path}`, body }, options)) as
      | { data: never }
      | undefined;
    return answer?.data as never;
  };
  return {
    types: objectTypes(call, send),
    associationLabels: associationLabels(call, send),
    properties: part(call, send, "properties"),
    pipelines: {
      ...part(call, send, "pipelines"),
      order: (plural, keys, options) =>
        ordered(send, `pipelines/${segment(plural)}`, keys, options),
      stages: stages(call, send),
    },
  };
}

function part<Item, New, Changes, Changed>(
  call: Call,
  send: Send,
  name: string,
): SchemaPart<Item, New, Changes, Changed> {
  const of = (plural: string) => `${name}/${segment(plural)}`;
  const one = (plural: string, key: string) => `${of(plural)}/${segment(key)}`;
  return {
    async list(plural, options) {
      const page = await send<{ results: Item[] }>("GET", of(plural), undefined, options);
      return page.results;
    },
    read: (plural, key, options) => send("GET", one(plural, key), undefined, options),
    create: async (plural, settings, options) =>
      post(call, `/api/crm/${of(plural)}`, settings, options),
    update: (plural, key, changes, options) => send("PATCH", one(plural, key), changes, options),
    async delete(plural, key, options) {
      await send("DELETE", one(plural, key), undefined, options);
    },
  };
}

function objectTypes(call: Call, send: Send): ObjectTypesClient {
  const one = (plural: string) => `types/${segment(plural)}`;
  return {
    async list(options) {
      const page = await send<{ results: ObjectTypeSettings[] }>(
        "GET",
        "types",
        undefined,
        options,
      );
      return page.results;
    },
    read: (plural, options) => send("GET", one(plural), undefined, options),
    create: async (settings, options) => post(call, "/api/crm/types", settings, options),
    update: (plural, changes, options) => send("PATCH", one(plural), changes, options),
    async delete(plural, options) {
      await send("DELETE", one(plural), undefined, options);
    },
  };
}

function associationLabels(call: Call, send: Send): AssociationLabels {
  const of = (plural: string, to: string) => `association-labels/${segment(plural)}/${segment(to)}`;
  const one = (plural: string, to: string, key: string) => `${of(plural, to)}/${segment(key)}`;
  return {
    async list(plural, to, options) {
      const path = of(plural, to);
      const page = await send<{ results: AssociationLabel[] }>("GET", path, undefined, options);
      return page.results;
    },
    read: (plural, to, key, options) => send("GET", one(plural, to, key), undefined, options),
    create: async (plural, to, settings, options) =>
      post(call, `/api/crm/${of(plural, to)}`, settings, options),
    // biome-ignore lint/complexity/useMaxParams: as all methods of the client, it takes the names in the path one by one.
    update: (plural, to, key, changes, options) =>
      send("PATCH", one(plural, to, key), changes, options),
    async delete(plural, to, key, options) {
      await send("DELETE", one(plural, to, key), undefined, options);
    },
  };
}

function stages(call: Call, send: Send): Stages {
  const of = (plural: string, pipeline: string) =>
    `pipelines/${segment(plural)}/${segment(pipeline)}/stages`;
  const one = (plural: string, pipeline: string, stage: string) =>
    `${of(plural, pipeline)}/${segment(stage)}`;
  return {
    create: async (plural, pipeline, settings, options) =>
      post(call, `/api/crm/${of(plural, pipeline)}`, settings, options),
    // biome-ignore lint/complexity/useMaxParams: as all methods of the client, it takes the names in the path one by one.
    update: (plural, pipeline, stage, changes, options) =>
      send("PATCH", one(plural, pipeline, stage), changes, options),
    async delete(plural, pipeline, stage, options) {
      await send("DELETE", one(plural, pipeline, stage), undefined, options);
    },
    order: (plural, pipeline, keys, options) => ordered(send, of(plural, pipeline), keys, options),
  };
}

async function ordered<Item>(
  send: Send,
  path: string,
  order: readonly string[],
  options: CallOptions | undefined,
): Promise<readonly Item[]> {
  return (await send<{ results: Item[] }>("PUT", path, { order }, options)).results;
}
