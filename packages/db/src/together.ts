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
