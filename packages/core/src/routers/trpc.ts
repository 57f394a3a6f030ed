import { initTRPC, type TRPCError } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { OpenApiMeta } from "trpc-openapi";
import { ZodError } from "zod";
import { requireRole } from "../access/admins/require-role.ts";
import type { AdminRole } from "../access/admins/roles.ts";
import type { Admin } from "../access/admins/sessions.ts";
import { requireFactor } from "../access/factors/factor-rule.ts";
import type { PasskeySite } from "../access/passkeys/passkey-site.ts";
import { requireAnyScope, requireScope, requireScopes } from "../access/require-scope.ts";
import { cursorIssues } from "../cursor.ts";
import type { Deps } from "../deps.ts";
import { CrmError, type Issue } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { failureBehind } from "../refusals.ts";
import { answerOf, crmErrorOf, type Surface } from "./answers.ts";

/** Context of every procedure call. */
export interface Context {
  readonly deps: Deps;
  /** The authenticated caller, or the error that authentication ended with. */
  readonly caller: Principal | CrmError;
  /** The signed-in admin; undefined outside the admin app. */
  readonly admin?: Admin | undefined;
  /** Counts a password attempt for an account, as sign-in does; undefined outside the admin app. */
  readonly countPasswordAttempt?: ((account: string) => Promise<() => Promise<void>>) | undefined;
  /** The site that passkeys belong to; undefined outside the admin app. */
  readonly passkeySite?: PasskeySite | undefined;
  readonly requestId: string;
  /** Faults of the input that no schema can see, such as a repeated query parameter. */
  readonly inputFaults?: readonly Issue[] | undefined;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey: string | undefined;
  /** The `Prefer` header. */
  readonly prefer?: string | undefined;
  /** The `If-Match` header, of an operation that takes it. */
  readonly ifMatch?: string | undefined;
  /** Sets a response header. */
  readonly setHeader: (name: string, value: string) => void;
  /** REST callers get the surface's error body; tRPC clients get tRPC's error shape. */
  readonly transport: "rest" | "trpc";
  /** HTTP status of a success over REST. */
  readonly successStatus?: number | undefined;
  /** Sets the HTTP status of a success over REST, if it depends on the response. */
  readonly setStatus: (status: number) => void;
}

export interface Meta extends OpenApiMeta {
  readonly scope?: string;
  /** Scopes of which one is enough instead of `scope`, because the input or the record decides. */
  readonly orScopes?: readonly string[];
  /** Further scopes that it needs. */
  readonly alsoNeeds?: readonly string[];
  /** Error statuses that most operations of its method and path do not have. */
  readonly errors?: readonly (404 | 409 | 410 | 412)[];
  /** HTTP status of a success over REST; 200 if undefined. */
  readonly status?: number;
  /** Whether a POST changes nothing, for example a search. All other POSTs take an `Idempotency-Key`. */
  readonly onlyReads?: boolean;
  /** Other HTTP status of a success over REST: 201 if it created a record, 207 if only a part of it succeeded. */
  readonly otherStatus?: 201 | 207;
  /** Largest body over REST, in bytes; 1 MiB if undefined. */
  readonly bodyBytes?: number;
  /** Whether a success contains a secret. Such a response is never compressed. */
  readonly answersSecret?: boolean;
  /** Whether a success over REST has an `ETag` with the version of the record. */
  readonly hasVersionTag?: boolean;
  /** Whether it takes `If-Match`. Others refuse the header. */
  readonly takesIfMatch?: boolean;
  /** Whether `Prefer: return=representation` returns the record. */
  readonly takesPrefer?: boolean;
}

/** Ids of requests whose error occurred before there was a context. */
const requestIds = new WeakMap<TRPCError, string>();

/** Assigns a request id to an error. Call it for each error, before the error is formatted. */
export function noteRequestId(error: TRPCError, requestId: string): void {
  requestIds.set(error, requestId);
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx, path }) {
      const surface: Surface = path?.startsWith("workspace.") ? "workspace" : "public";
      const crm = crmErrorOf(error);
      const requestId = ctx?.requestId ?? requestIds.get(error) ?? "";
      const rest = answerOf(crm, surface, requestId);
      if (ctx?.transport === "rest") return { ...shape, rest };
      // tRPC gives this code to every error that it did not throw itself.
      const code = error.code === "INTERNAL_SERVER_ERROR" ? TRPC_CODES[crm.code] : error.code;
      const { issues } = crm;
      return {
        code: TRPC_ERROR_CODES_BY_KEY[code],
        message: crm.message,
        data: {
          ...shape.data,
          code,
          httpStatus: rest.status,
          crmCode: crm.code,
          issues,
          requestId,
        },
      };
    },
  });

export const router = t.router;
export const mergeRouters = t.mergeRouters;

const TRPC_CODES = {
  INVALID_INPUT: "BAD_REQUEST",
  UNAUTHENTICATED: "UNAUTHORIZED",
  INSUFFICIENT_SCOPE: "FORBIDDEN",
  NOT_FOUND: "NOT_FOUND",
  METHOD_NOT_ALLOWED: "METHOD_NOT_SUPPORTED",
  CONFLICT: "CONFLICT",
  AMBIGUOUS: "CONFLICT",
  MERGED: "CONFLICT",
  // tRPC has no code for 410.
  CURSOR_EXPIRED: "PRECONDITION_FAILED",
  ERASED: "PRECONDITION_FAILED",
  EXPIRED: "PRECONDITION_FAILED",
  VERSION_MISMATCH: "PRECONDITION_FAILED",
  IDEMPOTENCY_KEY_REUSED: "UNPROCESSABLE_CONTENT",
  PAYLOAD_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  RANGE_NOT_SATISFIABLE: "BAD_REQUEST",
  UNSUPPORTED_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  RATE_LIMITED: "TOO_MANY_REQUESTS",
  UPSTREAM_FAILED: "BAD_GATEWAY",
  UNAVAILABLE: "SERVICE_UNAVAILABLE",
  INTERNAL: "INTERNAL_SERVER_ERROR",
} as const satisfies Record<CrmError["code"], TRPCError["code"]>;

/**
 * Builds a procedure for callers whose credential has a scope, and any further ones. OAuth clients and API keys have different
 * scopes. Call it before `.input()`, so that the credential is checked before the body.
 */
export function scopedProcedure(scope: string, ...alsoNeeds: readonly string[]) {
  return credentialProcedure((caller) => requireScopes(caller, [scope, ...alsoNeeds]));
}

/**
 * Builds a procedure for callers whose credential has one of some scopes. Which one it needs depends on the input or
 * the record, so the procedure checks it too.
 */
export function anyScopeProcedure(scopes: readonly string[]) {
  return credentialProcedure((caller) => requireAnyScope(caller, scopes));
}

function credentialProcedure(requireAccess: (caller: Principal) => void) {
  return t.procedure.use(async ({ ctx, next, getRawInput }) => {
    const { caller, inputFaults = [] } = ctx;
    if (caller instanceof CrmError) throw caller;
    // REST has already checked the scope, before it read the body.
    if (ctx.transport !== "rest") requireAccess(caller);
    if (inputFaults.length === 0) return next({ ctx: { principal: caller } });
    const input = { ...((await getRawInput()) as object), [REFUSED]: true };
    const checked = { ctx: { principal: caller }, getRawInput: async () => input };
    // tRPC takes both members, but its types only one of them.
    const result = await next(checked as Pick<typeof checked, "ctx">);
    throw withInputFaults(inputFaults, result.ok ? undefined : crmErrorOf(result.error));
  });
}

/** A member that every input schema refuses, so that a faulty request is checked but never run. */
const REFUSED = "\u0000faulty";

/** Returns the refusal with the faults that no schema can see, and those that the procedure's checks found. */
function withInputFaults(faults: readonly Issue[], found: CrmError | undefined): CrmError {
  if (found !== undefined && found.code !== "INVALID_INPUT") return found;
  const known = new Set([REFUSED, ...faults.map(({ path }) => path)]);
  const others = (found?.issues ?? []).filter(({ path }) => !known.has(path));
  return new CrmError("INVALID_INPUT", "The request is invalid.", {
    issues: [...faults, ...others],
  });
}

/**
 * Returns middleware that requires a further scope for some inputs. Like the first scope, it is checked before
 * the input schema.
 *
 * @param isNeeded decides by the raw input
 */
export function requireScopeIf(scope: string, isNeeded: (input: unknown) => boolean) {
  return t.middleware(async ({ ctx, next, getRawInput }) => {
    const { principal } = ctx as Context & { principal: Principal };
    if (isNeeded(await getRawInput())) requireScope(principal, scope);
    return next();
  });
}

/**
 * Returns middleware that requires the scopes that the raw input names. Like the first scope, they are checked before
 * the input schema.
 */
export function requireScopesOf(scopesOf: (input: unknown) => readonly string[]) {
  return t.middleware(async ({ ctx, next, getRawInput }) => {
    const { principal } = ctx as Context & { principal: Principal };
    requireScopes(principal, scopesOf(await getRawInput()));
    return next();
  });
}

/** Passes the raw input on, for a procedure whose schema hides some faults. */
export const withRawInput = t.middleware(async ({ next, getRawInput }) =>
  next({ ctx: { rawInput: await getRawInput() } }),
);

/**
 * Builds a procedure of the admin app for any signed-in admin, also one without a role. It must concern this admin alone,
 * or check the admin's role itself.
 *
 * @param options.isForSetUp true if an admin who has to set a second factor up may call it before that
 */
export function signedInProcedure({ isForSetUp = false }: { readonly isForSetUp?: boolean } = {}) {
  return t.procedure.use(async ({ ctx, next }) => {
    const { admin } = ctx;
    if (admin === undefined) {
      throw new CrmError("UNAUTHENTICATED", "Sign in to the admin app first.");
    }
    if (!isForSetUp) requireFactor(admin);
    return next({ ctx: { admin } });
  });
}

/**
 * Builds a procedure on the whole installation. Roles in tenants do not count.
 *
 * @param least lowest role in the installation that may call it
 */
export function adminProcedure(least: AdminRole) {
  return signedInProcedure().use(({ ctx, next }) => {
    requireRole(ctx.admin.role, least);
    return next();
  });
}

/** Returns the failure to log for an error that tRPC answered; undefined if the caller caused it. */
export function trpcFailure(error: TRPCError): unknown {
  const { code, cause } = error;
  if (cause instanceof CrmError) return failureBehind(cause);
  return code === "INTERNAL_SERVER_ERROR" ? (cause ?? error) : undefined;
}

/** Returns the headers of a tRPC response: its type, and the first `Retry-After` among its errors, if any. */
export function trpcHeaders(errors: readonly TRPCError[]): Record<string, string> {
  // tRPC leaves the type out if it refuses a request before its calls.
  const headers = { "Content-Type": "application/json" };
  for (const error of errors) {
    const seconds = crmErrorOf(error).headers["Retry-After"];
    if (seconds !== undefined) return { ...headers, "Retry-After": seconds };
  }
  return headers;
}

/**
 * Returns middleware that reports the issues of `check` together with those of the input schema.
 * Runs `check` only if the schema rejected the input. Skips an issue whose path the schema reported.
 *
 * @param check finds issues in the raw input
 */
export function reportAllFaults(
  check: (ctx: Context & { principal: Principal }, input: unknown) => Promise<CrmError["issues"]>,
) {
  return t.middleware(async ({ ctx, next, getRawInput }) => {
    const result = await next();
    if (result.ok || !(result.error.cause instanceof ZodError)) return result;
    const shape = crmErrorOf(result.error);
    const more = await check(ctx as Context & { principal: Principal }, await getRawInput());
    const known = new Set(shape.issues.map((issue) => issue.path));
    throw new CrmError(shape.code, shape.message, {
      issues: [...shape.issues, ...more.filter((issue) => !known.has(issue.path))],
    });
  });
}

/** Returns middleware that reports a wrong cursor together with the issues of the list's schema. */
export function reportCursorFaults() {
  return reportAllFaults(async ({ deps }, input) =>
    cursorIssues(deps, (input as { cursor?: unknown } | undefined)?.cursor),
  );
}
