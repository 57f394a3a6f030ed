import * as oauth from "oauth4webapi";
import { maySendSecrets } from "./base-url.ts";
import { RapportError } from "./errors.ts";
import { readRetryAfter } from "./retry.ts";
import type { Credentials, Transport } from "./transport.ts";

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes separated by spaces, for example `crm.contacts.read crm.contacts.write`. */
  readonly scope: string;
}

/** How long before it expires a token is renewed; half its lifetime if that is shorter. */
const EXPIRY_MARGIN_MS = 60_000;

/**
 * Creates credentials from an API key of the Workspace API.
 *
 * @throws RapportError INVALID_OPTIONS if the key is empty or malformed
 */
export function apiKeyCredentials(apiKey: string): Credentials {
  checkGiven("apiKey", apiKey);
  return { authorization: async () => `Bearer ${apiKey}`, renew: () => false };
}

/**
 * Creates credentials that get access tokens with the client credentials grant (RFC 6749 §4.4). Reuses each token
 * until shortly before it expires.
 *
 * @throws RapportError INVALID_OPTIONS if the id or secret is empty or malformed
 */
export function tokenCredentials(
  transport: Transport,
  client: ClientCredentials,
  allowInsecure: boolean,
): Credentials {
  checkGiven("clientId", client.clientId);
  checkGiven("clientSecret", client.clientSecret);
  let current: { readonly header: string; readonly end: number } | undefined;
  let renewal: Promise<string> | undefined;
  let server: Promise<oauth.AuthorizationServer> | undefined;

  async function renewed(): Promise<string> {
    server ??= discover(transport, allowInsecure);
    const found = await server.catch((error) => {
      server = undefined;
      throw error;
    });
    const { access_token, expires_in = 0 } = await requestToken(transport, found, client);
    const lifetime = expires_in * 1000;
    const header = `Bearer ${access_token}`;
    current = { header, end: Date.now() + lifetime - Math.min(EXPIRY_MARGIN_MS, lifetime / 2) };
    return header;
  }

  return {
    async authorization(signal) {
      if (current !== undefined && Date.now() < current.end) return current.header;
      signal.throwIfAborted();
      renewal ??= renewed().finally(() => {
        renewal = undefined;
      });
      return unlessAborted(renewal, signal);
    },
    renew(refused) {
      if (current?.header === refused) current = undefined;
      return true;
    },
  };
}

/** Credentials often come from environment variables, which may be unset or end with a newline. */
function checkGiven(name: string, credential: unknown): void {
  if (typeof credential === "string" && /^[\x21-\x7e]+$/.test(credential)) return;
  const fault = credential
    ? "must be exactly as Rapport returned it, without spaces or line breaks"
    : "is empty";
  throw new RapportError("INVALID_OPTIONS", `${name} ${fault}.`);
}

/** Reads the server's metadata (RFC 8414). */
async function discover(
  transport: Transport,
  allowInsecure: boolean,
): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(transport.baseUrl);
  const server = await translated(async () => {
    const options = { algorithm: "oauth2", ...overTransport(transport) } as const;
    const response = await oauth.discoveryRequest(issuer, options);
    await refuseFailure(response, `discovery at ${transport.baseUrl}`);
    return oauth.processDiscoveryResponse(issuer, response);
  });
  const endpoint = server.token_endpoint;
  if (endpoint === undefined || !maySendSecrets(new URL(endpoint), allowInsecure)) {
    throw new RapportError(
      "TOKEN_REFUSED",
      "The server has no token endpoint that a secret may be sent to. Set its PUBLIC_URL to its HTTPS address.",
    );
  }
  return server;
}

function requestToken(
  transport: Transport,
  server: oauth.AuthorizationServer,
  { clientId, clientSecret, scope }: ClientCredentials,
): Promise<oauth.TokenEndpointResponse> {
  const client: oauth.Client = { client_id: clientId };
  return translated(async () => {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(clientSecret),
      { scope },
      overTransport(transport),
    );
    if (response.status >= 500 || response.status === 429) {
      await refuseFailure(response, `${server.token_endpoint}`);
    }
    return oauth.processClientCredentialsResponse(server, client, response);
  });
}

async function refuseFailure(response: Response, url: string): Promise<void> {
  if (response.ok) return;
  const { status, headers } = response;
  throw new RapportError(
    status === 429 ? "RATE_LIMITED" : status === 503 ? "UNAVAILABLE" : "TOKEN_REFUSED",
    `Could not get a token: ${url} returned ${status}.${status === 404 ? " Is baseUrl Rapport's address, without a path like /api?" : ""}`,
    {
      status,
      requestId: headers.get("x-request-id") ?? undefined,
      retryAfter: readRetryAfter(headers),
    },
  );
}

async function translated<T>(run: () => Promise<T>): Promise<T> {
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

/** Sends oauth4webapi's requests through the transport, with its retries. Requesting a token twice is harmless. */
function overTransport(transport: Transport) {
  return {
    [oauth.customFetch]: async (url: string, init: oauth.CustomFetchOptions<string, unknown>) => {
      const body = init.body === undefined ? undefined : String(init.body);
      const request = { method: init.method, url, headers: init.headers, body, repeatable: true };
      const { status, headers, text } = await transport.send(request, undefined);
      return new Response(status === 204 || status === 304 ? null : text, { status, headers });
    },
    // base-url.ts already checks where secrets may be sent.
    [oauth.allowInsecureRequests]: true,
  };
}

/** Stops waiting if `signal` is aborted. The renewal continues, because other calls share it. */
function unlessAborted<T>(shared: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
