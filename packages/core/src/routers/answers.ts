import type { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { type CrmCode, CrmError, failureBehind, refusalOrInternal, toRefusal } from "../errors.ts";
import { refusalOfInput } from "./input-issues.ts";

export type Surface = "public" | "workspace";

/** Status, headers and body of an error response over REST. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** HTTP status of each error code, the same on both surfaces. A code without a status does not compile. */
const STATUS = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  INSUFFICIENT_SCOPE: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  IN_USE: 409,
  ASSOCIATION_LIMIT: 409,
  AMBIGUOUS: 409,
  MERGED: 409,
  CURSOR_EXPIRED: 410,
  ERASED: 410,
  EXPIRED: 410,
  VERSION_MISMATCH: 412,
  QUOTA: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  PAYLOAD_TOO_LARGE: 413,
  RANGE_NOT_SATISFIABLE: 416,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  UPSTREAM_FAILED: 502,
  UNAVAILABLE: 503,
  INTERNAL: 500,
} as const satisfies Record<CrmCode, number>;

const MARK = {
  public: { success: false },
  workspace: { status: "error" },
} as const satisfies Record<Surface, object>;

/** Too many requests of a day are refused as too many of a few seconds are. */
function httpStatus({ code, quota }: CrmError): number {
  return quota?.quota === "requestsPerDay" ? STATUS.RATE_LIMITED : STATUS[code];
}

/** Returns a surface's REST response to an error. */
export function errorAnswer(error: CrmError, surface: Surface, requestId: string): Answer {
  return {
    status: httpStatus(error),
    headers: error.headers,
    body: {
      ...MARK[surface],
      message: error.message,
      data: null,
      code: error.code,
      issues: error.issues,
      ...error.facts,
      requestId,
    },
  };
}

/** Converts what a procedure threw to a CrmError. An unexpected error becomes INTERNAL without details. */
export function toCrmError(error: TRPCError): CrmError {
  const { cause } = error;
  const refusal = toRefusal(cause);
  if (refusal !== undefined) return refusal;
  if (cause instanceof ZodError) return refusalOfInput(cause);
  switch (error.code) {
    case "NOT_FOUND":
      return new CrmError("NOT_FOUND", "There is no such procedure.", { cause: error });
    case "METHOD_NOT_SUPPORTED":
      return new CrmError(
        "METHOD_NOT_ALLOWED",
        "Queries are called with GET, mutations with POST.",
      );
    case "PARSE_ERROR":
    case "BAD_REQUEST":
      return new CrmError("INVALID_INPUT", "The request is not well-formed.", { cause: error });
    case "UNSUPPORTED_MEDIA_TYPE":
      return new CrmError("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json.");
    case "PAYLOAD_TOO_LARGE":
      return new CrmError("PAYLOAD_TOO_LARGE", "The request is too large.", { cause: error });
    default:
      return refusalOrInternal(error);
  }
}

/** Returns the failure to log for an error that tRPC answered; undefined if the caller caused it. */
export function trpcFailure(error: TRPCError): unknown {
  const { code, cause } = error;
  if (cause instanceof CrmError) return failureBehind(cause);
  return code === "INTERNAL_SERVER_ERROR" ? (cause ?? error) : undefined;
}

/** Headers that an error of one call gives the response. */
const HEADERS_OF_ERRORS = ["Retry-After", "WWW-Authenticate"];

/** Returns the headers of a tRPC response: its type, and the first of each header that its errors need. */
export function trpcHeaders(errors: readonly TRPCError[]): Record<string, string> {
  const needed = errors.map((error) => toCrmError(error).headers);
  const headers = HEADERS_OF_ERRORS.flatMap((name) => {
    const value = needed.find((one) => one[name] !== undefined)?.[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // tRPC leaves the type out if it refuses a request before its calls.
  return { "Content-Type": "application/json", ...Object.fromEntries(headers) };
}
