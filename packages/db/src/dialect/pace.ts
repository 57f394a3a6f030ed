import type { Db } from "./dialect.ts";

type OfDialect = Pick<Db, "dialect">;

/**
 * Returns whether the next rows can be read while the process works on the current ones. A read on SQLite blocks the
 * process.
 */
export function canReadAhead({ dialect }: OfDialect): boolean {
  return dialect === "postgres";
}

/**
 * Returns how many items one statement may take: all on PostgreSQL, `onSqlite` on SQLite.
 *
 * @param onSqlite items that take no longer than other requests can wait
 */
export function statementSize({ dialect }: OfDialect, onSqlite: number): number {
  return dialect === "sqlite" ? onSqlite : Number.POSITIVE_INFINITY;
}

/** Returns how many milliseconds a transaction of a job may take: fewer on SQLite, where all other writers wait. */
export function jobTransactionMs({ dialect }: OfDialect): number {
  return dialect === "sqlite" ? 120 : 250;
}

/** Returns how many inputs of a batch are written together. Between two chunks, other requests are served. */
export function batchChunk({ dialect }: OfDialect): number {
  return dialect === "sqlite" ? 100 : 250;
}

/**
 * Returns whether concurrent writes of one record are worth writing as a batch. On SQLite they share their commit anyway,
 * and have no round trips.
 */
export function gathersWrites({ dialect }: OfDialect): boolean {
  return dialect === "postgres";
}

/**
 * Returns what it costs `findByWords` to read a posting, in records that `compareWords` compares. Measured with 1,000,000
 * records: 0.15 and 1.3 µs on SQLite and PostgreSQL, and 1.2 and 1.3 µs for a record compared.
 */
export function postingCost({ dialect }: OfDialect): number {
  return dialect === "sqlite" ? 0.1 : 1;
}
