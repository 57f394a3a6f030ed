import type { reports } from "@rapport/db";
import { type Converted, compareCurrencies } from "../currencies/rates.ts";
import type { Cached, Deps } from "../deps.ts";
import { sumRanges } from "../insights/read-sums.ts";
import { type Amount, type AtRates, sumMoney } from "../insights/stage-figures.ts";
import type { PlaceRange } from "../record-index/place-key.ts";

/** Deals, counted and summed. */
export interface Sums {
  readonly count: number;
  /** Exact sums of the deals that have an amount, in the order of the currencies, those without one last. */
  readonly amounts: readonly Amount[];
  /** The amounts in the reporting currency, if the project has one. */
  readonly total?: Converted;
}

/** Deals of one stage, and the number of the sum that they are part of. */
export interface SummedRange extends PlaceRange {
  readonly sum: number;
}

/**
 * Counts and sums deals by stage and close date.
 *
 * @param asked.key names the figures in the cache
 * @param asked.count number of sums
 * @returns one entry for each sum from 0 on
 */
export async function sumClosings(
  deps: Pick<Deps, "db" | "figures">,
  project: number,
  asked: {
    readonly key: string;
    readonly ranges: readonly SummedRange[];
    readonly count: number;
    readonly rates: AtRates;
  },
): Promise<Cached<readonly Sums[]>> {
  const { ranges, rates } = asked;
  const key = `closings:${project}:${asked.key}:${ranges[0]?.mixedMonths}`;
  const { value: found, asOf } = await deps.figures.get(key, () =>
    sumRanges(deps, { project, type: "deal" }, ranges),
  );
  const bySum = Map.groupBy(found, ({ span }) => ranges[span]?.sum);
  const value = Array.from({ length: asked.count }, (_, sum) =>
    addUpRows(bySum.get(sum) ?? [], rates),
  );
  return { value, asOf };
}

/** Counts and adds up rows. */
export function addUpRows(rows: readonly reports.PlaceSum[], rates: AtRates): Sums {
  return { count: rows.reduce((sum, row) => sum + row.count, 0), ...sumMoney(rows, rates) };
}

/** Lists the currencies of some sums, ordered by code, null last. */
export function listCurrencies(sums: readonly Sums[]): readonly (string | null)[] {
  const all = new Set(sums.flatMap(({ amounts }) => amounts.map(({ currency }) => currency)));
  return [...all].toSorted(compareCurrencies);
}
