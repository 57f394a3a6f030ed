import {
  associationLabels,
  type Database,
  type Db,
  objectTypes,
  pipelines,
  projectSchema,
} from "@rapport/db";
import {
  type Color,
  OBJECT_TYPES,
  type ObjectTypeDefinition,
  PROPERTY_DEFAULTS,
  type PropertyDefinition,
} from "@rapport/model";
import { LRUCache } from "lru-cache";
import {
  type AssociationLabelDefinition,
  type Pipeline,
  ProjectSchema,
  type SchemaCache,
} from "../object-schema.ts";
import { builtInTraits, ownProperties, ownTraits, type TypeDetails } from "./type-definition.ts";

const BUILT_IN_TYPES: Readonly<Record<string, ObjectTypeDefinition>> = OBJECT_TYPES;

/** Cached schemas, and about how much memory they may take. One that is larger than all is read for each request. */
const MAX_SCHEMAS = 1_000;
const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/** Creates a cache of the most recently used project schemas. */
export function schemaCache(db: Database): SchemaCache {
  const cache = new LRUCache<number, ProjectSchema>({
    max: MAX_SCHEMAS,
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: schemaBytes,
    fetchMethod: (projectId) => loadProjectSchema(db, projectId),
    // `clear` aborts a load. Its callers still get the schema, but it is not cached.
    ignoreFetchAbort: true,
  });
  const shared: SchemaCache = {
    get: (projectId) => cache.forceFetch(projectId),
    object: async (projectId, name) => (await shared.get(projectId)).object(name),
    renew: async (projectId) => {
      const version = (await projectSchema.schemaVersion(db, projectId)) ?? 0;
      if (version !== cache.get(projectId)?.version) cache.delete(projectId);
      return shared.get(projectId);
    },
    clear: () => cache.clear(),
    within: (tx) => {
      let isChanged = false;
      const inTransaction: SchemaCache = {
        get: async (projectId) => {
          // Returns undefined while the schema is loaded, because a transaction must not wait for that connection.
          const known = isChanged ? undefined : cache.get(projectId);
          return known ?? loadProjectSchema(tx, projectId);
        },
        renew: (projectId) => loadProjectSchema(tx, projectId),
        object: async (projectId, name) => (await inTransaction.get(projectId)).object(name),
        clear: () => {
          isChanged = true;
          shared.clear();
        },
        // Work that joins the transaction sees its changes too.
        within: () => inTransaction,
      };
      return inTransaction;
    },
  };
  return shared;
}

/** Returns about how much memory a schema takes, without the properties that all projects share. */
function schemaBytes({ types }: ProjectSchema): number {
  const own = types.flatMap(({ properties }) =>
    [...properties.values()].filter((property) => !SHARED.has(property)),
  );
  const options = own.reduce((sum, { options = [] }) => sum + options.length, 0);
  const stages = types.flatMap(({ pipelines }) => pipelines.flatMap((one) => one.stages)).length;
  return 2_000 * types.length + 900 * own.length + 200 * (options + stages);
}

const SHARED: ReadonlySet<PropertyDefinition> = new Set(
  Object.values(BUILT_IN_TYPES).flatMap(({ properties }) => properties),
);

/** Reads the current pipelines of one object type. A change needs them instead of the cached ones. */
export async function loadPipelines(
  tx: Db,
  projectId: number,
  type: string,
): Promise<readonly Pipeline[]> {
  const stages = await pipelines.listStages.all(tx, { project: projectId });
  return groupStages(stages.filter((stage) => stage.object_type === type));
}

/** Reads the current properties of one object type, by name. A change needs them instead of the cached ones. */
export async function loadProperties(
  tx: Db,
  projectId: number,
  type: string,
): Promise<ReadonlyMap<string, PropertyDefinition>> {
  return (await loadProjectSchema(tx, projectId)).object(type).properties;
}

/** Reads the current labels of associations. A change needs them instead of the cached ones. */
export async function loadLabels(
  tx: Db,
  projectId: number,
): Promise<readonly AssociationLabelDefinition[]> {
  const rows = await associationLabels.listLabels.all(tx, { project: projectId });
  return rows.map(({ type, to_type, key, definition }) => {
    const { label, inverseKey, inverseLabel, maxPerSource, maxPerTarget } = definition;
    return {
      ...{ type, toType: to_type, key, label, inverseKey, inverseLabel },
      ...{ maxPerSource, maxPerTarget },
    };
  });
}

/** Reads a project's schema from the database. */
export async function loadProjectSchema(db: Db, projectId: number): Promise<ProjectSchema> {
  const project = { project: projectId };
  // Read the version first, so that the rest is never older than the version.
  const version = (await projectSchema.schemaVersion(db, projectId)) ?? 0;
  const [types, definitions, stages, labels] = await Promise.all([
    objectTypes.listTypes.all(db, project),
    projectSchema.listDefinitions.all(db, project),
    pipelines.listStages.all(db, project),
    loadLabels(db, projectId),
  ]);
  const definitionsByType = Map.groupBy(definitions, (row) => row.object_type);
  const stagesByType = Map.groupBy(stages, (row) => row.object_type);
  const changedTypes = new Map(types.map((row) => [row.name, row.definition]));
  const typeContent = (name: string, builtIn: readonly PropertyDefinition[]) => ({
    version,
    properties: mergeDefinitions(builtIn, definitionsByType.get(name) ?? []),
    pipelines: groupStages(stagesByType.get(name) ?? []),
  });
  const builtIns = Object.values(BUILT_IN_TYPES).map((definition) => ({
    ...builtInTraits(definition, changedTypes.get(definition.name) ?? {}),
    ...typeContent(definition.name, definition.properties),
  }));
  const own = types
    .filter((row) => row.removed_at === null && !Object.hasOwn(BUILT_IN_TYPES, row.name))
    .map((row) => {
      const content = typeContent(row.name, ownProperties(row.has_pipeline === 1));
      const details = row.definition as unknown as TypeDetails;
      const properties = withMarkdown(content.properties, details.activity?.body);
      return { ...ownTraits(row, details, properties), ...content, properties };
    });
  return new ProjectSchema(version, [...builtIns, ...own], labels);
}

/** The text of an activity has Markdown, as that of a note. */
function withMarkdown(
  properties: ReadonlyMap<string, PropertyDefinition>,
  body: string | null | undefined,
): ReadonlyMap<string, PropertyDefinition> {
  const text = properties.get(body ?? "");
  if (text?.type !== "text") return properties;
  return new Map([...properties, [text.name, { ...text, format: "markdown" }]]);
}

function mergeDefinitions(
  builtIn: readonly PropertyDefinition[],
  rows: Awaited<ReturnType<typeof projectSchema.listDefinitions.all>>,
): ReadonlyMap<string, PropertyDefinition> {
  const known = byName(builtIn);
  if (rows.length === 0) return known;
  const properties = new Map(known);
  for (const row of rows) {
    properties.set(row.name, {
      ...PROPERTY_DEFAULTS,
      ...properties.get(row.name),
      ...row.definition,
      name: row.name,
    });
  }
  return properties;
}

const MAPS = new WeakMap<readonly PropertyDefinition[], ReadonlyMap<string, PropertyDefinition>>();

/** Returns the properties by name. Projects share the map of a type that they have not changed. */
function byName(
  properties: readonly PropertyDefinition[],
): ReadonlyMap<string, PropertyDefinition> {
  const map = MAPS.get(properties) ?? new Map(properties.map((one) => [one.name, one]));
  MAPS.set(properties, map);
  return map;
}

function groupStages(
  rows: Awaited<ReturnType<typeof pipelines.listStages.all>>,
): readonly Pipeline[] {
  const pipelines = new Map<number, Pipeline & { stages: Pipeline["stages"][number][] }>();
  for (const row of rows) {
    let pipeline = pipelines.get(row.pipeline_id);
    if (pipeline === undefined) {
      pipeline = {
        id: row.pipeline_id,
        key: row.pipeline_key,
        label: row.pipeline_label,
        isDefault: row.is_default === 1,
        stages: [],
      };
      pipelines.set(row.pipeline_id, pipeline);
    }
    pipeline.stages.push({
      id: row.id,
      key: row.key,
      label: row.label,
      probability: row.probability,
      closed: row.closed === 1,
      color: row.color as Color | null,
    });
  }
  return [...pipelines.values()];
}
