/**
 * Waits for statements of a transaction that were started one right after the other. They run in that order, and PostgreSQL
 * gets them in one round trip. It waits for all of them even if one fails, because a statement that is still on its
 * way would run after the rollback.
 *
 * @throws the error of the first one that failed
 */
export async function together(statements: readonly Promise<unknown>[]): Promise<void> {
  const errors: unknown[] = [];
  await Promise.all(statements.map((statement) => statement.catch((error) => errors.push(error))));
  if (errors.length > 0) throw errors[0];
}
