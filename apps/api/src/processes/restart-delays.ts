const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** Delays before processes that end are replaced. */
export interface RestartDelays {
  /**
   * Returns the milliseconds before the next replacement: 0, but from the second process on that ended at once, 1 second,
   * and twice as long each time, up to 30 seconds.
   *
   * @param livedMs how long the process lived
   */
  next(livedMs: number): number;
}

/** @param atOnceMs a process that lived shorter ended at once */
export function restartDelays(atOnceMs: number): RestartDelays {
  let inARow = 0;
  return {
    next(livedMs) {
      if (livedMs >= atOnceMs) {
        inARow = 0;
        return 0;
      }
      const waitMs = inARow === 0 ? 0 : Math.min(FIRST_MS * 2 ** (inARow - 1), LONGEST_MS);
      inARow++;
      return waitMs;
    },
  };
}
