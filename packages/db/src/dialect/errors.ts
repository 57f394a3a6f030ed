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
