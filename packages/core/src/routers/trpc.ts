import { initTRPC, type TRPCError } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { CrmError } from "../errors.ts";
import { errorAnswer, type Surface, toCrmError } from "./answers.ts";
import type { Context, Meta } from "./context.ts";

/** Ids of requests whose error occurred before there was a context. */
const requestIds = new WeakMap<TRPCError, string>();

/** Assigns a request id to an error. Call it for each error, before the error is formatted. */
export function noteRequestId(error: TRPCError, requestId: string): void {
  requestIds.set(error, requestId);
}

export const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx, path }) {
      const surface: Surface = path?.startsWith("workspace.") ? "workspace" : "public";
      const crm = toCrmError(error);
      const requestId = ctx?.requestId ?? requestIds.get(error) ?? "";
      const rest = errorAnswer(crm, surface, requestId);
      if (ctx?.transport === "rest") return { ...shape, rest };
      // tRPC gives this code to every error that it did not throw itself.
      const code = error.code === "INTERNAL_SERVER_ERROR" ? trpcCode(crm) : error.code;
      const { issues, facts } = crm;
      return {
        code: TRPC_ERROR_CODES_BY_KEY[code],
        message: crm.message,
        data: {
          ...shape.data,
          code,
          httpStatus: rest.status,
          crmCode: crm.code,
          issues,
          ...facts,
          requestId,
        },
      };
    },
  });

export const router = t.router;
export const mergeRouters = t.mergeRouters;

function trpcCode({ code, quota }: CrmError): TRPCError["code"] {
  return quota?.quota === "requestsPerDay" ? TRPC_CODES.RATE_LIMITED : TRPC_CODES[code];
}

const TRPC_CODES = {
  INVALID_INPUT: "BAD_REQUEST",
  UNAUTHENTICATED: "UNAUTHORIZED",
  INSUFFICIENT_SCOPE: "FORBIDDEN",
  NOT_FOUND: "NOT_FOUND",
  METHOD_NOT_ALLOWED: "METHOD_NOT_SUPPORTED",
  CONFLICT: "CONFLICT",
  IN_USE: "CONFLICT",
  ASSOCIATION_LIMIT: "CONFLICT",
  AMBIGUOUS: "CONFLICT",
  MERGED: "CONFLICT",
  // tRPC has no code for 410.
  CURSOR_EXPIRED: "PRECONDITION_FAILED",
  ERASED: "PRECONDITION_FAILED",
  EXPIRED: "PRECONDITION_FAILED",
  VERSION_MISMATCH: "PRECONDITION_FAILED",
  QUOTA: "CONFLICT",
  IDEMPOTENCY_KEY_REUSED: "UNPROCESSABLE_CONTENT",
  PAYLOAD_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  RANGE_NOT_SATISFIABLE: "BAD_REQUEST",
  UNSUPPORTED_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  RATE_LIMITED: "TOO_MANY_REQUESTS",
  UPSTREAM_FAILED: "BAD_GATEWAY",
  UNAVAILABLE: "SERVICE_UNAVAILABLE",
  INTERNAL: "INTERNAL_SERVER_ERROR",
} as const satisfies Record<CrmError["code"], TRPCError["code"]>;
