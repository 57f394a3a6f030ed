/**
 * Waits for statements of one transaction that were started one after the other. They run in that order; PostgreSQL gets
 * them in one round trip. Waits for all of them even if one fails, because a statement that was still under way would run
 * after the rollback.
 *
 * @throws the error of the first one that failed
 */
export async function together(statements: readonly Promise<unknown>[]): Promise<void> {
  const errors: unknown[] = [];
  await Promise.all(statements.map((statement) => statement.catch((error) => errors.push(error))));
  if (errors.length > 0) throw errors[0];
}
