import * as oauth from "oauth4webapi";
import { RapportError } from "./errors.ts";
import { retryAfterOf } from "./retry.ts";

export async function refuseFailure(response: Response, url: string): Promise<void> {
  if (response.ok) return;
  const { status, headers } = response;
  throw new RapportError(
    status === 429 ? "RATE_LIMITED" : status === 503 ? "UNAVAILABLE" : "TOKEN_REFUSED",
    `Could not get a token: ${url} returned ${status}.${status === 404 ? " Is baseUrl Rapport's address, without a path like /api?" : ""}`,
    {
      status,
      requestId: headers.get("x-request-id") ?? undefined,
      retryAfter: retryAfterOf(headers),
    },
  );
}

export async function translated<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RapportError) throw error;
    throw tokenRefused(error);
  }
}

function tokenRefused(cause: unknown): RapportError {
  if (cause instanceof oauth.WWWAuthenticateChallengeError) {
    const requestId = cause.response.headers.get("x-request-id") ?? undefined;
    return new RapportError(
      "TOKEN_REFUSED",
      "The client id or the client secret is wrong, or the client is disabled.",
      { status: cause.status, requestId, cause },
    );
  }
  if (cause instanceof oauth.ResponseBodyError) {
    const requestId = cause.response.headers.get("x-request-id") ?? undefined;
    const message = `The server refused a token: ${cause.error_description ?? cause.error}`;
    return new RapportError("TOKEN_REFUSED", message, { status: cause.status, requestId, cause });
  }
  const reason = otherIssuer(cause) ?? (cause instanceof Error ? cause.message : String(cause));
  return new RapportError(
    "TOKEN_REFUSED",
    `Could not get a token (${reason}). baseUrl must be the server's PUBLIC_URL.`,
    { cause },
  );
}

/** Returns a reason if the error means that the metadata names another issuer, which RFC 8414 §3.3 forbids. */
function otherIssuer(cause: unknown): string | undefined {
  const isOther =
    cause instanceof oauth.OperationProcessingError &&
    cause.code === oauth.JSON_ATTRIBUTE_COMPARISON;
  if (!isOther) return undefined;
  const { expected, body } = cause.cause as { expected: string; body: { issuer: string } };
  return `the server at ${expected.replace(/\/$/, "")} names ${body.issuer} as its issuer`;
}
