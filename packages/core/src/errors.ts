import { DatabaseUnavailable } from "@rapport/db";
import { scalarText } from "./scalar-text.ts";

/** One fault in a request's input, as both surfaces report it (specification §7). */
export interface Issue {
  /** Dotted path into the request, for example `properties.0.internal_name`. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** Error codes. Each surface maps every code to its own status and body. */
export const CRM_CODES = [
  "INVALID_INPUT",
  "UNAUTHENTICATED",
  "INSUFFICIENT_SCOPE",
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "CONFLICT",
  "IN_USE",
  "ASSOCIATION_LIMIT",
  "AMBIGUOUS",
  "MERGED",
  "CURSOR_EXPIRED",
  "ERASED",
  "EXPIRED",
  "VERSION_MISMATCH",
  "QUOTA",
  "IDEMPOTENCY_KEY_REUSED",
  "PAYLOAD_TOO_LARGE",
  "RANGE_NOT_SATISFIABLE",
  "UNSUPPORTED_MEDIA_TYPE",
  "RATE_LIMITED",
  "UPSTREAM_FAILED",
  "UNAVAILABLE",
  "INTERNAL",
] as const;

export type CrmCode = (typeof CRM_CODES)[number];

/**
 * A body can have hundreds of thousands of faults. An error names the first of them: as many as a create has properties and
 * associations.
 */
export const MAX_ISSUES = 300;

/** The other errors are the caller's doing. */
const OUR_FAULTS: ReadonlySet<CrmCode> = new Set(["UPSTREAM_FAILED", "UNAVAILABLE", "INTERNAL"]);

/**
 * Replaces halves of surrogate pairs: a name of the caller may have one, and cutting it may leave one. Strict parsers of
 * JSON refuse an answer with one.
 */
function wellFormed(issue: Issue): Issue {
  const { path, message } = issue;
  if (path.isWellFormed() && message.isWellFormed()) return issue;
  return { ...issue, path: path.toWellFormed(), message: message.toWellFormed() };
}

/** What a tenant may have of something, and what it has (docs/limits.md). */
export interface QuotaUse {
  readonly quota: "records" | "fileBytes" | "projects" | "endpoints" | "requestsPerDay";
  readonly limit: number;
  readonly used: number;
}

/**
 * An error with a message for the caller. It has no stack trace if the caller caused it, because
 * the place does not matter then, and each trace costs about as much as a look-up in the database.
 *
 * @param code kind of error; each surface maps it to a status
 * @param message shown to the caller; says what is wrong and how to fix it, never internals
 * @param options.issues one entry per fault in the input; the first 300 are kept, and the message says so
 * @param options.headers response headers that the error needs (`Retry-After`, `WWW-Authenticate`, `Allow`)
 * @param options.facts members of the response beside the message, such as the `count` of an error IN_USE
 * @param options.quota the quota that the request would exceed, of an error QUOTA
 * @param options.cause underlying error, for the log only
 */
export class CrmError extends Error {
  override readonly name = "CrmError";
  readonly code: CrmCode;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly quota: QuotaUse | undefined;

  constructor(
    code: CrmCode,
    message: string,
    options: {
      issues?: readonly Issue[];
      headers?: Record<string, string>;
      facts?: Readonly<Record<string, unknown>>;
      quota?: QuotaUse | undefined;
      cause?: unknown;
    } = {},
  ) {
    const { stackTraceLimit } = Error;
    if (!OUR_FAULTS.has(code)) Error.stackTraceLimit = 0;
    const { issues = [] } = options;
    const isCut = issues.length > MAX_ISSUES;
    const whole = isCut ? `${message} The first ${MAX_ISSUES} faults are listed.` : message;
    super(whole.toWellFormed(), "cause" in options ? { cause: options.cause } : undefined);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.issues = (isCut ? issues.slice(0, MAX_ISSUES) : issues).map(wellFormed);
    this.headers = options.headers ?? {};
    this.facts = { ...options.facts, ...options.quota };
    this.quota = options.quota;
  }

  /** Returns an error with one issue, whose message is its own. */
  static ofIssue(code: CrmCode, issue: Issue): CrmError {
    return new CrmError(code, issue.message, { issues: [issue] });
  }

  /** Returns the same error with other issues. */
  withIssues(issues: readonly Issue[]): CrmError {
    const { code, message, headers, facts, quota, cause } = this;
    return new CrmError(code, message, { issues, headers: { ...headers }, facts, quota, cause });
  }
}

const MAX_QUOTED_CHARACTERS = 80;

/** Quotes a value from a request for a message: as a JSON string of at most 80 characters. */
export function quoted(value: unknown): string {
  const text = scalarText(value) ?? JSON.stringify(value) ?? "undefined";
  if (text.length <= MAX_QUOTED_CHARACTERS) return JSON.stringify(text);
  return JSON.stringify(`${text.slice(0, MAX_QUOTED_CHARACTERS - 1).toWellFormed()}…`);
}

/**
 * Returns the CrmError for an error: the error itself if it is a CrmError, UNAVAILABLE with `Retry-After` for
 * an unavailable database, undefined for an unexpected error.
 */
export function toRefusal(error: unknown): CrmError | undefined {
  if (error instanceof CrmError) return error;
  if (!(error instanceof DatabaseUnavailable)) return undefined;
  const { isOutcomeUnknown, retryAfterSeconds: seconds } = error;
  const message = isOutcomeUnknown
    ? "The connection to the database was lost during the change, which may have been made. Check before you send it again."
    : `The database is unavailable right now. Retry in ${seconds} seconds.`;
  return new CrmError("UNAVAILABLE", message, {
    headers: { "Retry-After": String(seconds) },
    issues: isOutcomeUnknown ? [{ path: "", code: "outcome_unknown", message }] : [],
    cause: error,
  });
}

/**
 * Returns `toRefusal` an error, or INTERNAL for an unexpected error, whose message does not reveal the cause.
 */
export function refusalOrInternal(error: unknown): CrmError {
  return (
    toRefusal(error) ??
    new CrmError("INTERNAL", "Something went wrong on our side. Try again later.", { cause: error })
  );
}

/** Returns the driver's message about the database, for operators only. */
export function databaseFault(error: unknown): string {
  const fault = error instanceof DatabaseUnavailable ? (error.cause ?? error) : error;
  const { code, message } = fault as NodeJS.ErrnoException;
  return message || code || String(fault);
}

/** Returns the error to log for a failed request, or undefined if the fault is the caller's. */
export function failureBehind(error: unknown): unknown {
  if (!(error instanceof CrmError)) return error;
  const { cause } = error;
  return error.code === "INTERNAL" || cause instanceof DatabaseUnavailable
    ? (cause ?? error)
    : undefined;
}
