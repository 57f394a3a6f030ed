import pg from "pg";
import { DatabaseUnavailable, NullViolation, UniqueViolation } from "../dialect.ts";
import { ServerSilent } from "./silence.ts";

/** What a failure means for its connection and for the interrupted work. */
interface Meaning {
  readonly reason: string;
  /** Whether the connection must not go back to the pool. */
  readonly isConnectionBad: boolean;
  /** Whether other connections may lead to the wrong server too, as after a failover. */
  readonly isServerWrong?: boolean;
  /** Total number of attempts, if nothing can have been committed. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; four times as long before each further one. */
  readonly pause: number;
  readonly retryAfterSeconds?: number;
}

/** A failure of PostgreSQL, or of the connection to it, that the statement did not cause. */
export class PostgresUnavailable extends DatabaseUnavailable {
  readonly isConnectionBad: boolean;
  readonly isServerWrong: boolean;
  readonly attempts: number;
  readonly pause: number;

  constructor(meaning: Meaning, options: { cause: unknown; isOutcomeUnknown?: boolean }) {
    super(meaning.reason, { ...meaning, ...options });
    this.isConnectionBad = meaning.isConnectionBad;
    this.isServerWrong = meaning.isServerWrong ?? false;
    this.attempts = options.isOutcomeUnknown ? 1 : meaning.attempts;
    this.pause = meaning.pause;
  }
}

/**
 * Converts an error of the driver.
 *
 * @returns UniqueViolation, NullViolation, PostgresUnavailable, or the error itself if the statement is at fault
 */
export function convertFailure(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  const state = sqlState(error);
  if (state === "23505") return new UniqueViolation("unique violation", { cause: error });
  if (state === "23502") return new NullViolation("not-null violation", { cause: error });
  const meaning = failureMeaning(error);
  return meaning === undefined ? error : new PostgresUnavailable(meaning, { cause: error });
}

/**
 * Converts the error of a COMMIT. If the connection was lost after COMMIT was sent, the outcome is
 * unknown.
 */
export function convertCommitFailure(error: unknown): unknown {
  const meaning = failureMeaning(error);
  if (!meaning?.isConnectionBad || NOT_SENT.test(failureText(error))) return convertFailure(error);
  return new PostgresUnavailable(meaning, { cause: error, isOutcomeUnknown: true });
}

/**
 * Converts the error of a statement that was sent together with COMMIT. PostgreSQL commits nothing if it refused the
 * statement, but if the connection was lost, the outcome is unknown.
 */
export function failureBeforeCommit(error: unknown): unknown {
  return sqlState(error) === undefined ? convertCommitFailure(error) : convertFailure(error);
}

function failureMeaning(error: unknown): Meaning | undefined {
  const state = sqlState(error);
  if (state !== undefined) return STATES[state] ?? STATES[state.slice(0, 2)];
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && NETWORK.has(code)) return LOST;
  if (error instanceof ServerSilent || TIMED_OUT.test(failureText(error))) return SILENT;
  return BROKEN.test(failureText(error)) ? LOST : undefined;
}

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

function failureText(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
// node-postgres identifies these only by their message.
const NOT_SENT = /^Client (has encountered a connection error|was closed)/;
const BROKEN =
  /^(Connection terminated|Client (has encountered|was closed)|Cannot use a pool after)/;
const TIMED_OUT = /^timeout exceeded when trying to connect/;

const LOST: Meaning = {
  reason: "the connection to PostgreSQL was lost or refused",
  isConnectionBad: true,
  attempts: 3,
  pause: 50,
};
const SILENT: Meaning = {
  reason: "PostgreSQL did not answer in time",
  isConnectionBad: true,
  isServerWrong: true,
  attempts: 1,
  pause: 0,
};
const ENDED: Meaning = { ...SILENT, isServerWrong: false };
const POOLED: Meaning = {
  reason:
    "PgBouncer loses named statements; use session pooling, or PgBouncer 1.21 with max_prepared_statements",
  isConnectionBad: true,
  attempts: 3,
  pause: 0,
};
const RACE: Meaning = {
  reason: "the transaction lost a race with others",
  isConnectionBad: false,
  attempts: 5,
  pause: 0,
};
const once = { isConnectionBad: false, attempts: 1, pause: 0 };

/** By SQLSTATE, or by its class (the first two characters). Any other state is an error of the statement. */
const STATES: Readonly<Record<string, Meaning>> = {
  "08": LOST,
  "25006": {
    ...LOST,
    isServerWrong: true,
    reason: "PostgreSQL is read-only",
    retryAfterSeconds: 5,
  },
  "25P03": { ...ENDED, reason: "PostgreSQL ended a transaction that was idle for too long" },
  "25P04": { ...ENDED, reason: "PostgreSQL ended a transaction that took too long" },
  // Only a pooler that gives the statements of one client to several sessions causes these two.
  "26000": POOLED,
  "42P05": POOLED,
  "28000": { ...ENDED, reason: "PostgreSQL rejects this user" },
  "28P01": { ...ENDED, reason: "PostgreSQL rejects the password" },
  "3D000": { ...ENDED, reason: "the database does not exist" },
  "40001": RACE,
  "40P01": RACE,
  "53": { ...once, reason: "PostgreSQL is out of resources", retryAfterSeconds: 5 },
  "53100": { ...once, reason: "PostgreSQL's disk is full", retryAfterSeconds: 30 },
  "53300": { ...LOST, reason: "PostgreSQL has no connection left", retryAfterSeconds: 5 },
  "55P03": { ...once, reason: "a lock was not granted in time" },
  "57014": { ...once, reason: "a statement took too long" },
  "57P01": { ...LOST, reason: "PostgreSQL ended the connection" },
  "57P02": { ...LOST, reason: "PostgreSQL ended the connection after a crash" },
  "57P03": { ...LOST, reason: "PostgreSQL is starting or stopping" },
  "57P05": { ...LOST, reason: "PostgreSQL ended an idle connection" },
  "58": { ...once, reason: "PostgreSQL cannot use its files", retryAfterSeconds: 30 },
};
