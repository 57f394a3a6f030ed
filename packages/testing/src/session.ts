import pg from "pg";

/** Opens a PostgreSQL session that is separate from those of the program under test. */
export async function openSession(url: string) {
  const client = new pg.Client(url);
  // If the server ends the session, the next query reports it.
  client.on("error", () => undefined);
  await client.connect();
  return {
    /** Runs statements; returns the rows of a single one. */
    query: async (text: string): Promise<readonly object[]> =>
      (await client.query(text)).rows ?? [],
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** Runs statements in a new session. */
export async function runSql(url: string, text: string): Promise<readonly object[]> {
  await using session = await openSession(url);
  return await session.query(text);
}
