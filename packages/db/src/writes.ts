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
export function runWrites(db: Db, writes: readonly Write[]): Promise<void> {
  return settle(db, writes, (calls) =>
    Promise.allSettled(calls.map(([query, values]) => db.execute(query, values))),
  );
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
