import { addDecimals, multiplyDecimals } from "@rapport/model";
import {
  convertedSum,
  placesIn,
  roundAmount,
  totalSign,
  totalText,
} from "../../reports/totals.tsx";
import { compactMoney, formatMoney } from "../../ui/values/format.ts";
import type { Board, Column } from "./moves.ts";

type Amount = NonNullable<Column["amounts"]>[number];

/** The sum of a stage in one currency. */
interface Sum {
  readonly sum: Amount;
  /** Undefined for types without probabilities, and where it is the sum itself. */
  readonly weighted: Amount | undefined;
}

/** Characters of a line that fit in the narrowest column. */
const MAX_LENGTH = 20;

/** Returns the sums of a stage that are not zero, the largest first and those without a currency last. */
function stageSums(stage: Column): readonly Sum[] {
  const weighted = weightedAmounts([stage]) ?? [];
  return listed(stage.amounts ?? []).map((sum) => ({
    sum,
    weighted: listed(weighted).find(
      ({ currency, amount }) => currency === sum.currency && Number(amount) !== Number(sum.amount),
    ),
  }));
}

/** What the head of a stage says about its amounts: one text, and all that it stands for. */
export interface StageSum {
  readonly text: (isShort: boolean) => string;
  /** The exact sums, in lines. */
  readonly lines: readonly string[];
}

/** Returns what a stage says about its amounts; null if it has none. */
export function stageSum(stage: Column, reporting: Board["reporting"]): StageSum | null {
  const all = stageSums(stage);
  const split = all.flatMap(({ sum, weighted }) => [
    sumText(sum, false),
    ...(weighted ? [weightedText(weighted, false)] : []),
  ]);
  const partial = stage.isPartial ? ["Sum of the first 1,000"] : [];
  const { total } = stage;
  if (reporting === null || total === undefined) {
    const [first] = all;
    if (first === undefined) return null;
    const others = all.length > 1 ? ` · ${all.length - 1} more` : "";
    return {
      text: (isShort) => sumText(first.sum, isShort) + others,
      lines: [...split, ...partial],
    };
  }
  const head = convertedSum(stage.amounts ?? [], total, reporting.currency);
  if (head === null) return null;
  const { lines } = head;
  const weighted = weightedTotal([stage]);
  if (weighted === null || weighted === total.amount)
    return { ...head, lines: [...lines, ...partial] };
  const text = `Weighted ${head.sign}${totalText(weighted, reporting.currency)}`;
  return { ...head, lines: [...lines.slice(0, 1), text, ...lines.slice(1), ...partial] };
}

/** Returns the totals of some stages, each times the probability of its stage; null without any. */
function weightedTotal(stages: readonly Column[]): string | null {
  return stages.reduce<string | null>((sum, { probability, total }) => {
    const amount = total?.amount ?? null;
    if (probability === null || amount === null) return sum;
    return addDecimals(sum ?? "0", multiplyDecimals(amount, probability));
  }, null);
}

/** Returns a text of the weighted sums of all open stages; null if there are none. */
export function openWeighted({ stages, reporting }: Board): ((isShort: boolean) => string) | null {
  const open = stages.filter(({ closed }) => !closed);
  if (reporting !== null) {
    const { currency } = reporting;
    const weighted = weightedTotal(open);
    if (weighted === null || !/[1-9]/.test(weighted)) return null;
    const sign = open.map(({ amounts = [] }) => totalSign(amounts, currency)).find(Boolean) ?? "";
    return (isShort) => sign + totalText(weighted, currency, isShort);
  }
  const amounts = listed(weightedAmounts(open) ?? []);
  if (amounts.length === 0) return null;
  return (isShort) => amounts.map((one) => sumText(one, isShort)).join(" · ");
}

/**
 * True if a sum is too long for a column, or is about right only, as rates are. Then all sums of the board are shortened, so
 * that they can be compared.
 */
export function areSumsShort({ stages, reporting }: Board): boolean {
  const isConverted = ({ amounts = [] }: Column) =>
    reporting !== null && totalSign(amounts, reporting.currency) !== "";
  if (stages.some(isConverted)) return true;
  const texts = stages.flatMap((stage) =>
    reporting === null || stage.total === undefined
      ? stageSums(stage).flatMap(({ sum, weighted }) => [
          moneyText(sum, false),
          weighted ? weightedText(weighted, false) : "",
        ])
      : [stageSum(stage, reporting)?.text(false) ?? ""],
  );
  return texts.some(({ length }) => length > MAX_LENGTH);
}

/** Returns an amount with its currency, or says that it has none. A number alone would read as one of deals. */
function sumText(sum: Amount, isShort: boolean): string {
  const text = moneyText(sum, isShort);
  return sum.currency === null ? `Amount ${text} without currency` : text;
}

function weightedText(weighted: Amount, isShort: boolean): string {
  return `Weighted ${moneyText(weighted, isShort)}`;
}

function moneyText({ amount, currency }: Amount, isShort: boolean): string {
  return isShort ? compactMoney(currency)(Number(amount)) : formatMoney(amount, currency);
}

function listed(amounts: readonly Amount[]): readonly Amount[] {
  const isLast = ({ currency }: Amount) => Number(currency === null);
  return amounts
    .filter(({ amount }) => /[1-9]/.test(amount))
    .sort((one, other) => isLast(one) - isLast(other) || size(other) - size(one));
}

/** Returns an amount in the smallest units of its currency, which are worth about the same: a yen is like a cent. */
function size({ amount, currency }: Amount): number {
  return Math.abs(Number(amount)) * 10 ** placesIn(currency);
}

/**
 * Returns the amounts of stages, each times the probability of its stage, by currency. Null if no stage has a probability,
 * as in types other than deals.
 */
export function weightedAmounts(stages: readonly Column[]): readonly Amount[] | null {
  if (stages.every(({ probability, amounts }) => probability === null || !amounts)) return null;
  const sums = new Map<string | null, string>();
  for (const { probability, amounts = [] } of stages) {
    if (probability === null) continue;
    for (const { currency, amount } of amounts) {
      const product = multiplyDecimals(amount, probability);
      sums.set(currency, addDecimals(sums.get(currency) ?? "0", product));
    }
  }
  return [...sums].map(([currency, amount]) => ({
    currency,
    amount: roundAmount(amount, currency),
  }));
}
