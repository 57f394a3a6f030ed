import pg from "pg";
import type { Call, PreparedQuery } from "../dialect.ts";

/** What node-postgres does not declare of its own classes. */
export interface SentQuery {
  prepare(connection: Wire): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
}

export interface Wire {
  bind(message: {
    readonly portal?: string;
    readonly statement: string;
    readonly values?: readonly (string | null)[];
  }): void;
  execute(message: { readonly portal?: string; readonly rows?: number }): void;
  sync(): void;
}

type Answer = (error: Error | null, result: pg.QueryResult<object>) => void;

const Query = pg.Query as unknown as new (
  config: pg.QueryConfig,
  callback: Answer,
) => SentQuery & pg.Submittable;

export const BEGIN = { name: "begin", text: "begin" };
const COMMIT = { name: "commit", text: "commit" };

/**
 * Runs BEGIN and a statement as one unit of the protocol. If BEGIN fails, PostgreSQL skips the statement, so it never
 * runs outside of a transaction. The connection must have prepared BEGIN.
 */
export class FirstStatement extends Query {
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

/**
 * Runs statements and COMMIT as one unit of the protocol. If one fails, PostgreSQL skips the others and COMMIT. It answers
 * them all at once, and node-postgres makes one query of them, so they cost less than queries that are only sent together.
 */
class LastStatements extends Query {
  /** How many have been run. */
  done = 0;
  readonly #calls: readonly Call[];

  constructor(calls: readonly Call[], callback: (error: Error | null) => void) {
    super(COMMIT, callback);
    this.#calls = calls;
  }

  override prepare(connection: Wire): void {
    for (const [{ name }, values] of this.#calls) {
      connection.bind({ portal: "", statement: name, values: values.map(toParameterText) });
      connection.execute({ portal: "", rows: 0 });
    }
    connection.bind({ portal: "", statement: COMMIT.name });
    connection.execute({ portal: "", rows: 0 });
    connection.sync();
  }

  override handleCommandComplete(): void {
    this.done++;
  }

  /** Nobody needs the rows, and without a description they have no columns. */
  handleDataRow(): void {}
}

function toParameterText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** Returns whether `commitWith` can run these calls: the connection has prepared them all, and their values are plain. */
export function canCommitWith(client: pg.PoolClient, calls: readonly Call[]): boolean {
  const { parsedStatements } = client.connection as unknown as {
    readonly parsedStatements: Readonly<Record<string, string>>;
  };
  const isParsed = ({ name }: Pick<PreparedQuery, "name">) => parsedStatements[name] !== undefined;
  return (
    isParsed(COMMIT) &&
    calls.every(
      ([query, values]) =>
        isParsed(query) && values.every((one) => one === null || typeof one !== "object"),
    )
  );
}

/**
 * Runs the last statements of a transaction and commits it.
 *
 * @returns how many ran before one failed, and its error; undefined if the transaction is committed
 */
export function commitWith(
  client: pg.PoolClient,
  calls: readonly Call[],
): Promise<{ readonly done: number; readonly error: Error } | undefined> {
  return new Promise((resolve) => {
    const last: LastStatements = new LastStatements(calls, (error) =>
      resolve(error === null ? undefined : { done: last.done, error }),
    );
    client.query(last);
  });
}

/** Prepares COMMIT on the connection, too. */
export function sendCommit(client: pg.PoolClient): Promise<pg.QueryResult> {
  return client.query(COMMIT);
}
