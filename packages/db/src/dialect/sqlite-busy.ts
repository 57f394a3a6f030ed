import { setTimeout as sleep } from "node:timers/promises";
import { isUnavailable } from "./sqlite-errors.ts";

/** Milliseconds that a writer waits for the transactions of others. */
const BUSY_LIMIT_MS = 10_000;
/** Longest pause in milliseconds between two attempts. An attempt takes about 10 µs. */
const MAX_PAUSE_MS = 4;

/**
 * Tries to write until no other connection holds the right to. Lets the event loop run between two attempts, unlike
 * SQLite's own busy timeout: the transaction that it waits for may be one of this process, open across turns of the loop.
 *
 * @param write runs one statement on a connection without a busy timeout
 * @throws the driver's SQLITE_BUSY if another connection writes for ten seconds
 */
export async function whenFree<T>(write: () => T | Promise<T>): Promise<T> {
  const limit = performance.now() + BUSY_LIMIT_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return await write();
    } catch (error) {
      if (!isUnavailable(error, "SQLITE_BUSY") || performance.now() > limit) throw error;
      await sleep(pause);
    }
  }
}
