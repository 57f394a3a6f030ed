import { TRPCError } from "@trpc/server";
import type { z } from "zod";
import { CrmError, type Issue } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { adminRouter } from "./admin/index.ts";
import { toCrmError } from "./answers.ts";
import type { Context, Meta } from "./context.ts";
import { publicRouter } from "./public/index.ts";
import { router, t } from "./trpc.ts";
import { workspaceRouter } from "./workspace/index.ts";

/** All procedures. REST paths, internal clients and the admin app call them. */
export const appRouter = router({
  public: publicRouter,
  workspace: workspaceRouter,
  admin: adminRouter,
});

export type AppRouter = typeof appRouter;

/** Who calls operations, and the request that the calls are in. */
export type Caller = Pick<Context, "deps" | "requestId" | "hasDisconnected"> & {
  readonly principal: Principal;
};

interface CallOptions {
  /**
   * Faults of the input that the operations cannot see. If there are any, an operation reports them with its own and changes
   * nothing.
   */
  readonly faults?: readonly Issue[];
  /** The idempotency key. */
  readonly key?: unknown;
  /** Called if the answer repeats that of an earlier call with the key. */
  readonly onReplay?: () => void;
  /** Value of the `Prefer` header. */
  readonly prefer?: string;
}

const createCaller = t.createCallerFactory(appRouter);

/** Operations that take any values for the members of their inputs. They check them. */
type Unchecked<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (input: infer Input) => infer Answer
    ? (input: { readonly [Member in keyof Input]?: unknown }) => Answer
    : Unchecked<Operations[Name]>;
};

type Operations = Unchecked<ReturnType<typeof createCaller>["public"]>;

/**
 * Returns the operations of the Public Object API, as the caller may use them, for surfaces that pass on what their own
 * callers give.
 */
export function operationsFor(
  { deps, principal, requestId, hasDisconnected }: Caller,
  { faults, key, onReplay, prefer }: CallOptions = {},
) {
  return createCaller({
    deps,
    caller: principal,
    requestId,
    hasDisconnected,
    inputFaults: faults,
    idempotencyKey: typeof key === "string" ? key : undefined,
    prefer,
    setHeader: (name) => void (name === "Idempotent-Replayed" && onReplay?.()),
    setStatus: () => undefined,
    transport: "trpc",
  }).public as Operations;
}

/** Returns what an operation threw as a CrmError. */
export function thrownError(error: unknown): CrmError {
  if (error instanceof CrmError) return error;
  const cause =
    error instanceof TRPCError
      ? error
      : new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: error });
  return toCrmError(cause);
}

/** What tRPC keeps of a procedure, whose own type hides the inputs. The app has no subscriptions. */
export interface Procedure {
  readonly _def: {
    readonly type: "query" | "mutation";
    readonly inputs: readonly z.ZodType[];
    readonly meta?: Meta | undefined;
  };
}

/** Returns the procedures of a router by path, such as `public.contacts.create`. */
export function listProcedures(router: {
  readonly _def: { readonly procedures: object };
}): Readonly<Record<string, Procedure>> {
  return router._def.procedures as Readonly<Record<string, Procedure>>;
}
