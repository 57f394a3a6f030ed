import { pipelines as rows } from "@rapport/db";
import { CrmError } from "../errors.ts";
import type { Pipeline, Stage } from "../object-schema.ts";
import { changePipelines, pipelineOf, stageOf } from "./change-pipelines.ts";
import type { SchemaChange, SchemaDeps } from "./change-schema.ts";
import { checkStage, type StageSettings } from "./check-stage.ts";
import { placeStages } from "./order-stages.ts";

/** Limit per pipeline. */
export const MAX_STAGES = 100;

/**
 * Adds a stage at the end of a pipeline, or changes one. Deals read their probability from their stage, so
 * a new probability applies to every deal in the stage.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault; NOT_FOUND; CONFLICT if the pipeline has 100 stages
 */
export function saveStage(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  pipelineKey: string,
  settings: StageSettings,
): Promise<SchemaChange<readonly Pipeline[]>> {
  return changePipelines(deps, projectId, type, async (tx, object) => {
    const pipeline = pipelineOf(object.pipelines, pipelineKey);
    const before = settings.key === undefined ? undefined : stageOf(pipeline, settings.key);
    const others = pipeline.stages.filter((stage) => stage.id !== before?.id);
    const { issues, stage } = checkStage(object, before, settings, others);
    if (issues.length > 0) {
      throw new CrmError("INVALID_INPUT", "The stage is invalid.", { issues });
    }
    const { key, label, probability, closed } = stage;
    if (before !== undefined) {
      const isSame =
        before.label === label && before.probability === probability && before.closed === closed;
      if (isSame) return [];
      const values = { label, probability, closed: closed ? 1 : 0 };
      await rows.updateStage.all(tx, { id: before.id, ...values });
      return [{ part: "stage", pipeline: pipeline.key, key, action: "updated" }];
    }
    if (others.length >= MAX_STAGES) {
      throw new CrmError(
        "CONFLICT",
        `A pipeline can have at most ${MAX_STAGES} stages. Remove one first.`,
      );
    }
    await insertStages(tx, projectId, pipeline.id, [stage], others.length);
    // Renumber, because removed stages leave gaps.
    await placeStages(tx, pipeline.stages);
    return [{ part: "stage", pipeline: pipeline.key, key, action: "created" }];
  });
}

/**
 * Adds stages to a pipeline.
 *
 * @param first position of the first new stage
 */
export function insertStages(
  tx: Parameters<typeof rows.insertStages>[0],
  projectId: number,
  pipelineId: number,
  stages: readonly Omit<Stage, "id">[],
  first = 0,
): Promise<void> {
  return rows.insertStages(
    tx,
    stages.map(({ key, label, probability, closed }, i) => [
      projectId,
      pipelineId,
      key,
      label,
      first + i,
      probability,
      closed ? 1 : 0,
    ]),
  );
}
