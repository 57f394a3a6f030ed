import { pipelines as rows } from "@rapport/db";
import { CrmError, quoted } from "../errors.ts";
import type { Pipeline } from "../object-schema.ts";
import { changePipelines, pipelineOf, requirePipelines, stageOf } from "./change-pipelines.ts";
import type { SchemaChange, SchemaDeps } from "./change-schema.ts";

import { refuseUsedPlace, type Usage, usageOfPipeline } from "./usage.ts";

/**
 * Counts the records in a pipeline, or in one of its stages.
 *
 * @throws CrmError INVALID_INPUT for a type without pipelines; NOT_FOUND
 */
export async function stageUsage(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  {
    pipelineKey,
    stageKey,
  }: { readonly pipelineKey: string; readonly stageKey?: string | undefined },
): Promise<Usage> {
  const { pipelines } = requirePipelines(await deps.schemas.get(projectId), type);
  const pipeline = pipelineOf(pipelines, pipelineKey);
  const stage = stageKey === undefined ? null : stageOf(pipeline, stageKey).key;
  return usageOfPipeline(deps.db, projectId, type, { pipeline: pipeline.key, stage });
}

/**
 * Removes a stage. No live or restorable record may be in it.
 *
 * @throws CrmError INVALID_INPUT; NOT_FOUND; CONFLICT for a pipeline's last stage, or one in use
 */
export function removeStage(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  { pipelineKey, stageKey }: { readonly pipelineKey: string; readonly stageKey: string },
): Promise<SchemaChange<readonly Pipeline[]>> {
  return changePipelines(deps, projectId, type, async (tx, { pipelines }) => {
    const pipeline = pipelineOf(pipelines, pipelineKey);
    const stage = stageOf(pipeline, stageKey);
    if (pipeline.stages.length === 1) {
      const message = `${quoted(stage.label)} is the pipeline's last stage. Add another stage first, or remove the pipeline.`;
      throw new CrmError("CONFLICT", message, {
        issues: [{ path: "stage", code: "last_stage", message }],
      });
    }
    const place = { pipeline: pipeline.key, stage: stage.key };
    await refuseUsedPlace(tx, projectId, type, place);
    await rows.deleteStage.all(tx, { id: stage.id });
    return [{ part: "stage", pipeline: pipeline.key, key: stage.key, action: "deleted" }];
  });
}
