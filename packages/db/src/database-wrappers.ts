import { AsyncLocalStorage } from "node:async_hooks";
import type { Call, Database, Db, PreparedQuery } from "./dialect/dialect.ts";

/**
 * Returns a database whose reads and transactions are part of an open transaction. A service called with it
 * undoes only its own changes if it fails.
 *
 * A savepoint is not released after a success, because that costs PostgreSQL a round trip. The transaction's
 * end releases all of them, and a rollback goes to the newest one.
 */
export function joinTransaction(db: Database, tx: Db): Database {
  return {
    ...db,
    execute: tx.execute,
    transaction: async (work) => {
      // The first statement of the work does not wait for it.
      const saved = tx.execute(SAVEPOINT, []);
      saved.catch(() => undefined);
      try {
        const result = await work({ dialect: tx.dialect, execute: tx.execute });
        await saved;
        return result;
      } catch (error) {
        await saved;
        await tx.execute(ROLL_BACK, []);
        await tx.execute(RELEASE, []);
        throw error;
      }
    },
  };
}

/** @param name name of the prepared statement */
export type AroundStatement = <T>(name: string, run: () => Promise<T>) => Promise<T>;

/** Returns a database that calls `around` for each prepared statement, such as to trace it. */
export function aroundStatements(db: Database, around: AroundStatement): Database {
  const wrap = ({ dialect, execute, endWith }: Db): Db => ({
    dialect,
    execute: (query, values) => around(query.name, () => execute(query, values)),
    ...(endWith && { endWith: (calls) => aroundEach(calls, endWith(calls)) }),
  });
  /** Statements that are sent together begin and end together. */
  const aroundEach = async <T>(calls: readonly Call[], running: Promise<T>): Promise<T> => {
    await Promise.all(calls.map(([{ name }]) => around(name, () => running)));
    return running;
  };
  return {
    ...db,
    ...wrap(db),
    transaction: (work, options) => {
      // On SQLite, the queue of transactions calls the work. Without this it would belong to another request.
      const ofCaller = AsyncLocalStorage.bind((tx: Db) => work(wrap(tx)));
      return db.transaction(ofCaller, options);
    },
  };
}

const SAVEPOINT: PreparedQuery = { name: "savepoint_joined", sql: "savepoint joined" };
const ROLL_BACK: PreparedQuery = { name: "rollback_joined", sql: "rollback to savepoint joined" };
const RELEASE: PreparedQuery = { name: "release_joined", sql: "release savepoint joined" };
