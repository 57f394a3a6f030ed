import {
  type ApiKeyAuthenticator,
  CrmError,
  type Principal,
  type TokenVerifier,
} from "@rapport/core";
import type { Request } from "express";

/**
 * Returns the bearer credential of a request.
 *
 * @throws CrmError UNAUTHENTICATED if it is missing or malformed
 */
export function readBearer(req: Request): string {
  const header = req.headers.authorization;
  if (header === undefined) {
    throw new CrmError("UNAUTHENTICATED", "Send Authorization: Bearer with a credential.", {
      headers: { "WWW-Authenticate": 'Bearer realm="rapport"' },
    });
  }
  const token = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(header)?.[1];
  if (token === undefined) {
    throw invalidToken(
      "The Authorization header must consist of Bearer, a space and one credential.",
    );
  }
  return token;
}

/** Returns the error for a wrong credential, with the challenge of RFC 6750 §3. */
export function invalidToken(message: string): CrmError {
  return new CrmError("UNAUTHENTICATED", message, {
    headers: {
      "WWW-Authenticate": `Bearer realm="rapport", error="invalid_token", error_description="${message}"`,
    },
  });
}

/**
 * Creates a function that authenticates a request by its API key (specification §5.2).
 *
 * @throws CrmError UNAUTHENTICATED with the challenge of RFC 6750 §3
 */
export function withApiKey(check: ApiKeyAuthenticator): (req: Request) => Promise<Principal> {
  return async (req) => {
    const key = readBearer(req);
    const principal = await check(key);
    if (principal !== null) return principal;
    throw invalidToken(
      key.startsWith("rpk_")
        ? "The API key is unknown, disabled or expired."
        : "The Workspace API needs an API key, which starts with rpk_.",
    );
  };
}

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
    const token = readBearer(req);
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

type Authenticate = (req: Request) => Promise<Principal>;

/** Creates a function that accepts an API key or an access token. API keys start with `rpk_`. */
export function withEither(withToken: Authenticate, withKey: Authenticate): Authenticate {
  return (req) =>
    /^Bearer +rpk_/i.test(req.headers.authorization ?? "") ? withKey(req) : withToken(req);
}
