import type Sqlite from "better-sqlite3";
import { JSON_COLUMNS } from "../../columns.ts";
import type { Db, PreparedQuery } from "../dialect.ts";
import { convertSqliteError, transactionEnded } from "./errors.ts";

interface Prepared {
  readonly run: Sqlite.Statement<unknown[]>;
  readonly json: readonly string[];
  readonly returnsRows: boolean;
}

/** A deferred query with its values. */
export type Deferred = readonly [query: PreparedQuery, values: readonly unknown[]];

/**
 * Runs prepared queries on a connection.
 *
 * @param isTransaction whether the connection must be in a transaction. If the disk is full, SQLite ends the
 *   transaction itself; later statements of the same work must not be committed on their own.
 * @param deferred collects the deferred queries instead of running them
 * @param check called before each query; what it throws fails the query
 */
export function executor(
  connection: Sqlite.Database,
  isTransaction: boolean,
  deferred?: Deferred[],
  check?: () => void,
): Db {
  // Bounded: a query is declared in this program, an insert once for each number of rows up to 64.
  const kept = new Map<PreparedQuery, Prepared>();

  function prepare(query: PreparedQuery): Prepared {
    const run = connection.prepare<unknown[]>(query.sql);
    const json = run.reader
      ? run
          .columns()
          .map((column) => column.name)
          .filter((name) => JSON_COLUMNS.has(name))
      : [];
    const prepared = { run, json, returnsRows: run.reader };
    kept.set(query, prepared);
    return prepared;
  }

  async function execute(
    query: PreparedQuery,
    values: readonly unknown[],
  ): Promise<readonly object[]> {
    if (isTransaction && !connection.inTransaction) throw transactionEnded(undefined);
    check?.();
    if (query.isDeferred && deferred !== undefined) {
      deferred.push([query, values]);
      return [];
    }
    try {
      const { run, json, returnsRows } = kept.get(query) ?? prepare(query);
      if (!returnsRows) {
        run.run(...values);
        return [];
      }
      const rows = run.all(...values) as Record<string, unknown>[];
      for (const column of json) {
        for (const row of rows) {
          const text = row[column];
          if (typeof text === "string") row[column] = JSON.parse(text);
        }
      }
      return rows;
    } catch (error) {
      throw convertSqliteError(error);
    }
  }
  return { dialect: "sqlite", execute };
}
