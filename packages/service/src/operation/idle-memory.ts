import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const INTERVAL_MS = 3_000;
/** A process that has used less processor time than this in an interval is idle. */
const IDLE_MS = 150;
/**
 * Idle intervals in a row that the second and each later collection waits for. Each throws away compiled code as well: for
 * some seconds, requests take up to twice their processor time.
 */
const LATER_INTERVALS = 20;
/** Growth since the last time that is worth another collection, which takes about 50 ms. */
const WORTHWHILE_BYTES = 16 * 2 ** 20;

type Collect = (options: { type: "major"; flavor: "last-resort" }) => void;

/**
 * Gives memory back to the system when the program is idle for the first time, and later once it has been idle for a
 * minute. V8 lets the young generation grow to 32 MiB during the start, and no usual collection makes it smaller; nor does
 * one free the cached code that the start was made from.
 */
export function releaseIdleMemory(): void {
  setFlagsFromString("--expose-gc");
  const collect: Collect = runInNewContext("gc");
  let left = 0;
  let idle = 0;
  let needed = 1;
  let used = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    used = process.cpuUsage();
    idle = (user + system) / 1_000 < IDLE_MS ? idle + 1 : 0;
    if (idle < needed || process.memoryUsage.rss() < left + WORTHWHILE_BYTES) return;
    collect({ type: "major", flavor: "last-resort" });
    left = process.memoryUsage.rss();
    idle = 0;
    needed = LATER_INTERVALS;
    used = process.cpuUsage();
  }, INTERVAL_MS).unref();
}
