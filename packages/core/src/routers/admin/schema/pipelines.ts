import { z } from "zod";
import { pick } from "../../../audit/audit.ts";
import { orderPipelines, removePipeline, savePipeline } from "../../../schema/save-pipeline.ts";
import { orderStages, removeStage, saveStage, stageUsage } from "../../../schema/save-stage.ts";
import { pipelineSettings, stageSettings } from "../../schema-settings.ts";
import { router } from "../../trpc.ts";
import { projectProcedure } from "../procedure.ts";

import { changed, key, ofType } from "./changed.ts";

const keys = z.array(key).min(1).max(200);
const inPipeline = ofType.extend({ pipeline: key });

/** Procedures of pipelines and their stages. */
export const pipelines = router({
  savePipeline: projectProcedure(
    "admin",
    ofType.extend({
      pipeline: z
        .object({ key, ...pipelineSettings })
        .partial()
        .strict(),
    }),
  ).mutation(({ ctx, input }) =>
    changed(
      ctx,
      {
        action: "savePipeline",
        subject: `pipeline:${input.type}.${input.pipeline.key ?? input.pipeline.label ?? ""}`,
        details: pick(input, "projectId", "type", "pipeline"),
      },
      (deps) => savePipeline(deps, input.projectId, input.type, input.pipeline),
    ),
  ),
  orderPipelines: projectProcedure("admin", ofType.extend({ pipelines: keys })).mutation(
    ({ ctx, input }) =>
      changed(
        ctx,
        {
          action: "orderPipelines",
          subject: `pipeline:${input.type}`,
          details: pick(input, "projectId", "type", "pipelines"),
        },
        (deps) => orderPipelines(deps, input.projectId, input.type, input.pipelines),
      ),
  ),
  removePipeline: projectProcedure("admin", inPipeline).mutation(({ ctx, input }) =>
    changed(
      ctx,
      {
        action: "removePipeline",
        subject: `pipeline:${input.type}.${input.pipeline}`,
        details: pick(input, "projectId", "type", "pipeline"),
      },
      (deps) => removePipeline(deps, input.projectId, input.type, input.pipeline),
    ),
  ),
  stageUsage: projectProcedure("read-only", inPipeline.extend({ stage: key.optional() })).query(
    ({ ctx, input }) =>
      stageUsage(ctx.deps, input.projectId, input.type, {
        pipelineKey: input.pipeline,
        stageKey: input.stage,
      }),
  ),
  saveStage: projectProcedure(
    "admin",
    inPipeline.extend({
      stage: z
        .object({ key, ...stageSettings })
        .partial()
        .strict(),
    }),
  ).mutation(({ ctx, input }) =>
    changed(
      ctx,
      {
        action: "saveStage",
        subject: `stage:${input.type}.${input.pipeline}.${input.stage.key ?? input.stage.label ?? ""}`,
        details: pick(input, "projectId", "type", "pipeline", "stage"),
      },
      (deps) =>
        saveStage(deps, input.projectId, input.type, {
          pipelineKey: input.pipeline,
          settings: input.stage,
        }),
    ),
  ),
  orderStages: projectProcedure("admin", inPipeline.extend({ stages: keys })).mutation(
    ({ ctx, input }) =>
      changed(
        ctx,
        {
          action: "orderStages",
          subject: `pipeline:${input.type}.${input.pipeline}`,
          details: pick(input, "projectId", "type", "pipeline", "stages"),
        },
        (deps) =>
          orderStages(deps, input.projectId, input.type, {
            pipelineKey: input.pipeline,
            keys: input.stages,
          }),
      ),
  ),
  removeStage: projectProcedure("admin", inPipeline.extend({ stage: key })).mutation(
    ({ ctx, input }) =>
      changed(
        ctx,
        {
          action: "removeStage",
          subject: `stage:${input.type}.${input.pipeline}.${input.stage}`,
          details: pick(input, "projectId", "type", "pipeline", "stage"),
        },
        (deps) =>
          removeStage(deps, input.projectId, input.type, {
            pipelineKey: input.pipeline,
            stageKey: input.stage,
          }),
      ),
  ),
});
