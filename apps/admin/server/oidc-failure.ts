import * as oauth from "oauth4webapi";

/** Codes for the sign-in page. The reason goes only to the log. */
export type OidcCode =
  | "sso_cancelled"
  | "sso_expired"
  | "sso_failed"
  | "sso_unavailable"
  | "sso_not_allowed"
  | "rate_limited";

/** Why a single sign-on failed. Its message and cause hold nothing that a provider sent. */
export class OidcFailure extends Error {
  override readonly name = "OidcFailure";
  readonly code: OidcCode;

  constructor(code: OidcCode, reason: string) {
    super(`single sign-on failed: ${reason}`);
    this.code = code;
  }
}

/** Runs a call to the provider. @throws OidcFailure for every error */
export async function providerFailure<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw asFailure(error);
  }
}

function asFailure(error: unknown): OidcFailure {
  if (error instanceof OidcFailure) return error;
  if (error instanceof oauth.AuthorizationResponseError) {
    const code = error.error === "access_denied" ? "sso_cancelled" : "sso_failed";
    return new OidcFailure(code, `the provider returned ${errorCode(error.error)}`);
  }
  if (error instanceof oauth.ResponseBodyError) {
    return new OidcFailure("sso_failed", `the token endpoint returned ${errorCode(error.error)}`);
  }
  const { name, message, cause } = error as Error;
  if (cause instanceof Response && cause.status >= 500) {
    return new OidcFailure("sso_unavailable", `the provider returned ${cause.status}`);
  }
  if (name === "TimeoutError" || message === "fetch failed") {
    const { code } = (cause ?? {}) as NodeJS.ErrnoException;
    return new OidcFailure("sso_unavailable", `the provider cannot be reached (${code ?? name})`);
  }
  // The messages of oauth4webapi are safe to log. Their causes hold tokens, so they are dropped.
  return new OidcFailure("sso_failed", message);
}

/** Logs an outside value only if it looks like an error code of RFC 6749 §5.2. */
function errorCode(text: string): string {
  return /^[a-z_]{1,40}$/.test(text) ? text : "an error";
}
