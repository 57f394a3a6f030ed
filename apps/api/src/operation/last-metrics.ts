import { setTimeout as delay } from "node:timers/promises";
import type { Scraped } from "./health-messages.ts";

export interface LastMetrics {
  /**
   * Asks for the metrics and waits for them, but not for long.
   *
   * @returns the newest there are with their age in seconds, null when there are none
   */
  get(): Promise<{ scraped: Scraped; age: number } | null>;
  /** Takes what came of asking; null when the metrics could not be made. */
  take(scraped: Scraped | null): void;
}

/**
 * Keeps the last metrics that the API's thread made.
 *
 * @param ask asks that thread, which calls `take` in the end
 * @param waitMs milliseconds to wait for it
 */
export function lastMetrics(ask: () => void, waitMs: number): LastMetrics {
  let last: { scraped: Scraped; at: number } | null = null;
  /** What all scrapes wait for that have come since the question. */
  let asked: PromiseWithResolvers<void> | null = null;

  return {
    async get() {
      if (asked === null) {
        asked = Promise.withResolvers();
        ask();
      }
      await Promise.race([asked.promise, delay(waitMs, undefined, { ref: false })]);
      if (last === null) return null;
      return { scraped: last.scraped, age: (performance.now() - last.at) / 1_000 };
    },
    take(scraped) {
      if (scraped !== null) last = { scraped, at: performance.now() };
      asked?.resolve();
      asked = null;
    },
  };
}
