import type { Logger } from "pino";
import type { RefusalCause } from "../server.ts";

const LOG_INTERVAL_MS = 1_000;

export interface Refusals {
  note(cause: RefusalCause): void;
  /** Returns the refusals since the start, by cause. */
  totals(): Readonly<Record<RefusalCause, number>>;
}

/** Counts refused requests and connections. Logs at most one line per second and cause. */
export function countRefusals(log: Logger): Refusals {
  const totals = { connections: 0, overload: 0 };
  const unlogged = new Map<RefusalCause, number>(); // one entry per cause

  function writeLine(cause: RefusalCause): void {
    log.warn({ cause, count: unlogged.get(cause) }, "requests refused: no capacity left");
    unlogged.delete(cause);
  }

  return {
    note(cause) {
      totals[cause]++;
      const count = unlogged.get(cause) ?? 0;
      unlogged.set(cause, count + 1);
      if (count === 0) setTimeout(writeLine, LOG_INTERVAL_MS, cause).unref();
    },
    totals: () => totals,
  };
}
