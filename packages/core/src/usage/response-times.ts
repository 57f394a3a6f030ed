import { usage } from "@rapport/db";

const { RESPONSE_BOUNDS_MS } = usage;

/** Column that counts responses of some duration. */
export type ResponseTimeColumn = `ms_${(typeof RESPONSE_BOUNDS_MS)[number]}` | "ms_more";

/** The columns in the order of their durations. */
export const RESPONSE_TIME_COLUMNS: readonly ResponseTimeColumn[] = [
  ...RESPONSE_BOUNDS_MS.map((ms) => `ms_${ms}` as const),
  "ms_more",
];

/** Returns the column that counts responses of a duration in milliseconds. */
export function columnOf(ms: number): ResponseTimeColumn {
  const bound = RESPONSE_BOUNDS_MS.find((most) => ms <= most);
  return bound === undefined ? "ms_more" : `ms_${bound}`;
}

/**
 * Estimates the duration that 95 % of the responses did not exceed. Within a column, durations are taken as evenly
 * spread.
 *
 * @returns milliseconds, or null without responses. Durations above the highest bound count as that bound.
 */
export function p95Of(counts: Readonly<Record<ResponseTimeColumn, number>>): number | null {
  const total = RESPONSE_TIME_COLUMNS.reduce((sum, column) => sum + counts[column], 0);
  if (total === 0) return null;
  const rank = total * 0.95;
  let below = 0;
  let lower = 0;
  for (const bound of RESPONSE_BOUNDS_MS) {
    const count = counts[`ms_${bound}`];
    if (below + count >= rank) {
      const exact = lower + ((rank - below) / count) * (bound - lower);
      return Number(exact.toPrecision(2));
    }
    below += count;
    lower = bound;
  }
  return lower;
}
