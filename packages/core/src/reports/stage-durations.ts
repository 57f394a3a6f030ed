import { reports } from "@rapport/db";
import type { PipelineType } from "@rapport/model";
import type { Deps } from "../deps.ts";
import { choosePipeline } from "../insights/choose-pipeline.ts";
import type { PipelineFigures } from "../insights/stage-figures.ts";
import { type CreatedPeriod, daysOf } from "./created.ts";
import { spansOf } from "./spans.ts";
import { figuresOf, type StageDuration, staysIn } from "./stays.ts";

/** Stage changes that are measured at most, the latest first, so that the report takes no longer in a large project. */
const MAX_MOVES = 10_000;
export interface StageDurationReport extends Pick<PipelineFigures, "pipeline" | "pipelines"> {
  readonly stages: readonly StageDuration[];
  /** Whether there were more stage changes in the period than are measured. */
  readonly isPartial: boolean;
}

/**
 * Measures how long the live records of a type were in each stage that they left in a period.
 *
 * @param asked.pipeline key, id or label; the default pipeline if undefined
 * @throws CrmError INVALID_INPUT if the pipeline does not exist
 */
export async function stageDurationReport(
  deps: Pick<Deps, "db" | "schemas">,
  project: number,
  asked: {
    readonly type: PipelineType;
    readonly pipeline?: string | undefined;
    readonly period: CreatedPeriod;
    readonly timeZone: string;
  },
): Promise<StageDurationReport> {
  const { type, pipeline, period, timeZone } = asked;
  const { pipelines } = (await deps.schemas.get(project))[type];
  const chosen = choosePipeline(pipelines, pipeline);
  const spans = spansOf(daysOf(period, timeZone), "month", timeZone);
  const rows = await reports.listMoves.all(deps.db, {
    ...{ project, type, limit: MAX_MOVES },
    ...{ from: spans[0]?.starts ?? "", until: spans.at(-1)?.ends ?? "" },
  });
  const stays = staysIn(chosen.key, rows);
  return {
    pipeline: { key: chosen.key, label: chosen.label },
    pipelines: pipelines.map(({ key, label }) => ({ key, label })),
    stages: chosen.stages.map(({ key, label, closed }) => ({
      ...{ key, label, closed },
      ...figuresOf(stays.get(key) ?? []),
    })),
    isPartial: rows.length === MAX_MOVES,
  };
}
