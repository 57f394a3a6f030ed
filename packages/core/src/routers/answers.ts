import type { TRPCError } from "@trpc/server";
import { type core, ZodError } from "zod";
import { type CrmCode, CrmError, type Issue } from "../errors.ts";
import { refusalOf, refusalOrInternal } from "../refusals.ts";

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
  IDEMPOTENCY_KEY_REUSED: 422,
  PAYLOAD_TOO_LARGE: 413,
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

/** Returns a surface's REST response to an error. */
export function answerOf(error: CrmError, surface: Surface, requestId: string): Answer {
  return {
    status: STATUS[error.code],
    headers: error.headers,
    body: {
      ...MARK[surface],
      message: error.message,
      data: null,
      code: error.code,
      issues: error.issues,
      requestId,
    },
  };
}

/** Converts what a procedure threw to a CrmError. An unexpected error becomes INTERNAL without details. */
export function crmErrorOf(error: TRPCError): CrmError {
  const { cause } = error;
  const refusal = refusalOf(cause);
  if (refusal !== undefined) return refusal;
  if (cause instanceof ZodError) {
    return new CrmError("INVALID_INPUT", "The request is invalid.", {
      issues: cause.issues.flatMap(issueOf),
      cause,
    });
  }
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

function issueOf(issue: core.$ZodIssue): readonly Issue[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: path === "" ? key : `${path}.${key}`,
      code: "unrecognized_key",
      message: `"${key.slice(0, 80)}" is not a member of this operation's input. Leave it out.`,
    }));
  }
  const params = issue.code === "custom" ? issue.params : undefined;
  const code = typeof params?.code === "string" ? params.code : issue.code;
  return [{ path, code, message: plain(issue.message) }];
}

/** Rewrites zod's message for a wrong type as a sentence. Returns other messages unchanged. */
function plain(message: string): string {
  const [, expected, received] =
    /^Invalid input: expected (.+), received (.+)$/.exec(message) ?? [];
  if (expected === undefined) return message;
  return received === "undefined"
    ? `This is required: a value of type ${expected}.`
    : `This must be of type ${expected}, not ${received}.`;
}
