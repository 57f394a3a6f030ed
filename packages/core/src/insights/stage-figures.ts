import type { reports } from "@rapport/db";
import { addDecimals, type Color } from "@rapport/model";
import {
  type Converted,
  type Convertible,
  compareCurrencies,
  type Rates,
  type Reporting,
} from "../currencies/rates.ts";
import type { Cached, Deps } from "../deps.ts";
import { CrmError, quoted } from "../errors.ts";
import type { ObjectSchema, Pipeline, Stage } from "../object-schema.ts";
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
  /** The amounts in the reporting currency; only for deals, if there is one. */
  readonly total?: Converted;
}

/** What a project with a reporting currency reads its figures with; null for one without. */
export type AtRates = Rates | null;

export interface PipelineFigures {
  readonly pipeline: { readonly key: string; readonly label: string };
  readonly pipelines: readonly { readonly key: string; readonly label: string }[];
  readonly stages: readonly StageFigures[];
  /** Null if there are no totals. */
  readonly reporting: Reporting | null;
  /** When the records were counted: up to 30 seconds ago in a large project. */
  readonly asOf: string;
}

type FigureDeps = Pick<Deps, "db" | "schemas" | "figures">;

/**
 * Counts the live records of a type in each stage of a pipeline. For deals it also sums their amounts.
 *
 * @param asked.pipeline key, id or label; the default pipeline if undefined
 * @throws CrmError INVALID_INPUT when there is no such pipeline
 */
export async function pipelineFigures(
  deps: FigureDeps,
  projectId: number,
  object: ObjectSchema,
  asked: { readonly pipeline?: string | undefined; readonly rates: AtRates },
): Promise<PipelineFigures> {
  const { pipelines } = object;
  const chosen = choosePipeline(pipelines, asked.pipeline);
  const rates = object.money === null ? null : asked.rates;
  const { value: counts, asOf } = await countStages(deps, projectId, object, rates);
  const here = counts.filter((row) => row.pipeline === chosen.key);
  return {
    pipeline: named(chosen),
    pipelines: pipelines.map(named),
    stages: chosen.stages.map(({ key, label, closed, probability, color }) => {
      const inStage = here.filter((row) => row.stage === key);
      const count = inStage.reduce((sum, row) => sum + row.count, 0);
      const stage = { key, label, closed, probability, color, count };
      return object.money !== null ? { ...stage, ...sumMoney(inStage, rates) } : stage;
    }),
    reporting: rates?.view() ?? null,
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
  throw CrmError.ofIssue("INVALID_INPUT", { path: "pipeline", code: "unknown_pipeline", message });
}

/** Adds up rows by currency, and in the reporting currency if there is one. */
export function sumMoney(rows: readonly Convertible[], rates: AtRates) {
  return { amounts: sumAmounts(rows), ...(rates !== null && { total: rates.total(rows) }) };
}

/** Adds up rows by currency, in the order of the currencies, those without one last. Leaves out rows without an amount. */
function sumAmounts(
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

type StageCount = reports.PlaceSum & { readonly pipeline: string; readonly stage: string };

/** Counts all pipelines at once, so that switching between them needs no new count. */
function countStages(
  deps: FigureDeps,
  project: number,
  { name: type, pipelines }: ObjectSchema,
  rates: AtRates,
): Promise<Cached<readonly StageCount[]>> {
  const places = pipelines.flatMap(({ key, stages }) =>
    stages.map((stage) => ({ pipeline: key, stage: stage.key, ...daysOfRates(stage, rates) })),
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

/** Divides the sums of a closed stage by the days of its rates. Those of an open stage are all at the rates of today. */
export function daysOfRates({ closed }: Pick<Stage, "closed">, rates: AtRates) {
  return closed && rates !== null ? { mixedMonths: rates.mixedMonths } : {};
}

/** Counts the records that have an amount, by currency; those without a currency last. */
export async function currenciesInUse(
  deps: FigureDeps,
  project: number,
): Promise<readonly { readonly currency: string | null; readonly count: number }[]> {
  const { types } = await deps.schemas.get(project);
  const counts = new Map<string | null, number>();
  for (const object of types.filter(({ money }) => money !== null)) {
    const { value: rows } = await countStages(deps, project, object, null);
    for (const { currency, valued } of rows) {
      if (valued > 0) counts.set(currency, (counts.get(currency) ?? 0) + valued);
    }
  }
  const all = [...counts].map(([currency, count]) => ({ currency, count }));
  return all.toSorted((a, b) => compareCurrencies(a.currency, b.currency));
}

function named({ key, label }: Pipeline): { key: string; label: string } {
  return { key, label };
}
