import type { Database } from "./dialect/dialect.ts";
import { openPostgres } from "./dialect/postgres/postgres.ts";
import { openSqlite } from "./dialect/sqlite/sqlite.ts";
import { makePrivate } from "./private-files.ts";

const SQLITE = "sqlite:";

/**
 * Opens the database that a URL names.
 *
 * @param url `postgres://…` or `postgresql://…` for PostgreSQL, `sqlite:PATH` for an embedded file
 * @param options.poolSize connections to PostgreSQL that this process may hold (default 10)
 * @param options.timeoutMs milliseconds that a statement may take on PostgreSQL (default 10 000)
 * @throws Error if the URL is neither
 */
export function openDatabase(
  url: string,
  options: { poolSize?: number; timeoutMs?: number } = {},
): Database {
  if (/^postgres(ql)?:\/\//.test(url)) {
    return openPostgres(url, options.poolSize ?? 10, options.timeoutMs ?? 10_000);
  }
  if (url.startsWith(SQLITE)) return openSqlite(url.slice(SQLITE.length));
  throw new Error("the database URL must start with postgres:// or sqlite:");
}

/** Makes the files of an embedded database private to their owner. */
export function secureFiles(url: string): void {
  for (const file of listFiles(url)) makePrivate(file);
}

/** Returns the possible files of an embedded database, existing or not; none for PostgreSQL. */
export function listFiles(url: string): readonly string[] {
  const file = sqliteFile(url);
  return file === undefined ? [] : [file, `${file}-wal`, `${file}-shm`];
}

/** Returns the path of an embedded database; undefined for PostgreSQL. */
export function sqliteFile(url: string): string | undefined {
  return url.startsWith(SQLITE) ? url.slice(SQLITE.length) : undefined;
}
