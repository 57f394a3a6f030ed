import { CrmError, type Principal, toRefusal } from "@rapport/core";
import {
  type AppRouter,
  type Context,
  listProcedures,
  noteRequestId,
  toCrmError,
  trpcFailure,
  trpcHeaders,
} from "@rapport/core/routers";
import { createExpressMiddleware } from "@trpc/server/adapters/express";
import type { Request, RequestHandler, Response } from "express";
import { BODY_LIMIT_BYTES } from "./rest/body.ts";
import { parseQuery, refuseIfMatch } from "./rest/input.ts";
import { enterIfLarge } from "./rest/mount.ts";
import { admit, type Serving } from "./rest/rate-limit.ts";
import { methodNotAllowed } from "./rest/routes.ts";

/** Maximum number of calls in one batch. */
const MAX_BATCH_CALLS = 100;

/**
 * Serves single and batched tRPC calls, with the same credentials, limits and checks as REST. Each call of a batch
 * counts against the rate limit.
 */
export function mountTrpc(options: Serving & { appRouter: AppRouter }): RequestHandler {
  const { appRouter, deps, places } = options;

  /** Returns the caller. If the request is refused, returns the refusal instead, so that every call of the batch fails. */
  async function identifyCaller(
    req: Request,
    res: Response,
    calls: number,
  ): Promise<Principal | CrmError> {
    try {
      const principal = await admit(options, req, res, calls);
      enterIfLarge(places, res, principal, bodyLimit(req));
      refuseIfMatch(req, "/trpc");
      const { faults } = parseQuery(req.url);
      if (faults.length > 0) {
        throw new CrmError("INVALID_INPUT", "The request is invalid.", { issues: faults });
      }
      return principal;
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal !== undefined) return refusal;
      throw error;
    }
  }

  /** Returns the largest body of a request: that of its procedure if it calls only one. */
  function bodyLimit({ path }: Request): number {
    return listProcedures(appRouter)[path.slice(1)]?._def.meta?.bodyBytes ?? BODY_LIMIT_BYTES;
  }

  const handlers = new Map<number, RequestHandler>();
  const handlerFor = (maxBodySize: number): RequestHandler => {
    const handler = handlers.get(maxBodySize) ?? createHandler(maxBodySize);
    handlers.set(maxBodySize, handler);
    return handler;
  };

  const createHandler = (maxBodySize: number) =>
    createExpressMiddleware({
      router: appRouter,
      maxBodySize,
      // A long query does not fit into a URL.
      allowMethodOverride: true,
      maxBatchSize: MAX_BATCH_CALLS,
      createContext: async ({ req, res, info }): Promise<Context> => ({
        deps,
        caller: await identifyCaller(req, res, info.calls.length),
        requestId: res.locals.requestId,
        idempotencyKey: req.get("idempotency-key"),
        prefer: req.get("prefer"),
        hasDisconnected: () => res.destroyed,
        setHeader: (name, value) => void res.setHeader(name, value),
        setStatus: () => undefined,
        transport: "trpc",
      }),
      responseMeta: ({ errors }) => ({ headers: trpcHeaders(errors) }),
      onError: ({ error, req }) => {
        const { locals } = req.res ?? {};
        const requestId = locals?.requestId ?? "";
        // In a batch, log the error of the first failed call as the error of the request.
        if (locals !== undefined) locals.error ??= () => toCrmError(error);
        noteRequestId(error, requestId);
        const failure = trpcFailure(error);
        if (failure !== undefined) options.onError(failure, requestId);
      },
    });

  return (req, res, next) => {
    res.locals.route = "/trpc";
    // tRPC would answer 204 to anyone. Node leaves the body out of the response to a HEAD.
    if (req.method === "HEAD") req.method = "GET";
    // tRPC would ask for a JSON body first.
    if (req.method !== "GET" && req.method !== "POST") {
      const procedure = listProcedures(appRouter)[req.path.slice(1)];
      if (procedure === undefined) return next();
      throw methodNotAllowed([procedure._def.type === "query" ? "GET" : "POST"]);
    }
    return handlerFor(bodyLimit(req))(req, res, next);
  };
}
