import { type Db, pipelines } from "@rapport/db";
import { OBJECT_TYPES, PIPELINE_TYPE_NAMES, type PipelineType } from "@rapport/model";
import { changePipelines } from "./change-pipelines.ts";
import type { SchemaDeps } from "./change-schema.ts";

/** Inserts the default pipeline of an object type into a project that has no pipeline of that type. */
export async function insertDefaultPipeline(
  tx: Db,
  project: number,
  type: PipelineType,
): Promise<void> {
  const { label, stages } = OBJECT_TYPES[type].pipeline;
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
  for (const type of PIPELINE_TYPE_NAMES) {
    let found: readonly { id: number }[] = [];
    do {
      const after = found.at(-1)?.id ?? 0;
      found = await pipelines.projectsWithout.all(deps.db, { type, after, limit: BATCH });
      for (const { id } of found) await addMissingPipeline(deps, id, type);
    } while (found.length === BATCH);
  }
}

async function addMissingPipeline(
  deps: SchemaDeps,
  project: number,
  type: PipelineType,
): Promise<void> {
  await changePipelines(deps, project, type, async (tx, present) => {
    // Another process may have added it before this one got the lock.
    if (present.length > 0) return [];
    await insertDefaultPipeline(tx, project, type);
    return [{ part: "pipeline", key: "default", action: "created" }];
  });
}
