import type { Call, Db, DialectName } from "./dialect/dialect.ts";

/** A prepared statement with its values, whose rows nobody needs. */
export interface Write {
  /** Returns null for a dialect that does not need it. */
  readonly callIn: (dialect: DialectName) => Call | null;
  /** Converts the error of the statement. */
  readonly failure?: (error: unknown) => unknown;
}

/**
 * Runs writes in their order. PostgreSQL gets them in one round trip.
 *
 * @throws the error of the first one that failed
 */
export async function runWrites(db: Db, writes: readonly Write[]): Promise<void> {
  // SQLite has no round trips to save, and starting all of them together costs more than the loop.
  if (db.dialect === "sqlite") return runEach(db, writes);
  return settle(db, writes, (calls) =>
    Promise.allSettled(calls.map(([query, values]) => db.execute(query, values))),
  );
}

async function runEach(db: Db, writes: readonly Write[]): Promise<void> {
  for (const { callIn, failure } of writes) {
    const call = callIn(db.dialect);
    if (call === null) continue;
    try {
      await db.execute(...call);
    } catch (error) {
      throw failure?.(error) ?? error;
    }
  }
}

/**
 * Runs the last writes of a transaction in their order, after which it may run no statement. PostgreSQL gets them with the
 * COMMIT in one round trip, unless the transaction is part of another one.
 *
 * @throws the error of the first one that failed; then nothing is committed
 */
export function endWith(tx: Db, writes: readonly Write[]): Promise<void> {
  if (tx.endWith === undefined) return runWrites(tx, writes);
  return settle(tx, writes, tx.endWith);
}

/**
 * Waits for statements of one transaction that were started one after the other. They run in that order; PostgreSQL gets
 * them in one round trip. Waits for all of them even if one fails, because a statement that was still under way would run
 * after the rollback.
 *
 * @throws the error of the first one that failed
 */
export async function together(statements: readonly Promise<unknown>[]): Promise<void> {
  const writes = startedWrites();
  for (const statement of statements) writes.add(statement);
  await writes.end();
}

/** Like `together`, for statements of which some are started after a pause. */
export function startedWrites(): {
  add(statement: Promise<unknown>): void;
  /** @throws the error of the first one that failed */
  end(): Promise<void>;
} {
  const errors: unknown[] = [];
  const settled: Promise<unknown>[] = [];
  return {
    // A rejection that is handled only later would end the process.
    add: (statement) => void settled.push(statement.catch((error) => errors.push(error))),
    end: async () => {
      await Promise.all(settled);
      if (errors.length > 0) throw errors[0];
    },
  };
}

async function settle(
  { dialect }: Db,
  writes: readonly Write[],
  run: (calls: readonly Call[]) => Promise<readonly PromiseSettledResult<unknown>[]>,
): Promise<void> {
  const calls: Call[] = [];
  const failures: Write["failure"][] = [];
  for (const { callIn, failure } of writes) {
    const call = callIn(dialect);
    if (call === null) continue;
    calls.push(call);
    failures.push(failure);
  }
  const results = await run(calls);
  for (const [i, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    throw failures[i]?.(result.reason) ?? result.reason;
  }
}
