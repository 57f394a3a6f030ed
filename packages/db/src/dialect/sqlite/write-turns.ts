import { setTimeout as sleep } from "node:timers/promises";
import type Sqlite from "better-sqlite3";
import { whenFree } from "./errors.ts";

/** Other processes count as writing for this many milliseconds after their last commit. */
const OTHERS_WRITE_MS = 100;
/** Milliseconds that the database stays free for another process. */
const GIVE_WAY_MS = 2;

/** Shares the right to write with other processes. */
export interface WriteTurns {
  /**
   * Begins a transaction.
   *
   * @throws the driver's SQLITE_BUSY if another process holds one for ten seconds
   */
  begin(): Promise<void>;
  /** Lets other processes write, if they do. Called between two transactions. */
  giveWay(): Promise<void>;
}

/**
 * Lets processes write in turns. SQLite has no queue of writers: each tries again and again, so a process with one
 * transaction after another would leave the others only the moments in between.
 */
export function writeTurns(writer: Sqlite.Database): WriteTurns {
  writer.pragma("busy_timeout = 0");
  const begin = writer.prepare("begin immediate");
  // Changes with the commits of other connections only (https://www.sqlite.org/pragma.html#pragma_data_version).
  const version = writer.prepare("pragma data_version").pluck();
  let seen = version.get();
  let othersWroteAt = Number.NEGATIVE_INFINITY;

  return {
    async begin() {
      await whenFree(() => begin.run());
      const now = version.get();
      if (now !== seen) othersWroteAt = performance.now();
      seen = now;
    },
    async giveWay() {
      if (performance.now() - othersWroteAt < OTHERS_WRITE_MS) await sleep(GIVE_WAY_MS);
    },
  };
}
