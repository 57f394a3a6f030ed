import { pipelines as rows } from "@rapport/db";
import { CrmError, type Issue, quoted } from "../errors.ts";
import type { ObjectSchema, Pipeline, Stage } from "../object-schema.ts";
import {
  changePipelines,
  isReordered,
  keyFor,
  labelIssues,
  requirePipeline,
} from "./change-pipelines.ts";
import type { PartChange, SchemaChange, SchemaDeps } from "./change-schema.ts";
import { checkStage, insertStages, type StageSettings } from "./save-stage.ts";

import { refuseUsedPlace } from "./usage.ts";

/** Limit per object type and project. */
export const MAX_PIPELINES = 50;

/** Settings of a new pipeline. With `key`, the changes to an existing one. */
export interface PipelineSettings {
  readonly key?: string | undefined;
  readonly label?: string | undefined;
  /** Whether new records without a pipeline get this one. A type has exactly one default. */
  readonly isDefault?: boolean | undefined;
  /** Stages of a new pipeline; one stage "New" if undefined. */
  readonly stages?: readonly Omit<StageSettings, "key">[] | undefined;
}

type Tx = Parameters<Parameters<typeof changePipelines>[3]>[0];

/**
 * Adds a pipeline with its stages, renames one, or makes one the default.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault; NOT_FOUND; CONFLICT if the type has 50 pipelines
 */
export function savePipeline(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  settings: PipelineSettings,
): Promise<SchemaChange<readonly Pipeline[]>> {
  return changePipelines(deps, projectId, type, async (tx, object) => {
    const { pipelines } = object;
    const before =
      settings.key === undefined ? undefined : requirePipeline(pipelines, settings.key);
    const { issues, label, isDefault, stages } = checkPipeline(object, settings);
    if (issues.length > 0) {
      throw new CrmError("INVALID_INPUT", "The pipeline is invalid.", { issues });
    }
    if (before?.label === label && before.isDefault === isDefault) return [];
    const others = pipelines.filter((pipeline) => pipeline.id !== before?.id);
    if (before === undefined && others.length >= MAX_PIPELINES) {
      throw new CrmError(
        "CONFLICT",
        `An object type can have at most ${MAX_PIPELINES} pipelines. Remove one first.`,
      );
    }
    const unset = isDefault ? await unsetDefault(tx, others) : [];
    if (before !== undefined) {
      await rows.updatePipeline.all(tx, { id: before.id, label, default: isDefault ? 1 : 0 });
      return [{ part: "pipeline", key: before.key, action: "updated" }, ...unset];
    }
    const key = keyFor(label, "pipeline", others);
    const position = others.length;
    const row = { project: projectId, type, key, label, position, default: isDefault ? 1 : 0 };
    const added = await rows.insertPipeline.first(tx, row);
    if (added === undefined) throw new Error("insert into pipelines returned no id");
    await insertStages(tx, projectId, added.id, { stages });
    await placePipelines(tx, others);
    return [{ part: "pipeline", key, action: "created" }, ...unset];
  });
}

/**
 * Checks the settings of a pipeline against the current pipelines of its type.
 *
 * @returns one issue per fault, and what to store if there is none
 */
export function checkPipeline(
  object: ObjectSchema,
  settings: PipelineSettings,
): {
  issues: readonly Issue[];
  label: string;
  isDefault: boolean;
  stages: readonly Omit<Stage, "id">[];
} {
  const { pipelines } = object;
  const before = pipelines.find(({ key }) => key === settings.key);
  const others = pipelines.filter((pipeline) => pipeline.id !== before?.id);
  const label = (settings.label ?? before?.label ?? "").trim();
  const issues = [...labelIssues(label, others, "label")];
  if (before?.isDefault && settings.isDefault === false) {
    const message = "A type needs a default pipeline. Make another pipeline the default instead.";
    issues.push({ path: "isDefault", code: "default_needed", message });
  }
  if (before !== undefined && settings.stages !== undefined) {
    const message = "The stages of an existing pipeline are saved one at a time.";
    issues.push({ path: "stages", code: "pipeline_exists", message });
  }
  const stages: Omit<Stage, "id">[] = [];
  if (before === undefined) {
    const first = { label: "New", ...(object.hasProbability ? { probability: "0.1" } : {}) };
    for (const [i, given] of (settings.stages ?? [first]).entries()) {
      const checked = checkStage(object, undefined, given, {
        others: stages,
        prefix: `stages.${i}.`,
      });
      issues.push(...checked.issues);
      stages.push(checked.stage);
    }
  }
  const isDefault = settings.isDefault ?? before?.isDefault ?? pipelines.length === 0;
  return { issues, label, isDefault, stages };
}

async function unsetDefault(
  tx: Tx,
  pipelines: readonly Pipeline[],
): Promise<readonly PartChange[]> {
  const defaults = pipelines.filter((pipeline) => pipeline.isDefault);
  for (const { id, label } of defaults)
    await rows.updatePipeline.all(tx, { id, label, default: 0 });
  return defaults.map(({ key }) => ({ part: "pipeline", key, action: "updated" }));
}

/** Gives pipelines their positions. */
export async function placePipelines(
  tx: Tx,
  pipelines: readonly Pick<Pipeline, "id">[],
): Promise<void> {
  for (const [position, { id }] of pipelines.entries()) {
    await rows.movePipeline.all(tx, { id, position });
  }
}

/**
 * Sets the order of an object type's pipelines.
 *
 * @param keys every pipeline's key, once
 * @throws CrmError INVALID_INPUT unless each pipeline is named once
 */
export function orderPipelines(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  keys: readonly string[],
): Promise<SchemaChange<readonly Pipeline[]>> {
  return changePipelines(deps, projectId, type, async (tx, { pipelines }) => {
    if (!isReordered(keys, pipelines)) return [];
    await placePipelines(
      tx,
      keys.map((key) => requirePipeline(pipelines, key)),
    );
    return [{ part: "pipeline", key: null, action: "reordered" }];
  });
}

/**
 * Removes a pipeline with its stages. No live or restorable record may be in it.
 *
 * @throws CrmError INVALID_INPUT; NOT_FOUND; CONFLICT for the default pipeline, or one in use
 */
export function removePipeline(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  key: string,
): Promise<SchemaChange<readonly Pipeline[]>> {
  return changePipelines(deps, projectId, type, async (tx, { pipelines }) => {
    const pipeline = requirePipeline(pipelines, key);
    if (pipeline.isDefault) {
      const message = `${quoted(pipeline.label)} is the default pipeline. Make another pipeline the default first.`;
      throw CrmError.ofIssue("CONFLICT", { path: "pipeline", code: "default_pipeline", message });
    }
    await refuseUsedPlace(tx, projectId, type, { pipeline: pipeline.key, stage: null });
    await deletePipeline(tx, pipeline);
    return [{ part: "pipeline", key: pipeline.key, action: "deleted" }];
  });
}

/** Deletes a pipeline that no record is in, with its stages. */
export async function deletePipeline(tx: Tx, { id, stages }: Pipeline): Promise<void> {
  for (const stage of stages) await rows.deleteStage.all(tx, { id: stage.id });
  await rows.deletePipeline.all(tx, { id });
}
