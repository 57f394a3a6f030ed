import { type RawBuilder, sql } from "kysely";
import type { DialectName } from "./dialect.ts";

// SQLite has one writer at a time: whoever writes has the lock already.

/** Returns the end of a select that keeps other writers from its rows until the transaction ends. */
export function forUpdate(dialect: DialectName): RawBuilder<unknown> {
  return dialect === "postgres" ? sql`for update` : sql``;
}

/** As `forUpdate`, but leaves out rows that another transaction has locked, instead of waiting for them. */
export function forUpdateSkipLocked(dialect: DialectName): RawBuilder<unknown> {
  return dialect === "postgres" ? sql`for update skip locked` : sql``;
}

/** Returns the end of a select whose rows nobody may change or delete until the transaction ends. */
export function forShare(dialect: DialectName): RawBuilder<unknown> {
  return dialect === "postgres" ? sql`for share` : sql``;
}
