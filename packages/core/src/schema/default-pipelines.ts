import { type Db, pipelines } from "@rapport/db";
import { OBJECT_TYPES, type PipelineDefinition } from "@rapport/model";
import { changePipelines } from "./change-pipelines.ts";
import type { SchemaDeps } from "./change-schema.ts";

/** The built-in object types with pipelines, by name, and the pipeline that a new project has of each. */
export const DEFAULT_PIPELINES: ReadonlyMap<string, PipelineDefinition> = new Map(
  Object.values(OBJECT_TYPES).flatMap(({ name, pipeline }) =>
    pipeline === null ? [] : [[name, pipeline]],
  ),
);

/** Inserts the first pipeline of an object type into a project that has no pipeline of that type. */
export async function insertDefaultPipeline(
  tx: Db,
  project: number,
  type: string,
  { label, stages }: PipelineDefinition,
): Promise<void> {
  const row = await pipelines.insertPipeline.first(tx, {
    project,
    type,
    key: "default",
    label,
    position: 0,
    default: 1,
  });
  if (row === undefined) throw new Error("insert into pipelines returned no id");
  await pipelines.insertStages(
    tx,
    stages.map((stage, position) => [
      project,
      row.id,
      stage.key,
      stage.label,
      position,
      stage.probability,
      stage.closed ? 1 : 0,
      null,
    ]),
  );
}

/** Projects that one query finds. */
const BATCH = 100;

/**
 * Adds the default pipelines that projects lack because they are older than the pipelines or than an object type. Any
 * number of processes may do so at the same time.
 */
export async function addMissingPipelines(deps: SchemaDeps): Promise<void> {
  for (const [type, pipeline] of DEFAULT_PIPELINES) {
    let found: readonly { id: number }[] = [];
    do {
      const after = found.at(-1)?.id ?? 0;
      found = await pipelines.projectsWithout.all(deps.db, { type, after, limit: BATCH });
      for (const { id } of found) await addMissingPipeline(deps, id, type, pipeline);
    } while (found.length === BATCH);
  }
}

async function addMissingPipeline(
  deps: SchemaDeps,
  project: number,
  type: string,
  pipeline: PipelineDefinition,
): Promise<void> {
  await changePipelines(deps, project, type, async (tx, { pipelines: present }) => {
    // Another process may have added it before this one got the lock.
    if (present.length > 0) return [];
    await insertDefaultPipeline(tx, project, type, pipeline);
    return [{ part: "pipeline", key: "default", action: "created" }];
  });
}
