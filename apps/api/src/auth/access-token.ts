import type { Principal, TokenVerifier } from "@rapport/core";
import type { Request } from "express";
import { bearerOf, invalidToken } from "./bearer.ts";

/**
 * Creates a function that authenticates a request by its access token. Reads the token from the Authorization header
 * only (RFC 6750 §2.1).
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
        "This is an API key of the Workspace API. Send an access token from POST /oauth2/token.",
      );
    }
    if (claims === null) {
      throw invalidToken("The access token is invalid, expired or revoked. Fetch a new one.");
    }
    return claims.principal;
  };
}
