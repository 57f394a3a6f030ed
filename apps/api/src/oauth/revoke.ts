import type { Deps, TokenVerifier } from "@rapport/core";
import type { Request, Response } from "express";
import type { AuthenticatedClient } from "./client-authentication.ts";
import { readForm, refuseClientInBody } from "./form.ts";
import { OauthError, sendJson } from "./oauth-error.ts";

type Authenticate = (req: Request) => Promise<AuthenticatedClient>;

/**
 * Handles POST /oauth2/revoke (RFC 7009): a client revokes one of its own tokens. Ignores a token that is invalid,
 * expired, already revoked or of another client, and answers 200 all the same.
 */
export function revocationEndpoint(deps: Deps, authenticate: Authenticate, verify: TokenVerifier) {
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
export function introspectionEndpoint(
  deps: Deps,
  authenticate: Authenticate,
  verify: TokenVerifier,
) {
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
