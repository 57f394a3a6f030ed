import { setTimeout as delay } from "node:timers/promises";
import type { Scraped } from "./health-messages.ts";

export interface LastMetrics {
  /**
   * Asks for new metrics and waits for up to `waitMs`.
   *
   * @returns the newest known metrics with their age in seconds, or null if there are none
   */
  get(): Promise<{ scraped: Scraped; age: number } | null>;
  /** Receives the reply to `ask`; null if the metrics could not be collected. */
  take(scraped: Scraped | null): void;
}

/**
 * Keeps the last metrics of the API thread.
 *
 * @param ask asks the API thread for new metrics, which arrive through `take`
 * @param waitMs longest time in milliseconds to wait for them
 */
export function lastMetrics(ask: () => void, waitMs: number): LastMetrics {
  let last: { scraped: Scraped; at: number } | null = null;
  /** The current request. Scrapes that arrive in the meantime wait for the same reply. */
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
