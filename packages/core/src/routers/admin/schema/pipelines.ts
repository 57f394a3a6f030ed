import { z } from "zod";
import { orderPipelines, removePipeline, savePipeline } from "../../../schema/save-pipeline.ts";
import { orderStages, removeStage, saveStage, stageUsage } from "../../../schema/save-stage.ts";
import { pipelineSettings, stageSettings } from "../../schema-settings.ts";
import { router } from "../../trpc.ts";
import { projectProcedure } from "../procedure.ts";
import { changing, key, ofType } from "./changed.ts";

const keys = z.array(key).min(1).max(200);
const inPipeline = ofType.extend({ pipeline: key });
const savedPipeline = z.strictObject({ key, ...pipelineSettings }).partial();
const savedStage = z.strictObject({ key, ...stageSettings }).partial();

/** Procedures of pipelines and their stages. */
export const pipelines = router({
  savePipeline: changing("savePipeline", ofType.extend({ pipeline: savedPipeline }), {
    subject: ({ type, pipeline: { key, label = "" } }) => `pipeline:${type}.${key ?? label}`,
    run: (deps, { projectId, type, pipeline }) => savePipeline(deps, projectId, type, pipeline),
  }),
  orderPipelines: changing("orderPipelines", ofType.extend({ pipelines: keys }), {
    subject: ({ type }) => `pipeline:${type}`,
    run: (deps, { projectId, type, pipelines }) => orderPipelines(deps, projectId, type, pipelines),
  }),
  removePipeline: changing("removePipeline", inPipeline, {
    subject: ({ type, pipeline }) => `pipeline:${type}.${pipeline}`,
    run: (deps, { projectId, type, pipeline }) => removePipeline(deps, projectId, type, pipeline),
  }),
  stageUsage: projectProcedure("read-only", inPipeline.extend({ stage: key.optional() })).query(
    ({ ctx, input }) =>
      stageUsage(ctx.deps, input.projectId, input.type, {
        pipelineKey: input.pipeline,
        stageKey: input.stage,
      }),
  ),
  saveStage: changing("saveStage", inPipeline.extend({ stage: savedStage }), {
    subject: ({ type, pipeline, stage: { key, label = "" } }) =>
      `stage:${type}.${pipeline}.${key ?? label}`,
    run: (deps, { projectId, type, pipeline: pipelineKey, stage: settings }) =>
      saveStage(deps, projectId, type, { pipelineKey, settings }),
  }),
  orderStages: changing("orderStages", inPipeline.extend({ stages: keys }), {
    subject: ({ type, pipeline }) => `pipeline:${type}.${pipeline}`,
    run: (deps, { projectId, type, pipeline: pipelineKey, stages: keys }) =>
      orderStages(deps, projectId, type, { pipelineKey, keys }),
  }),
  removeStage: changing("removeStage", inPipeline.extend({ stage: key }), {
    subject: ({ type, pipeline, stage }) => `stage:${type}.${pipeline}.${stage}`,
    run: (deps, { projectId, type, pipeline: pipelineKey, stage: stageKey }) =>
      removeStage(deps, projectId, type, { pipelineKey, stageKey }),
  }),
});
