import type { ObjectSchema, Pipeline } from "../object-schema.ts";
import { type Amount, amountsOf } from "./amounts.ts";
import { choosePipeline } from "./choose-pipeline.ts";
import { countStages, type FigureDeps } from "./count-stages.ts";

export interface StageFigures {
  readonly key: string;
  readonly label: string;
  readonly closed: boolean;
  readonly probability: string | null;
  readonly count: number;
  /** Only for deals. */
  readonly amounts?: readonly Amount[];
}

export interface PipelineFigures {
  readonly pipeline: { readonly key: string; readonly label: string };
  readonly pipelines: readonly { readonly key: string; readonly label: string }[];
  readonly stages: readonly StageFigures[];
  /** When the records were counted: up to 30 seconds ago in a large project. */
  readonly asOf: string;
}

/**
 * Counts the live records of a type in each stage of a pipeline. For deals it also sums their amounts.
 *
 * @param pipeline key, id or label; the default pipeline if undefined
 * @throws CrmError INVALID_INPUT when there is no such pipeline
 */
export async function pipelineFigures(
  deps: FigureDeps,
  projectId: number,
  object: ObjectSchema,
  pipeline?: string,
): Promise<PipelineFigures> {
  const { pipelines } = object;
  const chosen = choosePipeline(pipelines, pipeline);
  const { value: counts, asOf } = await countStages(deps, projectId, object.name, pipelines);
  const here = counts.filter((row) => row.pipeline === chosen.key);
  return {
    pipeline: named(chosen),
    pipelines: pipelines.map(named),
    stages: chosen.stages.map(({ key, label, closed, probability }) => {
      const inStage = here.filter((row) => row.stage === key);
      const count = inStage.reduce((sum, row) => sum + row.count, 0);
      const stage = { key, label, closed, probability, count };
      return object.money !== null ? { ...stage, amounts: amountsOf(inStage) } : stage;
    }),
    asOf,
  };
}

function named({ key, label }: Pipeline): { key: string; label: string } {
  return { key, label };
}
