import { Text } from "@mantine/core";
import { addDecimals, currencyDigits, roundDecimal } from "@rapport/model";
import type { Outputs } from "../api.ts";
import { typeNames } from "../object-types.ts";
import { useProjectId } from "../shell/use-project.ts";
import { AnchorLink } from "../ui/links.tsx";
import {
  compactMoney,
  counted,
  formatDay,
  formatMoney,
  formatNumber,
} from "../ui/values/format.ts";

/** The currency of totals, and the rates of today. */
export type Reporting = NonNullable<Outputs["board"]["read"]["reporting"]>;
/** A sum in the reporting currency, and what it leaves out. */
export type Converted = NonNullable<Outputs["board"]["read"]["stages"][number]["total"]>;

/** Returns what sentences call deals, whose labels a project may change. */
export function dealWords(): { readonly one: string; readonly many: string } {
  const { singular, label } = typeNames("deal");
  return { one: singular.toLowerCase(), many: label.toLowerCase() };
}

/** Returns a total with its currency: rounded to the digits of the currency, or shortened. */
export function totalText(amount: string, currency: string, isShort = false): string {
  if (isShort) return compactMoney(currency)(Number(amount));
  return roundedMoney(amount, currency);
}

/** Returns an amount with its currency, rounded. */
export function roundedMoney(amount: string, currency: string | null): string {
  return formatMoney(roundAmount(amount, currency), currency);
}

/** Rounds an amount to the digits of its currency, because weights and rates make more. */
export function roundAmount(amount: string, currency: string | null): string {
  return roundDecimal(amount, placesIn(currency));
}

/** By currency. Finding them takes much longer than comparing amounts. */
const DIGITS = new Map<string | null, number>();

/** Returns how many digits after the point amounts in a currency have; two without a currency. */
export function placesIn(currency: string | null): number {
  const digits = DIGITS.get(currency) ?? findDigits(currency);
  DIGITS.set(currency, digits);
  return digits;
}

function findDigits(currency: string | null): number {
  try {
    return currency === null ? 2 : currencyDigits(currency);
  } catch {
    // A text that is no code, which Intl refuses.
    return 2;
  }
}

/** Says what totals leave out, such as `2 deals in JPY without a rate`. */
function leftOutTexts({ leftOut }: Pick<Converted, "leftOut">): readonly string[] {
  const { one, many } = dealWords();
  return leftOut.map(({ currency, count }) => {
    const deals = counted(count, one, many);
    return currency === null
      ? `${deals} without a currency`
      : `${deals} in ${currency} without a rate`;
  });
}

interface Amount {
  readonly currency: string | null;
  /** Exact decimal. */
  readonly amount: string;
}

/** A total as one text, and all that it stands for. */
interface ConvertedSum {
  readonly text: (isShort: boolean) => string;
  /** The exact total, the sums of each currency, and what is left out. */
  readonly lines: readonly string[];
  /** `≈ ` if a part of the total was converted, otherwise empty. */
  readonly sign: string;
  /** The total alone, shortened if a part was converted; null if nothing was added up. */
  readonly total: string | null;
}

/** Returns what is said of a total; null if nothing was added up and nothing is left out. */
export function convertedSum(
  amounts: readonly Amount[],
  total: Converted,
  currency: string,
): ConvertedSum | null {
  const { amount, leftOut } = total;
  const isNone = amount === null || !/[1-9]/.test(amount);
  const left = leftOut.reduce((sum, { count }) => sum + count, 0);
  if (isNone && left === 0) return null;
  const sign = totalSign(amounts, currency);
  const own = amounts.filter((one) => /[1-9]/.test(one.amount));
  const split = own.map((one) => {
    const text = formatMoney(one.amount, one.currency);
    return one.currency === null ? `Amount ${text} without currency` : text;
  });
  return {
    sign,
    total: isNone ? null : sign + totalText(amount, currency, sign !== ""),
    text: (isShort) =>
      [
        ...(isNone ? [] : [sign + totalText(amount, currency, isShort)]),
        ...(left > 0 ? [`${formatNumber(left)} left out`] : []),
      ].join(", "),
    lines: [
      ...(amount === null ? [] : [sign + totalText(amount, currency)]),
      ...(own.some((one) => one.currency !== currency) ? split : []),
      ...leftOutTexts(total).map((text) => `Left out: ${text}`),
    ],
  };
}

/** Returns `≈ ` if a part of the total was converted, otherwise an empty text. */
export function totalSign(amounts: readonly Amount[], currency: string): string {
  return amounts.some((one) => one.currency !== currency && one.currency !== null) ? "≈ " : "";
}

/** Adds totals up exactly. */
export function addTotals(totals: readonly (Converted | undefined)[]): Converted {
  const leftOut = new Map<string | null, number>();
  let amount: string | null = null;
  for (const total of totals) {
    if (total === undefined) continue;
    if (total.amount !== null) amount = addDecimals(amount ?? "0", total.amount);
    for (const { currency, count } of total.leftOut) {
      leftOut.set(currency, (leftOut.get(currency) ?? 0) + count);
    }
  }
  const missing = [...leftOut].map(([currency, count]) => ({ currency, count }));
  return {
    amount,
    leftOut: missing.toSorted((one, other) => (place(one) < place(other) ? -1 : 1)),
  };
}

/** Sorts by codes of currencies, those without one last. */
function place({ currency }: Converted["leftOut"][number]): string {
  return currency ?? "~";
}

interface RatesNoteProps {
  readonly reporting: Reporting;
  /** Everything that the totals leave out. */
  readonly leftOut: Converted["leftOut"];
  readonly mb?: string;
}

/** Says in which currency totals are, at which rates, and what they leave out, with a link to the rates. */
export function RatesNote({ reporting, leftOut, mb }: RatesNoteProps) {
  const projectId = String(useProjectId());
  const missing = leftOutTexts({ leftOut });
  return (
    <Text fz="xs" c="dimmed" component="div" {...(mb !== undefined && { mb })}>
      Totals are in {reporting.currency}, at the rates of {formatDay(reporting.day)}, and for closed{" "}
      {dealWords().many} at those of their close dates.{" "}
      {missing.length > 0 && <>Left out: {missing.join(", ")}. </>}
      <AnchorLink to="/p/$projectId/currencies" params={{ projectId }} inherit underline="always">
        Rates
      </AnchorLink>
    </Text>
  );
}
