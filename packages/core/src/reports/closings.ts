import type { reports } from "@rapport/db";
import type { Cached, Deps } from "../deps.ts";
import { sumRanges } from "../insights/read-sums.ts";
import { type Amount, amountsOf, compareCurrencies } from "../insights/stage-figures.ts";
import type { PlaceRange } from "../record-index/place-key.ts";

/** Deals, counted and summed. */
export interface Sums {
  readonly count: number;
  /** Exact sums of the deals that have an amount, in the order of the currencies, those without one last. */
  readonly amounts: readonly Amount[];
}

/** Deals of one stage, and the number of the sum that they are part of. */
export interface SummedRange extends PlaceRange {
  readonly sum: number;
}

/**
 * Counts and sums deals by stage and close date.
 *
 * @param key names the figures in the cache
 * @returns one entry for each sum from 0 on
 */
export function sumClosings(
  deps: Pick<Deps, "db" | "figures">,
  project: number,
  key: string,
  { ranges, count }: { readonly ranges: readonly SummedRange[]; readonly count: number },
): Promise<Cached<readonly Sums[]>> {
  return deps.figures.get(`closings:${project}:${key}`, async () => {
    const of = { project, type: "deal" };
    const { value: found, rows } = await sumRanges(deps, of, ranges);
    const sums = Array.from({ length: count }, (_, sum) =>
      sumsOf(found.filter(({ span }) => ranges[span]?.sum === sum)),
    );
    return { value: sums, rows };
  });
}

/** Counts and adds up rows. */
export function sumsOf(
  rows: readonly Pick<reports.PlaceSum, "currency" | "count" | "amount">[],
): Sums {
  return { count: rows.reduce((sum, row) => sum + row.count, 0), amounts: amountsOf(rows) };
}

/** Lists the currencies of some sums, ordered by code, null last. */
export function currenciesOf(sums: readonly Sums[]): readonly (string | null)[] {
  const all = new Set(sums.flatMap(({ amounts }) => amounts.map(({ currency }) => currency)));
  return [...all].toSorted(compareCurrencies);
}
