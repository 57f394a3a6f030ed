import type { Request } from "express";
import { OauthError } from "./oauth-error.ts";

/**
 * Reads a client id and secret from HTTP Basic, both form-urlencoded (RFC 6749 §2.3.1).
 *
 * @throws OauthError 401 invalid_client
 */
export function basicCredentials(req: Request): { id: string; secret: string } {
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
  const decoded = decodeForm(text);
  if (decoded !== undefined && PRINTABLE_ASCII.test(decoded)) return decoded;
  throw invalidClient("The client id and secret must be form-urlencoded, printable ASCII.");
}

/** The characters of a client id and secret (RFC 6749, appendices A.1 and A.2). */
const PRINTABLE_ASCII = /^[ -~]*$/;

function decodeForm(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** Returns the error for credentials that are missing, malformed or wrong (RFC 6749 §5.2). */
export function invalidClient(description: string): OauthError {
  return new OauthError(401, "invalid_client", description, {
    "WWW-Authenticate": 'Basic realm="rapport", error="invalid_client"',
  });
}
