import { pipelines as rows, tenancy } from "@rapport/db";
import { hasProbability, type ObjectType } from "@rapport/model";
import { CrmError } from "../errors.ts";
import type { Pipeline, Stage } from "../object-schema.ts";
import {
  changePipelines,
  checkOrder,
  keyFor,
  labelIssues,
  pipelineOf,
  refused,
} from "./change-pipelines.ts";
import type { SchemaDeps } from "./change-schema.ts";
import { quoted } from "./property-names.ts";
import { checkedStage, insertStages, type StageSettings } from "./save-stage.ts";
import { refuseInUse, usageOfPipeline } from "./usage.ts";

/** Limit per object type and project. */
const MAX_PIPELINES = 50;

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
  type: ObjectType,
  settings: PipelineSettings,
): Promise<readonly Pipeline[]> {
  return changePipelines(deps, projectId, type, async (tx, pipelines) => {
    const before = settings.key === undefined ? undefined : pipelineOf(pipelines, settings.key);
    const others = pipelines.filter((pipeline) => pipeline.id !== before?.id);
    const label = (settings.label ?? before?.label ?? "").trim();
    const issues = labelIssues(label, others, "pipeline.label");
    if (issues.length > 0) {
      throw new CrmError("INVALID_INPUT", "The pipeline is invalid.", { issues });
    }
    if (before?.isDefault && settings.isDefault === false) {
      throw refused(
        "pipeline.isDefault",
        "default_needed",
        "A type needs a default pipeline. Make another pipeline the default instead.",
      );
    }
    const isDefault = settings.isDefault ?? before?.isDefault ?? pipelines.length === 0;
    if (isDefault) await unsetDefault(tx, others);
    if (before === undefined) {
      await addPipeline(tx, projectId, type, { ...settings, label, isDefault }, others);
      return;
    }
    if (settings.stages !== undefined) {
      throw refused(
        "pipeline.stages",
        "pipeline_exists",
        "The stages of an existing pipeline are saved one at a time.",
      );
    }
    await rows.updatePipeline.all(tx, { id: before.id, label, default: isDefault ? 1 : 0 });
  });
}

async function unsetDefault(tx: Tx, pipelines: readonly Pipeline[]): Promise<void> {
  for (const { id, label } of pipelines.filter((pipeline) => pipeline.isDefault)) {
    await rows.updatePipeline.all(tx, { id, label, default: 0 });
  }
}

async function addPipeline(
  tx: Tx,
  projectId: number,
  type: ObjectType,
  settings: PipelineSettings & { label: string; isDefault: boolean },
  others: readonly Pipeline[],
): Promise<void> {
  if (others.length >= MAX_PIPELINES) {
    throw new CrmError(
      "CONFLICT",
      `An object type can have at most ${MAX_PIPELINES} pipelines. Remove one first.`,
    );
  }
  const first = { label: "New", ...(hasProbability(type) ? { probability: "0.1" } : {}) };
  const stages: Omit<Stage, "id">[] = [];
  for (const [i, stage] of (settings.stages ?? [first]).entries()) {
    stages.push(checkedStage(type, undefined, stage, stages, `pipeline.stages.${i}`));
  }
  const row = await tenancy.insertPipeline.first(tx, {
    project: projectId,
    type,
    key: keyFor(settings.label, "pipeline", others),
    label: settings.label,
    position: others.length,
    default: settings.isDefault ? 1 : 0,
  });
  if (row === undefined) throw new Error("insert into pipelines returned no id");
  await insertStages(tx, projectId, row.id, stages);
  await place(tx, others);
}

async function place(tx: Tx, pipelines: readonly Pipeline[]): Promise<void> {
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
  type: ObjectType,
  keys: readonly string[],
): Promise<readonly Pipeline[]> {
  return changePipelines(deps, projectId, type, async (tx, pipelines) => {
    checkOrder(keys, pipelines, "pipelines");
    await place(
      tx,
      keys.map((key) => pipelineOf(pipelines, key)),
    );
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
  type: ObjectType,
  key: string,
): Promise<readonly Pipeline[]> {
  return changePipelines(deps, projectId, type, async (tx, pipelines) => {
    const pipeline = pipelineOf(pipelines, key);
    if (pipeline.isDefault) {
      const message = `${quoted(pipeline.label)} is the default pipeline. Make another pipeline the default first.`;
      throw new CrmError("CONFLICT", message, {
        issues: [{ path: "pipeline", code: "default_pipeline", message }],
      });
    }
    refuseInUse(
      {
        path: "pipeline",
        is: `pipeline ${quoted(pipeline.key)}`,
        remedy: "Move them to another pipeline first; restore deleted ones to move them.",
      },
      await usageOfPipeline(tx, projectId, type, pipeline.key, null),
    );
    for (const { id } of pipeline.stages) await rows.deleteStage.all(tx, { id });
    await rows.deletePipeline.all(tx, { id: pipeline.id });
  });
}
