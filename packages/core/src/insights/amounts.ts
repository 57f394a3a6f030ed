import type { reports } from "@rapport/db";
import { addDecimals } from "@rapport/model";

export interface Amount {
  /** Null for deals without a currency. */
  readonly currency: string | null;
  /** Exact decimal. */
  readonly amount: string;
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
