import { reports } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { choosePipeline, type PipelineFigures } from "../insights/stage-figures.ts";
import { type PastPeriod, periodDays } from "./created.ts";
import { divideDays } from "./spans.ts";

/** Stage changes that are measured at most, the latest first, so that the report takes no longer in a large project. */
const MAX_MOVES = 10_000;
/** Measuring a move takes as long as counting so many rows. */
const ROWS_PER_MOVE = 5;

/** How long records were in a stage. */
interface StageDuration {
  readonly key: string;
  readonly label: string;
  readonly closed: boolean;
  /** How often records left the stage in the period. */
  readonly left: number;
  /** Time in the stage in seconds; null if no record left it. */
  readonly medianSeconds: number | null;
  readonly meanSeconds: number | null;
  /** Nine of ten records left sooner. */
  readonly p90Seconds: number | null;
  /** The records that stayed longest, at most 50, in the order of their ids. */
  readonly longest: readonly number[];
  /** Different records that left the stage. */
  readonly records: number;
}

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
  const spans = divideDays(periodDays(period, timeZone), "month", timeZone);
  const from = spans[0]?.starts ?? "";
  const until = spans.at(-1)?.ends ?? "";
  const of = { project, type, pipeline: chosen.key, from, until };
  const { value, asOf } = await deps.figures.get(`stays:${JSON.stringify(of)}`, async () => {
    const [moves, counted] = await Promise.all([
      reports.listMoves.all(deps.db, { ...of, limit: MAX_MOVES }),
      reports.countMoves.first(deps.db, { ...of, limit: MAX_MOVES + 1 }),
    ]);
    const stays = staysIn(chosen.key, moves);
    const figures = new Map(Array.from(stays, ([stage, of]) => [stage, stageFigures(of)]));
    const count = counted?.count ?? 0;
    return { value: { figures, isPartial: count > MAX_MOVES }, rows: count * ROWS_PER_MOVE };
  });
  return {
    pipeline: { key: chosen.key, label: chosen.label },
    pipelines: pipelines.map(({ key, label }) => ({ key, label })),
    stages: chosen.stages.map(({ key, label, closed }) => ({
      ...{ key, label, closed },
      ...(value.figures.get(key) ?? stageFigures([])),
    })),
    isPartial: value.isPartial,
    asOf,
  };
}

/** Records that a report leads to; a filter of a table takes no more values. */
const MAX_LONGEST = 50;

interface Stay {
  readonly record: number;
  readonly seconds: number;
}

/** @param rows newest first, so that a change of the pipeline is known before the changes that happened in the old one */
function staysIn(
  pipeline: string,
  rows: readonly reports.MoveRow[],
): ReadonlyMap<string, readonly Stay[]> {
  const stays = new Map<string, Stay[]>();
  const pipelines = new Map<number, string | null>();
  for (const row of rows) {
    const { record_id: record, at, stage, entered_at, created_at } = row;
    const before = row.old_pipeline ?? pipelines.get(record) ?? row.pipeline;
    pipelines.set(record, before);
    if (stage === null || before !== pipeline) continue;
    const seconds = (Date.parse(at) - Date.parse(entered_at ?? created_at)) / 1000;
    const known = stays.get(stage) ?? [];
    stays.set(stage, known);
    known.push({ record, seconds: Math.max(seconds, 0) });
  }
  return stays;
}

function stageFigures(stays: readonly Stay[]): Omit<StageDuration, "key" | "label" | "closed"> {
  const sorted = stays.toSorted((a, b) => a.seconds - b.seconds || a.record - b.record);
  const records = new Set(sorted.toReversed().map(({ record }) => record));
  const total = sorted.reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    left: sorted.length,
    medianSeconds: quantile(sorted, 0.5),
    meanSeconds: sorted.length === 0 ? null : total / sorted.length,
    p90Seconds: quantile(sorted, 0.9),
    longest: [...records].slice(0, MAX_LONGEST).toSorted((a, b) => a - b),
    records: records.size,
  };
}

/** Returns the value that a share of the stays does not exceed, between two of them in proportion. */
function quantile(sorted: readonly Stay[], share: number): number | null {
  if (sorted.length === 0) return null;
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)]?.seconds ?? 0;
  const high = sorted[Math.ceil(position)]?.seconds ?? low;
  return low + (high - low) * (position - Math.floor(position));
}
