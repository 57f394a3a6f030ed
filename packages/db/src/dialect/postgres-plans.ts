import type pg from "pg";

/**
 * Planner settings of every connection. Statements are written for index look-ups and nested loops. Without
 * statistics, or with those of an empty table, the planner prefers to scan and hash whole tables. The
 * settings still allow a plan that is the only one. JIT is off: compiling takes longer than any statement. Parallel
 * workers are off: a search by a word that 50,000 of 1,000,000 records have would occupy three processors.
 */
export const PLAN_SETTINGS: readonly string[] = [
  "enable_seqscan=off",
  "enable_bitmapscan=off",
  "enable_hashjoin=off",
  "enable_mergejoin=off",
  "jit=off",
  "max_parallel_workers_per_gather=0",
];

/** Milliseconds that a connection keeps the plans of its named statements. */
const PLAN_AGE_MS = 10_000;

/**
 * Makes the connections of a pool plan their named statements again from time to time. PostgreSQL otherwise
 * keeps a plan made for an empty table until it gathers statistics, however much the table grows. Planning
 * takes about 0.1 ms per statement used.
 */
export function renewPlans(pool: pg.Pool): void {
  const planned = new WeakMap<pg.PoolClient, number>();
  pool.on("connect", (client) => planned.set(client, Date.now()));
  // This query is sent before the first query of the caller that gets the connection.
  pool.on("acquire", (client) => {
    const now = Date.now();
    if (now - (planned.get(client) ?? 0) < PLAN_AGE_MS) return;
    planned.set(client, now);
    // If the connection is broken, the query that follows reports it.
    client.query("discard plans").catch(() => undefined);
  });
}
