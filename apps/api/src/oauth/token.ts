import { type Deps, issueToken, parseScope } from "@rapport/core";
import type { Request, Response } from "express";
import type { AuthenticatedClient } from "./client-authentication.ts";
import { readForm, refuseClientInBody } from "./form.ts";
import { OauthError, sendJson } from "./oauth-error.ts";

/** Handles POST /oauth2/token: the client credentials grant (specification §4.1, RFC 6749 §4.4). */
export function tokenEndpoint(
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
