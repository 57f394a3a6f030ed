import type { Database, Db, PreparedQuery } from "./dialect/dialect.ts";

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

const SAVEPOINT: PreparedQuery = { name: "savepoint_joined", sql: "savepoint joined" };
const ROLL_BACK: PreparedQuery = { name: "rollback_joined", sql: "rollback to savepoint joined" };
const RELEASE: PreparedQuery = { name: "release_joined", sql: "release savepoint joined" };
