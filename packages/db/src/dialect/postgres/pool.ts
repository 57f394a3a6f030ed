import pg from "pg";
import { isoFromPostgres } from "../../columns.ts";
import { breakSilent } from "./silence.ts";

/** Milliseconds until the first TCP keep-alive probe of a silent connection. */
const KEEP_ALIVE_MS = 10_000;
/** Milliseconds that `close` waits for running statements. */
const CLOSE_LIMIT_MS = 5_000;
/** Shortest time in milliseconds between two renewals of all connections. */
const RENEW_INTERVAL_MS = 1_000;
/** Milliseconds that PostgreSQL gets to report its own timeout before the client drops the connection. */
const HEAD_START_MS = 750;

/** Limits on the statements of a pool, in milliseconds; 0 for no limit. */
export interface PoolLimits {
  readonly connect: number;
  readonly statement: number;
  readonly lock: number;
}

export interface Pool {
  readonly pool: pg.Pool;
  /**
   * Replaces every connection, because they may lead to a server that is no longer the primary. Idle ones are dropped
   * now, the others when their work ends. At most once a second.
   */
  renew(): void;
  /** Breaks every connection now. Statements that run on them fail. */
  drop(): void;
  /** Waits up to five seconds for running statements, then breaks the remaining connections. */
  close(): Promise<void>;
}

/**
 * Opens a pool whose connections are dropped when they break or do not answer.
 *
 * @param size connections it may hold
 */
export function openPool(url: string, size: number, limits: PoolLimits): Pool {
  const clients = new Set<pg.PoolClient>();
  const inUse = new WeakSet<pg.PoolClient>();
  const outdated = new WeakSet<pg.PoolClient>();
  let renewedAt = Number.NEGATIVE_INFINITY;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types: { getTypeParser },
    options: sessionOptions(limits),
    application_name: "rapport",
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    // Sends statements that are started together without waiting for the answers of those before; see `together`.
    pipeline: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  // A connection that breaks is dropped; the query on it, or the next one, reports why.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    clients.add(client);
    client.once("end", () => clients.delete(client));
  });
  pool.on("acquire", (client) => inUse.add(client));
  pool.on("release", (_error, client) => {
    inUse.delete(client);
    if (outdated.has(client)) destroy(client);
  });
  const stopLooking =
    limits.statement > 0
      ? breakSilent(pool, { connections: clients, inUse }, limits.statement + HEAD_START_MS)
      : undefined;
  renewPlans(pool);

  function renew(): void {
    const now = performance.now();
    if (now - renewedAt < RENEW_INTERVAL_MS) return;
    renewedAt = now;
    for (const client of clients) {
      if (inUse.has(client)) outdated.add(client);
      else destroy(client);
    }
  }
  function drop(): void {
    for (const client of clients) destroy(client);
  }
  return {
    ...{ pool, renew, drop },
    close: () => close(pool, clients).finally(stopLooking),
  };
}

/** Breaks a connection without waiting for the server, which then rolls back what is open on it. */
export function destroy(client: pg.PoolClient): void {
  client.connection.stream.destroy();
}

/**
 * Sets everything in one startup parameter, because PgBouncer refuses parameters that it does not know. There,
 * `ignore_startup_parameters = options` and `alter role … set` do the same (docs/operations.md).
 */
function sessionOptions({ statement, lock }: PoolLimits): string {
  return [
    "timezone=UTC",
    ...PLAN_SETTINGS,
    `statement_timeout=${statement}`,
    `lock_timeout=${lock}`,
    `idle_in_transaction_session_timeout=${statement}`,
  ]
    .map((setting) => `-c ${setting}`)
    .join(" ");
}

/**
 * Planner settings of every connection. Statements are written for index look-ups and nested loops. Without
 * statistics, or with those of an empty table, the planner prefers to scan and hash whole tables. The
 * settings still allow a plan that is the only one. JIT is off: compiling takes longer than any statement. Parallel
 * workers are off: a search by a word that 50,000 of 1,000,000 records have would occupy three processors.
 */
const PLAN_SETTINGS: readonly string[] = [
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
function renewPlans(pool: pg.Pool): void {
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

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const PARSERS = pg.types.getTypeParser;

function getTypeParser(oid: number, format?: "text" | "binary"): (text: string) => unknown {
  if (oid === INT8) return Number;
  if (oid === TIMESTAMPTZ) return isoFromPostgres;
  return PARSERS(oid, format as "text");
}

async function close(pool: pg.Pool, clients: ReadonlySet<pg.PoolClient>): Promise<void> {
  const limit = setTimeout(() => {
    for (const client of clients) destroy(client);
  }, CLOSE_LIMIT_MS);
  const ended = [...clients].map(
    (client) => new Promise<void>((resolve) => void client.once("end", resolve)),
  );
  if (!pool.ending) await pool.end();
  // The pool does not wait until its connections are closed, and an open one keeps the process alive.
  await Promise.all(ended);
  clearTimeout(limit);
}
