import { existsSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import {
  type DatabaseConnection,
  type DialectAdapter,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import { makeFolder, makePrivateFile } from "../../private-files.ts";
import type { Schema } from "../../schema.ts";
import type { Database, OnBackupProgress } from "../dialect.ts";
import { openCheckpoints } from "./checkpoints.ts";
import { commitQueue } from "./commit-queue.ts";
import { convertSqliteError, isUnavailable, whenFree } from "./errors.ts";
import { executor } from "./executor.ts";
import { rewriteFirstPage, watchFiles } from "./files.ts";

/**
 * KiB of database pages that a connection may cache. The kernel caches the file as well: a random read among 150,000
 * records took 4.4 µs of CPU time with 64 MiB and 5.0 µs with 16 MiB. Writes take the same time with 8 MiB as with 16.
 */
const CACHE_KIB = { reads: 16 * 1024, writes: 8 * 1024 };

/**
 * Opens the embedded database in WAL mode. Every commit is flushed to disk before it is confirmed. Reads
 * have their own connection, so they never see uncommitted changes.
 *
 * @param file path; created with its folder if absent, readable only by its owner
 * @throws Error saying what to do if the file or its folder cannot be written; the driver's error otherwise
 */
export function openSqlite(file: string): Database {
  makeFolder(dirname(file));
  // SQLite gives the WAL and its index the mode of the database file.
  if (!existsSync(file)) makePrivateFile(file);
  const writer = connectForWriting(file);
  const reader = connect(file);
  const reads = executor(reader, false);
  const files = watchFiles(file);
  const checkpoints = openCheckpoints(writer, file);
  const queue = commitQueue(writer, files, checkpoints);
  const kysely = new Kysely<Schema>({
    dialect: new ImmediateDialect({ database: async () => connectForKysely(file) }),
  });
  async function check(): Promise<void> {
    files.check();
    reader.prepare("select 1").get();
    await queue.checkWriting();
  }

  return {
    dialect: "sqlite",
    kysely,
    execute: reads.execute,
    transaction: queue.enqueue,
    ping: check,
    checkWritable: check,
    integrity: async () => checkIntegrity(reader),
    backup: (target, onProgress) => copySnapshot(connect(file), target, onProgress),
    emptyLog: () => queue.betweenGroups(() => truncateLog(writer)),
    close: async () => {
      await queue.end();
      await checkpoints.close();
      await kysely.destroy();
      reader.close();
      writer.close();
    },
  };
}

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
class ImmediateDialect extends SqliteDialect {
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

/** Pages copied per step: 16 MiB in 4 KiB pages, about 10 ms. */
const STEP_PAGES = 4_096;

/**
 * Copies a snapshot of a database into a new file of mode 0600, in steps. The source's connection keeps a
 * read transaction open: without it SQLite restarts the copy whenever another process writes, so the copy
 * might never end.
 *
 * @param source a connection used for nothing else; closed at the end
 * @throws the driver's error; then the new file is unusable
 */
async function copySnapshot(
  source: Sqlite.Database,
  target: string,
  onProgress: OnBackupProgress,
): Promise<void> {
  try {
    makePrivateFile(target);
    const pageSize = Number(source.pragma("page_size", { simple: true }));
    source.exec("begin");
    source.prepare("select 1 from sqlite_schema").get();
    await source.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress({
          copied: (totalPages - remainingPages) * pageSize,
          total: totalPages * pageSize,
        });
        return STEP_PAGES;
      },
    });
  } finally {
    source.close();
  }
}

function truncateLog(connection: Sqlite.Database): boolean {
  const [result] = connection.pragma("wal_checkpoint(truncate)") as { busy: number }[];
  return result?.busy === 0;
}

function checkIntegrity(connection: Sqlite.Database): readonly string[] {
  try {
    const rows = connection.pragma("integrity_check") as { integrity_check: string }[];
    const orphans = connection.pragma("foreign_key_check") as unknown[];
    return [
      ...rows.map((row) => row.integrity_check).filter((text) => text !== "ok"),
      ...orphans.map((row) => `foreign key: ${JSON.stringify(row)}`),
    ];
  } catch (error) {
    // Some damage makes the check itself fail.
    if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith("SQLITE_CORRUPT"))
      throw error;
    return [error.message];
  }
}

/** Rejects a read-only file or folder when opening it, not at the first write. */
function connectForWriting(file: string): Sqlite.Database {
  let connection: Sqlite.Database | undefined;
  try {
    connection = connect(file, CACHE_KIB.writes);
    // Another process that writes must not hold up the start.
    connection.pragma("busy_timeout = 0");
    connection.exec("begin immediate");
    rewriteFirstPage(connection);
    connection.exec("rollback");
    return connection;
  } catch (error) {
    // If another process is writing, the file is not read-only.
    if (connection !== undefined && isUnavailable(error, "SQLITE_BUSY")) return connection;
    connection?.close();
    if (!isUnavailable(error, "SQLITE_READONLY", "SQLITE_CANTOPEN"))
      throw convertSqliteError(error);
    throw new Error(
      `${file} or its folder is read-only; make both writable for the user who runs Rapport`,
      { cause: error },
    );
  }
}

function connectForKysely(file: string): Sqlite.Database {
  const connection = connect(file, CACHE_KIB.writes);
  connection.pragma("busy_timeout = 0");
  return connection;
}

function connect(file: string, cacheKib = CACHE_KIB.reads): Sqlite.Database {
  const connection = new Sqlite(file, { timeout: 5_000 });
  // Lets `rapport compact` give back unused pages while others write. On a file that has pages, it would only wait for
  // the process that writes.
  if (connection.pragma("page_count", { simple: true }) === 0) {
    connection.pragma("auto_vacuum = incremental");
  }
  connection.pragma("journal_mode = wal");
  connection.pragma("synchronous = full");
  connection.pragma("foreign_keys = on");
  connection.pragma(`cache_size = -${cacheKib}`);
  connection.pragma("temp_store = memory");
  // Overwrites deleted content with zeros, so that the file does not keep the values of an erased record.
  connection.pragma("secure_delete = on");
  connection.aggregate("decimal_sum", DECIMAL_SUM);
  return connection;
}

interface Sum {
  /** Sums by number of decimals, in units of the last decimal. */
  readonly byScale: Map<number, bigint>;
}

/**
 * An exact sum of decimals in text, as an aggregate for SQLite, which has no exact decimals. Like PostgreSQL's
 * `sum(numeric)` it keeps the largest number of decimals, and is null if there are no values.
 */
const DECIMAL_SUM = {
  deterministic: true,
  start: (): Sum => ({ byScale: new Map() }),
  step(sum: Sum, value: unknown): Sum {
    if (typeof value !== "string") return sum;
    const point = value.indexOf(".");
    const scale = point < 0 ? 0 : value.length - point - 1;
    const units = BigInt(point < 0 ? value : value.slice(0, point) + value.slice(point + 1));
    sum.byScale.set(scale, (sum.byScale.get(scale) ?? 0n) + units);
    return sum;
  },
  result({ byScale }: Sum): string | null {
    if (byScale.size === 0) return null;
    const scale = Math.max(...byScale.keys());
    const parts = [...byScale].map(([own, units]) => units * 10n ** BigInt(scale - own));
    return decimalText(
      parts.reduce((sum, part) => sum + part),
      scale,
    );
  },
};

function decimalText(units: bigint, scale: number): string {
  const sign = units < 0n ? "-" : "";
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const integer = digits.slice(0, digits.length - scale);
  return `${sign}${integer}${scale === 0 ? "" : `.${digits.slice(-scale)}`}`;
}
