/** The server keeps probabilities as exact decimals from 0 to 1; people read and type percent. */

/** @returns a decimal as percent, digit by digit: "0.125" gives "12.5" */
export function percentOf(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  const places = fraction.padEnd(2, "0");
  return plain(whole + places.slice(0, 2), places.slice(2));
}

/** @returns percent as a decimal, or null unless it is digits with an optional fraction */
export function decimalOf(percent: string): string | null {
  const parts = /^(\d+)(?:[.,](\d+))?$/.exec(percent.trim());
  if (parts === null) return null;
  const whole = (parts[1] ?? "").padStart(3, "0");
  return plain(whole.slice(0, -2), whole.slice(-2) + (parts[2] ?? ""));
}

function plain(whole: string, fraction: string): string {
  const integer = whole.replace(/^0+(?=\d)/, "");
  const rest = fraction.replace(/0+$/, "");
  return rest === "" ? integer : `${integer}.${rest}`;
}

/** A probability as the reader's language writes percent. */
export function formatPercent(decimal: string): string {
  return PERCENT.format(decimal as Intl.StringNumericLiteral);
}

const PERCENT = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 13 });
