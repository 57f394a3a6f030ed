import { formatMoney } from "../ui/values/format.ts";
import type { Cell, Shown, Target } from "./figure.ts";
import { addTotals, type Converted, type Reporting, totalText } from "./totals.tsx";

type Currency = string | null;

export interface Amount {
  readonly currency: Currency;
  /** Exact decimal. */
  readonly amount: string;
}

/** Sums of deals by currency, and in the reporting currency if there is one. */
export interface Money {
  readonly amounts?: readonly Amount[];
  readonly total?: Converted;
}

/** Which amounts a report shows: those in one currency, or totals in the reporting currency. */
export interface Measure {
  readonly currency: Currency;
  readonly isTotal: boolean;
}

/** Query parameter for deals without a currency. */
const NO_CURRENCY = "none";
/** Query parameter for totals in the reporting currency. */
const TOTAL = "total";

/**
 * Returns the options for amounts: totals in the reporting currency if there is one, and amounts in each currency.
 *
 * @param prefix such as `weighted`
 */
export function amountOptions(
  {
    reporting,
    currencies,
  }: { readonly reporting: Reporting | null; readonly currencies: readonly Currency[] },
  prefix: string,
  name: string,
) {
  const total = { value: `${prefix}-${TOTAL}`, label: `${name} in ${reporting?.currency}` };
  const of = reporting === null ? "in" : "of deals in";
  return [
    ...(reporting === null ? [] : [total]),
    ...currencies.map((currency) => ({
      value: `${prefix}-${currency ?? NO_CURRENCY}`,
      label: currency === null ? `${name} without currency` : `${name} ${of} ${currency}`,
    })),
  ];
}

/** Returns what a measure such as `weighted-EUR` or `weighted-total` shows. */
export function parseMeasure(measure: string, reporting: Reporting | null): Measure {
  const code = measure.split("-")[1] ?? NO_CURRENCY;
  if (code === TOTAL && reporting !== null) return { currency: reporting.currency, isTotal: true };
  return { currency: code === NO_CURRENCY ? null : code, isTotal: false };
}

/** Returns what a chart draws, such as `Amount in EUR`. */
export function measureUnit(name: string, { currency }: Measure): string {
  return currency === null ? name : `${name} in ${currency}`;
}

/** Returns the cell that shows sums in the chosen measure. */
export function moneyCell({ amounts = [], total }: Money, measure: Measure, link?: Target): Cell {
  if (!measure.isTotal) return amountCell(amounts, measure.currency, link);
  const amount = total?.amount ?? null;
  const cell = totalCell(amount, measure.currency ?? "");
  return amount !== null && link !== undefined ? { ...cell, link } : cell;
}

/** The text of a cell without an amount, which is not an amount of 0. */
export const NO_AMOUNT = "–";

/** Returns a total in the reporting currency as a cell. */
export function totalCell(amount: string | null, currency: string): Cell {
  const text = amount === null ? NO_AMOUNT : totalText(amount, currency);
  return { value: Number(amount ?? 0), text, raw: amount ?? "0" };
}

/** Returns the amount of a currency as a cell. */
function amountCell(amounts: readonly Amount[], currency: Currency, link?: Target): Cell {
  const amount = amounts.find((one) => one.currency === currency)?.amount ?? null;
  const value = Number(amount ?? 0);
  const cell = {
    value,
    text: amount === null ? NO_AMOUNT : formatMoney(rounded(amount), currency),
    raw: amount ?? "0",
  };
  return amount !== null && link !== undefined ? { ...cell, link } : cell;
}

/** Returns a text of all amounts. */
export function amountsCell(amounts: readonly Amount[]): Cell {
  const texts = amounts.map(({ amount, currency }) => formatMoney(rounded(amount), currency));
  const raw = amounts.map(({ amount, currency }) => `${amount} ${currency ?? ""}`.trim());
  return { value: 0, text: texts.join(", ") || NO_AMOUNT, raw: raw.join("; ") };
}

/** Cuts decimals after the second one, which only weighting makes. */
export function rounded(decimal: string): string {
  return decimal.replace(/(\.\d\d)\d+$/, "$1");
}

/** Returns what a report says about its totals; undefined if it shows none. */
export function reportTotals(
  { isTotal }: Pick<Measure, "isTotal">,
  reporting: Reporting | null,
  sums: readonly Money[],
): Shown["totals"] {
  if (!isTotal || reporting === null) return undefined;
  return { reporting, leftOut: addTotals(sums.map(({ total }) => total)).leftOut };
}
