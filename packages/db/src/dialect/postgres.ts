import { Kysely, PostgresDialect } from "kysely";
import type { Schema } from "../schema.ts";
import type { Database } from "./dialect.ts";
import { dumpDatabase } from "./postgres-backup.ts";
import { openPool } from "./postgres-pool.ts";
import { executor, renewIfWrong, runTransaction, withRetries } from "./postgres-transaction.ts";
import { openWritability } from "./postgres-writability.ts";
import { TRANSACTION_LIMIT_MS } from "./transaction-limit.ts";

/** Like `TRANSACTION_LIMIT_MS`, for long work and for each of its statements. */
const LONG_LIMIT_MS = 30 * 60_000;
/** Connections for long work and for composed SQL, opened on demand. */
const LONG_POOL_CONNECTIONS = 4;

/**
 * Opens a PostgreSQL database. Statements are named, so each connection parses and plans them once.
 *
 * @param url `postgres://user:password@host:port/database`
 * @param poolSize connections this process may hold for requests
 * @param timeoutMs milliseconds that a statement, or waiting for a connection, may take
 */
export function openPostgres(url: string, poolSize: number, timeoutMs: number): Database {
  const short = openPool(url, poolSize, {
    connect: timeoutMs,
    statement: timeoutMs,
    // The lock timeout is shorter than the statement timeout, so that the log distinguishes the two.
    lock: Math.ceil(timeoutMs / 2),
  });
  const long = openPool(url, LONG_POOL_CONNECTIONS, {
    connect: timeoutMs,
    statement: LONG_LIMIT_MS,
    lock: 0,
  });
  const { execute } = executor(short.pool);
  const writability = openWritability(short.pool);

  async function ping(): Promise<void> {
    const rows = await renewIfWrong(short, execute(PING, []));
    // Reads go on, and new connections reach the new primary as soon as the address leads there.
    if (!(rows as readonly { is_standby: boolean }[])[0]?.is_standby) return;
    short.renew();
    long.renew();
  }

  return {
    dialect: "postgres",
    execute: (query, values) => withRetries(() => renewIfWrong(short, execute(query, values))),
    kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: long.pool }) }),
    transaction: (work, { isLong = false } = {}) =>
      writability.watch(
        isLong
          ? runTransaction(long, LONG_LIMIT_MS, work)
          : runTransaction(short, TRANSACTION_LIMIT_MS, work),
      ),
    ping,
    checkWritable: writability.check,
    integrity: async () => [],
    backup: (file) => dumpDatabase(url, file),
    emptyLog: async () => true,
    close: async () => void (await Promise.all([short.close(), long.close()])),
  };
}

const PING = { name: "ping", sql: "select pg_is_in_recovery() as is_standby" };
