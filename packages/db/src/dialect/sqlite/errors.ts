import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { DatabaseUnavailable, NullViolation, UniqueViolation } from "../dialect.ts";

/** Log messages for temporary result codes (https://sqlite.org/rescode.html), by prefix. */
const REASONS = {
  SQLITE_BUSY: "another process keeps the database locked",
  SQLITE_FULL: "the disk of the database is full",
  SQLITE_IOERR: "the disk of the database cannot be read or written",
  SQLITE_READONLY: "the database is read-only",
  SQLITE_CANTOPEN: "a file of the database cannot be opened",
} as const;

type Code = keyof typeof REASONS;

const CODES = Object.keys(REASONS) as Code[];

/** Converts an error of the driver to its error of `dialect.ts`. Returns any other error unchanged. */
export function convertSqliteError(error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error;
  if (/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(error.code)) {
    return new UniqueViolation(error.message, { cause: error });
  }
  if (error.code === "SQLITE_CONSTRAINT_NOTNULL") {
    return new NullViolation(error.message, { cause: error });
  }
  const code = CODES.find((one) => error.code.startsWith(one));
  return code === undefined ? error : new DatabaseUnavailable(REASONS[code], { cause: error });
}

/** Returns whether an error of the driver has a result code that starts with one of these. */
export function isUnavailable(error: unknown, ...codes: readonly Code[]): boolean {
  return error instanceof Sqlite.SqliteError && codes.some((code) => error.code.startsWith(code));
}

/** Returns the error for every transaction of a group that SQLite ended. */
export function transactionEnded(cause: unknown): DatabaseUnavailable {
  const error = convertSqliteError(cause);
  return error instanceof DatabaseUnavailable
    ? error
    : new DatabaseUnavailable("the database ended the transaction", { cause });
}

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
