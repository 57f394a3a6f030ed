import {
  type DatabaseConnection,
  type DialectAdapter,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from "kysely";

/** A deferred transaction that reads and then writes fails at once when another wrote between. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery({
      sql: "begin immediate",
      parameters: [],
      query: { kind: "RawNode", sqlFragments: ["begin immediate"], parameters: [] },
      queryId: { queryId: "begin-immediate" },
    });
  }
}

/** SQLite's schema changes are transactional, so migrations run in one: all or nothing, one process at a time. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): true {
    return true;
  }
}

/** Kysely on SQLite, every transaction of which may write. */
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
