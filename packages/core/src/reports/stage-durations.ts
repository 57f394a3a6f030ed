import { reports } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { choosePipeline } from "../insights/choose-pipeline.ts";
import type { PipelineFigures } from "../insights/stage-figures.ts";
import { daysOf, type PastPeriod } from "./created.ts";
import { spansOf } from "./spans.ts";
import { figuresOf, type StageDuration, staysIn } from "./stays.ts";

/** Stage changes that are measured at most, the latest first, so that the report takes no longer in a large project. */
const MAX_MOVES = 10_000;
/** Measuring a move takes as long as counting so many rows. */
const ROWS_PER_MOVE = 5;

export interface StageDurationReport
  extends Pick<PipelineFigures, "pipeline" | "pipelines" | "asOf"> {
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
  deps: Pick<Deps, "db" | "schemas" | "figures">,
  project: number,
  asked: {
    readonly type: string;
    readonly pipeline?: string | undefined;
    readonly period: PastPeriod;
    readonly timeZone: string;
  },
): Promise<StageDurationReport> {
  const { type, pipeline, period, timeZone } = asked;
  const { pipelines } = await deps.schemas.object(project, type);
  const chosen = choosePipeline(pipelines, pipeline);
  const spans = spansOf(daysOf(period, timeZone), "month", timeZone);
  const from = spans[0]?.starts ?? "";
  const until = spans.at(-1)?.ends ?? "";
  const of = { project, type, pipeline: chosen.key, from, until };
  const { value, asOf } = await deps.figures.get(`stays:${JSON.stringify(of)}`, async () => {
    const [moves, counted] = await Promise.all([
      reports.listMoves.all(deps.db, { ...of, limit: MAX_MOVES }),
      reports.countMoves.first(deps.db, { ...of, limit: MAX_MOVES + 1 }),
    ]);
    const stays = staysIn(chosen.key, moves);
    const figures = new Map(Array.from(stays, ([stage, of]) => [stage, figuresOf(of)]));
    const count = counted?.count ?? 0;
    return { value: { figures, isPartial: count > MAX_MOVES }, rows: count * ROWS_PER_MOVE };
  });
  return {
    pipeline: { key: chosen.key, label: chosen.label },
    pipelines: pipelines.map(({ key, label }) => ({ key, label })),
    stages: chosen.stages.map(({ key, label, closed }) => ({
      ...{ key, label, closed },
      ...(value.figures.get(key) ?? figuresOf([])),
    })),
    isPartial: value.isPartial,
    asOf,
  };
}
