import { DatabaseUnavailable } from "@rapport/db";
import { databaseFault } from "./refusals.ts";

/** Milliseconds between two lines about the same cause. */
const WINDOW = 1_000;
/** Causes that are told apart at once; a message may hold anything, so further ones share a line. */
const MOST_CAUSES = 100;

export type OnFailure = (failure: unknown, requestId?: string) => void;

interface Seen {
  /** Failures since the last line about this cause. */
  count: number;
  latest: Parameters<OnFailure>;
}

/**
 * Writes a failure at once, and then one line per second and cause for as long as it goes on.
 *
 * @param write given the latest failure, and how many others since the last line it stands for
 */
export function throttleFailures(
  write: (failure: unknown, requestId: string | undefined, suppressed: number) => void,
): OnFailure {
  const seen = new Map<string, Seen>();

  function flush(key: string, one: Seen): void {
    if (one.count === 0) {
      seen.delete(key);
      return;
    }
    const [failure, requestId] = one.latest;
    write(failure, requestId, one.count - 1);
    one.count = 0;
    setTimeout(flush, WINDOW, key, one).unref();
  }

  return (failure, requestId) => {
    const cause = causeOf(failure);
    const key = seen.has(cause) || seen.size < MOST_CAUSES ? cause : "";
    const known = seen.get(key);
    if (known !== undefined) {
      known.count++;
      known.latest = [failure, requestId];
      return;
    }
    const first: Seen = { count: 0, latest: [failure, requestId] };
    seen.set(key, first);
    write(failure, requestId, 0);
    setTimeout(flush, WINDOW, key, first).unref();
  };
}

/** Logs failures: a database that is unavailable in one line without a stack, anything else with it. */
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

function causeOf(failure: unknown): string {
  return failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure);
}
