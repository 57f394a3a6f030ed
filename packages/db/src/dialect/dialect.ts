import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";

export type DialectName = "sqlite" | "postgres";

/** SQL text of one dialect, compiled once; drivers keep their prepared form keyed by this object. */
export interface PreparedQuery {
  readonly name: string;
  readonly sql: string;
}

/** What a repository function takes as its first parameter: the database, or a transaction on it. */
export interface Db {
  readonly dialect: DialectName;
  /** Runs a prepared query and returns its rows (none for a statement that returns nothing). */
  execute(query: PreparedQuery, values: readonly unknown[]): Promise<readonly object[]>;
  /**
   * Takes a lock that ends with the transaction, without waiting for it.
   *
   * @returns false when another transaction holds it
   */
  tryLock(name: string): Promise<boolean>;
}

/** An open database. Outside of a transaction its statements only read, and may be run again. */
export interface Database extends Db {
  /** For composing SQL, migrations and ad hoc queries; requests run prepared statements. */
  readonly kysely: Kysely<Schema>;
  /**
   * Runs `work` in a writing transaction and resolves once it is durably committed.
   * `work` may run more than once (a lost race or connection on PostgreSQL) and must do nothing but query.
   *
   * @param options.isLong whether it may take longer than 50 seconds on PostgreSQL: never for a change of
   *   records, because lists of changes rely on that limit
   */
  transaction<T>(work: (tx: Db) => Promise<T>, options?: { isLong?: boolean }): Promise<T>;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  /** Rejects when the database does not answer or nothing can be written. */
  checkWritable(): Promise<void>;
  /** Checks the file or cluster's own consistency; returns what is wrong, empty when sound. */
  integrity(): Promise<readonly string[]>;
  /**
   * Copies the whole database, as it is now, into a new file; SQLite only. `backUp` makes a backup of it.
   *
   * @throws the driver's error; then the new file is unusable
   */
  backup(file: string, onProgress: OnBackupProgress): Promise<void>;
  close(): Promise<void>;
}

/** How much of a database is copied, in bytes. */
export interface BackupProgress {
  readonly copied: number;
  readonly total: number;
}

export type OnBackupProgress = (progress: BackupProgress) => void;

/** A unique or primary key was already taken. */
export class UniqueViolation extends Error {
  override readonly name = "UniqueViolation";
}

/**
 * The database cannot be used now: away, frozen, locked, full or read-only. Every surface answers 503
 * UNAVAILABLE with `Retry-After`.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  /** Seconds after which it makes sense to try again. */
  readonly retryAfterSeconds: number;
  /** Whether a commit was sent and never answered: the change may have been made. */
  readonly isOutcomeUnknown: boolean;

  /**
   * @param reason for the log: what is wrong, the same words for every statement that meets it
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

const RETRY_AFTER_SECONDS = 2;
