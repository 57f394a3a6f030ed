import type { Identity } from "@rapport/core";
import * as oauth from "oauth4webapi";
import { OidcFailure, providerFailure } from "./oidc-failure.ts";

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Space-separated, `openid` among them. */
  readonly scope: string;
}

/** What ties a callback to the browser and the request that it answers. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface OidcProvider {
  /** @returns where to send the browser; @throws OidcFailure when the provider cannot be found */
  authorizationUrl(checks: Checks): Promise<URL>;
  /**
   * @param callback the address that the provider sent the browser to
   * @throws OidcFailure when the answer is not the provider's to this request, or is a refusal
   */
  identify(callback: URL, checks: Checks): Promise<Identity>;
}

/** Milliseconds that a request to the provider may take. */
const TIMEOUT = 10_000;
/** Milliseconds that a discovery document is used for; the keys beside it are looked after by oauth4webapi. */
const DISCOVERED_FOR = 60 * 60 * 1000;

/** The provider that the settings name: authorization code flow with PKCE (OpenID Connect Core §3.1, RFC 7636). */
export function oidcProvider(settings: OidcSettings, redirectUri: string): OidcProvider {
  const client: oauth.Client = { client_id: settings.clientId };
  const options = () => ({
    // The settings allow http for a provider on this machine alone.
    [oauth.allowInsecureRequests]: settings.issuer.startsWith("http:"),
    signal: AbortSignal.timeout(TIMEOUT),
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
        return identityOf(claims, email, email_verified);
      }),
  };

  /** Many providers give the email here alone (OpenID Connect Core §5.4). */
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

/** Keeps what succeeded, shares what is under way, and tries again after a failure. */
function remembered<T>(make: () => Promise<T>): () => Promise<T> {
  let made: { readonly value: Promise<T>; readonly until: number } | undefined;
  return () => {
    if (made === undefined || made.until <= Date.now()) {
      const value = make();
      const mine = { value, until: Date.now() + DISCOVERED_FOR };
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
  throw new OidcFailure("sso_failed", "the provider names no authorization endpoint by https");
}

/** HTTP Basic is what a provider takes that does not say (OpenID Connect Discovery §3). */
function clientAuthentication(as: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  const methods = as.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_post") && !methods.includes("client_secret_basic")
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret);
}

function identityOf(
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
