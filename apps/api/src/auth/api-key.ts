import type { ApiKeyAuthenticator, Principal } from "@rapport/core";
import type { Request } from "express";
import { bearerOf, invalidToken } from "./bearer.ts";

/**
 * Creates a function that authenticates a request by its API key (specification §5.2).
 *
 * @throws CrmError UNAUTHENTICATED with the challenge of RFC 6750 §3
 */
export function withApiKey(check: ApiKeyAuthenticator): (req: Request) => Promise<Principal> {
  return async (req) => {
    const key = bearerOf(req);
    const principal = await check(key);
    if (principal !== null) return principal;
    throw invalidToken(
      key.startsWith("rpk_")
        ? "The API key is unknown, disabled or expired."
        : "The Workspace API needs an API key, which starts with rpk_.",
    );
  };
}
