import { pipelines as rows } from "@rapport/db";
import type { Pipeline, Stage } from "../object-schema.ts";
import { changePipelines, isReordered, pipelineOf, stageOf } from "./change-pipelines.ts";
import type { SchemaChange, SchemaDeps } from "./change-schema.ts";

/**
 * Sets the order of a pipeline's stages.
 *
 * @param keys every stage's key, once
 * @throws CrmError INVALID_INPUT unless each stage is named once; NOT_FOUND
 */
export function orderStages(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  pipelineKey: string,
  keys: readonly string[],
): Promise<SchemaChange<readonly Pipeline[]>> {
  return changePipelines(deps, projectId, type, async (tx, { pipelines }) => {
    const pipeline = pipelineOf(pipelines, pipelineKey);
    if (!isReordered(keys, pipeline.stages)) return [];
    await placeStages(
      tx,
      keys.map((key) => stageOf(pipeline, key)),
    );
    return [{ part: "stage", pipeline: pipeline.key, key: null, action: "reordered" }];
  });
}

export async function placeStages(
  tx: Parameters<typeof rows.insertStages>[0],
  stages: readonly Stage[],
): Promise<void> {
  for (const [position, { id }] of stages.entries()) {
    await rows.moveStage.all(tx, { id, position });
  }
}
