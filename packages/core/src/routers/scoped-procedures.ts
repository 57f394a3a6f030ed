import type { z } from "zod";
import { requireAnyScope, requireScopes } from "../access/require-scope.ts";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { checkMembers } from "../json-text.ts";
import type { ObjectSchema, ProjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { requireType } from "../schema/views.ts";
import type { Context, Meta } from "./context.ts";
import {
  type CallerContext,
  type Check,
  type ObjectContext,
  type ReadingOptions,
  reading,
} from "./reading.ts";
import { t } from "./trpc.ts";

/**
 * Builds a procedure for callers whose credential has a scope, and any further ones. OAuth clients and API keys have
 * different scopes. Call it before `reading`, so that the credential is checked before the body.
 */
export function scopedProcedure(scope: string, ...alsoNeeds: readonly string[]) {
  return credentialProcedure(async (call, input) => {
    const needed = await scopesFor(call, [scope, ...alsoNeeds], objectIn(input));
    requireScopes(call.principal, needed);
  });
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Route = `${Method} /${string}`;

/** What an operation takes and returns, beside what its `Meta` says. */
export interface Exchange<Input, Output, Checked extends CallerContext>
  extends ReadingOptions<Checked> {
  /** Further scopes that it needs; see `requireAccess`. */
  readonly requires?: readonly AccessCheck[];
  readonly input: Input;
  /** Finds issues of the input that its schema cannot see; see `reading`. */
  readonly check?: Check<Checked>;
  readonly output: Output;
}

/** What the document says of an operation, and what else its `Meta` has. */
type Described = Omit<Meta, "scope" | "openapi"> & {
  readonly tags: string[];
  readonly summary: string;
  readonly description: string;
};

/**
 * Builds the procedure of an operation, for callers as `scopedProcedure` does, or as `anyScopeProcedure` for several scopes.
 *
 * @param route method and path
 */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(
  scopes: string | readonly [string, ...string[]],
  route: Route,
  described: Described & Exchange<Input, Output, CallerContext>,
) {
  const { input, check, output } = described;
  return describedProcedure(scopes, route, described)
    .concat(reading(input, check, described))
    .output(output);
}

/** Builds the procedure of an operation on records of one type, as `operation` does. The type is in `ctx.object`. */
export function recordOperation<Input extends z.ZodType, Output extends z.ZodType>(
  object: Pick<ObjectSchema, "plural">,
  scope: string,
  route: Route,
  described: Described & Exchange<Input, Output, ObjectContext>,
) {
  const { input, check, output } = described;
  return describedProcedure(scope, route, described)
    .use(withObject(object))
    .concat(reading(input, check, described))
    .output(output);
}

function describedProcedure(
  scopes: string | readonly [string, ...string[]],
  route: Route,
  described: Described & Partial<Exchange<unknown, unknown, never>>,
) {
  const { tags, summary, description, requires = [], input, check, output, ...meta } = described;
  const [method, path] = route.split(" ") as [Method, `/${string}`];
  const openapi = { method, path, tags, summary, description, protect: true };
  const [scope, ...orScopes] = [scopes].flat() as [string];
  const procedure =
    typeof scopes === "string"
      ? scopedProcedure(scopes).meta({ scope, ...meta, openapi })
      : anyScopeProcedure(scopes).meta({ scope, orScopes, ...meta, openapi });
  return requires.reduce((built, one) => built.use(one) as typeof built, procedure);
}

/** Stands for the plural of an object type that the input names in `object`. */
export const OBJECT_PARAM = "{object}";

/**
 * Returns the scopes that an operation needs of a caller.
 *
 * @param scopes the scopes of the operation; `OBJECT_PARAM` in them stands for the plural of the type
 * @param object the plural that the request names
 * @throws CrmError NOT_FOUND if the scopes depend on the type, and the project has no type `object`
 */
export async function scopesFor(
  call: Call<Pick<Deps, "schemas">>,
  scopes: readonly string[],
  object: string,
): Promise<readonly string[]> {
  if (!scopes.some((scope) => scope.includes(OBJECT_PARAM))) return scopes;
  const { plural } = await requireType(call, object, { isPlural: true, path: "object" });
  return scopes.map((scope) => scope.replace(OBJECT_PARAM, plural));
}

/** Returns the object type that an input of any shape names. */
function objectIn(input: unknown): string {
  const { object } = (input ?? {}) as { readonly object?: unknown };
  return typeof object === "string" ? object : "";
}

/**
 * Returns middleware that adds the object type of the records, as the caller's project has it: `ctx.object`.
 *
 * @param plural `OBJECT_PARAM` for the type that the input names
 */
export function withObject({ plural }: Pick<ObjectSchema, "plural">) {
  return t.middleware(async ({ ctx, next, getRawInput }) => {
    const { deps, principal } = ctx as Context & { principal: Principal };
    const named = plural === OBJECT_PARAM ? objectIn(await getRawInput()) : plural;
    return next({ ctx: { object: await deps.schemas.object(principal.projectId, named) } });
  });
}

/**
 * Builds a procedure for callers whose credential has one of some scopes. Which one it needs depends on the input or
 * the record, so the procedure checks it too.
 */
function anyScopeProcedure(scopes: readonly string[]) {
  return credentialProcedure(async ({ principal }) => requireAnyScope(principal, scopes));
}

function credentialProcedure(checkScopes: (call: Call, input: unknown) => Promise<void>) {
  return t.procedure.use(async ({ ctx, next, getRawInput }) => {
    const { caller } = ctx;
    if (caller instanceof CrmError) throw caller;
    // REST has already checked the scope, before it read the body, and then the body's members.
    if (ctx.transport !== "rest") {
      const raw = await getRawInput();
      await checkScopes({ deps: ctx.deps, principal: caller }, raw);
      checkMembers(raw);
    }
    return whileScanning(ctx, caller, (deps) => next({ ctx: { deps, principal: caller } }));
  });
}

/** Calls `next` with dependencies whose searches are counted as the caller's, and end if the client disconnects. */
export async function whileScanning<T>(
  { deps, hasDisconnected }: Pick<Context, "deps" | "hasDisconnected">,
  principal: Principal,
  next: (deps: Deps) => Promise<T>,
): Promise<T> {
  const scan = deps.scans.begin(principal, hasDisconnected);
  try {
    return await next({ ...deps, scan });
  } finally {
    scan.end();
  }
}

/**
 * Returns middleware that requires a further scope for some inputs. Like the first scope, it is checked before
 * the input schema.
 *
 * @param isNeeded decides by the raw input
 */
export function requireScopeIf(scope: string, isNeeded: (input: unknown) => boolean) {
  return t.middleware(async ({ ctx, next, getRawInput }) => {
    const { deps, principal } = ctx as Context & { principal: Principal };
    const input = await getRawInput();
    if (isNeeded(input)) {
      requireScopes(principal, await scopesFor({ deps, principal }, [scope], objectIn(input)));
    }
    return next();
  });
}

/**
 * Returns middleware that requires the scopes that the raw input names. Like the first scope, they are checked before
 * the input schema.
 */
export function requireNamedScopes(
  neededScopes: (input: unknown, schema: ProjectSchema) => readonly string[],
) {
  return requireAccess(async ({ deps, principal }, input) =>
    requireScopes(principal, neededScopes(input, await deps.schemas.get(principal.projectId))),
  );
}

/** Middleware that refuses callers before the input is read. */
export type AccessCheck = ReturnType<typeof requireAccess>;

/**
 * Returns middleware that refuses callers by the raw input. Like the first scope, access is checked before the input
 * schema.
 *
 * @param check throws CrmError INSUFFICIENT_SCOPE; accepts input of any shape
 */
export function requireAccess(check: (call: Call, input: unknown) => Promise<void> | void) {
  return t.middleware(async ({ ctx, next, getRawInput }) => {
    const { deps, principal } = ctx as Context & { principal: Principal };
    await check({ deps, principal }, await getRawInput());
    return next();
  });
}
