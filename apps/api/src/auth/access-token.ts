import { CrmError, type Principal, type TokenVerifier } from "@rapport/core";
import type { Request } from "express";

/**
 * Makes the check of a request's access token, taken from the Authorization header alone
 * (RFC 6750 §2.1).
 *
 * @throws CrmError UNAUTHENTICATED with the challenge of RFC 6750 §3
 */
export function accessTokenAuthenticator(
  verify: TokenVerifier,
): (req: Request) => Promise<Principal> {
  return async (req) => {
    const token = bearerOf(req);
    const claims = await verify(token);
    if (claims === null && token.startsWith("rpk_")) {
      throw invalidToken(
        "This is an API key of the Workspace API; send an access token from POST /oauth2/token.",
      );
    }
    if (claims === null) {
      throw invalidToken("The access token is invalid, expired or revoked; fetch another one.");
    }
    return claims.principal;
  };
}

/** @throws CrmError UNAUTHENTICATED when the request has no bearer credential */
function bearerOf(req: Request): string {
  const header = req.headers.authorization;
  if (header === undefined) {
    throw new CrmError("UNAUTHENTICATED", "Send Authorization: Bearer with a credential.", {
      headers: { "WWW-Authenticate": 'Bearer realm="rapport"' },
    });
  }
  const token = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(header)?.[1];
  if (token === undefined) {
    throw invalidToken("The Authorization header must be Bearer, a space, and one credential.");
  }
  return token;
}

function invalidToken(message: string): CrmError {
  return new CrmError("UNAUTHENTICATED", message, {
    headers: {
      "WWW-Authenticate": `Bearer realm="rapport", error="invalid_token", error_description="${message}"`,
    },
  });
}
