import type { Db } from "./dialect.ts";

type OfDialect = Pick<Db, "dialect">;

/**
 * Returns whether the next rows can be read while the process works on the last ones. A read on SQLite runs in the
 * process itself, and keeps all other requests waiting.
 */
export function canReadAhead({ dialect }: OfDialect): boolean {
  return dialect === "postgres";
}

/**
 * Returns how much one statement takes, if it can take any amount: all on PostgreSQL.
 *
 * @param onSqlite as much as other requests can wait for
 */
export function statementSize({ dialect }: OfDialect, onSqlite: number): number {
  return dialect === "sqlite" ? onSqlite : Number.POSITIVE_INFINITY;
}

/** Returns how many milliseconds a transaction of a job may take: fewer on SQLite, where all other writers wait. */
export function jobTransactionMs({ dialect }: OfDialect): number {
  return dialect === "sqlite" ? 120 : 250;
}
