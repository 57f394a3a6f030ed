import {
  type Deps,
  issueToken,
  PUBLIC_SCOPES,
  parseScope,
  refusalOrInternal,
  type TokenVerifier,
} from "@rapport/core";
import type { Places } from "@rapport/service/http/places";
import type { Limits } from "@rapport/service/limits";
import { type ErrorRequestHandler, type Request, type Response, Router } from "express";
import { markNegotiated } from "../http/representation.ts";
import { methodNotAllowed } from "../rest/routes.ts";
import { type AuthenticatedClient, clientAuthenticator } from "./client-authentication.ts";
import { OauthError, readForm, refuseClientInBody, sendJson, sendOauthError } from "./request.ts";

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
  only("GET", "/oauth2/authorize", () => {
    const message = "Nobody signs in here. Use the client credentials grant at /oauth2/token.";
    throw new OauthError(400, "invalid_request", message);
  });
  only("GET", "/oauth2/jwks", (_req, res) =>
    sendJson(res, 200, deps.signingKeys.published(), cached),
  );
  for (const name of ["oauth-authorization-server", "openid-configuration"]) {
    only("GET", `/.well-known/${name}`, (_req, res) => {
      markNegotiated(res);
      sendJson(res, 200, metadata, cached);
    });
  }
  const resource = resourceMetadata(deps.issuer);
  only("GET", RESOURCE_PATH, (_req, res) => {
    markNegotiated(res);
    sendJson(res, 200, resource, cached);
  });
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

/** Handles POST /oauth2/token: the client credentials grant (specification §4.1, RFC 6749 §4.4). */
function tokenEndpoint(
  deps: Deps,
  authenticate: (req: Request) => Promise<AuthenticatedClient>,
  onTokenIssued: () => void,
) {
  return async (req: Request, res: Response): Promise<void> => {
    // The body may arrive long after the client was read.
    const askedAt = Date.now();
    const client = await authenticate(req);
    const form = await readForm(req, res);
    refuseClientInBody(form, client.id);
    requireGrantType(form);
    const scopes = requestedScopes(form, client);
    const token = await issueToken(deps, client, scopes, askedAt);
    onTokenIssued();
    sendJson(res, 200, token);
  };
}

function requireGrantType(form: ReadonlyMap<string, string>): void {
  const grantType = form.get("grant_type");
  if (grantType === undefined) {
    throw new OauthError(
      400,
      "invalid_request",
      "grant_type is missing. It must be client_credentials.",
    );
  }
  if (grantType !== "client_credentials") {
    throw new OauthError(400, "unsupported_grant_type", "grant_type must be client_credentials.");
  }
}

/** Grants either all requested scopes or none. */
function requestedScopes(
  form: ReadonlyMap<string, string>,
  client: AuthenticatedClient,
): readonly string[] {
  const scopes = parseScope(form.get("scope") ?? "");
  if (scopes === null) {
    throw new OauthError(
      400,
      "invalid_scope",
      "scope is missing or malformed. Separate the scopes with spaces.",
    );
  }
  const refused = scopes.filter((scope) => !client.scopes.includes(scope));
  if (refused.length > 0) {
    throw new OauthError(
      400,
      "invalid_scope",
      `The client lacks these scopes: ${refused.join(" ").slice(0, 200)}`,
    );
  }
  return scopes;
}

type Authenticate = (req: Request) => Promise<AuthenticatedClient>;

/**
 * Handles POST /oauth2/revoke (RFC 7009): a client revokes one of its own tokens. Ignores a token that is invalid,
 * expired, already revoked or of another client, and answers 200 all the same.
 */
function revocationEndpoint(deps: Deps, authenticate: Authenticate, verify: TokenVerifier) {
  return async (req: Request, res: Response): Promise<void> => {
    const client = await authenticate(req);
    const claims = await verify(await readToken(req, res, client));
    if (claims !== null && claims.principal.id === client.id) {
      await deps.revocations.revoke({ ...claims, clientId: client.id });
    }
    sendJson(res, 200, {});
  };
}

/** Handles POST /oauth2/introspect (RFC 7662). Tokens of other clients are reported as inactive. */
function introspectionEndpoint(deps: Deps, authenticate: Authenticate, verify: TokenVerifier) {
  return async (req: Request, res: Response): Promise<void> => {
    const client = await authenticate(req);
    const claims = await verify(await readToken(req, res, client));
    if (claims === null || claims.principal.id !== client.id) {
      sendJson(res, 200, { active: false });
      return;
    }
    const { principal, jti, iat, exp, scope } = claims;
    sendJson(res, 200, {
      active: true,
      scope,
      client_id: principal.id,
      sub: principal.id,
      token_type: "Bearer",
      iss: deps.issuer,
      jti,
      iat,
      exp,
    });
  };
}

async function readToken(
  req: Request,
  res: Response,
  client: AuthenticatedClient,
): Promise<string> {
  const form = await readForm(req, res);
  refuseClientInBody(form, client.id);
  const token = form.get("token");
  if (token === undefined) throw new OauthError(400, "invalid_request", "token is missing.");
  return token;
}

/**
 * Returns the authorization server's metadata (RFC 8414 §2). Includes the members that OpenID Connect Discovery requires,
 * because many clients read only that document.
 */
function serverMetadata(issuer: string): object {
  return {
    issuer,
    // The official MCP clients refuse metadata without it, also if they only want the client credentials grant.
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    jwks_uri: `${issuer}/oauth2/jwks`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    grant_types_supported: ["client_credentials"],
    response_types_supported: [],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
    revocation_endpoint_auth_methods_supported: ["client_secret_basic"],
    introspection_endpoint_auth_methods_supported: ["client_secret_basic"],
    scopes_supported: [...PUBLIC_SCOPES.keys()],
    service_documentation: `${issuer}/docs`,
  };
}

/** Where the metadata of `/mcp` is (RFC 9728 §3.1). */
export const RESOURCE_PATH = "/.well-known/oauth-protected-resource/mcp";

/** Returns the metadata of `/mcp` as a protected resource (RFC 9728 §2). */
function resourceMetadata(issuer: string): object {
  return {
    resource: `${issuer}/mcp`,
    resource_name: "Rapport",
    resource_documentation: `${issuer}/docs/agents.md`,
    authorization_servers: [issuer],
    scopes_supported: [...PUBLIC_SCOPES.keys()].filter((scope) => scope.startsWith("crm.")),
    bearer_methods_supported: ["header"],
  };
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
