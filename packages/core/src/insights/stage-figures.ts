import type { reports } from "@rapport/db";
import { addDecimals, type Color } from "@rapport/model";
import type { Cached, Deps } from "../deps.ts";
import { CrmError, quoted } from "../errors.ts";
import type { ObjectSchema, Pipeline } from "../object-schema.ts";
import { resolvePipeline } from "../schema/pipelines.ts";
import { sumRanges } from "./read-sums.ts";

export interface Amount {
  /** Null for deals without a currency. */
  readonly currency: string | null;
  /** Exact decimal. */
  readonly amount: string;
}

export interface StageFigures {
  readonly key: string;
  readonly label: string;
  readonly closed: boolean;
  readonly probability: string | null;
  readonly color: Color | null;
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

type FigureDeps = Pick<Deps, "db" | "schemas" | "figures">;

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
    stages: chosen.stages.map(({ key, label, closed, probability, color }) => {
      const inStage = here.filter((row) => row.stage === key);
      const count = inStage.reduce((sum, row) => sum + row.count, 0);
      const stage = { key, label, closed, probability, color, count };
      return object.money !== null ? { ...stage, amounts: amountsOf(inStage) } : stage;
    }),
    asOf,
  };
}

/**
 * Returns the pipeline that a request names, or the default pipeline.
 *
 * @throws CrmError INVALID_INPUT when there is no such pipeline
 */
export function choosePipeline(pipelines: readonly Pipeline[], given?: string): Pipeline {
  const chosen =
    given === undefined
      ? (pipelines.find((one) => one.isDefault) ?? pipelines[0])
      : resolvePipeline(pipelines, given);
  if (chosen) return chosen;
  const known = pipelines.map((one) => one.key).join(", ");
  const asked = given === undefined ? "" : ` ${quoted(given)}`;
  const message = `There is no pipeline${asked}. Pipelines: ${known}.`;
  throw new CrmError("INVALID_INPUT", message, {
    issues: [{ path: "pipeline", code: "unknown_pipeline", message }],
  });
}

/** Adds up rows by currency, in the order of the currencies, those without one last. Leaves out rows without an amount. */
export function amountsOf(
  rows: readonly Partial<Pick<reports.PlaceSum, "currency" | "amount">>[],
): readonly Amount[] {
  const amounts = new Map<string | null, string>();
  for (const { currency = null, amount = null } of rows) {
    if (amount !== null) amounts.set(currency, addDecimals(amounts.get(currency) ?? "0", amount));
  }
  return [...amounts]
    .map(([currency, amount]) => ({ currency, amount }))
    .toSorted((a, b) => compareCurrencies(a.currency, b.currency));
}

/** Compares codes of currencies. Null is last. */
export function compareCurrencies(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

type StageCount = reports.PlaceSum & { readonly pipeline: string; readonly stage: string };

/** Counts all pipelines at once, so that switching between them needs no new count. */
function countStages(
  deps: FigureDeps,
  project: number,
  type: string,
  pipelines: readonly Pipeline[],
): Promise<Cached<readonly StageCount[]>> {
  const places = pipelines.flatMap(({ key, stages }) =>
    stages.map((stage) => ({ pipeline: key, stage: stage.key })),
  );
  const of = { project, type };
  return deps.figures.get(`counts:${JSON.stringify({ ...of, places })}`, async () => {
    const found = await sumRanges(deps, of, places);
    const value = found.value.flatMap((row) => {
      const place = places[row.span];
      return place === undefined ? [] : [{ ...row, ...place }];
    });
    return { value, rows: found.rows };
  });
}

function named({ key, label }: Pipeline): { key: string; label: string } {
  return { key, label };
}
