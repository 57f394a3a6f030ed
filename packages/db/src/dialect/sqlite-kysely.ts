import {
  type DatabaseConnection,
  type DialectAdapter,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import { whenFree } from "./sqlite-busy.ts";

/**
 * Transactions begin as immediate: a deferred one fails if another process writes between its read and its write. A
 * statement that must wait for another writer does not block the process.
 */
class ImmediateDriver extends SqliteDriver {
  #waiting: DatabaseConnection | undefined;

  /** SQLite has one connection, so this is always the same. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    this.#waiting ??= {
      executeQuery: (query) => whenFree(() => connection.executeQuery(query)),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    };
    return this.#waiting;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery({
      sql: "begin immediate",
      parameters: [],
      query: { kind: "RawNode", sqlFragments: ["begin immediate"], parameters: [] },
      queryId: { queryId: "begin-immediate" },
    });
  }
}

/** SQLite's schema changes are transactional, so all migrations run in one transaction, in one process at a time. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): true {
    return true;
  }
}

/** A SQLite dialect of Kysely whose transactions may all write. Its database must have no busy timeout. */
export class ImmediateDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0];
  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config);
    this.#config = config;
  }
  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config);
  }
}
