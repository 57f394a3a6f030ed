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

const LEAST_MS = 40;
const MAX_MS = 500;
/** A worker without work spends at most about a twentieth of its time on looking for some. */
const PAUSE_PER_LOOK = 20;

/**
 * Returns how long a worker that found no work waits before it looks again. A look takes longer if the database has many
 * nodes, or is busy.
 *
 * @param tookMs time that the look took
 */
export function idlePause(tookMs: number): number {
  return Math.min(Math.max(PAUSE_PER_LOOK * tookMs, LEAST_MS), MAX_MS);
}
