import pg from "pg";

/** A session of one's own on a PostgreSQL, beside those of the program under test. */
export async function openSession(url: string) {
  const client = new pg.Client(url);
  // The server may end it, which the next query reports.
  client.on("error", () => undefined);
  await client.connect();
  return {
    /** Runs statements; returns the rows of a single one. */
    query: async (text: string): Promise<readonly object[]> =>
      (await client.query(text)).rows ?? [],
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** Runs statements in a session of their own. */
export async function runSql(url: string, text: string): Promise<readonly object[]> {
  await using session = await openSession(url);
  return await session.query(text);
}
