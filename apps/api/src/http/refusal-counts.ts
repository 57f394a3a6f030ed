import type { Logger } from "pino";
import type { RefusalCause } from "./server.ts";

const LOG_EVERY_MS = 1_000;

export interface Refusals {
  note(cause: RefusalCause): void;
  /** Returns the refusals since the start, by cause. */
  totals(): Readonly<Record<RefusalCause, number>>;
}

/** Counts refused requests and connections. Logs at most one line per second and cause. */
export function countRefusals(log: Logger): Refusals {
  const totals = { connections: 0, overload: 0 };
  const untold = new Map<RefusalCause, number>(); // one entry per cause

  function tell(cause: RefusalCause): void {
    log.warn({ cause, count: untold.get(cause) }, "refused for lack of room");
    untold.delete(cause);
  }

  return {
    note(cause) {
      totals[cause]++;
      const count = untold.get(cause) ?? 0;
      untold.set(cause, count + 1);
      if (count === 0) setTimeout(tell, LOG_EVERY_MS, cause).unref();
    },
    totals: () => totals,
  };
}
