import { setTimeout as sleep } from "node:timers/promises";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Milliseconds that the tests of one file take at most. */
const ENOUGH_MS = 40_000;

/** Waits for the next day in UTC if it begins soon, for tests of what is counted by day. */
export async function waitForOneDay(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left < ENOUGH_MS) await sleep(left + 1);
}
