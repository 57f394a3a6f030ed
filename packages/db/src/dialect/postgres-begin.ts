import pg from "pg";
import type { PreparedQuery } from "./dialect.ts";

/** What node-postgres does not declare of its own class. */
interface SentQuery {
  prepare(connection: Wire): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
}

interface Wire {
  bind(message: { readonly statement: string }): void;
  execute(message: object): void;
}

type Answer = (error: Error | null, result: pg.QueryResult<object>) => void;

const Query = pg.Query as unknown as new (
  config: pg.QueryConfig,
  callback: Answer,
) => SentQuery & pg.Submittable;

/**
 * Runs BEGIN and a statement as one unit of the protocol. If BEGIN fails, PostgreSQL skips the statement, so it never
 * runs outside of a transaction.
 */
class FirstStatement extends Query {
  private isBegun = false;

  override prepare(connection: Wire): void {
    connection.bind({ statement: BEGIN.name });
    connection.execute({});
    super.prepare(connection);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.isBegun) super.handleCommandComplete(message, connection);
    this.isBegun = true;
  }
}

const BEGIN = { name: "begin", text: "begin" };
/** Connections that have prepared BEGIN. */
const prepared = new WeakSet<pg.PoolClient>();

/** Begins a transaction with its first statement, in one round trip from a connection's second transaction on. */
export async function begin(
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
