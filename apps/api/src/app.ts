import {
  apiKeyAuthenticator,
  CrmError,
  type Deps,
  failureBehind,
  type OnFailure,
  type RequestQuota,
  refusalOrInternal,
  tokenVerifier,
  type UsageMeter,
} from "@rapport/core";
import { type AppRouter, appRouter, errorAnswer, type Surface } from "@rapport/core/routers";
import { openPlaces } from "@rapport/service/http/places";
import { warnOfUntrustedProxy } from "@rapport/service/http/untrusted-proxy";
import type { Limits } from "@rapport/service/limits";
import type { Metrics } from "@rapport/service/operation/metrics";
import { observeRequests, traceRequests } from "@rapport/service/operation/requests";
import express, { type ErrorRequestHandler, type Express, type Response } from "express";
import type { Logger } from "pino";
import { accessTokenAuthenticator, withApiKey, withEither } from "./auth/bearer.ts";
import { PAGES } from "./docs/guides.ts";
import { docsRouter } from "./docs/router.ts";
import { negotiateRepresentations } from "./http/representation.ts";
import { hubspotRouter } from "./hubspot/router.ts";
import { mcpRouter } from "./mcp/router.ts";
import { oauthRouter } from "./oauth/router.ts";
import { ownDocuments } from "./openapi/own-types/document.ts";
import { type HealthOptions, healthRouter } from "./operation/health.ts";
import { eventStream } from "./rest/event-stream.ts";
import { exportFiles, importFiles } from "./rest/files.ts";
import { mountRest } from "./rest/mount.ts";
import { rateLimiter } from "./rest/rate-limit.ts";
import { methodNotAllowed } from "./rest/routes.ts";
import { mountTrpc } from "./trpc.ts";

export interface AppOptions {
  readonly deps: Deps;
  readonly log: Logger;
  readonly onFailure: OnFailure;
  readonly metrics: Metrics;
  readonly usage: UsageMeter;
  readonly requestQuota: RequestQuota;
  readonly limits: Limits;
  /** Requests per credential in 10 seconds; 0 turns the limit off. */
  readonly rateLimit: number;
  /** Networks of the reverse proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  readonly health: HealthOptions;
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal;
}

/** Creates the Express app with every route of this program, in the order in which they are tried. */
export function createApp({
  deps,
  log,
  onFailure,
  metrics,
  usage,
  requestQuota,
  limits,
  rateLimit,
  trustedProxies,
  health,
  stopping,
}: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.set("trust proxy", trustedProxies);
  app.enable("case sensitive routing");
  app.enable("strict routing");
  negotiateRepresentations(app);

  const verify = tokenVerifier(deps);
  const withToken = accessTokenAuthenticator(verify);
  const withKey = withApiKey(apiKeyAuthenticator(deps));
  const places = openPlaces(limits);
  const limit = rateLimiter(limits, rateLimit, requestQuota);
  const rest = {
    appRouter: appRouter as AppRouter,
    deps,
    places,
    rateLimit: limit,
    onError: onFailure,
  };

  app.use(observeRequests(log, { metrics, usage }));
  if (deps.tracing !== null) app.use(traceRequests(deps.tracing));
  app.use(warnOfUntrustedProxy(log));
  app.use(mountRest({ ...rest, surface: "public", prefix: "", authenticate: withToken }));
  app.use(importFiles({ ...rest, authenticate: withToken }));
  app.use(eventStream({ ...rest, authenticate: withToken, stopping }));
  app.use(exportFiles({ ...rest, authenticate: withToken }));
  app.use(ownDocuments({ ...rest, authenticate: withEither(withToken, withKey) }));
  app.use(mountRest({ ...rest, surface: "workspace", prefix: "/v1", authenticate: withKey }));
  app.use(
    oauthRouter(deps, {
      verify,
      limits,
      places,
      rateLimit,
      onTokenIssued: metrics.tokenIssued,
      onError: onFailure,
    }),
  );
  app.use("/trpc", mountTrpc({ ...rest, authenticate: withEither(withToken, withKey) }));
  app.use(mcpRouter({ ...rest, authenticate: withEither(withToken, withKey) }));
  app.use(hubspotRouter({ ...rest, authenticate: withEither(withToken, withKey) }));
  app.use(docsRouter(deps.issuer));
  app.use(healthRouter(health));
  app.get("/", (req, res, next) => {
    res.vary("Accept");
    // People who open the API's address look for its documentation. Programs get the usual answer.
    if (req.accepts(["json", "html"]) === "html") res.redirect(303, "/docs");
    else next();
  });
  app.use((req) => {
    if (GET_ONLY.has(req.path)) throw methodNotAllowed(["GET"]);
    throw new CrmError("NOT_FOUND", `There is nothing at ${req.path.slice(0, 200)}. See /docs.`);
  });
  app.use(lastErrors(onFailure));
  return app;
}

const GET_ONLY = new Set([
  ...PAGES.map(({ path }) => path),
  "/docs",
  "/docs/reference.js",
  "/openapi/public.json",
  "/openapi/workspace.json",
  "/healthz",
  "/readyz",
]);

/** Answers every error that occurs outside a procedure, in the JSON format of its API. */
function lastErrors(log: (error: unknown, requestId: string) => void): ErrorRequestHandler {
  return (error, req, res, _next) => {
    if (res.headersSent) {
      log(error, res.locals.requestId);
      res.destroy();
      return;
    }
    const crm = asCrmError(error);
    res.locals.error = () => crm;
    const failure = failureBehind(crm);
    if (failure !== undefined) log(failure, res.locals.requestId);
    sendError(res, crm, /^\/v1(\/|$)/.test(req.path) ? "workspace" : "public");
  };
}

function asCrmError(error: unknown): CrmError {
  if (error instanceof URIError) {
    return new CrmError("INVALID_INPUT", "The path is not validly percent-encoded.", {
      cause: error,
    });
  }
  return refusalOrInternal(error);
}

function sendError(res: Response, error: CrmError, surface: Surface): void {
  const { status, headers, body } = errorAnswer(error, surface, res.locals.requestId);
  res.status(status).set(headers).type("application/json").send(JSON.stringify(body));
}
