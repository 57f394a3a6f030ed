import type { Deps } from "../deps.ts";
import { added, type OwnerSum, sumRangesByOwner, withoutAmount } from "../insights/read-sums.ts";
import {
  type AtRates,
  choosePipeline,
  daysOfRates,
  type PipelineFigures,
} from "../insights/stage-figures.ts";
import type { Pipeline } from "../object-schema.ts";
import { foldText } from "../record-index/index-key.ts";
import { addUpRows, listCurrencies, type Sums, sumClosings } from "./closings.ts";
import { lostStages } from "./funnel.ts";
import { closesIn, divideDays, months, type Span } from "./spans.ts";

/** Owners that a report shows at most, those with the most deals first. */
const MAX_OWNERS = 50;
/** Rows of owners, stages, currencies and rates that one statement returns at most, and that are shown. */
const MAX_OWNER_ROWS = 2_000;
/** Rows of owners, stages and currencies that are held while they are counted. */
const MAX_HELD_ROWS = 20_000;

interface Outcomes {
  readonly won: Sums;
  readonly lost: Sums;
}

interface OfPipeline extends Pick<PipelineFigures, "pipeline" | "pipelines" | "reporting"> {
  /** Keys of the stages of deals that are won, and of those that are lost. */
  readonly stages: { readonly won: readonly string[]; readonly lost: readonly string[] };
  readonly currencies: readonly (string | null)[];
  /** When the deals were counted: up to 30 seconds ago in a large project. */
  readonly asOf: string;
}

export interface OutcomeReport extends OfPipeline {
  readonly spans: readonly (Span & Outcomes)[];
}

export interface OwnerReport extends OfPipeline {
  readonly period: { readonly starts: string; readonly ends: string };
  /** An owner that is null stands for deals without one. */
  readonly owners: readonly (Outcomes & { readonly owner: string | null })[];
  /** Whether there are more owners. */
  readonly isPartial: boolean;
}

type OutcomeDeps = Pick<Deps, "db" | "schemas" | "figures">;

interface Asked {
  readonly pipeline?: string | undefined;
  /** Number of months, the last of which is the current one. */
  readonly months: number;
  readonly timeZone: string;
  readonly rates: AtRates;
}

/**
 * Counts and sums the live deals that were won and lost in each month, by their close date.
 *
 * @param asked.pipeline key, id or label; the default pipeline if undefined
 * @throws CrmError INVALID_INPUT if the pipeline does not exist
 */
export async function outcomeReport(
  deps: OutcomeDeps,
  project: number,
  asked: Asked,
): Promise<OutcomeReport> {
  const { place, stages } = await closedStages(deps, project, asked);
  const spans = divideMonths(asked);
  const { rates } = asked;
  const places = closedPlaces(place.pipeline.key, stages);
  const days = daysOfRates({ closed: true }, rates);
  const ranges = spans.flatMap(({ starts, ends }, i) => {
    const closes = closesIn(starts, ends, asked.timeZone);
    return places.map(({ isWon, ...at }) => ({
      ...{ ...at, ...days, closes },
      sum: 2 * i + (isWon ? 0 : 1),
    }));
  });
  const of = [place.pipeline.key, stages, spans[0]?.starts, spans.at(-1)?.ends, asked.timeZone];
  const key = `outcomes:${JSON.stringify(of)}`;
  const { value, currencies, asOf } = await sumClosings(deps, project, {
    ...{ key, ranges, rates },
    count: 2 * spans.length,
  });
  const none: Sums = { count: 0, amounts: [] };
  return {
    ...{ ...place, stages, currencies, asOf },
    spans: spans.map((span, i) => ({
      ...span,
      won: value[2 * i] ?? none,
      lost: value[2 * i + 1] ?? none,
    })),
  };
}

/** Counts and sums the live deals that were won and lost in the months by owner; else as `outcomeReport`. */
export async function ownerReport(
  deps: OutcomeDeps,
  project: number,
  asked: Asked,
): Promise<OwnerReport> {
  const { place, stages } = await closedStages(deps, project, asked);
  const { rates } = asked;
  const spans = divideMonths(asked);
  const period = { starts: spans[0]?.starts ?? "", ends: spans.at(-1)?.ends ?? "" };
  const places = closedPlaces(place.pipeline.key, stages);
  const closes = closesIn(period.starts, period.ends, asked.timeZone);
  const days = daysOfRates({ closed: true }, rates);
  const ranges = places.map(({ isWon: _, ...at }) => ({ ...at, closes, ...days }));
  // A rate is of a currency and a day, so there are more rows.
  const most = rates === null ? MAX_OWNER_ROWS : MAX_HELD_ROWS;
  // The rows are numbered in the order of the stages.
  const key = `owners:${JSON.stringify([project, place.pipeline.key, stages, period, asked.timeZone, rates?.digest()])}`;
  const { value: rows, asOf } = await deps.figures.get(key, async () => {
    const of = { project, type: "deal" };
    const sums = new Map<string, OwnerSum>();
    const rows = await sumRangesByOwner(deps, of, { ranges, limit: most }, (row) =>
      addSum(sums, row, rates),
    );
    const some = [...sums.values()].filter(({ count }) => count > 0).map(withoutAmount);
    const value = some.toSorted((a, b) => b.count - a.count).slice(0, most);
    return { value, rows };
  });
  // A filter finds an owner in any case.
  const byOwner = [...Map.groupBy(rows, ({ owner }) => foldText(owner)).values()];
  const owners = byOwner
    .map((own) => ({
      owner: own[0]?.owner || null,
      won: addUpRows(
        own.filter(({ span }) => places[span]?.isWon),
        rates,
      ),
      lost: addUpRows(
        own.filter(({ span }) => !places[span]?.isWon),
        rates,
      ),
    }))
    .toSorted((a, b) => b.won.count + b.lost.count - a.won.count - a.lost.count);
  return {
    ...{ ...place, stages, currencies: listCurrencies(rows), asOf, period },
    owners: owners.slice(0, MAX_OWNERS),
    isPartial: owners.length > MAX_OWNERS || rows.length >= most,
  };
}

/** Adds a row to those of the same range, owner, currency and rate. Leaves out owners beyond a number, so memory is bounded. */
function addSum(sums: Map<string, OwnerSum>, row: OwnerSum, rates: AtRates): void {
  const since = row.currency === null ? undefined : rates?.at(row.currency, row.day)?.from;
  const key = JSON.stringify([row.span, row.owner, row.currency, since]);
  const known = sums.get(key);
  if (known === undefined && sums.size >= MAX_HELD_ROWS) return;
  sums.set(key, known === undefined ? row : added(known, row));
}

function divideMonths({ months: count, timeZone }: Asked): readonly Span[] {
  return divideDays(months(1 - count, count, timeZone), "month", timeZone);
}

async function closedStages(deps: OutcomeDeps, project: number, asked: Asked) {
  const deal = await deps.schemas.object(project, "deal");
  const { pipelines } = deal;
  const { key, label, stages } = choosePipeline(pipelines, asked.pipeline);
  const lost = new Set(lostStages(deal, stages));
  const keys = (some: Pipeline["stages"]) => some.map((stage) => stage.key);
  return {
    place: {
      pipeline: { key, label },
      pipelines: pipelines.map((one) => ({ key: one.key, label: one.label })),
      reporting: asked.rates?.view() ?? null,
    },
    stages: {
      won: keys(stages.filter((stage) => stage.closed && !lost.has(stage))),
      lost: keys([...lost]),
    },
  };
}

function closedPlaces(pipeline: string, { won, lost }: OfPipeline["stages"]) {
  return [
    ...won.map((stage) => ({ pipeline, stage, isWon: true })),
    ...lost.map((stage) => ({ pipeline, stage, isWon: false })),
  ];
}
