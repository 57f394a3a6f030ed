import { LRUCache } from "lru-cache";

/** State of one key's window. */
export interface LimitState {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1: the value of `Retry-After`. */
  readonly secondsLeft: number;
}

export interface WindowLimit {
  /**
   * Takes points from a key's window: all of them or none.
   *
   * @param points 1 if not given
   */
  consume(key: string, points?: number): LimitState;
  /** Gives back points that were taken in the same window. */
  refund(key: string, points: number): void;
  /** Gives a key a full window. */
  reset(key: string): void;
}

/**
 * Creates a limit that counts per key in fixed windows, in this process.
 *
 * @param options.points points of a key in one window
 * @param options.seconds length of a window, from the key's first use
 * @param options.keys maximum number of keys. A new key replaces the least recently used, so outside input
 *   cannot grow the memory.
 */
export function windowLimit(options: {
  points: number;
  seconds: number;
  keys: number;
}): WindowLimit {
  const { points: most, seconds, keys } = options;
  // With `max`, lru-cache allocates room for all keys at once: megabytes, and most of the time of a server's start.
  const windows = new LRUCache<string, { used: number; readonly until: number }>({
    maxSize: keys,
    sizeCalculation: () => 1,
  });

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
