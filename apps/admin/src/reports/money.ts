import type { Filter, FilterGroups } from "../records/search.ts";
import type { Cell, Shown, Target } from "./figure.ts";
import { oneOfFilter } from "./links.ts";
import {
  addTotals,
  type Converted,
  dealWords,
  type Reporting,
  roundedMoney,
  totalText,
} from "./totals.tsx";

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
  /** The rates of today into the reporting currency. */
  readonly rates: Reporting["rates"];
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
  const of = reporting === null ? "in" : `of ${dealWords().many} in`;
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
  const rates = reporting?.rates ?? [];
  if (code === TOTAL && reporting !== null) {
    return { currency: reporting.currency, isTotal: true, rates };
  }
  return { currency: code === NO_CURRENCY ? null : code, isTotal: false, rates };
}

/** Returns what a chart draws, such as `Amount in EUR`. */
export function measureUnit(name: string, { currency }: Measure): string {
  return currency === null ? name : `${name} in ${currency}`;
}

/**
 * Returns the cell that shows sums in the chosen measure.
 *
 * @param linkTo returns the link to the records of the sums that meet all filters of one group
 * @param options.hasUndated whether the sums may have closed records without a close date
 */
export function moneyCell(
  money: Money,
  measure: Measure,
  linkTo: (summed: FilterGroups) => Target,
  { hasUndated = false } = {},
): Cell {
  const { currency, isTotal } = measure;
  const amount = isTotal
    ? (money.total?.amount ?? null)
    : (money.amounts?.find((one) => one.currency === currency)?.amount ?? null);
  const cell = isTotal ? totalCell(amount, currency ?? "") : amountCell(amount, currency);
  if (amount === null) return cell;
  return { ...cell, link: linkTo(summedFilters(money, measure, hasUndated)) };
}

const HAS_AMOUNT: Filter = { property: "amount", operator: "known" };

/** Returns the filters of the records whose amounts a cell adds up. */
function summedFilters(
  { amounts = [], total }: Money,
  measure: Measure,
  hasUndated: boolean,
): FilterGroups {
  if (!measure.isTotal) {
    const ofCurrency: Filter =
      measure.currency === null
        ? { property: "currency", operator: "unknown" }
        : { property: "currency", operator: "eq", value: measure.currency };
    return [[ofCurrency, HAS_AMOUNT]];
  }
  const leftOut = new Set(total?.leftOut.map(({ currency }) => currency));
  const all = amounts.flatMap(({ currency }) => currency ?? []);
  const whole = all.filter((currency) => !leftOut.has(currency));
  // Only closed records lack a rate that there is today: those that closed before the first one.
  const partial = measure.rates.filter(({ currency }) => leftOut.has(currency));
  const summed = (currencies: readonly string[]) => [
    oneOfFilter("currency", currencies),
    HAS_AMOUNT,
  ];
  return [
    ...(whole.length > 0 ? [summed(whole)] : []),
    // Days of rates are those of UTC.
    ...partial.map(({ currency, since }): Filter[] => [
      ...summed([currency]),
      { property: "closeDate", operator: "gte", value: `${since}[UTC]` },
    ]),
    ...(hasUndated ? partial : []).map(({ currency }): Filter[] => [
      ...summed([currency]),
      { property: "closeDate", operator: "unknown" },
    ]),
  ];
}

/** The text of a cell without an amount, which is not an amount of 0. */
export const NO_AMOUNT = "–";

/** Returns a total in the reporting currency as a cell. */
export function totalCell(amount: string | null, currency: string): Cell {
  const text = amount === null ? NO_AMOUNT : totalText(amount, currency);
  return { value: Number(amount ?? 0), text, raw: amount ?? "0" };
}

/** Returns the amount of a currency as a cell. */
function amountCell(amount: string | null, currency: Currency): Cell {
  const text = amount === null ? NO_AMOUNT : roundedMoney(amount, currency);
  return { value: Number(amount ?? 0), text, raw: amount ?? "0" };
}

/** Returns a text of all amounts. */
export function amountsCell(amounts: readonly Amount[]): Cell {
  const texts = amounts.map(({ amount, currency }) => roundedMoney(amount, currency));
  const raw = amounts.map(({ amount, currency }) => `${amount} ${currency ?? ""}`.trim());
  return { value: 0, text: texts.join(", ") || NO_AMOUNT, raw: raw.join("; ") };
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
