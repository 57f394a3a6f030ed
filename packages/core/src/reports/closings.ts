import { reports } from "@rapport/db";
import type { Cached, Deps } from "../deps.ts";
import { addDecimals } from "../insights/decimals.ts";
import type { Amount } from "../insights/stage-figures.ts";
import { type PlaceRange, placeSpan } from "../record-index/place-key.ts";

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
  ranges: readonly SummedRange[],
  count: number,
): Promise<Cached<readonly Sums[]>> {
  return deps.figures.get(`closings:${project}:${key}`, async () => {
    const rows = await reports.sumPlaces.all(deps.db, {
      ...{ project, type: "deal", spans: spansOf(ranges) },
    });
    const sums = Array.from({ length: count }, (_, sum) =>
      sumsOf(rows.filter(({ span }) => ranges[span]?.sum === sum)),
    );
    return { value: sums, rows: rows.reduce((all, row) => all + row.count, 0) };
  });
}

/** Returns ranges as the statements take them. */
export function spansOf(ranges: readonly PlaceRange[]): string {
  return JSON.stringify(ranges.map((range, span) => ({ span, ...placeSpan(range) })));
}

/** Adds up rows by currency. */
export function sumsOf(
  rows: readonly Pick<reports.PlaceSum, "currency" | "count" | "amount">[],
): Sums {
  const amounts = new Map<string | null, string>();
  for (const { currency, amount } of rows) {
    if (amount !== null) amounts.set(currency, addDecimals(amounts.get(currency) ?? "0", amount));
  }
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    amounts: [...amounts]
      .map(([currency, amount]) => ({ currency, amount }))
      .toSorted((a, b) => byCode(a.currency, b.currency)),
  };
}

/** Lists the currencies of some sums, ordered by code, null last. */
export function currenciesOf(sums: readonly Sums[]): readonly (string | null)[] {
  const all = new Set(sums.flatMap(({ amounts }) => amounts.map(({ currency }) => currency)));
  return [...all].toSorted(byCode);
}

function byCode(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
