import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Call, DatabaseUnavailable, type Db, type PreparedQuery } from "../dialect.ts";
import {
  convertCommitFailure,
  convertFailure,
  failureBeforeCommit,
  PostgresUnavailable,
} from "./failure.ts";
import { destroy, type Pool } from "./pool.ts";
import { BEGIN, canCommitWith, commitWith, FirstStatement, sendCommit } from "./sent-together.ts";

/**
 * Runs `work` in a transaction and commits it.
 *
 * @param limit milliseconds after which it is rolled back
 * @throws DatabaseUnavailable after the last attempt that the kind of failure allows
 */
export function runTransaction<T>(
  pool: Pool,
  limit: number,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return withRetries(() => renewIfWrong(pool, once(pool.pool, limit, work)));
}

/** Replaces the connections of the pool if the work fails because they lead to the wrong server. */
export async function renewIfWrong<T>(pool: Pool, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PostgresUnavailable && error.isServerWrong) pool.renew();
    throw error;
  }
}

/**
 * Runs work that is safe to repeat, because a failure of the database means that nothing was committed.
 *
 * @throws the error of the last attempt
 */
export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof PostgresUnavailable) || attempt >= error.attempts) throw error;
      if (error.pause > 0) await sleep(error.pause * 4 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
}

/** Runs statements on a connection, or each on any connection of a pool. */
export function executor(client: pg.Pool | pg.PoolClient): Db {
  async function execute(
    query: PreparedQuery,
    values: readonly unknown[],
  ): Promise<readonly object[]> {
    try {
      const result = await client.query({
        name: query.name,
        text: query.sql,
        values: values as unknown[],
      });
      return result.rows;
    } catch (error) {
      throw convertFailure(error);
    }
  }
  return { dialect: "postgres", execute };
}

interface Transaction extends Db {
  /** Returns whether it has run a statement. */
  isBegun(): boolean;
  /** Refuses further statements, which would run outside of it. */
  end(): void;
  /** Returns whether `endWith` has committed it. */
  isCommitted(): boolean;
}

/**
 * Runs the statements of a transaction, which begins with the first one.
 *
 * @param commitsLate milliseconds after its begin from which COMMIT is sent only when nothing is left to wait for
 */
function transactionOn(client: pg.PoolClient, commitsLate: number): Transaction {
  const began = performance.now();
  const started = executor(client);
  let first: Promise<readonly object[]> | undefined;
  let isOpen = false;
  let isEnded = false;
  /** Why PostgreSQL refuses all statements until a rollback, also one to a savepoint. */
  let failure: unknown;
  let isCommitted = false;

  async function start(query: PreparedQuery, values: readonly unknown[]) {
    try {
      const rows = await begin(client, query, values);
      isOpen = true;
      return rows;
    } catch (error) {
      throw convertFailure(error);
    }
  }
  async function execute(query: PreparedQuery, values: readonly unknown[]) {
    if (isEnded) throw new Error("a statement was started after the end of its transaction");
    if (first === undefined) {
      first = start(query, values);
      return first;
    }
    // If the transaction did not begin, no other statement may run.
    if (!isOpen) await first;
    sendAtEndOfTurn(client);
    try {
      const rows = await started.execute(query, values);
      failure = undefined;
      return rows;
    } catch (error) {
      if (failure === undefined || !isRefusal(error)) failure = error;
      throw failure;
    }
  }
  async function endWith(calls: readonly Call[]) {
    const mayCommit = isOpen && performance.now() - began < commitsLate;
    if (!mayCommit || !canCommitWith(client, calls)) {
      return Promise.allSettled(calls.map(([query, values]) => execute(query, values)));
    }
    isEnded = true;
    const failed = await commitWith(client, calls);
    isCommitted = failed === undefined;
    if (failed?.done === calls.length) throw convertCommitFailure(failed.error);
    return calls.map(
      (_, i): PromiseSettledResult<unknown> =>
        failed === undefined || i < failed.done
          ? { status: "fulfilled", value: undefined }
          : { status: "rejected", reason: failureBeforeCommit(failed.error) },
    );
  }
  return {
    dialect: "postgres",
    execute,
    endWith,
    isCommitted: () => isCommitted,
    isBegun: () => first !== undefined,
    end: () => {
      isEnded = true;
    },
  };
}

/** Connections that have prepared BEGIN. */
const prepared = new WeakSet<pg.PoolClient>();

/** Begins a transaction with its first statement, in one round trip from a connection's second transaction on. */
async function begin(
  client: pg.PoolClient,
  { name, sql: text }: PreparedQuery,
  values: readonly unknown[],
): Promise<readonly object[]> {
  const config = { name, text, values: values as unknown[] };
  if (!prepared.has(client)) {
    await client.query(BEGIN);
    prepared.add(client);
    return (await client.query(config)).rows;
  }
  return new Promise((resolve, reject) => {
    client.query(
      new FirstStatement(config, (error, result) => (error ? reject(error) : resolve(result.rows))),
    );
  });
}

/**
 * Returns whether PostgreSQL refused a statement because one before it had failed. It does not know the name of a
 * statement that it should have parsed after the failure.
 */
function isRefusal(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return ["25P02", "26000"].includes(code ?? cause?.code ?? "");
}

/** Sends what is started in this turn of the event loop in one write. */
function sendAtEndOfTurn({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * In this part of its time limit, a transaction sends its last statements and COMMIT together. Later it waits for the
 * statements before it sends COMMIT, because each may wait for a lock, and PostgreSQL would commit even after the connection
 * was closed.
 */
const TOGETHER_SHARE = 1 / 3;

async function once<T>(pool: pg.Pool, limit: number, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw convertFailure(error);
  });
  const transaction = transactionOn(client, limit * TOGETHER_SHARE);
  let isTooOld = false;
  let isBad = false;
  const timer = setTimeout(() => {
    isTooOld = true;
    destroy(client);
  }, limit);
  try {
    const result = await work(transaction);
    // COMMIT is never sent late, because lists of changes rely on it (`updatedSince`).
    if (isTooOld) throw new Error("the transaction is too old to be committed");
    transaction.end();
    if (transaction.isBegun() && !transaction.isCommitted()) await commit(client);
    return result;
  } catch (error) {
    transaction.end();
    const failure = convertFailure(error);
    isBad = isTooOld || (failure instanceof PostgresUnavailable && failure.isConnectionBad);
    const isOpen = transaction.isBegun() && !transaction.isCommitted();
    if (!isBad && isOpen) isBad = !(await rollBack(client));
    if (!isTooOld || (failure instanceof DatabaseUnavailable && failure.isOutcomeUnknown)) {
      throw failure;
    }
    throw new DatabaseUnavailable(`a transaction took longer than ${limit / 1000} seconds`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    client.release(isBad);
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await sendCommit(client).catch((error: unknown) => {
    throw convertCommitFailure(error);
  });
  // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement has failed.
  if (command !== "COMMIT") throw new Error("a failed transaction was committed");
}

/** Returns whether the connection can be used again. */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query("rollback");
    return true;
  } catch {
    return false;
  }
}
