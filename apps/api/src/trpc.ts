import { type AppRouter, type Context, CrmError, type Deps, type Principal } from "@rapport/core";
import { createExpressMiddleware } from "@trpc/server/adapters/express";
import type { Request, RequestHandler, Response } from "express";
import { BODY_LIMIT } from "./rest/body.ts";

/** Calls that one batch may hold. */
const BATCH_LIMIT = 100;

/**
 * Serves the router to TypeScript clients, single calls and batches, with the same credentials,
 * limits and checks as REST.
 */
export function mountTrpc(options: {
  appRouter: AppRouter;
  deps: Deps;
  authenticate: (req: Request) => Promise<Principal>;
  rateLimit: (principal: Principal, res: Response) => Promise<void>;
  onError: (error: unknown, requestId: string) => void;
}): RequestHandler {
  const { appRouter, deps, authenticate, rateLimit } = options;

  async function callerOf(req: Request, res: Response): Promise<Principal | CrmError> {
    try {
      const principal = await authenticate(req);
      res.locals.principal = principal;
      await rateLimit(principal, res);
      return principal;
    } catch (error) {
      if (error instanceof CrmError) return error;
      throw error;
    }
  }

  const handle = createExpressMiddleware({
    router: appRouter,
    maxBodySize: BODY_LIMIT,
    maxBatchSize: BATCH_LIMIT,
    createContext: async ({ req, res }): Promise<Context> => ({
      deps,
      caller: await callerOf(req, res),
      requestId: res.locals.requestId,
      idempotencyKey: req.get("idempotency-key"),
      setHeader: (name, value) => void res.setHeader(name, value),
      transport: "trpc",
    }),
    onError: ({ error, ctx }) => {
      if (error.code === "INTERNAL_SERVER_ERROR")
        options.onError(error.cause ?? error, ctx?.requestId ?? "");
    },
  });

  return (req, res, next) => {
    res.locals.route = "/trpc";
    return handle(req, res, next);
  };
}
