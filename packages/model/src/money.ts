import { countDecimals } from "./property-rules.ts";

/**
 * Rounds a decimal to some digits after the point, exactly: half of the last digit goes to the even neighbour, so that many
 * roundings do not drift. A decimal with fewer digits gets zeros.
 */
export function roundDecimal(decimal: string, digits: number): string {
  const units = BigInt(decimal.replace(".", ""));
  const scale = countDecimals(decimal);
  if (scale <= digits) return pointed(units * 10n ** BigInt(digits - scale), digits);
  const step = 10n ** BigInt(scale - digits);
  const sign = units < 0n ? -1n : 1n;
  const whole = (units * sign) / step;
  const rest = (units * sign) % step;
  const isUp = rest * 2n > step || (rest * 2n === step && whole % 2n === 1n);
  return pointed((whole + (isUp ? 1n : 0n)) * sign, digits);
}

function pointed(units: bigint, digits: number): string {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, "0");
  const at = text.length - digits;
  const sign = units < 0n ? "-" : "";
  return digits === 0 ? sign + text : `${sign}${text.slice(0, at)}.${text.slice(at)}`;
}

/** Returns how many digits after the point amounts in a currency have, such as 2, or 0 for the yen. @param code ISO 4217 */
export function currencyDigits(code: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency: code });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
