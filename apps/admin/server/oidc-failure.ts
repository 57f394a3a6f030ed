import * as oauth from "oauth4webapi";

/** What the sign-in page is told; the reason is for the log alone. */
export type OidcCode =
  | "sso_cancelled"
  | "sso_expired"
  | "sso_failed"
  | "sso_unavailable"
  | "sso_not_allowed"
  | "rate_limited";

/** Why a single sign-on did not come about; neither its message nor its cause holds what a provider sent. */
export class OidcFailure extends Error {
  override readonly name = "OidcFailure";
  readonly code: OidcCode;

  constructor(code: OidcCode, reason: string) {
    super(`single sign-on failed: ${reason}`);
    this.code = code;
  }
}

/** Runs what talks to the provider. @throws OidcFailure, whatever went wrong */
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
    return new OidcFailure(code, `the provider answers ${errorCode(error.error)}`);
  }
  if (error instanceof oauth.ResponseBodyError) {
    return new OidcFailure("sso_failed", `the token endpoint answers ${errorCode(error.error)}`);
  }
  const { name, message, cause } = error as Error;
  if (cause instanceof Response && cause.status >= 500) {
    return new OidcFailure("sso_unavailable", `the provider answers ${cause.status}`);
  }
  if (name === "TimeoutError" || message === "fetch failed") {
    const { code } = (cause ?? {}) as NodeJS.ErrnoException;
    return new OidcFailure("sso_unavailable", `the provider is not reached (${code ?? name})`);
  }
  // The texts of oauth4webapi are its own; the causes beside them hold tokens and are left behind.
  return new OidcFailure("sso_failed", message);
}

/** Only what looks like a code of RFC 6749 §5.2 may come from outside into the log. */
function errorCode(text: string): string {
  return /^[a-z_]{1,40}$/.test(text) ? text : "an error";
}
