import {
  type AppRouter,
  type Context,
  type CrmError,
  type Deps,
  noteRequestId,
  type Principal,
  refusalOf,
  trpcFailure,
  trpcHeaders,
} from "@rapport/core";
import { createExpressMiddleware } from "@trpc/server/adapters/express";
import type { Request, RequestHandler, Response } from "express";
import { BODY_LIMIT_BYTES } from "./rest/body.ts";
import { refuseIfMatch } from "./rest/if-match.ts";
import type { RateLimit } from "./rest/rate-limit.ts";

/** Maximum number of calls in one batch. */
const MAX_BATCH_CALLS = 100;

/**
 * Serves single and batched tRPC calls, with the same credentials, limits and checks as REST. Each call of a batch
 * counts against the rate limit.
 */
export function mountTrpc(options: {
  appRouter: AppRouter;
  deps: Deps;
  authenticate: (req: Request) => Promise<Principal>;
  rateLimit: RateLimit;
  onError: (error: unknown, requestId: string) => void;
}): RequestHandler {
  const { appRouter, deps, authenticate, rateLimit } = options;

  /** Returns the caller. If the request is refused, returns the refusal instead, so that every call of the batch fails. */
  async function callerOf(
    req: Request,
    res: Response,
    calls: number,
  ): Promise<Principal | CrmError> {
    try {
      const principal = await authenticate(req);
      res.locals.principal = principal;
      await rateLimit(principal, res, calls);
      refuseIfMatch(req, "/trpc");
      return principal;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== undefined) return refusal;
      throw error;
    }
  }

  const handle = createExpressMiddleware({
    router: appRouter,
    maxBodySize: BODY_LIMIT_BYTES,
    maxBatchSize: MAX_BATCH_CALLS,
    createContext: async ({ req, res, info }): Promise<Context> => ({
      deps,
      caller: await callerOf(req, res, info.calls.length),
      requestId: res.locals.requestId,
      idempotencyKey: req.get("idempotency-key"),
      prefer: req.get("prefer"),
      setHeader: (name, value) => void res.setHeader(name, value),
      setStatus: () => undefined,
      transport: "trpc",
    }),
    responseMeta: ({ errors }) => ({ headers: trpcHeaders(errors) }),
    onError: ({ error, req }) => {
      const requestId = req.res?.locals.requestId ?? "";
      noteRequestId(error, requestId);
      const failure = trpcFailure(error);
      if (failure !== undefined) options.onError(failure, requestId);
    },
  });

  return (req, res, next) => {
    res.locals.route = "/trpc";
    return handle(req, res, next);
  };
}
