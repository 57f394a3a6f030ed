import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type Database, openDatabase } from "@rapport/db";
import { CrmError } from "../errors.ts";
import { databaseFault } from "../refusals.ts";

const SQLITE = "sqlite:";
/** Milliseconds that a statement of a copy may take. */
const COPY_TIMEOUT = 5 * 60_000;

/** @returns the file of an embedded database; undefined for a server's */
export function fileOf(url: string): string | undefined {
  return url.startsWith(SQLITE) ? resolve(url.slice(SQLITE.length)) : undefined;
}

/**
 * What a database is known by: two addresses of the same one give the same name, and no name holds a
 * user or a password.
 *
 * @throws CrmError INVALID_INPUT, without repeating the address, when it is none
 */
export function nameOf(url: string, what: string): string {
  const file = fileOf(url);
  if (file !== undefined) return `${SQLITE}${existsSync(file) ? realpathSync(file) : file}`;
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    // The value may hold a password and is not repeated.
    throw new CrmError(
      "INVALID_INPUT",
      `${what} must be sqlite:PATH, such as sqlite:./data/rapport.db, or postgres://USER:PASSWORD@HOST:5432/DATABASE, with what is special in a password percent-encoded.`,
    );
  }
  return `postgres://${parsed.hostname}:${parsed.port || "5432"}${parsed.pathname}`;
}

/**
 * Opens a database and waits until it answers.
 *
 * @param what the setting or option that the address comes from
 * @throws CrmError INVALID_INPUT, without the address, when it cannot be reached
 */
export async function reach(url: string, what: string): Promise<Database> {
  let db: Database | undefined;
  try {
    db = openDatabase(url, { poolSize: 4, timeoutMs: COPY_TIMEOUT });
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
