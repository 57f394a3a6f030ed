import { z } from "zod";
import { orderIssues } from "../../../schema/change-pipelines.ts";
import {
  checkPipeline,
  orderPipelines,
  removePipeline,
  savePipeline,
} from "../../../schema/save-pipeline.ts";
import { findPart, pipelineView } from "../../../schema/views.ts";
import { pipelineSettings } from "../../schema-settings.ts";
import { noData } from "../../schemas.ts";
import { operation } from "../../scoped-procedures.ts";
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
import { pipeline, pipelineKey } from "./schema-shapes.ts";

const NAMES = { pipeline: "key", type: "plural" };

const { label, isDefault, stages } = pipelineSettings;
/** Members of a new pipeline in a request. */
export const newPipeline = { label, isDefault: isDefault.optional(), stages: stages.optional() };
const changes = { label: label.optional(), isDefault: isDefault.optional() };

/** POST /api/crm/pipelines/{plural} (specification §12) */
const create = operation(SCOPE, "POST /api/crm/pipelines/{plural}", {
  status: 201,
  errors: [404],
  tags: TAGS,
  summary: "Create a pipeline",
  description:
    "Adds a pipeline with its stages after the others. Keys are made from the labels: `Won back` becomes `won_back`.",
  input: z.strictObject({ plural, ...newPipeline }),
  check: settingFaults(
    newPipeline,
    NAMES,
    (object, settings) => checkPipeline(object, settings).issues,
  ),
  output: envelope(pipeline),
}).mutation(({ ctx, input }) =>
  createOnce(ctx, "pipelines.create", input, async (ctx) => {
    const { plural, ...settings } = input;
    const what = change(
      "savePipeline",
      ["pipeline", settings.label],
      { pipeline: settings },
      NAMES,
    );
    const { result, changes } = await changeSchema(ctx, plural, what, (deps, project, type) =>
      savePipeline(deps, project, type, settings),
    );
    return success("Pipeline created.", pipelineView(findPart(result, changes[0]?.key)));
  }),
);

const order = orderSuchAs(["default", "renewals"]);

/** PUT /api/crm/pipelines/{plural} (specification §12) */
const reorder = operation(SCOPE, "PUT /api/crm/pipelines/{plural}", {
  errors: [404],
  tags: TAGS,
  summary: "Set the order of the pipelines",
  description: "Takes the key of every pipeline, each once.",
  input: z.strictObject({ plural, order }),
  check: settingFaults({ order }, NAMES, ({ pipelines }, { order }) =>
    order === undefined ? [] : orderIssues(order, pipelines),
  ),
  output: envelope(onePage(pipeline)),
}).mutation(async ({ ctx, input: { plural, order } }) => {
  const what = change("orderPipelines", ["pipeline"], { pipelines: order }, NAMES);
  const { result } = await changeSchema(ctx, plural, what, (deps, project, type) =>
    orderPipelines(deps, project, type, order),
  );
  const results = result.map(pipelineView);
  return success("Pipelines ordered.", { results, nextCursor: null });
});

/** PATCH /api/crm/pipelines/{plural}/{key} (specification §12) */
const update = operation(SCOPE, "PATCH /api/crm/pipelines/{plural}/{key}", {
  errors: [404],
  tags: TAGS,
  summary: "Change a pipeline",
  description: "Renames a pipeline, or makes it the default one. Its key stays.",
  input: z.strictObject({ plural, key: pipelineKey, ...changes }),
  check: settingFaults({ key: pipelineKey, ...changes }, NAMES, (object, settings) => {
    if (!object.pipelines.some(({ key }) => key === settings.key)) return [];
    return checkPipeline(object, settings).issues;
  }),
  isChange: true,
  output: envelope(pipeline),
}).mutation(async ({ ctx, input: { plural, ...settings } }) => {
  const what = change("savePipeline", ["pipeline", settings.key], { pipeline: settings }, NAMES);
  const { result } = await changeSchema(ctx, plural, what, (deps, project, type) =>
    savePipeline(deps, project, type, settings),
  );
  return success("Pipeline changed.", pipelineView(findPart(result, settings.key)));
});

/** DELETE /api/crm/pipelines/{plural}/{key} (specification §12) */
const remove = operation(SCOPE, "DELETE /api/crm/pipelines/{plural}/{key}", {
  errors: [404, 409],
  tags: TAGS,
  summary: "Remove a pipeline",
  description:
    "Removes a pipeline with its stages. The default pipeline cannot be removed, nor one with records: then the 409 counts them.",
  input: z.strictObject({ plural, key: pipelineKey }),
  output: envelope(noData),
}).mutation(async ({ ctx, input: { plural, key } }) => {
  const what = change("removePipeline", ["pipeline", key], { pipeline: key }, NAMES);
  await changeSchema(ctx, plural, what, (deps, project, type) =>
    removePipeline(deps, project, type, key),
  );
  return success("Pipeline removed.", null);
});

export const pipelineWrites = { create, order: reorder, update, delete: remove };
