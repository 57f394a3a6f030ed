import { type RawBuilder, sql } from "kysely";
import type { DialectName } from "./dialect.ts";

// SQLite has one writer at a time, so a writer needs no locks.

/** Returns whether a transaction must lock what another one could write at the same time. */
export function needsRowLocks(dialect: DialectName): boolean {
  return dialect === "postgres";
}

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

/**
 * Returns an expression that takes a lock until the transaction ends, without waiting. It is true or 1, or
 * false if another transaction has the lock.
 */
export function tryLock(
  dialect: DialectName,
  name: RawBuilder<unknown>,
): RawBuilder<boolean | number> {
  return dialect === "postgres"
    ? sql`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`
    : sql`1`;
}
