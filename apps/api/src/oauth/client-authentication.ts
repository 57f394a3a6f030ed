import { authenticateClient, clientAddress, type Deps } from "@rapport/core";
import type { Request } from "express";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { OauthError } from "./oauth-error.ts";

export type AuthenticatedClient = NonNullable<Awaited<ReturnType<typeof authenticateClient>>>;

/** Wrong secrets that one client id may be tried with from one address in WINDOW seconds. */
const ATTEMPTS = 10;
const WINDOW = 300;

/**
 * Makes the authentication of clients: HTTP Basic, both parts form-urlencoded (RFC 6749 §2.3.1).
 *
 * @throws OauthError 401 invalid_client; 429 after repeated wrong secrets
 */
export function clientAuthenticator(deps: Deps): (req: Request) => Promise<AuthenticatedClient> {
  const failures = new RateLimiterMemory({ points: ATTEMPTS, duration: WINDOW });

  return async (req) => {
    const { id, secret } = basicCredentials(req);
    const attempt = `${id}|${clientAddress(req)}`;
    const known = await failures.get(attempt);
    if (known !== null && known.consumedPoints >= ATTEMPTS) throw tooManyAttempts(known);
    const client = await authenticateClient(deps, id, secret);
    if (client !== null) return client;
    await failures.consume(attempt).catch((refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw refused;
    });
    throw invalidClient("The client id or secret is wrong, or the client is disabled.");
  };
}

function basicCredentials(req: Request): { id: string; secret: string } {
  const header = req.headers.authorization;
  if (header === undefined) {
    throw invalidClient("Authenticate with HTTP Basic: the client id and the client secret.");
  }
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  const text = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0 || text.length > 1_000) {
    throw invalidClient(
      "The Authorization header must be Basic and base64 of client_id:client_secret.",
    );
  }
  return { id: formDecoded(text.slice(0, colon)), secret: formDecoded(text.slice(colon + 1)) };
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw invalidClient("The client id and secret must be validly form-urlencoded.");
  }
}

function invalidClient(description: string): OauthError {
  return new OauthError(401, "invalid_client", description, {
    "WWW-Authenticate": 'Basic realm="rapport", error="invalid_client"',
  });
}

function tooManyAttempts(state: RateLimiterRes): OauthError {
  return new OauthError(
    429,
    "temporarily_unavailable",
    "Too many wrong secrets for this client id; wait before the next try.",
    { "Retry-After": String(Math.max(1, Math.ceil(state.msBeforeNext / 1000))) },
  );
}
