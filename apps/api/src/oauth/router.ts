import { type Deps, refusalOrInternal, type TokenVerifier } from "@rapport/core";
import { type ErrorRequestHandler, type Request, type Response, Router } from "express";
import type { Places } from "../http/places.ts";
import { markNegotiated } from "../http/representation.ts";
import type { Limits } from "../limits.ts";
import { methodNotAllowed } from "../rest/routes.ts";
import { clientAuthenticator } from "./client-authentication.ts";
import { serverMetadata } from "./discovery.ts";
import { OauthError, sendJson, sendOauthError } from "./oauth-error.ts";
import { introspectionEndpoint, revocationEndpoint } from "./revoke.ts";
import { tokenEndpoint } from "./token.ts";

type Handler = (req: Request, res: Response) => Promise<void> | void;

/** Serves the OAuth endpoints with plain Express, because they use neither tRPC nor the response format of the APIs. */
export function oauthRouter(
  deps: Deps,
  options: {
    verify: TokenVerifier;
    limits: Limits;
    places: Places;
    /** Requests of one client in 10 seconds; 0 turns the limit off. */
    rateLimit: number;
    onTokenIssued: () => void;
    onError: (error: unknown, requestId: string) => void;
  },
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const authenticate = clientAuthenticator(deps, options);
  const metadata = serverMetadata(deps.issuer);
  const cached = { "Cache-Control": "public, max-age=300" };

  const only = (method: "GET" | "POST", path: string, handler: Handler) => {
    router.all(path, async (req, res) => {
      res.locals.route = path;
      const isHead = method === "GET" && req.method === "HEAD";
      if (req.method !== method && !isHead) {
        const { message, headers } = methodNotAllowed([method]);
        throw new OauthError(405, "invalid_request", message, { ...headers });
      }
      await handler(req, res);
    });
  };
  only("POST", "/oauth2/token", tokenEndpoint(deps, authenticate, options.onTokenIssued));
  only("POST", "/oauth2/revoke", revocationEndpoint(deps, authenticate, options.verify));
  only("POST", "/oauth2/introspect", introspectionEndpoint(deps, authenticate, options.verify));
  only("GET", "/oauth2/jwks", (_req, res) =>
    sendJson(res, 200, deps.signingKeys.published(), cached),
  );
  for (const name of ["oauth-authorization-server", "openid-configuration"]) {
    only("GET", `/.well-known/${name}`, (_req, res) => {
      markNegotiated(res);
      sendJson(res, 200, metadata, cached);
    });
  }
  router.use("/oauth2", (req, res) => {
    res.locals.route = "/oauth2";
    throw new OauthError(
      404,
      "invalid_request",
      `There is nothing at ${req.originalUrl.slice(0, 200)}.`,
    );
  });
  router.use(asOauthError(options.onError));
  return router;
}

function asOauthError(onError: (error: unknown, requestId: string) => void): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    if (error instanceof OauthError) {
      sendOauthError(res, error);
      return;
    }
    const { code, message, headers } = refusalOrInternal(error);
    if (code === "RATE_LIMITED") {
      sendOauthError(res, new OauthError(429, "temporarily_unavailable", message, { ...headers }));
      return;
    }
    onError(error, res.locals.requestId);
    sendOauthError(
      res,
      code === "UNAVAILABLE"
        ? new OauthError(503, "temporarily_unavailable", message, { ...headers })
        : new OauthError(500, "server_error", "Something went wrong on our side. Try again later."),
    );
  };
}
