/** How far the clock of the process that made something may be ahead of ours. */
const LEEWAY_MS = 60_000;

/**
 * Returns whether something was made in the future: while a clock was ahead that has been set right. Its end is then too
 * late, so it is refused.
 *
 * @param madeAt milliseconds since the epoch
 */
export function isAhead(madeAt: number): boolean {
  return madeAt > Date.now() + LEEWAY_MS;
}
