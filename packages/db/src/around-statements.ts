import { AsyncLocalStorage } from "node:async_hooks";
import type { Call, Database, Db } from "./dialect/dialect.ts";

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
