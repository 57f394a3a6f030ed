import { type RawBuilder, sql } from "kysely";
import type { DialectName } from "./dialect.ts";

// SQLite has one writer at a time, so a writer needs no row locks.

/** Returns the end of a select that locks its rows against other writers until the transaction ends. */
export function forUpdate(dialect: DialectName): RawBuilder<unknown> {
  return dialect === "postgres" ? sql`for update` : sql``;
}

/** Like `forUpdate`, but skips rows that another transaction has locked. */
export function forUpdateSkipLocked(dialect: DialectName): RawBuilder<unknown> {
  return dialect === "postgres" ? sql`for update skip locked` : sql``;
}

/** Returns the end of a select that locks its rows against changes and deletion until the transaction ends. */
export function forShare(dialect: DialectName): RawBuilder<unknown> {
  return dialect === "postgres" ? sql`for share` : sql``;
}
