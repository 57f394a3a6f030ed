import { spawn } from "node:child_process";
import { once } from "node:events";
import { devNull } from "node:os";
import { text } from "node:stream/consumers";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { makePrivateFile } from "../../private-files.ts";
import type { Schema } from "../../schema.ts";
import { type Database, DatabaseUnavailable } from "../dialect.ts";
import { convertFailure } from "./failure.ts";
import { openPool } from "./pool.ts";
import { executor, renewIfWrong, runTransaction, withRetries } from "./transaction.ts";

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

/** Milliseconds until a transaction is rolled back; lists of changes rely on it (`updatedSince`). */
export const TRANSACTION_LIMIT_MS = 50_000;

/**
 * Writes a dump of a database, as `pg_dump --format=custom` does. It has the state of one moment.
 *
 * @throws Error whose message says what to do, without the password
 */
async function dumpDatabase(url: string, file: string): Promise<void> {
  makePrivateFile(file);
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  // Every user of the machine can read the arguments of a process.
  address.password = "";
  const args = ["--format=custom", "--no-password", `--file=${file}`, `--dbname=${address.href}`];
  await runTool("pg_dump", args, password === "" ? {} : { PGPASSWORD: password });
}

/** Reads all data of a dump. @throws Error if that fails */
export async function checkDump(file: string): Promise<void> {
  await runTool("pg_restore", [`--file=${devNull}`, file], {});
}

async function runTool(
  name: "pg_dump" | "pg_restore",
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(name, args, {
    env: { ...process.env, ...env, LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const messages = text(child.stderr);
  let code: unknown;
  try {
    [code] = await once(child, "close");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error(
      `There is no ${name} on this machine, which backups of PostgreSQL need. Install the client tools of PostgreSQL, in the server's version or a newer one.`,
    );
  }
  if (code === 0) return;
  const lines = (await messages).split("\n").filter((line) => line.trim() !== "");
  throw new Error(lines.join("; ") || `${name} was killed`);
}

const DISK_FULL = "53100";

/** Tracks whether the database can be written. Tries a write only if that is in doubt. */
interface Writability {
  /** Records how a transaction ended. */
  watch<T>(transaction: Promise<T>): Promise<T>;
  /** Rejects with DatabaseUnavailable if the database cannot be written now. */
  check(): Promise<void>;
}

function openWritability(pool: pg.Pool): Writability {
  let isFull = false;

  async function query(text: string): Promise<readonly { is_read_only?: boolean }[]> {
    try {
      return (await pool.query(text)).rows;
    } catch (error) {
      throw convertFailure(error);
    }
  }

  return {
    async watch(transaction) {
      try {
        const result = await transaction;
        isFull = false;
        return result;
      } catch (error) {
        if (error instanceof DatabaseUnavailable) isFull = isDiskFull(error);
        throw error;
      }
    },
    async check() {
      const [row] = await query(READ_ONLY);
      if (row?.is_read_only) {
        throw new DatabaseUnavailable("PostgreSQL is read-only", { cause: undefined });
      }
      if (!isFull) return;
      await query(PROBE);
      isFull = false;
    },
  };
}

function isDiskFull({ cause }: DatabaseUnavailable): boolean {
  return (cause as { code?: string } | undefined)?.code === DISK_FULL;
}

/** Also true on a standby. */
const READ_ONLY = "select current_setting('transaction_read_only')::boolean as is_read_only";

/** Extends a temporary file, which fails if the disk is full. Leaves nothing behind. */
const PROBE = `
  begin;
  create temporary table rapport_probe (filler text);
  insert into rapport_probe select repeat(md5(i::text), 200) from generate_series(1, 20) as i;
  rollback`;

const PING = { name: "ping", sql: "select pg_is_in_recovery() as is_standby" };
