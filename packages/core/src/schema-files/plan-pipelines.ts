import type { ObjectSchema } from "../object-schema.ts";
import {
  checkPipelines,
  isMoved,
  listRemoved,
  replacePipelines,
  type WantedPipeline,
} from "../schema/replace-pipelines.ts";
import { isSameStage, STAGE_SETTINGS } from "../schema/save-stage.ts";
import { refuseUsedPlace } from "../schema/usage.ts";
import type { PlanDraft } from "./plan-draft.ts";
import type { PipelineEntry } from "./schema-file.ts";

interface Compared {
  readonly object: ObjectSchema;
  readonly pipelines: readonly PipelineEntry[];
  /** Path of the type in the file. */
  readonly path: string;
  readonly prune: boolean;
}

/** Adds the steps that make the pipelines of a type equal to those of a file. */
export function planPipelines(
  draft: PlanDraft,
  { object, pipelines, path, prune }: Compared,
): void {
  const { name: type } = object;
  if (!object.hasPipeline) {
    const message = `Records of the type ${type} are in no pipeline. Leave the pipelines out.`;
    draft.refuse(path, [{ path: "pipelines", code: "no_pipelines", message }]);
    return;
  }
  const given = pipelines.map(wantedPipeline);
  const wanted = prune ? given : withOthers(object, given);
  draft.refuse(`${path}.pipelines`, checkPipelines(object, wanted));
  const before = draft.changes.length;
  noteChanges(draft, object, wanted);
  if (draft.changes.length === before) return;
  draft.add(1, {
    path: `${path}.pipelines`,
    check: async (db, projectId) => {
      for (const { key } of listRemoved(object.pipelines, wanted)) {
        await refuseUsedPlace(db, projectId, type, { pipeline: key, stage: null });
      }
      for (const { key: pipeline, stages } of object.pipelines) {
        const kept = wanted.find(({ key }) => key === pipeline);
        for (const { key: stage } of kept ? listRemoved(stages, kept.stages) : []) {
          await refuseUsedPlace(db, projectId, type, { pipeline, stage });
        }
      }
    },
    run: (deps, projectId) => replacePipelines(deps, projectId, type, wanted),
  });
}

function wantedPipeline({ key, label, isDefault = false, stages }: PipelineEntry): WantedPipeline {
  return {
    ...{ key, label, isDefault },
    stages: stages.map(({ probability = null, closed = false, color = null, ...stage }) => ({
      ...stage,
      ...{ probability, closed, color },
    })),
  };
}

/** Adds the pipelines and stages that the file lacks, after its own. The default pipeline is that of the file. */
function withOthers(
  { pipelines }: ObjectSchema,
  given: readonly WantedPipeline[],
): readonly WantedPipeline[] {
  const kept = given.map((one) => {
    const before = pipelines.find(({ key }) => key === one.key);
    return { ...one, stages: [...one.stages, ...listRemoved(before?.stages ?? [], one.stages)] };
  });
  return [...kept, ...listRemoved(pipelines, given).map((one) => ({ ...one, isDefault: false }))];
}

function noteChanges(
  draft: PlanDraft,
  { name: type, pipelines }: ObjectSchema,
  wanted: readonly WantedPipeline[],
): void {
  for (const { key, label, isDefault, stages } of wanted) {
    const name = `${type}.${key}`;
    const before = pipelines.find((one) => one.key === key);
    if (before === undefined) draft.note("+", "pipeline", name);
    else {
      const settings = [
        ...(before.label === label ? [] : ["label"]),
        ...(before.isDefault === isDefault ? [] : ["isDefault"]),
        ...(isMoved(before.stages, stages) ? ["order of stages"] : []),
      ];
      if (settings.length > 0) draft.note("~", "pipeline", name, ...settings);
    }
    for (const stage of stages) {
      const old = before?.stages.find((one) => one.key === stage.key);
      if (old === undefined) draft.note("+", "stage", `${name}.${stage.key}`);
      else if (!isSameStage(old, stage)) {
        const settings = STAGE_SETTINGS.filter((one) => old[one] !== stage[one]);
        draft.note("~", "stage", `${name}.${stage.key}`, ...settings);
      }
    }
    for (const stage of listRemoved(before?.stages ?? [], stages)) {
      draft.note("-", "stage", `${name}.${stage.key}`);
    }
  }
  if (isMoved(pipelines, wanted)) draft.note("~", "pipeline", type, "order");
  for (const { key } of listRemoved(pipelines, wanted))
    draft.note("-", "pipeline", `${type}.${key}`);
}
