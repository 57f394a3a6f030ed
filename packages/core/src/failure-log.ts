import { DatabaseUnavailable } from "@rapport/db";
import { databaseFault } from "./errors.ts";

/** Time between two lines about the same cause. */
const LINE_INTERVAL_MS = 1_000;
/** Causes that are counted separately. Messages may contain anything, so all further causes share a line. */
const MAX_CAUSES = 100;

export type OnFailure = (failure: unknown, requestId?: string) => void;

interface Seen {
  /** Failures since the last line about this cause. */
  count: number;
  latest: Parameters<OnFailure>;
}

/**
 * Returns a function that writes the first failure of a cause at once, then one line per second while it
 * continues.
 *
 * @param write receives the latest failure and the number of other failures since the last line
 */
export function throttleFailures(
  write: (failure: unknown, requestId: string | undefined, suppressed: number) => void,
): OnFailure {
  const seen = new Map<string, Seen>(); // at most MAX_CAUSES and the shared one

  function flush(key: string, one: Seen): void {
    if (one.count === 0) {
      seen.delete(key);
      return;
    }
    const [failure, requestId] = one.latest;
    write(failure, requestId, one.count - 1);
    one.count = 0;
    setTimeout(flush, LINE_INTERVAL_MS, key, one).unref();
  }

  return (failure, requestId) => {
    const cause = describeCause(failure);
    const key = seen.has(cause) || seen.size < MAX_CAUSES ? cause : "";
    const known = seen.get(key);
    if (known !== undefined) {
      known.count++;
      known.latest = [failure, requestId];
      return;
    }
    const first: Seen = { count: 0, latest: [failure, requestId] };
    seen.set(key, first);
    write(failure, requestId, 0);
    setTimeout(flush, LINE_INTERVAL_MS, key, first).unref();
  };
}

/** Returns a function that logs failures: one line for an unavailable database, all others with a stack. */
export function failureLog(log: { error(line: object, message?: string): void }): OnFailure {
  return throttleFailures((failure, requestId, count) => {
    const suppressed = count === 0 ? undefined : count;
    if (failure instanceof DatabaseUnavailable) {
      const { message: reason } = failure;
      const line = { reason, fault: databaseFault(failure), suppressed, requestId };
      log.error(line, "database unavailable");
    } else log.error({ err: failure, suppressed, requestId });
  });
}

function describeCause(failure: unknown): string {
  return failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure);
}
