interface Sum {
  /** Sums by number of decimals, in units of the last decimal. */
  readonly byScale: Map<number, bigint>;
}

/**
 * An exact sum of decimals in text, as an aggregate for SQLite, which has no exact decimals. Like PostgreSQL's
 * `sum(numeric)` it keeps the largest number of decimals, and is null if there are no values.
 */
export const DECIMAL_SUM = {
  deterministic: true,
  start: (): Sum => ({ byScale: new Map() }),
  step(sum: Sum, value: unknown): Sum {
    if (typeof value !== "string") return sum;
    const point = value.indexOf(".");
    const scale = point < 0 ? 0 : value.length - point - 1;
    const units = BigInt(point < 0 ? value : value.slice(0, point) + value.slice(point + 1));
    sum.byScale.set(scale, (sum.byScale.get(scale) ?? 0n) + units);
    return sum;
  },
  result({ byScale }: Sum): string | null {
    if (byScale.size === 0) return null;
    const scale = Math.max(...byScale.keys());
    const parts = [...byScale].map(([own, units]) => units * 10n ** BigInt(scale - own));
    return decimalText(
      parts.reduce((sum, part) => sum + part),
      scale,
    );
  },
};

function decimalText(units: bigint, scale: number): string {
  const sign = units < 0n ? "-" : "";
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const integer = digits.slice(0, digits.length - scale);
  return `${sign}${integer}${scale === 0 ? "" : `.${digits.slice(-scale)}`}`;
}
