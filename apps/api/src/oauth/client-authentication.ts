import { hash } from "node:crypto";
import {
  addressNetwork,
  authenticateClient,
  clientAddress,
  type Deps,
  type LimitState,
} from "@rapport/core";
import type { Places } from "@rapport/service/http/places";
import type { Limits } from "@rapport/service/limits";
import type { Request } from "express";
import { OauthError } from "./request.ts";

export type AuthenticatedClient = NonNullable<Awaited<ReturnType<typeof authenticateClient>>>;

const WINDOW_SECONDS = 5 * 60;
/** Wrong secrets for one client id from one address. */
const PER_CLIENT = { points: 10, seconds: WINDOW_SECONDS };
/** Wrong secrets from one address for any client id. */
const PER_ADDRESS = { points: 100, seconds: WINDOW_SECONDS };
/** Maximum number of keys per limit; they take about 10 MB. */
const MAX_KEYS = 50_000;
const RATE_WINDOW_SECONDS = 10;

/**
 * Creates a function that authenticates a client by HTTP Basic, with a form-urlencoded id and secret (RFC 6749 §2.3.1).
 *
 * Checks the secret first and counts only failures. Failures of others at the same address therefore never block a
 * client with the right secret. This is safe because a secret of 256 bits cannot be guessed.
 *
 * @param rateLimit requests of one client in 10 seconds; 0 turns the limit off
 * @throws OauthError 401 invalid_client; 429 after repeated wrong secrets, or over the rate limit
 * @throws CrmError RATE_LIMITED if a share of the places is taken
 */
export function clientAuthenticator(
  deps: Deps,
  { limits, places, rateLimit }: { limits: Limits; places: Places; rateLimit: number },
): (req: Request) => Promise<AuthenticatedClient> {
  const keys = MAX_KEYS;
  const perClient = limits.window("wrong secrets of a client", { ...PER_CLIENT, keys });
  const perAddress = limits.window("wrong secrets from an address", { ...PER_ADDRESS, keys });
  const rate = { points: rateLimit, seconds: RATE_WINDOW_SECONDS, keys };
  const requests = limits.window("oauth requests", rate);

  return async (req) => {
    const { id, secret } = basicCredentials(req);
    const client = await authenticateClient(deps, id, secret);
    if (client === null) throw await refuseClient(id, addressNetwork(clientAddress(req)));
    // Its body is read after this.
    const holder = { projectId: client.project_id, tenantId: client.tenant_id };
    if (req.res !== undefined) places.hold(req.res, { kind: "client", id: client.id, ...holder });
    if (rateLimit === 0) return client;
    const state = await requests.consume(client.id);
    if (!state.isAllowed) {
      throw tooMany(state, `More than ${rateLimit} requests in ${RATE_WINDOW_SECONDS} seconds.`);
    }
    return client;
  };

  async function refuseClient(id: string, network: string): Promise<OauthError> {
    // Hashed, so that every key has the same size.
    const pair = hash("sha256", `${id} ${network}`);
    const consumed = [perAddress.consume(network), perClient.consume(pair)];
    const states = await Promise.all(consumed);
    const refused = states.find((state) => !state.isAllowed);
    return refused === undefined
      ? invalidClient("The client id or secret is wrong, or the client is disabled.")
      : tooMany(refused, "Too many wrong client secrets from this address.");
  }
}

/**
 * Reads a client id and secret from HTTP Basic, both form-urlencoded (RFC 6749 §2.3.1).
 *
 * @throws OauthError 401 invalid_client
 */
function basicCredentials(req: Request): { id: string; secret: string } {
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
function invalidClient(description: string): OauthError {
  return new OauthError(401, "invalid_client", description, {
    "WWW-Authenticate": 'Basic realm="rapport", error="invalid_client"',
  });
}

function tooMany({ secondsLeft }: LimitState, fault: string): OauthError {
  return new OauthError(
    429,
    "temporarily_unavailable",
    `${fault} Retry in ${secondsLeft} seconds.`,
    { "Retry-After": String(secondsLeft) },
  );
}
