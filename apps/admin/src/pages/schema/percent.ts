// The API has probabilities as decimals from 0 to 1; admins read and type percent.

/** @returns the decimal in percent, exact: "0.125" gives "12.5" */
export function percentOf(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  const places = fraction.padEnd(2, "0");
  return plain(whole + places.slice(0, 2), places.slice(2));
}

/** @returns the percentage as a decimal; null if it is not a plain number */
export function decimalOf(percent: string): string | null {
  const parts = /^(\d+)(?:[.,](\d+))?$/.exec(percent.trim());
  if (parts === null) return null;
  const whole = (parts[1] ?? "").padStart(3, "0");
  return plain(whole.slice(0, -2), whole.slice(-2) + (parts[2] ?? ""));
}

/** Returns what is wrong with a typed percentage; null if nothing. */
export function percentError(percent: string): string | null {
  const decimal = decimalOf(percent);
  return decimal === null || Number(decimal) > 1
    ? "Enter a number from 0 to 100, such as 25 or 12.5."
    : null;
}

function plain(whole: string, fraction: string): string {
  const integer = whole.replace(/^0+(?=\d)/, "");
  const rest = fraction.replace(/0+$/, "");
  return rest === "" ? integer : `${integer}.${rest}`;
}

/** Formats a probability as a percentage in the reader's locale. */
export function formatPercent(decimal: string): string {
  return PERCENT.format(decimal as Intl.StringNumericLiteral);
}

const PERCENT = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 13 });
