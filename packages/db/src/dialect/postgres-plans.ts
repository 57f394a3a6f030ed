import type pg from "pg";

/**
 * Settings of every connection that keep the planner to what statements are written for: each step looks
 * rows up in an index, and joins look up one row for another. Without statistics, or with those of an
 * empty table, it prefers to walk whole tables and to hash them. A setting does not forbid a plan that is
 * the only one. Compiling a plan takes longer than any of these statements.
 */
export const PLAN_SETTINGS: readonly string[] = [
  "enable_seqscan=off",
  "enable_bitmapscan=off",
  "enable_hashjoin=off",
  "enable_mergejoin=off",
  "jit=off",
];

/** Milliseconds that a connection keeps the plans of its named statements. */
const PLAN_AGE = 10_000;

/**
 * Has the connections of a pool plan their named statements again at times. A plan that was made while a
 * table was empty costs nothing to PostgreSQL and is kept, however much the table grows, until statistics
 * are gathered. Planning takes about 0.1 ms for each statement that is used.
 */
export function renewPlans(pool: pg.Pool): void {
  const planned = new WeakMap<pg.PoolClient, number>();
  pool.on("connect", (client) => planned.set(client, Date.now()));
  // Its query goes out before that of whoever asked for the connection.
  pool.on("acquire", (client) => {
    const now = Date.now();
    if (now - (planned.get(client) ?? 0) < PLAN_AGE) return;
    planned.set(client, now);
    // If the connection is broken, the query that follows reports it.
    client.query("discard plans").catch(() => undefined);
  });
}
