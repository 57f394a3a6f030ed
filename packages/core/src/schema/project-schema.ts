import { type Database, type Db, pipelines, projectSchema, propertyDefinitions } from "@rapport/db";
import {
  builtInType,
  hasPipeline,
  hasProbability,
  OBJECT_TYPE_NAMES,
  PROPERTY_DEFAULTS,
  type PropertyDefinition,
} from "@rapport/model";
import { LRUCache } from "lru-cache";
import {
  type ObjectSchema,
  type Pipeline,
  ProjectSchema,
  type SchemaCache,
} from "../object-schema.ts";

/** Creates a cache of the 1,000 most recently used project schemas. */
export function schemaCache(db: Database): SchemaCache {
  const cache = new LRUCache<number, ProjectSchema>({
    max: 1_000,
    fetchMethod: (projectId) => loadProjectSchema(db, projectId),
    // `clear` aborts a load. Its callers still get the schema, but it is not cached.
    ignoreFetchAbort: true,
  });
  const shared: SchemaCache = {
    get: (projectId) => cache.forceFetch(projectId),
    object: async (projectId, name) => (await shared.get(projectId)).object(name),
    clear: () => cache.clear(),
    within: (tx) => {
      let isChanged = false;
      const inTransaction: SchemaCache = {
        get: async (projectId) => {
          // Returns undefined while the schema is loaded, because a transaction must not wait for that connection.
          const known = isChanged ? undefined : cache.get(projectId);
          return known ?? loadProjectSchema(tx, projectId);
        },
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
  return mergeDefinitions(
    type,
    await propertyDefinitions.listDefinitions.all(tx, { project: projectId }),
  );
}

async function loadProjectSchema(db: Db, projectId: number): Promise<ProjectSchema> {
  // Read the version first, so that the rest is never older than the version.
  const version = (await projectSchema.schemaVersion(db, projectId)) ?? 0;
  const [definitions, stages] = await Promise.all([
    propertyDefinitions.listDefinitions.all(db, { project: projectId }),
    pipelines.listStages.all(db, { project: projectId }),
  ]);
  const objects = OBJECT_TYPE_NAMES.map((name): Omit<ObjectSchema, "schema"> => {
    const own = stages.filter((stage) => stage.object_type === name);
    return {
      ...builtInType(name),
      version,
      properties: mergeDefinitions(name, definitions),
      pipelines: groupStages(own),
      hasPipeline: hasPipeline(name),
      hasProbability: hasProbability(name),
    };
  });
  return new ProjectSchema(version, objects);
}

function mergeDefinitions(
  type: string,
  rows: Awaited<ReturnType<typeof propertyDefinitions.listDefinitions.all>>,
): ReadonlyMap<string, PropertyDefinition> {
  const properties = new Map<string, PropertyDefinition>(
    builtInType(type).properties.map((property) => [property.name, property]),
  );
  for (const row of rows) {
    if (row.object_type !== type) continue;
    properties.set(row.name, {
      ...PROPERTY_DEFAULTS,
      ...properties.get(row.name),
      ...row.definition,
      name: row.name,
    });
  }
  return properties;
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
    });
  }
  return [...pipelines.values()];
}
