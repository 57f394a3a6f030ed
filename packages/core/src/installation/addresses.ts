import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type Database, openDatabase } from "@rapport/db";
import { CrmError, databaseFault } from "../errors.ts";

const SQLITE = "sqlite:";
/** Limit of one statement of a copy. */
const COPY_TIMEOUT_MS = 5 * 60_000;

/** Returns the file of a SQLite database, or undefined for PostgreSQL. */
export function sqliteFile(url: string): string | undefined {
  return url.startsWith(SQLITE) ? resolve(url.slice(SQLITE.length)) : undefined;
}

/**
 * Returns a name that identifies a database. Two addresses of one database give the same name, and the name
 * contains no user or password.
 *
 * @throws CrmError INVALID_INPUT if the address is malformed; the message does not repeat it
 */
export function databaseName(url: string, what: string): string {
  const file = sqliteFile(url);
  if (file !== undefined) return `${SQLITE}${existsSync(file) ? realpathSync(file) : file}`;
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    // The message does not repeat the address, which may contain a password.
    throw new CrmError(
      "INVALID_INPUT",
      `${what} must be sqlite:PATH, such as sqlite:./data/rapport.db, or postgres://USER:PASSWORD@HOST:5432/DATABASE, with special characters in the password percent-encoded.`,
    );
  }
  return `postgres://${parsed.hostname}:${parsed.port || "5432"}${parsed.pathname}`;
}

/**
 * Opens a database and waits until it answers.
 *
 * @param what name of the setting or option that holds the address
 * @throws CrmError INVALID_INPUT if the database cannot be reached; the message does not repeat the address
 */
export async function reach(url: string, what: string): Promise<Database> {
  let db: Database | undefined;
  try {
    db = openDatabase(url, { poolSize: 4, timeoutMs: COPY_TIMEOUT_MS });
    await db.ping();
    return db;
  } catch (error) {
    await db?.close();
    throw new CrmError(
      "INVALID_INPUT",
      `${what}: the database cannot be reached: ${databaseFault(error)}.`,
    );
  }
}
