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
  | "IDEMPOTENCY_KEY_REUSED"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "RATE_LIMITED"
  | "UPSTREAM_FAILED"
  | "UNAVAILABLE"
  | "INTERNAL";

/** Error codes for failures before or without a response of the server. */
export type ClientErrorCode =
  /** The options or arguments cannot be used. */
  | "INVALID_OPTIONS"
  /** No token was granted: the client or its scope is refused, or discovery failed. */
  | "TOKEN_REFUSED"
  /** No response arrived. The change may have been made. */
  | "CONNECTION_FAILED"
  | "TIMEOUT"
  /** The call's `signal` was aborted. */
  | "ABORTED"
  /** The answer is not Rapport's: a proxy's page, a redirect. */
  | "UNEXPECTED_ANSWER"
  /** The request lacks the headers of Standard Webhooks, or they are malformed. */
  | "WEBHOOK_MALFORMED"
  | "WEBHOOK_SIGNATURE_MISMATCH"
  /** The signature is right, its time is too far from now. */
  | "WEBHOOK_TIMESTAMP";

export type RapportErrorCode = ServerErrorCode | ClientErrorCode;

/** The only error that this package throws. */
export class RapportError extends Error {
  override readonly name = "RapportError";
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: RapportErrorCode;
  /** One entry per fault, when the input is to blame. */
  readonly issues: readonly RapportIssue[];
  /** What the server's log calls the request. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the call is tried again, when the server has said so. */
  readonly retryAfter: number | undefined;

  constructor(
    code: RapportErrorCode,
    message: string,
    details: {
      readonly status?: number;
      readonly issues?: readonly RapportIssue[];
      readonly requestId?: string | undefined;
      readonly retryAfter?: number | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, "cause" in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.status = details.status ?? 0;
    this.issues = details.issues ?? [];
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}
