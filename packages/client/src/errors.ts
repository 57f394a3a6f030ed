/** One fault in a request's input. */
export interface RapportIssue {
  /** Where in the request, for example `properties.0.internal_name`. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** Error codes of the server. */
export type ServerErrorCode =
  | "INVALID_INPUT"
  | "UNAUTHENTICATED"
  | "INSUFFICIENT_SCOPE"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "CONFLICT"
  | "AMBIGUOUS"
  | "CURSOR_EXPIRED"
  | "MERGED"
  | "ERASED"
  | "EXPIRED"
  | "VERSION_MISMATCH"
  | "IN_USE"
  | "ASSOCIATION_LIMIT"
  | "QUOTA"
  | "IDEMPOTENCY_KEY_REUSED"
  | "PAYLOAD_TOO_LARGE"
  | "RANGE_NOT_SATISFIABLE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "RATE_LIMITED"
  | "UPSTREAM_FAILED"
  | "UNAVAILABLE"
  | "INTERNAL";

/** Error codes for failures before or without a response of the server. */
export type ClientErrorCode =
  /** The options or arguments are invalid. */
  | "INVALID_OPTIONS"
  /** The server issued no token, because it refused the client or the scope, or discovery failed. */
  | "TOKEN_REFUSED"
  /** No response arrived. The change may have been made. */
  | "CONNECTION_FAILED"
  | "TIMEOUT"
  /** The call's `signal` was aborted. */
  | "ABORTED"
  /** The response is not from Rapport; for example, it is a proxy's error page or a redirect. */
  | "UNEXPECTED_ANSWER"
  /** The request lacks the headers of Standard Webhooks, or they are malformed. */
  | "WEBHOOK_MALFORMED"
  | "WEBHOOK_SIGNATURE_MISMATCH"
  /** The signature is valid, but its time is too far from now. */
  | "WEBHOOK_TIMESTAMP";

export type RapportErrorCode = ServerErrorCode | ClientErrorCode;

/** What a tenant may have of something, and what it has. */
export interface QuotaUse {
  readonly quota: "records" | "fileBytes" | "projects" | "endpoints" | "requestsPerDay";
  readonly limit: number;
  readonly used: number;
}

/** The only error that this package throws. */
export class RapportError extends Error {
  override readonly name = "RapportError";
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  readonly code: RapportErrorCode;
  /** One entry per fault of the input; empty for other errors. */
  readonly issues: readonly RapportIssue[];
  /** The id of the request in the server's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the server sent `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The quota that the request would exceed, if the code is QUOTA. */
  readonly quota: QuotaUse | undefined;

  constructor(
    code: RapportErrorCode,
    message: string,
    details: {
      readonly status?: number;
      readonly issues?: readonly RapportIssue[];
      readonly requestId?: string | undefined;
      readonly retryAfter?: number | undefined;
      readonly quota?: QuotaUse | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, "cause" in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.status = details.status ?? 0;
    this.issues = details.issues ?? [];
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.quota = details.quota;
  }
}
