import { pipelines as rows } from "@rapport/db";
import { type Color, withArticle } from "@rapport/model";
import { CrmError, type Issue, quoted } from "../errors.ts";
import { decimal, decimalOfNumber } from "../formats.ts";
import type { ObjectSchema, Pipeline, Stage } from "../object-schema.ts";
import {
  changePipelines,
  isReordered,
  keyFor,
  labelIssues,
  requirePipeline,
  requirePipelines,
  requireStage,
} from "./change-pipelines.ts";
import type { SchemaChange, SchemaDeps } from "./change-schema.ts";
import { refuseUsedPlace, type Usage, usageOfPipeline } from "./usage.ts";

/** Limit per pipeline. */
export const MAX_STAGES = 100;

/** Settings of a new stage. With `key`, the changes to an existing one. */
export interface StageSettings {
  readonly key?: string | undefined;
  readonly label?: string | undefined;
  /** From 0 to 1, as a number or an exact decimal. Required for stages of deals, and not allowed for others. */
  readonly probability?: number | string | undefined;
  /** Whether records that enter the stage get a close date. Records already in it do not change. */
  readonly closed?: boolean | undefined;
  /** Null for none. */
  readonly color?: Color | null | undefined;
}

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
  { pipelineKey, settings }: { readonly pipelineKey: string; readonly settings: StageSettings },
): Promise<SchemaChange<readonly Pipeline[]>> {
  return changePipelines(deps, projectId, type, async (tx, object) => {
    const pipeline = requirePipeline(object.pipelines, pipelineKey);
    const before = settings.key === undefined ? undefined : requireStage(pipeline, settings.key);
    const others = pipeline.stages.filter((stage) => stage.id !== before?.id);
    const { issues, stage } = checkStage(object, before, settings, { others });
    if (issues.length > 0) {
      throw new CrmError("INVALID_INPUT", "The stage is invalid.", { issues });
    }
    const { key, label, probability, closed, color } = stage;
    if (before !== undefined) {
      if (isSameStage(before, stage)) return [];
      const values = { label, probability, closed: closed ? 1 : 0, color };
      await rows.updateStage.all(tx, { id: before.id, ...values });
      return [{ part: "stage", pipeline: pipeline.key, key, action: "updated" }];
    }
    if (others.length >= MAX_STAGES) {
      throw new CrmError(
        "CONFLICT",
        `A pipeline can have at most ${MAX_STAGES} stages. Remove one first.`,
      );
    }
    await insertStages(tx, projectId, pipeline.id, { stages: [stage], first: others.length });
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
  { stages, first = 0 }: { readonly stages: readonly Omit<Stage, "id">[]; readonly first?: number },
): Promise<void> {
  return rows.insertStages(
    tx,
    stages.map(({ key, label, probability, closed, color }, i) => [
      projectId,
      pipelineId,
      key,
      label,
      first + i,
      probability,
      closed ? 1 : 0,
      color,
    ]),
  );
}

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
  { pipelineKey, keys }: { readonly pipelineKey: string; readonly keys: readonly string[] },
): Promise<SchemaChange<readonly Pipeline[]>> {
  return changePipelines(deps, projectId, type, async (tx, { pipelines }) => {
    const pipeline = requirePipeline(pipelines, pipelineKey);
    if (!isReordered(keys, pipeline.stages)) return [];
    await placeStages(
      tx,
      keys.map((key) => requireStage(pipeline, key)),
    );
    return [{ part: "stage", pipeline: pipeline.key, key: null, action: "reordered" }];
  });
}

/**
 * Checks a stage's settings.
 *
 * @param before the existing stage; undefined for a new one
 * @param others the pipeline's other stages
 * @param prefix beginning of the issues' paths
 * @returns one issue per fault, and the stage to store if there is none
 */
export function checkStage(
  object: ObjectSchema,
  before: Stage | undefined,
  settings: StageSettings,
  {
    others,
    prefix = "",
  }: { readonly others: readonly Omit<Stage, "id">[]; readonly prefix?: string },
): { issues: readonly Issue[]; stage: Omit<Stage, "id"> } {
  const label = (settings.label ?? before?.label ?? "").trim();
  const given = settings.probability;
  const probability = given === undefined ? (before?.probability ?? null) : parsed(given);
  const issues: Issue[] = [...labelIssues(label, others, `${prefix}label`)];
  const at = `${prefix}probability`;
  if (!object.hasProbability && given !== undefined) {
    const message = `Only stages of deals have a probability; leave it out for ${withArticle(object)}.`;
    issues.push({ path: at, code: "probability_not_allowed", message });
  } else if (object.hasProbability && probability === null) {
    const message = 'A stage of deals needs a probability from 0 to 1. Example: "0.25"';
    issues.push({ path: at, code: "probability_invalid", message });
  }
  const key = before?.key ?? keyFor(label, "stage", others);
  const closed = settings.closed ?? before?.closed ?? false;
  const color = settings.color === undefined ? (before?.color ?? null) : settings.color;
  return { issues, stage: { key, label, probability, closed, color } };
}

/** Returns whether a stage stays as it is. */
export function isSameStage(before: Omit<Stage, "id">, wanted: Omit<Stage, "id">): boolean {
  return STAGE_SETTINGS.every((setting) => before[setting] === wanted[setting]);
}

/** What a stage has besides its key, in the order in which changes name it. */
export const STAGE_SETTINGS = ["label", "probability", "closed", "color"] as const;

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
  const { pipelines } = requirePipelines(await deps.schemas.object(projectId, type));
  const pipeline = requirePipeline(pipelines, pipelineKey);
  const stage = stageKey === undefined ? null : requireStage(pipeline, stageKey).key;
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
    const pipeline = requirePipeline(pipelines, pipelineKey);
    const stage = requireStage(pipeline, stageKey);
    if (pipeline.stages.length === 1) {
      const message = `${quoted(stage.label)} is the pipeline's last stage. Add another stage first, or remove the pipeline.`;
      throw CrmError.ofIssue("CONFLICT", { path: "stage", code: "last_stage", message });
    }
    const place = { pipeline: pipeline.key, stage: stage.key };
    await refuseUsedPlace(tx, projectId, type, place);
    await rows.deleteStage.all(tx, { id: stage.id });
    return [{ part: "stage", pipeline: pipeline.key, key: stage.key, action: "deleted" }];
  });
}

function parsed(probability: number | string): string | null {
  const text = typeof probability === "number" ? decimalOfNumber(probability) : probability;
  const exact = text === null ? null : decimal(text);
  return exact === null || Number(exact) < 0 || Number(exact) > 1 ? null : exact;
}

async function placeStages(
  tx: Parameters<typeof rows.insertStages>[0],
  stages: readonly Stage[],
): Promise<void> {
  for (const [position, { id }] of stages.entries()) {
    await rows.moveStage.all(tx, { id, position });
  }
}
