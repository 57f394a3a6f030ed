import { LRUCache } from "lru-cache";

/** What a limit leaves to one key. */
export interface LimitState {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Seconds until the window ends, whole and at least 1: what `Retry-After` says. */
  readonly secondsLeft: number;
}

export interface WindowLimit {
  /**
   * Takes points from a key's window, all of them or none.
   *
   * @param points 1 when not given
   */
  consume(key: string, points?: number): LimitState;
  /** Gives points back that were taken in the same window. */
  refund(key: string, points: number): void;
  /** Forgets a key, which then has a full window. */
  reset(key: string): void;
}

/**
 * Counts per key in fixed windows, in this process.
 *
 * @param options.points that a key has in one window
 * @param options.seconds that a window lasts, from a key's first use
 * @param options.keys that are counted at once. Beyond that the key unused for the longest time is
 *   forgotten, so outside input cannot grow the memory.
 */
export function windowLimit(options: {
  points: number;
  seconds: number;
  keys: number;
}): WindowLimit {
  const { points: most, seconds, keys } = options;
  const windows = new LRUCache<string, { used: number; readonly until: number }>({ max: keys });

  function live(key: string, now: number) {
    const window = windows.get(key);
    return window !== undefined && window.until > now ? window : undefined;
  }

  return {
    consume(key, points = 1) {
      const now = Date.now();
      let window = live(key, now);
      if (window === undefined) {
        window = { used: 0, until: now + seconds * 1_000 };
        windows.set(key, window);
      }
      const isAllowed = window.used + points <= most;
      if (isAllowed) window.used += points;
      const secondsLeft = Math.max(1, Math.ceil((window.until - now) / 1_000));
      return { isAllowed, remaining: most - window.used, secondsLeft };
    },
    refund(key, points) {
      const window = live(key, Date.now());
      if (window !== undefined) window.used = Math.max(0, window.used - points);
    },
    reset: (key) => void windows.delete(key),
  };
}
