import { multiplyDecimals } from "@rapport/model";
import type { Deps } from "../deps.ts";
import {
  type Amount,
  type AtRates,
  choosePipeline,
  type PipelineFigures,
} from "../insights/stage-figures.ts";
import { type Sums, sumClosings } from "./closings.ts";
import { closesIn, divideDays, months, today } from "./spans.ts";

/** A part of the close dates; the moments are null where it has no limit, both for deals without a close date. */
interface Part {
  readonly kind: "overdue" | "month" | "later" | "undated";
  /** First day of a month, such as 2026-11-01, or the name of another part. */
  readonly key: string;
  readonly starts: string | null;
  readonly ends: string | null;
}

export interface ForecastReport
  extends Pick<PipelineFigures, "pipeline" | "pipelines" | "reporting"> {
  /** The open stages of the pipeline. */
  readonly stages: readonly {
    readonly key: string;
    readonly label: string;
    readonly probability: string | null;
  }[];
  readonly currencies: readonly (string | null)[];
  /** Each open deal is in one of them. */
  readonly parts: readonly (Part & {
    /** In the order of the stages. Weighted amounts are multiplied by the probability of the stage. */
    readonly stages: readonly (Sums & { readonly weighted: readonly Amount[] })[];
  })[];
  /** When the deals were counted: up to 30 seconds ago in a large project. */
  readonly asOf: string;
}

/**
 * Counts and sums the live open deals of a pipeline by close date and stage.
 *
 * @param asked.pipeline key, id or label; the default pipeline if undefined
 * @param asked.months number of months, the first of which is the current one
 * @throws CrmError INVALID_INPUT if the pipeline does not exist
 */
export async function forecastReport(
  deps: Pick<Deps, "db" | "schemas" | "figures">,
  project: number,
  asked: {
    readonly pipeline?: string | undefined;
    readonly months: number;
    readonly timeZone: string;
    readonly rates: AtRates;
  },
): Promise<ForecastReport> {
  const { pipelines } = await deps.schemas.object(project, "deal");
  const chosen = choosePipeline(pipelines, asked.pipeline);
  const open = chosen.stages.filter((stage) => !stage.closed);
  const parts = forecastParts(asked.months, asked.timeZone);
  const ranges = parts.flatMap(({ kind, starts, ends }, i) => {
    const closes = kind === "undated" ? null : closesIn(starts, ends, asked.timeZone);
    return open.map((stage, j) => ({
      ...{ pipeline: chosen.key, stage: stage.key },
      ...{ closes, sum: i * open.length + j },
    }));
  });
  // The figures are in the order of the stages.
  const of = [chosen.key, open.map((stage) => stage.key), parts.map(({ starts }) => starts)];
  const key = `forecast:${JSON.stringify([of, asked.timeZone])}`;
  const count = parts.length * open.length;
  const { rates } = asked;
  const found = await sumClosings(deps, project, { key, ranges, count, rates });
  const { value, currencies, asOf } = found;
  return {
    pipeline: { key: chosen.key, label: chosen.label },
    pipelines: pipelines.map((one) => ({ key: one.key, label: one.label })),
    stages: open.map(({ key, label, probability }) => ({ key, label, probability })),
    currencies,
    parts: parts.map((part, i) => ({
      ...part,
      stages: open.map(({ probability }, j) => {
        const sums = value[i * open.length + j] ?? { count: 0, amounts: [] };
        const { amounts } = sums;
        const weighted = amounts.map(({ currency, amount }) => ({
          currency,
          amount: multiplyDecimals(amount, probability ?? "0"),
        }));
        return { ...sums, weighted };
      }),
    })),
    reporting: rates?.view() ?? null,
    asOf,
  };
}

/** The current month begins today, because deals that should have closed before are overdue. */
function forecastParts(count: number, zone: string): readonly Part[] {
  const now = Date.now();
  const { starts: start } = today(zone, now);
  const spans = divideDays(months(0, count, zone, now), "month", zone);
  return [
    { kind: "overdue", key: "overdue", starts: null, ends: start },
    ...spans.map(({ key, starts, ends }, i) => ({
      ...{ kind: "month" as const, key, ends },
      starts: i === 0 ? start : starts,
    })),
    { kind: "later", key: "later", starts: spans.at(-1)?.ends ?? start, ends: null },
    { kind: "undated", key: "undated", starts: null, ends: null },
  ];
}
