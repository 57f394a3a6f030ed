import { z } from "zod";
import { orderIssues } from "../../../schema/change-pipelines.ts";
import { checkStage, orderStages, removeStage, saveStage } from "../../../schema/save-stage.ts";
import { findPart, stageView } from "../../../schema/views.ts";
import { stageSettings } from "../../schema-settings.ts";
import { noData } from "../../schemas.ts";
import { operation } from "../../scoped-procedures.ts";
import { router } from "../../trpc.ts";
import { envelope, onePage, plural, success } from "../schemas.ts";
import {
  change,
  changeSchema,
  createOnce,
  orderSuchAs,
  SCOPE,
  settingFaults,
  TAGS,
} from "./schema-change.ts";
import { pipelineKey, stage, stageKey } from "./schema-shapes.ts";

const NAMES = { pipeline: "key", type: "plural" };
const inPipeline = { plural, key: pipelineKey };

const { label, ...optional } = stageSettings;
const newStage = { label, ...z.object(optional).partial().shape };
const changes = z.object(stageSettings).partial().shape;

/** POST /api/crm/pipelines/{plural}/{key}/stages (specification §12) */
const create = operation(SCOPE, "POST /api/crm/pipelines/{plural}/{key}/stages", {
  status: 201,
  errors: [404],
  tags: TAGS,
  summary: "Create a stage",
  description: "Adds a stage at the end of a pipeline. Its key is made from the label.",
  input: z.strictObject({ ...inPipeline, ...newStage }),
  check: settingFaults({ key: pipelineKey, ...newStage }, NAMES, (object, given) => {
    const { key, ...settings } = given;
    const pipeline = object.pipelines.find((one) => one.key === key);
    if (pipeline === undefined) return [];
    return checkStage(object, undefined, settings, { others: pipeline.stages }).issues;
  }),
  output: envelope(stage),
}).mutation(({ ctx, input }) =>
  createOnce(ctx, "pipelines.stages.create", input, async (ctx) => {
    const { plural, key: pipeline, ...settings } = input;
    const what = change(
      "saveStage",
      ["stage", pipeline, settings.label],
      { pipeline, stage: settings },
      NAMES,
    );
    const { result, changes } = await changeSchema(ctx, plural, what, (deps, project, type) =>
      saveStage(deps, project, type, { pipelineKey: pipeline, settings }),
    );
    const made = findPart(findPart(result, pipeline).stages, changes[0]?.key);
    return success("Stage created.", stageView(made));
  }),
);

const order = orderSuchAs(["new", "qualified", "won", "lost"]);

/** PUT /api/crm/pipelines/{plural}/{key}/stages (specification §12) */
const reorder = operation(SCOPE, "PUT /api/crm/pipelines/{plural}/{key}/stages", {
  errors: [404],
  tags: TAGS,
  summary: "Set the order of a pipeline's stages",
  description: "Takes the key of every stage, each once.",
  input: z.strictObject({ ...inPipeline, order }),
  check: settingFaults({ key: pipelineKey, order }, NAMES, ({ pipelines }, { key, order }) => {
    const pipeline = pipelines.find((one) => one.key === key);
    if (pipeline === undefined || order === undefined) return [];
    return orderIssues(order, pipeline.stages);
  }),
  output: envelope(onePage(stage)),
}).mutation(async ({ ctx, input: { plural, key: pipeline, order } }) => {
  const what = change("orderStages", ["pipeline", pipeline], { pipeline, stages: order }, NAMES);
  const { result } = await changeSchema(ctx, plural, what, (deps, project, type) =>
    orderStages(deps, project, type, { pipelineKey: pipeline, keys: order }),
  );
  const results = findPart(result, pipeline).stages.map(stageView);
  return success("Stages ordered.", { results, nextCursor: null });
});

/** PATCH /api/crm/pipelines/{plural}/{key}/stages/{stage} (specification §12) */
const update = operation(SCOPE, "PATCH /api/crm/pipelines/{plural}/{key}/stages/{stage}", {
  errors: [404],
  tags: TAGS,
  summary: "Change a stage",
  description:
    "Changes the given settings. Deals in the stage have its new probability at once. The key stays.",
  input: z.strictObject({ ...inPipeline, stage: stageKey, ...changes }),
  check: settingFaults(
    { key: pipelineKey, stage: stageKey, ...changes },
    NAMES,
    (object, { key, stage: name, ...settings }) => {
      const stages = object.pipelines.find((one) => one.key === key)?.stages ?? [];
      const before = stages.find((one) => one.key === name);
      if (before === undefined) return [];
      const others = stages.filter((one) => one !== before);
      return checkStage(object, before, settings, { others }).issues;
    },
  ),
  isChange: true,
  output: envelope(stage),
}).mutation(async ({ ctx, input: { plural, key: pipeline, stage: key, ...settings } }) => {
  const what = change(
    "saveStage",
    ["stage", pipeline, key],
    { pipeline, stage: { key, ...settings } },
    NAMES,
  );
  const { result } = await changeSchema(ctx, plural, what, (deps, project, type) =>
    saveStage(deps, project, type, { pipelineKey: pipeline, settings: { key, ...settings } }),
  );
  const changed = findPart(findPart(result, pipeline).stages, key);
  return success("Stage changed.", stageView(changed));
});

/** DELETE /api/crm/pipelines/{plural}/{key}/stages/{stage} (specification §12) */
const remove = operation(SCOPE, "DELETE /api/crm/pipelines/{plural}/{key}/stages/{stage}", {
  errors: [404, 409],
  tags: TAGS,
  summary: "Remove a stage",
  description:
    "Removes a stage. The last one of a pipeline cannot be removed, nor one that records are in; then the 409 counts them.",
  input: z.strictObject({ ...inPipeline, stage: stageKey }),
  output: envelope(noData),
}).mutation(async ({ ctx, input: { plural, key: pipeline, stage } }) => {
  const what = change("removeStage", ["stage", pipeline, stage], { pipeline, stage }, NAMES);
  await changeSchema(ctx, plural, what, (deps, project, type) =>
    removeStage(deps, project, type, { pipelineKey: pipeline, stageKey: stage }),
  );
  return success("Stage removed.", null);
});

export const stagesRouter = router({ create, order: reorder, update, delete: remove });
