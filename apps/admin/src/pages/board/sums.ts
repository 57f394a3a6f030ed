import { compactMoney, formatMoney } from "../../ui/values/format.ts";
import type { Board, Column } from "./moves.ts";

type Amount = NonNullable<Column["amounts"]>[number];

/** The sum of a stage in one currency. */
export interface Sum {
  readonly sum: Amount;
  /** Undefined for types without probabilities, and where it is the sum itself. */
  readonly weighted: Amount | undefined;
}

/** Characters of a line that fit in the narrowest column. */
const MAX_LENGTH = 20;

/** Returns the sums of a stage that are not zero, those without a currency last. */
export function sumsOf(stage: Column): readonly Sum[] {
  const weighted = weightedAmounts([stage]) ?? [];
  return listed(stage.amounts ?? []).map((sum) => ({
    sum,
    weighted: listed(weighted).find(
      ({ currency, amount }) => currency === sum.currency && Number(amount) !== Number(sum.amount),
    ),
  }));
}

/** Returns the weighted sums of all open stages. */
export function openWeighted({ stages }: Board): readonly Amount[] {
  return listed(weightedAmounts(stages.filter(({ closed }) => !closed)) ?? []);
}

/** True if a sum is too long for a column. Then all sums of the board are shortened, so that they can be compared. */
export function areSumsShort({ stages }: Board): boolean {
  return stages.flatMap(sumsOf).some(({ sum, weighted }) => {
    const texts = [moneyText(sum, false), weighted ? weightedText(weighted, false) : ""];
    return texts.some(({ length }) => length > MAX_LENGTH);
  });
}

/** Returns an amount with its currency, or says that it has none. */
export function sumText(sum: Amount, isShort: boolean): string {
  const text = moneyText(sum, isShort);
  return sum.currency === null ? `${text} without currency` : text;
}

export function weightedText(weighted: Amount, isShort: boolean): string {
  return `Weighted ${moneyText(weighted, isShort)}`;
}

function moneyText({ amount, currency }: Amount, isShort: boolean): string {
  return isShort ? compactMoney(currency)(Number(amount)) : formatMoney(amount, currency);
}

function listed(amounts: readonly Amount[]): readonly Amount[] {
  const isLast = ({ currency }: Amount) => Number(currency === null);
  return amounts
    .filter(({ amount }) => /[1-9]/.test(amount))
    .sort((one, other) => isLast(one) - isLast(other));
}

/**
 * Returns the amounts of stages, each times the probability of its stage, by currency. Null if no stage has a probability,
 * as in types other than deals.
 */
export function weightedAmounts(stages: readonly Column[]): readonly Amount[] | null {
  if (stages.every(({ probability, amounts }) => probability === null || !amounts)) return null;
  const sums = new Map<string | null, bigint>();
  for (const { probability, amounts = [] } of stages) {
    if (probability === null) continue;
    for (const { currency, amount } of amounts) {
      const product = unitsOf(amount) * unitsOf(probability);
      sums.set(currency, (sums.get(currency) ?? 0n) + product);
    }
  }
  return [...sums].map(([currency, units]) => ({ currency, amount: textOf(units) }));
}

/** Decimal places of each factor. An amount has no more in practice; further ones are cut off. */
const PLACES = 6;

function unitsOf(decimal: string): bigint {
  const [whole = "0", rest = ""] = decimal.split(".");
  return BigInt(whole + rest.slice(0, PLACES).padEnd(PLACES, "0"));
}

/** Returns a product rounded to two places. */
function textOf(product: bigint): string {
  const step = 10n ** BigInt(2 * PLACES - 2);
  const sign = product < 0n ? -1n : 1n;
  const cents = (product * sign + step / 2n) / step;
  const digits = String(cents).padStart(3, "0");
  return `${sign < 0n && cents > 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
