import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";

export type DialectName = "sqlite" | "postgres";

/** SQL of one dialect, compiled once. Drivers cache the prepared form by this object. */
export interface PreparedQuery {
  readonly name: string;
  readonly sql: string;
  /** Whether SQLite may run it in a transaction only at its commit. It returns nothing. */
  readonly isDeferred?: boolean;
}

/** A prepared query with the values of one run. */
export type Call = readonly [query: PreparedQuery, values: readonly unknown[]];

/** The database, or a transaction on it: the first parameter of every repository function. */
export interface Db {
  readonly dialect: DialectName;
  /** Runs a prepared query and returns its rows (none for a statement that returns nothing). */
  execute(query: PreparedQuery, values: readonly unknown[]): Promise<readonly object[]>;
  /** Runs the last queries of a transaction and commits it; see `endWith` of writes.ts, which calls it. */
  endWith?(calls: readonly Call[]): Promise<readonly PromiseSettledResult<unknown>[]>;
}

export interface TransactionOptions {
  readonly isLong?: boolean;
  readonly hasOwnCommit?: boolean;
}

/** An open database. Outside a transaction its statements only read, and may be run again. */
export interface Database extends Db {
  /** For composing SQL, migrations and ad hoc queries; requests run prepared statements. */
  readonly kysely: Kysely<Schema>;
  /**
   * Runs `work` in a writing transaction and resolves once it is durably committed.
   * `work` may run more than once (a lost race or connection on PostgreSQL), so it may only run queries.
   *
   * @param options.isLong whether it may take longer than 50 seconds. Never for a record
   *   change, because lists of changes rely on that limit.
   * @param options.hasOwnCommit whether SQLite commits it apart from others, because it takes longer than most.
   *   A long one has its own commit anyway
   */
  transaction<T>(work: (tx: Db) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Rejects if the database does not answer. */
  ping(): Promise<void>;
  /** Rejects if the database does not answer or cannot be written. */
  checkWritable(): Promise<void>;
  /** Checks the consistency of the file or cluster; returns the problems found. */
  integrity(): Promise<readonly string[]>;
  /**
   * Copies the whole database into a new file: a database of SQLite, or a dump of PostgreSQL, which tells no progress.
   * `backUp` turns the copy into a backup.
   *
   * @throws the error of the driver or of pg_dump; then the new file is unusable
   */
  backup(file: string, onProgress: OnBackupProgress): Promise<void>;
  /**
   * Writes what SQLite's write-ahead log holds into the database file and empties it, so that replaced content is in
   * neither. Does nothing on PostgreSQL.
   *
   * @returns false if a connection still reads from the log
   */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
}

/** Progress of a backup, in bytes. */
export interface BackupProgress {
  readonly copied: number;
  readonly total: number;
}

export type OnBackupProgress = (progress: BackupProgress) => void;

const RETRY_AFTER_SECONDS = 2;

/** Thrown if a unique or primary key is taken. */
export class UniqueViolation extends Error {
  override readonly name = "UniqueViolation";
}

/** Thrown if a column that needs a value would get none. */
export class NullViolation extends Error {
  override readonly name = "NullViolation";
}

/**
 * Thrown if the database cannot be used now: unreachable, unresponsive, locked, full or read-only. Every API
 * answers 503 UNAVAILABLE with `Retry-After`.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  /** Seconds after which it makes sense to try again. */
  readonly retryAfterSeconds: number;
  /** Whether a commit was sent and never answered: the change may have been made. */
  readonly isOutcomeUnknown: boolean;

  /**
   * @param reason what is wrong, for the log; the same text for every statement
   * @param options.cause the driver's error
   */
  constructor(
    reason: string,
    options: { cause: unknown; retryAfterSeconds?: number; isOutcomeUnknown?: boolean },
  ) {
    super(reason, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds ?? RETRY_AFTER_SECONDS;
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false;
  }
}
