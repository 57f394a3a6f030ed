import type { Column } from "./moves.ts";

type Amount = NonNullable<Column["amounts"]>[number];

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
