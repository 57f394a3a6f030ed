import type { Database } from "./dialect/dialect.ts";
import { openPostgres } from "./dialect/postgres.ts";
import { openSqlite } from "./dialect/sqlite.ts";

/**
 * Opens the database that a URL names.
 *
 * @param url `postgres://…` or `postgresql://…` for PostgreSQL, `sqlite:PATH` for an embedded file
 * @param options.poolSize connections to PostgreSQL that this process may hold (default 10)
 * @throws Error when the URL is neither
 */
export function openDatabase(url: string, options: { poolSize?: number } = {}): Database {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url, options.poolSize ?? 10);
  if (url.startsWith("sqlite:")) return openSqlite(url.slice("sqlite:".length));
  throw new Error("the database URL must start with postgres:// or sqlite:");
}
