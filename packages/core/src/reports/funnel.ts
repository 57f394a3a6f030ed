import type { Converted } from "../currencies/rates.ts";
import type { Deps } from "../deps.ts";
import { countCreatedIn } from "../insights/created-counts.ts";
import {
  type Amount,
  type AtRates,
  choosePipeline,
  type PipelineFigures,
  pipelineFigures,
} from "../insights/stage-figures.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { type PastPeriod, periodDays } from "./created.ts";
import { divideDays } from "./spans.ts";

export interface FunnelStage {
  readonly key: string;
  readonly label: string;
  /** Whether records that are here have left the funnel without success. */
  readonly isLost: boolean;
  /** Records that are in the stage. */
  readonly count: number;
  /** Records that are in it or in a later stage that is not lost; of a lost stage the same as `count`. */
  readonly reached: number;
  /** Only for deals, in a report of all time. */
  readonly amounts?: readonly Amount[];
  /** The amounts in the reporting currency; only if the project has one. */
  readonly total?: Converted;
}

export interface FunnelReport
  extends Pick<PipelineFigures, "pipeline" | "pipelines" | "reporting" | "asOf"> {
  readonly stages: readonly FunnelStage[];
  /** The first moment of the period; null for all times. */
  readonly createdFrom: string | null;
}

/**
 * Counts the live records of a type in each stage of a pipeline.
 *
 * @param asked.pipeline key, id or label; the default pipeline if undefined
 * @param asked.period only records created in it; all if undefined
 * @throws CrmError INVALID_INPUT if the pipeline does not exist
 */
export async function funnelReport(
  deps: Pick<Deps, "db" | "schemas" | "figures">,
  project: number,
  asked: {
    readonly type: string;
    readonly pipeline?: string | undefined;
    readonly period?: PastPeriod | undefined;
    readonly timeZone: string;
    readonly rates: AtRates;
  },
): Promise<FunnelReport> {
  const { type, pipeline, period, timeZone } = asked;
  const object = await deps.schemas.object(project, type);
  if (period === undefined) {
    const { stages, ...rest } = await pipelineFigures(deps, project, object, asked);
    return { ...rest, stages: makeFunnel(object, stages), createdFrom: null };
  }
  const chosen = choosePipeline(object.pipelines, pipeline);
  const spans = divideDays(periodDays(period, timeZone), "month", timeZone);
  const [from, until] = [spans[0]?.starts ?? "", spans.at(-1)?.ends ?? ""];
  const ranges = chosen.stages.map(({ key: stage }) => ({ pipeline: chosen.key, stage }));
  const args = { project, type, from, until };
  const key = `funnel:${JSON.stringify({ ...args, ranges })}`;
  const { value, asOf } = await deps.figures.get(key, () =>
    countCreatedIn(deps, { project, type }, { starts: from, ends: until }, ranges),
  );
  const counted = chosen.stages.map((stage, i) => {
    const rows = value.filter(({ span }) => span === i);
    return { ...stage, count: rows.reduce((sum, row) => sum + row.count, 0) };
  });
  return {
    pipeline: { key: chosen.key, label: chosen.label },
    pipelines: object.pipelines.map(({ key, label }) => ({ key, label })),
    stages: makeFunnel(object, counted),
    createdFrom: from,
    reporting: null,
    asOf,
  };
}

function makeFunnel(object: ObjectSchema, stages: readonly Counted[]): readonly FunnelStage[] {
  const lost = new Set(lostStages(object, stages));
  return stages.map((stage, i) => {
    const { key, label, count, amounts, total } = stage;
    const later = stages.slice(i).filter((one) => !lost.has(one));
    const reached = lost.has(stage) ? count : later.reduce((sum, one) => sum + one.count, 0);
    const money = { ...(amounts && { amounts }), ...(total && { total }) };
    return { key, label, isLost: lost.has(stage), count, reached, ...money };
  });
}

type Counted = Pick<
  PipelineFigures["stages"][number],
  "key" | "label" | "closed" | "probability" | "count" | "amounts" | "total"
>;

/**
 * Returns the closed stages that are no success: of deals those without probability, of other types all but the first
 * closed stage.
 */
export function lostStages<Stage extends Pick<Counted, "closed" | "probability">>(
  { money }: Pick<ObjectSchema, "money">,
  stages: readonly Stage[],
): readonly Stage[] {
  const closed = stages.filter((stage) => stage.closed);
  if (money === null) return closed.slice(1);
  return closed.filter(({ probability }) => Number(probability ?? 0) === 0);
}
