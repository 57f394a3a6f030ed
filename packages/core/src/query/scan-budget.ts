import { LRUCache } from "lru-cache";
import { CrmError } from "../errors.ts";

const MIB = 1024 * 1024;
/** What a caller may look at in one go, and in each second. */
const SCAN_BUDGET = { bytes: 160 * MIB, perSecond: 16 * MIB };
/** Callers that are counted. A new one replaces the least recently used. */
const MAX_CALLERS = 10_000;

/** What callers' searches have looked at besides what they answered, in this process. */
export interface ScanBudget {
  /** @throws CrmError RATE_LIMITED with `Retry-After` if the caller has looked at too much */
  check(caller: string): void;
  /** @param bytes negative to give them back */
  spend(caller: string, bytes: number): void;
}

/** Counts like a bucket with a hole: a search is known to be large only when it has run, so it may fill it over the brim. */
export function scanBudget({ bytes: most, perSecond } = SCAN_BUDGET): ScanBudget {
  const levels = new LRUCache<string, { level: number; at: number }>({
    maxSize: MAX_CALLERS,
    sizeCalculation: () => 1,
  });

  function levelOf(caller: string, now: number): number {
    const { level = 0, at = now } = levels.get(caller) ?? {};
    return Math.max(0, level - ((now - at) / 1_000) * perSecond);
  }

  return {
    check(caller) {
      const over = levelOf(caller, performance.now()) - most;
      if (over < 0) return;
      const seconds = Math.max(1, Math.ceil(over / perSecond));
      const message = `The searches of this credential have looked at too many records that they did not return. Filter by an indexed property, or try again in ${seconds} seconds.`;
      throw new CrmError("RATE_LIMITED", message, {
        headers: { "Retry-After": String(seconds) },
      });
    },
    spend(caller, bytes) {
      const now = performance.now();
      levels.set(caller, { level: Math.max(0, levelOf(caller, now) + bytes), at: now });
    },
  };
}
