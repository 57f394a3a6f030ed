/** Adds decimals exactly. */
export function addDecimals(one: string, other: string): string {
  const scale = Math.max(decimalsOf(one), decimalsOf(other));
  return decimalText(unitsOf(one, scale) + unitsOf(other, scale), scale);
}

/** Adds any number of decimals exactly. */
export function addAll(decimals: readonly string[]): string {
  const scale = decimals.reduce((most, one) => Math.max(most, decimalsOf(one)), 0);
  return decimalText(
    decimals.reduce((sum, one) => sum + unitsOf(one, scale), 0n),
    scale,
  );
}

/** Multiplies decimals exactly. */
export function multiplyDecimals(one: string, other: string): string {
  const [scale, otherScale] = [decimalsOf(one), decimalsOf(other)];
  return decimalText(unitsOf(one, scale) * unitsOf(other, otherScale), scale + otherScale);
}

/** Returns a number below, equal to or above 0 if a decimal is below, equal to or above another one, exactly. */
export function compareDecimals(one: string, other: string): number {
  const scale = Math.max(decimalsOf(one), decimalsOf(other));
  const [units, others] = [unitsOf(one, scale), unitsOf(other, scale)];
  return units < others ? -1 : Number(units > others);
}

/** Returns a decimal with the other sign. */
export function negative(decimal: string): string {
  return decimal.startsWith("-") ? decimal.slice(1) : `-${decimal}`;
}

/** Returns the number of digits after the point of a decimal, such as `12.50`. */
export function decimalsOf(decimal: string): number {
  return decimal.split(".")[1]?.length ?? 0;
}

/** Returns a decimal in units of the last of some digits after the point, of which it has no more. */
function unitsOf(decimal: string, scale: number): bigint {
  return BigInt(decimal.replace(".", "") + "0".repeat(scale - decimalsOf(decimal)));
}

function decimalText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const rest = scale === 0 ? "" : `.${digits.slice(-scale)}`;
  return `${units < 0n ? "-" : ""}${whole}${rest}`;
}
