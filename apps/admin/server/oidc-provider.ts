import type { Identity } from "@rapport/core";
import * as oauth from "oauth4webapi";

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Space-separated; contains `openid`. */
  readonly scope: string;
}

/** Ties a callback to the browser and to the request that it answers. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface OidcProvider {
  /** @returns the address to send the browser to; @throws OidcFailure if discovery fails */
  authorizationUrl(checks: Checks): Promise<URL>;
  /**
   * @param callback the address that the provider sent the browser to
   * @throws OidcFailure if the provider refused, or the response does not belong to this request
   */
  identify(callback: URL, checks: Checks): Promise<Identity>;
}

const REQUEST_TIMEOUT_MS = 10_000;
/** oauth4webapi caches the signing keys itself. */
const DISCOVERY_TTL_MS = 60 * 60 * 1000;

/** Creates the client of a provider: authorization code flow with PKCE (OpenID Connect Core §3.1, RFC 7636). */
export function oidcProvider(settings: OidcSettings, redirectUri: string): OidcProvider {
  const client: oauth.Client = { client_id: settings.clientId };
  const options = () => ({
    // The settings allow http only for a provider on this machine.
    [oauth.allowInsecureRequests]: settings.issuer.startsWith("http:"),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const discover = remembered(async () => {
    const issuer = new URL(settings.issuer);
    return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options()));
  });

  return {
    authorizationUrl: (checks) =>
      providerFailure(async () => {
        const url = authorizationEndpoint(await discover(), settings);
        url.searchParams.set("response_type", "code");
        url.searchParams.set("client_id", settings.clientId);
        url.searchParams.set("redirect_uri", redirectUri);
        url.searchParams.set("scope", settings.scope);
        url.searchParams.set("state", checks.state);
        url.searchParams.set("nonce", checks.nonce);
        url.searchParams.set("code_challenge_method", "S256");
        const challenge = await oauth.calculatePKCECodeChallenge(checks.verifier);
        url.searchParams.set("code_challenge", challenge);
        return url;
      }),
    identify: (callback, checks) =>
      providerFailure(async () => {
        const as = await discover();
        const params = oauth.validateAuthResponse(as, client, callback, checks.state);
        const response = await oauth.authorizationCodeGrantRequest(
          as,
          client,
          clientAuthentication(as, settings.clientSecret),
          params,
          redirectUri,
          checks.verifier,
          options(),
        );
        const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, {
          expectedNonce: checks.nonce,
          requireIdToken: true,
        });
        await oauth.validateApplicationLevelSignature(as, response, options());
        const claims = oauth.getValidatedIdTokenClaims(tokens);
        if (claims === undefined) throw new OidcFailure("sso_failed", "there is no ID token");
        const { email, email_verified } =
          claims.email === undefined ? await userInfo(as, tokens.access_token, claims.sub) : claims;
        return makeIdentity(claims, email, email_verified);
      }),
  };

  /** Many providers return the email only here (OpenID Connect Core §5.4). */
  async function userInfo(
    as: oauth.AuthorizationServer,
    accessToken: string,
    subject: string,
  ): Promise<Readonly<Record<string, unknown>>> {
    if (as.userinfo_endpoint === undefined) return {};
    const response = await oauth.userInfoRequest(as, client, accessToken, options());
    return oauth.processUserInfoResponse(as, client, subject, response);
  }
}

/** Caches the result, shares a running call, and tries again after a failure. */
function remembered<T>(make: () => Promise<T>): () => Promise<T> {
  let made: { readonly value: Promise<T>; readonly until: number } | undefined;
  return () => {
    if (made === undefined || made.until <= Date.now()) {
      const value = make();
      const mine = { value, until: Date.now() + DISCOVERY_TTL_MS };
      made = mine;
      value.catch(() => {
        if (made === mine) made = undefined;
      });
    }
    return made.value;
  };
}

function authorizationEndpoint(as: oauth.AuthorizationServer, { issuer }: OidcSettings): URL {
  const url = URL.parse(as.authorization_endpoint ?? "");
  if (url?.protocol === "https:" || (url?.protocol === "http:" && issuer.startsWith("http:"))) {
    return url;
  }
  throw new OidcFailure("sso_failed", "the provider has no https authorization endpoint");
}

/** Codes for the sign-in page. The reason goes only to the log. */
type OidcCode =
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
async function providerFailure<T>(run: () => Promise<T>): Promise<T> {
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

/** HTTP Basic is the default if the provider lists no methods (OpenID Connect Discovery §3). */
function clientAuthentication(as: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  const methods = as.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_post") && !methods.includes("client_secret_basic")
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret);
}

function makeIdentity(
  { iss, sub }: { iss: string; sub: string },
  email: unknown,
  emailVerified: unknown,
): Identity {
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === "string" ? email : undefined,
    emailVerified: emailVerified === undefined ? undefined : emailVerified === true,
  };
}
