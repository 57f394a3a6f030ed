import { PROPERTY_TYPES } from "@rapport/model";
import { z } from "zod";
import type { Admin } from "../../access/sessions.ts";
import { audited, pick } from "../../audit/audited.ts";
import type { Deps } from "../../deps.ts";
import { propertyUsage, removeProperty } from "../../schema/remove-property.ts";
import { orderPipelines, removePipeline, savePipeline } from "../../schema/save-pipeline.ts";
import { saveProperty } from "../../schema/save-property.ts";
import { orderStages, removeStage, saveStage, stageUsage } from "../../schema/save-stage.ts";
import { searchText } from "../schemas.ts";
import { router } from "../trpc.ts";
import { objectType, projectProcedure } from "./procedure.ts";

const key = searchText(100);
const keys = z.array(key).min(1).max(200);
const ofType = z.object({ type: objectType });
const property = ofType.extend({ name: searchText(64) });
const inPipeline = ofType.extend({ pipeline: key });

const label = searchText();
const newStage = z.strictObject({
  label: label.optional(),
  probability: z.union([z.number(), z.string().max(50)]).optional(),
  closed: z.boolean().optional(),
});

interface Changing {
  readonly deps: Deps;
  readonly admin: Admin;
}

/** Changes the schema, logs the change, then clears this process's schema cache. */
async function changed<T>(
  ctx: Changing,
  action: string,
  subject: string,
  details: Readonly<Record<string, unknown>> & { readonly projectId: number },
  run: (deps: Deps) => Promise<T>,
): Promise<T> {
  const what = {
    action: `schema.${action}`,
    subject,
    projectId: details.projectId,
    details,
    isLong: true,
  };
  const result = await audited(ctx.deps, ctx.admin, what, run);
  ctx.deps.schemas.clear();
  return result;
}

/** Procedures that read and change a project's properties and pipelines, and count their use. */
export const schema = router({
  read: projectProcedure("read-only")
    .input(ofType)
    .query(async ({ ctx, input }) => {
      const schema = (await ctx.deps.schemas.get(input.projectId))[input.type];
      return { properties: [...schema.properties.values()], pipelines: schema.pipelines };
    }),
  saveProperty: projectProcedure("admin")
    .input(
      ofType.extend({
        isNew: z.boolean().optional(),
        settings: z.strictObject({
          name: z.string(),
          label: z.string().optional(),
          type: z.enum(PROPERTY_TYPES).optional(),
          multi: z.boolean().optional(),
          indexed: z.boolean().optional(),
          unique: z.boolean().optional(),
          options: z
            .array(z.strictObject({ value: z.string(), label: z.string() }))
            .max(1_000)
            .optional(),
          closed: z.boolean().optional(),
          description: z.string().max(1_000).optional(),
        }),
      }),
    )
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        "saveProperty",
        `property:${input.type}.${input.settings.name}`,
        pick(input, "projectId", "type", "isNew", "settings"),
        (deps) => saveProperty(deps, input.projectId, input.type, input.settings, input.isNew),
      ),
    ),
  propertyUsage: projectProcedure("read-only")
    .input(property)
    .query(({ ctx, input }) => propertyUsage(ctx.deps, input.projectId, input.type, input.name)),
  removeProperty: projectProcedure("admin")
    .input(property)
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        "removeProperty",
        `property:${input.type}.${input.name}`,
        pick(input, "projectId", "type", "name"),
        (deps) => removeProperty(deps, input.projectId, input.type, input.name),
      ),
    ),
  savePipeline: projectProcedure("admin")
    .input(
      ofType.extend({
        pipeline: z.strictObject({
          key: key.optional(),
          label: label.optional(),
          isDefault: z.boolean().optional(),
          stages: z.array(newStage).min(1).max(100).optional(),
        }),
      }),
    )
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        "savePipeline",
        `pipeline:${input.type}.${input.pipeline.key ?? input.pipeline.label ?? ""}`,
        pick(input, "projectId", "type", "pipeline"),
        (deps) => savePipeline(deps, input.projectId, input.type, input.pipeline),
      ),
    ),
  orderPipelines: projectProcedure("admin")
    .input(ofType.extend({ pipelines: keys }))
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        "orderPipelines",
        `pipeline:${input.type}`,
        pick(input, "projectId", "type", "pipelines"),
        (deps) => orderPipelines(deps, input.projectId, input.type, input.pipelines),
      ),
    ),
  removePipeline: projectProcedure("admin")
    .input(inPipeline)
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        "removePipeline",
        `pipeline:${input.type}.${input.pipeline}`,
        pick(input, "projectId", "type", "pipeline"),
        (deps) => removePipeline(deps, input.projectId, input.type, input.pipeline),
      ),
    ),
  stageUsage: projectProcedure("read-only")
    .input(inPipeline.extend({ stage: key.optional() }))
    .query(({ ctx, input }) =>
      stageUsage(ctx.deps, input.projectId, input.type, input.pipeline, input.stage),
    ),
  saveStage: projectProcedure("admin")
    .input(inPipeline.extend({ stage: newStage.extend({ key: key.optional() }) }))
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        "saveStage",
        `stage:${input.type}.${input.pipeline}.${input.stage.key ?? input.stage.label ?? ""}`,
        pick(input, "projectId", "type", "pipeline", "stage"),
        (deps) => saveStage(deps, input.projectId, input.type, input.pipeline, input.stage),
      ),
    ),
  orderStages: projectProcedure("admin")
    .input(inPipeline.extend({ stages: keys }))
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        "orderStages",
        `pipeline:${input.type}.${input.pipeline}`,
        pick(input, "projectId", "type", "pipeline", "stages"),
        (deps) => orderStages(deps, input.projectId, input.type, input.pipeline, input.stages),
      ),
    ),
  removeStage: projectProcedure("admin")
    .input(inPipeline.extend({ stage: key }))
    .mutation(({ ctx, input }) =>
      changed(
        ctx,
        "removeStage",
        `stage:${input.type}.${input.pipeline}.${input.stage}`,
        pick(input, "projectId", "type", "pipeline", "stage"),
        (deps) => removeStage(deps, input.projectId, input.type, input.pipeline, input.stage),
      ),
    ),
});
