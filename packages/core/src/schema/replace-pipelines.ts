import { type Db, pipelines as rows } from "@rapport/db";
import { CrmError, type Issue } from "../errors.ts";
import type { ObjectSchema, Pipeline, Stage } from "../object-schema.ts";
import { changePipelines, labelIssues } from "./change-pipelines.ts";
import type { PartChange, SchemaChange, SchemaDeps } from "./change-schema.ts";
import { deletePipeline, MAX_PIPELINES, placePipelines } from "./save-pipeline.ts";
import { checkStage, insertStages, isSameStage, MAX_STAGES } from "./save-stage.ts";
import { refuseUsedPlace } from "./usage.ts";

type WantedStage = Omit<Stage, "id">;

/** A pipeline as it is to be, with its stages in order. */
export interface WantedPipeline extends Omit<Pipeline, "id" | "stages"> {
  readonly stages: readonly WantedStage[];
}

/**
 * Makes the pipelines of an object type equal to those that are given, in their order. Other pipelines, and other stages
 * of a pipeline, are removed; no record may be in them.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault; CONFLICT while records are in what is to be removed
 */
export function replacePipelines(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  wanted: readonly WantedPipeline[],
): Promise<SchemaChange<readonly Pipeline[]>> {
  return changePipelines(deps, projectId, type, async (tx, object) => {
    const issues = checkPipelines(object, wanted);
    if (issues.length > 0) {
      throw new CrmError("INVALID_INPUT", "The pipelines are invalid.", { issues });
    }
    const changes: PartChange[] = [];
    for (const pipeline of listRemoved(object.pipelines, wanted)) {
      await refuseUsedPlace(tx, projectId, type, { pipeline: pipeline.key, stage: null });
      await deletePipeline(tx, pipeline);
      changes.push({ part: "pipeline", key: pipeline.key, action: "deleted" });
    }
    const placed: { readonly id: number }[] = [];
    for (const pipeline of wanted) {
      const before = object.pipelines.find(({ key }) => key === pipeline.key);
      if (before === undefined) {
        placed.push({ id: await insertPipeline(tx, projectId, type, pipeline) });
        changes.push({ part: "pipeline", key: pipeline.key, action: "created" });
      } else {
        placed.push(before);
        changes.push(...(await updatePipeline(tx, { projectId, type, before }, pipeline)));
      }
    }
    await placePipelines(tx, placed);
    if (isMoved(object.pipelines, wanted)) {
      changes.push({ part: "pipeline", key: null, action: "reordered" });
    }
    return changes;
  });
}

/** Returns one issue per fault of pipelines that are to be all of their type; paths begin with the position of one. */
export function checkPipelines(
  object: ObjectSchema,
  wanted: readonly WantedPipeline[],
): readonly Issue[] {
  const issues: Issue[] = [];
  const fault = (path: string, code: string, message: string) =>
    issues.push({ path, code, message });
  if (wanted.length > MAX_PIPELINES) {
    fault("", "too_many", `An object type can have at most ${MAX_PIPELINES} pipelines.`);
  }
  const defaults = wanted.filter(({ isDefault }) => isDefault);
  if (defaults.length !== 1) {
    fault("", "default_needed", 'Exactly one pipeline of a type must have "isDefault": true.');
  }
  for (const [at, { key, label, stages }] of wanted.entries()) {
    const earlier = wanted.slice(0, at);
    if (earlier.some((one) => one.key === key)) fault(`${at}.key`, "key_taken", TAKEN);
    issues.push(...labelIssues(label, earlier, `${at}.label`));
    if (stages.length > MAX_STAGES) {
      fault(`${at}.stages`, "too_many", `A pipeline can have at most ${MAX_STAGES} stages.`);
    }
    for (const [nth, stage] of stages.entries()) {
      const before = stages.slice(0, nth);
      const path = `${at}.stages.${nth}.`;
      if (before.some((one) => one.key === stage.key)) fault(`${path}key`, "key_taken", TAKEN);
      const settings = { ...stage, probability: stage.probability ?? undefined };
      issues.push(
        ...checkStage(object, { ...stage, id: 0 }, settings, { others: before, prefix: path })
          .issues,
      );
    }
  }
  return issues;
}

const TAKEN = "Another one has this key. Choose another key.";

/** Returns those that are to be there no longer. */
export function listRemoved<Part extends { readonly key: string }>(
  before: readonly Part[],
  wanted: readonly { readonly key: string }[],
): readonly Part[] {
  return before.filter(({ key }) => wanted.every((one) => one.key !== key));
}

/** Returns whether parts that stay change their order. */
export function isMoved(
  before: readonly { readonly key: string }[],
  wanted: readonly { readonly key: string }[],
): boolean {
  const kept = before.map(({ key }) => key).filter((key) => wanted.some((one) => one.key === key));
  const order = wanted.map(({ key }) => key).filter((key) => kept.includes(key));
  return kept.some((key, at) => key !== order[at]);
}

async function insertPipeline(
  tx: Db,
  project: number,
  type: string,
  { key, label, isDefault, stages }: WantedPipeline,
): Promise<number> {
  const row = { project, type, key, label, position: 0, default: isDefault ? 1 : 0 };
  const added = await rows.insertPipeline.first(tx, row);
  if (added === undefined) throw new Error("insert into pipelines returned no id");
  await insertStages(tx, project, added.id, { stages });
  return added.id;
}

interface Changed {
  readonly projectId: number;
  readonly type: string;
  readonly before: Pipeline;
}

async function updatePipeline(
  tx: Db,
  { projectId, type, before }: Changed,
  { key, label, isDefault, stages }: WantedPipeline,
): Promise<readonly PartChange[]> {
  const changes: PartChange[] = [];
  if (label !== before.label || isDefault !== before.isDefault) {
    await rows.updatePipeline.all(tx, { id: before.id, label, default: isDefault ? 1 : 0 });
    changes.push({ part: "pipeline", key, action: "updated" });
  }
  const noted = (stage: string | null, action: PartChange["action"]) =>
    changes.push({ part: "stage", pipeline: key, key: stage, action });
  for (const stage of listRemoved(before.stages, stages)) {
    await refuseUsedPlace(tx, projectId, type, { pipeline: key, stage: stage.key });
    await rows.deleteStage.all(tx, { id: stage.id });
    noted(stage.key, "deleted");
  }
  for (const [position, stage] of stages.entries()) {
    const old = before.stages.find((one) => one.key === stage.key);
    if (old === undefined) {
      await insertStages(tx, projectId, before.id, { stages: [stage], first: position });
      noted(stage.key, "created");
      continue;
    }
    if (!isSameStage(old, stage)) {
      const { label, probability, color } = stage;
      const values = { label, probability, closed: stage.closed ? 1 : 0, color };
      await rows.updateStage.all(tx, { id: old.id, ...values });
      noted(stage.key, "updated");
    }
    await rows.moveStage.all(tx, { id: old.id, position });
  }
  if (isMoved(before.stages, stages)) noted(null, "reordered");
  return changes;
}
