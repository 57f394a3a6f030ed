import {
  type AppRouter,
  type Context,
  crmErrorOf,
  type Deps,
  type Issue,
  type Principal,
  requireAnyScope,
  requireScopes,
  type Surface,
  scopesFor,
  trpcFailure,
} from "@rapport/core";
import type { Request, RequestHandler, Response } from "express";
import { createOpenApiExpressMiddleware } from "trpc-openapi";
import type { Places } from "../http/places.ts";
import { markNegotiated } from "../http/representation.ts";
import { refuseIfMatch } from "./if-match.ts";
import { type Input, readInput } from "./input.ts";
import { toJson } from "./json-body.ts";
import { enterIfLarge } from "./large-bodies.ts";
import type { RateLimit } from "./rate-limit.ts";
import { type Route, routeTable } from "./routes.ts";

/** A request with what was read from it before its procedure runs. */
interface RestRequest extends Request {
  /** The patched trpc-openapi uses this instead of its own routing and parsing. */
  openApiProcedure?: {
    path: string;
    type: Route["type"];
    input: Input;
    status: number;
    toJson: typeof toJson;
  };
  inputFaults?: readonly Issue[];
  principal?: Principal;
}

export interface MountOptions {
  readonly appRouter: AppRouter;
  readonly deps: Deps;
  readonly surface: Surface;
  /** Prefix of every path of the surface. */
  readonly prefix: string;
  readonly authenticate: (req: Request) => Promise<Principal>;
  readonly rateLimit: RateLimit;
  readonly places: Places;
  /** Called for every error that the caller did not cause. */
  readonly onError: (error: unknown, requestId: string) => void;
}

/**
 * Serves one branch of the router as REST.
 *
 * Checks a request in this order: path 404, method 405, credential 401, rate limit 429, object type 404, scope 403,
 * content type 415, size 413. Then the procedure checks the input (400) and the record (404, 409). Only the procedure reads records.
 */
export function mountRest(options: MountOptions): RequestHandler {
  const { appRouter, deps, surface, prefix, authenticate, rateLimit, places } = options;
  const find = routeTable(appRouter, surface, prefix);
  const callProcedure = createOpenApiExpressMiddleware({
    router: appRouter,
    createContext: ({ req, res }): Context => {
      // Without a getter: for each object literal that has one, V8 creates a hidden class. Only a full garbage collection
      // frees that class and what the getter refers to.
      const context: Context & { successStatus: number | undefined } = {
        deps,
        caller: (req as RestRequest).principal as Principal,
        requestId: (res as Response).locals.requestId,
        inputFaults: (req as RestRequest).inputFaults,
        idempotencyKey: (req as RestRequest).get("idempotency-key"),
        prefer: (req as RestRequest).get("prefer"),
        ifMatch: (req as RestRequest).get("if-match"),
        hasDisconnected: () => res.destroyed,
        setHeader: (name, value) => void res.setHeader(name, value),
        transport: "rest",
        successStatus: (req as RestRequest).openApiProcedure?.status,
        setStatus: (other) => {
          context.successStatus = other;
        },
      };
      return context;
    },
    responseMeta: ({ ctx, errors }) => {
      const status = (ctx as Context | undefined)?.successStatus;
      return errors.length === 0 && status !== undefined ? { status } : {};
    },
    onError: ({ error, ctx, req }) => {
      const { res } = req as RestRequest;
      if (res !== undefined) res.locals.error = () => crmErrorOf(error);
      const failure = trpcFailure(error);
      if (failure === undefined) return;
      options.onError(failure, (ctx as Context | undefined)?.requestId ?? "");
    },
  });

  return async (req: RestRequest, res, next) => {
    const match = find(req.method, req.path);
    if (match === undefined) return next();
    const { route } = match;
    res.locals.route = route.template;
    if (!route.answersSecret) markNegotiated(res);
    const principal = await authenticate(req);
    res.locals.principal = principal;
    await rateLimit(principal, res);
    if (route.orScopes.length > 0) requireAnyScope(principal, [route.scope, ...route.orScopes]);
    else {
      const stated = [route.scope, ...route.alsoNeeds];
      const object = match.params.object ?? "";
      requireScopes(principal, await scopesFor(deps, principal, stated, object));
    }
    enterIfLarge(places, res, principal, route.bodyBytes);
    const { input, faults } = await readInput(req, res, match);
    if (!route.takesIfMatch) refuseIfMatch(req, route.template);
    res.locals.input = input;
    req.principal = principal;
    req.inputFaults = faults;
    const { procedure: path, type, status } = route;
    req.openApiProcedure = { path, type, status, input, toJson };
    await callProcedure(req, res);
  };
}
