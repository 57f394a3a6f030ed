import { formatMoney } from "../ui/values/format.ts";
import { type Cell, countCell, type Row } from "./figure.ts";
import { type Amount, amountsCell, rounded } from "./money.ts";

/** A column that cannot be added up. */
export const NO_TOTAL: Cell = { value: 0, text: "", raw: "" };

/** Adds up the counts of a column. */
export function countTotal(rows: readonly Row[], column: number): Cell {
  return countCell(rows.reduce((sum, { cells }) => sum + (cells[column]?.value ?? 0), 0));
}

/** Adds up the amounts of a column exactly. */
export function amountTotal(rows: readonly Row[], column: number, currency: string | null): Cell {
  const raw = sumOf(rows.map(({ cells }) => cells[column]?.raw ?? "0"));
  return { value: Number(raw), text: formatMoney(rounded(raw), currency), raw };
}

/** Adds up amounts by their currencies. */
export function amountsTotal(amounts: readonly Amount[]): Cell {
  const byCurrency = Map.groupBy(amounts, ({ currency }) => currency);
  return amountsCell(
    [...byCurrency].map(([currency, own]) => ({
      currency,
      amount: sumOf(own.map(({ amount }) => amount)),
    })),
  );
}

/** Adds decimals such as "12.50" without rounding. */
function sumOf(decimals: readonly string[]): string {
  const scale = Math.max(0, ...decimals.map((one) => one.split(".")[1]?.length ?? 0));
  const units = decimals.reduce((sum, one) => {
    const [whole = "0", part = ""] = one.split(".");
    return sum + BigInt(whole + part.padEnd(scale, "0"));
  }, 0n);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const split = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, split)}.${digits.slice(split)}`;
  return units < 0n ? `-${text}` : text;
}
