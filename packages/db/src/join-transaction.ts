import type { Database, Db, PreparedQuery } from "./dialect/dialect.ts";

/**
 * Returns a database whose reads and transactions are part of an open transaction. A service called with it
 * undoes only its own changes if it fails.
 */
export function joinTransaction(db: Database, tx: Db): Database {
  return {
    ...db,
    execute: tx.execute,
    tryLock: tx.tryLock,
    transaction: async (work) => {
      await tx.execute(SAVEPOINT, []);
      try {
        return await work(tx);
      } catch (error) {
        await tx.execute(ROLL_BACK, []);
        throw error;
      } finally {
        await tx.execute(RELEASE, []);
      }
    },
  };
}

const SAVEPOINT: PreparedQuery = { name: "savepoint_joined", sql: "savepoint joined" };
const ROLL_BACK: PreparedQuery = { name: "rollback_joined", sql: "rollback to savepoint joined" };
const RELEASE: PreparedQuery = { name: "release_joined", sql: "release savepoint joined" };
