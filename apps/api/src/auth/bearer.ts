import { CrmError } from "@rapport/core";
import type { Request } from "express";

/**
 * Returns the bearer credential of a request.
 *
 * @throws CrmError UNAUTHENTICATED if it is missing or malformed
 */
export function bearerOf(req: Request): string {
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
