import { formatMoney } from "../ui/values/format.ts";
import type { Cell, Target } from "./figure.ts";

type Currency = string | null;

export interface Amount {
  readonly currency: Currency;
  /** Exact decimal. */
  readonly amount: string;
}

/** Query parameter for deals without a currency. */
const NO_CURRENCY = "none";

/** Returns the options for amounts in each currency. @param prefix such as `weighted` */
export function amountOptions(currencies: readonly Currency[], prefix: string, name: string) {
  return currencies.map((currency) => ({
    value: `${prefix}-${currency ?? NO_CURRENCY}`,
    label: currency === null ? `${name} without currency` : `${name} in ${currency}`,
  }));
}

/** Returns the currency of a measure such as `weighted-EUR`. */
export function currencyOf(measure: string): Currency {
  const code = measure.split("-")[1] ?? NO_CURRENCY;
  return code === NO_CURRENCY ? null : code;
}

/** Returns the amount of a currency as a cell. */
export function amountCell(amounts: readonly Amount[], currency: Currency, link?: Target): Cell {
  const amount = amounts.find((one) => one.currency === currency)?.amount ?? null;
  const value = Number(amount ?? 0);
  const cell = {
    value,
    text: amount === null ? "–" : formatMoney(rounded(amount), currency),
    raw: amount ?? "0",
  };
  return amount !== null && link !== undefined ? { ...cell, link } : cell;
}

/** Returns a text of all amounts. */
export function amountsCell(amounts: readonly Amount[]): Cell {
  const texts = amounts.map(({ amount, currency }) => formatMoney(rounded(amount), currency));
  const raw = amounts.map(({ amount, currency }) => `${amount} ${currency ?? ""}`.trim());
  return { value: 0, text: texts.join(", ") || "–", raw: raw.join("; ") };
}

/** Cuts decimals after the second one, which only weighting makes. */
export function rounded(decimal: string): string {
  return decimal.replace(/(\.\d\d)\d+$/, "$1");
}
