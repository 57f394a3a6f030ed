import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";

/** A fault of the provider. */
export type OidcFault =
  | "discovery answers 500"
  | "discovery names another issuer"
  | "the token endpoint answers 500"
  | "the token endpoint breaks the connection"
  | "the key set answers 500"
  | "the user cancels"
  | "another state"
  | "another issuer in the redirect"
  | "no issuer in the redirect"
  | "another nonce"
  | "another issuer"
  | "another audience"
  | "an expired ID token"
  | "no ID token"
  | "an unsigned ID token"
  | "another key"
  | "another account in the user info";

/** A user's account at the provider. */
export interface OidcAccount {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: unknown;
}

export interface OidcProvider extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The account that is signed in at the provider. */
  account: OidcAccount;
  fault: OidcFault | null;
  /** Whether the email is in the user info instead of the ID token. */
  emailInUserInfo: boolean;
  /** How the client may authenticate. If undefined, the provider announces nothing and accepts HTTP Basic. */
  authMethods: readonly ("client_secret_basic" | "client_secret_post")[] | undefined;
  /** Paths of the requests so far, oldest first. */
  readonly requests: readonly string[];
}

interface Grant {
  readonly account: OidcAccount;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string;
}

type Answer =
  | { readonly status: number; readonly json: unknown }
  | { readonly location: string }
  | { readonly cut: true };

/**
 * Starts an OpenID provider on a free port of 127.0.0.1, where the user is always signed in and consents. It implements
 * the authorization code flow with PKCE, client authentication, single-use codes and signed ID tokens.
 */
export async function startOidcProvider(): Promise<OidcProvider> {
  const [real, other] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const jwk = { ...(await exportJWK(real.publicKey)), kid: "1", alg: "RS256", use: "sig" };
  const grants = new Map<string, Grant>();
  const accessTokens = new Map<string, OidcAccount>();
  const requests: string[] = [];

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://provider");
    requests.push(url.pathname);
    const answer = await (ROUTES[`${request.method} ${url.pathname}`] ?? notFound)(url, request);
    send(response, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider: OidcProvider = {
    issuer,
    clientId: "rapport-admin",
    // Contains characters that the form encoding of RFC 6749 §2.3.1 changes.
    clientSecret: "s3cret/+%: of the client",
    account: { sub: "nobody" },
    fault: null,
    emailInUserInfo: false,
    authMethods: undefined,
    requests,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  type Handler = (url: URL, request: IncomingMessage) => Promise<Answer> | Answer;
  const ROUTES: Record<string, Handler> = {
    "GET /.well-known/openid-configuration": discovery,
    "GET /authorize": authorize,
    "POST /token": token,
    "GET /jwks": () =>
      provider.fault === "the key set answers 500"
        ? broken
        : { status: 200, json: { keys: [jwk] } },
    "GET /userinfo": userInfo,
  };
  return provider;

  function discovery(): Answer {
    if (provider.fault === "discovery answers 500") return broken;
    const named =
      provider.fault === "discovery names another issuer" ? "http://other.test" : issuer;
    const methods = provider.authMethods;
    return {
      status: 200,
      json: {
        issuer: named,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        ...(methods === undefined ? {} : { token_endpoint_auth_methods_supported: methods }),
      },
    };
  }

  function authorize({ searchParams: asked }: URL): Answer {
    const get = (name: string) => asked.get(name) ?? "";
    const isWellFormed =
      get("client_id") === provider.clientId &&
      get("response_type") === "code" &&
      get("code_challenge_method") === "S256" &&
      get("code_challenge").length === 43 &&
      get("nonce") !== "" &&
      get("scope").split(" ").includes("openid");
    if (!isWellFormed) return { status: 400, json: { error: "invalid_request" } };
    const back = new URL(get("redirect_uri"));
    back.searchParams.set("state", provider.fault === "another state" ? "other" : get("state"));
    if (provider.fault !== "no issuer in the redirect") {
      const isOther = provider.fault === "another issuer in the redirect";
      back.searchParams.set("iss", isOther ? "http://other.test" : issuer);
    }
    if (provider.fault === "the user cancels") {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "text of the provider");
      return { location: back.href };
    }
    const code = randomUUID();
    grants.set(code, {
      account: provider.account,
      redirectUri: get("redirect_uri"),
      challenge: get("code_challenge"),
      nonce: get("nonce"),
    });
    back.searchParams.set("code", code);
    return { location: back.href };
  }

  async function token(_url: URL, request: IncomingMessage): Promise<Answer> {
    const form = new URLSearchParams(await text(request));
    if (provider.fault === "the token endpoint answers 500") return broken;
    if (provider.fault === "the token endpoint breaks the connection") return { cut: true };
    if (!isClient(provider, request, form))
      return { status: 401, json: { error: "invalid_client" } };
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const verified = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (
      form.get("grant_type") !== "authorization_code" ||
      grant?.redirectUri !== form.get("redirect_uri") ||
      grant.challenge !== verified
    ) {
      return { status: 400, json: { error: "invalid_grant" } };
    }
    const accessToken = randomUUID();
    accessTokens.set(accessToken, grant.account);
    const tokens = { access_token: accessToken, token_type: "Bearer", expires_in: 60 };
    if (provider.fault === "no ID token") return { status: 200, json: tokens };
    return { status: 200, json: { ...tokens, id_token: await idToken(grant) } };
  }

  async function idToken({ account, nonce }: Grant): Promise<string> {
    const { fault } = provider;
    const { sub, ...profile } = account;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...(provider.emailInUserInfo ? {} : profile),
      sub,
      iss: fault === "another issuer" ? "http://other.test" : issuer,
      aud: fault === "another audience" ? "another-client" : provider.clientId,
      nonce: fault === "another nonce" ? "other" : nonce,
      iat: now - 7_200,
      exp: fault === "an expired ID token" ? now - 3_600 : now + 60,
    };
    if (fault === "an unsigned ID token") return `${part({ alg: "none" })}.${part(claims)}.`;
    const key: CryptoKey = fault === "another key" ? other.privateKey : real.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "1" }).sign(key);
  }

  function userInfo(_url: URL, request: IncomingMessage): Answer {
    const [, bearer = ""] = (request.headers.authorization ?? "").split(" ");
    const account = accessTokens.get(bearer);
    if (account === undefined) return { status: 401, json: { error: "invalid_token" } };
    const isOther = provider.fault === "another account in the user info";
    return { status: 200, json: { ...account, ...(isOther ? { sub: "other" } : {}) } };
  }
}

const broken: Answer = { status: 500, json: { error: "server_error" } };

function notFound(): Answer {
  return { status: 404, json: { error: "not_found" } };
}

function isClient(
  provider: OidcProvider,
  request: IncomingMessage,
  form: URLSearchParams,
): boolean {
  const methods = provider.authMethods ?? ["client_secret_basic"];
  const [scheme, sent = ""] = (request.headers.authorization ?? "").split(" ");
  const isBasic = scheme === "Basic";
  if (!methods.includes(isBasic ? "client_secret_basic" : "client_secret_post")) return false;
  const [id, secret] = isBasic
    ? Buffer.from(sent, "base64").toString().split(":").map(formDecoded)
    : [form.get("client_id"), form.get("client_secret")];
  return id === provider.clientId && secret === provider.clientSecret;
}

function formDecoded(encoded: string): string {
  return decodeURIComponent(encoded.replaceAll("+", " "));
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function send(response: ServerResponse, answer: Answer): void {
  if ("cut" in answer) {
    response.destroy();
  } else if ("location" in answer) {
    response.writeHead(302, { location: answer.location }).end();
  } else {
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.json));
  }
}
