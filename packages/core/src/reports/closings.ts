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
 * @returns one entry for each sum from 0 on, and the currencies of the deals that have an amount
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
): Promise<Cached<readonly Sums[]> & { readonly currencies: Currencies }> {
  const { ranges, rates } = asked;
  const key = `closings:${project}:${asked.key}:${ranges[0]?.mixedMonths}`;
  const { value: found, asOf } = await deps.figures.get(key, () =>
    sumRanges(deps, { project, type: "deal" }, ranges),
  );
  const bySum = Map.groupBy(found, ({ span }) => ranges[span]?.sum);
  const value = Array.from({ length: asked.count }, (_, sum) =>
    addUpRows(bySum.get(sum) ?? [], rates),
  );
  return { value, asOf, currencies: listCurrencies(found) };
}

/** Counts and adds up rows. */
export function addUpRows(rows: readonly reports.PlaceSum[], rates: AtRates): Sums {
  return { count: rows.reduce((sum, row) => sum + row.count, 0), ...sumMoney(rows, rates) };
}

type Currencies = readonly (string | null)[];

/** Lists the currencies of the records that have an amount, those of the most records first, null last. */
export function listCurrencies(rows: readonly reports.PlaceSum[]): Currencies {
  const counts = new Map<string | null, number>();
  for (const { currency, amount, valued } of rows) {
    if (amount !== null) counts.set(currency, (counts.get(currency) ?? 0) + valued);
  }
  return [...counts]
    .toSorted(([one, count], [other, otherCount]) => {
      const isEither = one === null || other === null;
      return (isEither ? 0 : otherCount - count) || compareCurrencies(one, other);
    })
    .map(([currency]) => currency);
}
