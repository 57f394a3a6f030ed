import { RapportError } from "./errors.ts";
import type { RapportEvent } from "./events.ts";

/** A request whose body has already been read. */
export interface RawWebhook {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The unchanged body. The signature does not match a body that was parsed and serialized again. */
  readonly body: string | Uint8Array;
}

export interface VerifyOptions {
  /** Largest difference between the time of signing and now, in seconds; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
}

const TOLERANCE_SECONDS = 300;

/**
 * Verifies that Rapport sent a webhook (Standard Webhooks).
 *
 * @param request a Fetch `Request`, whose body is consumed, or headers and raw body
 * @param secret the endpoint's signing secret, `whsec_…`, or several during a rotation
 * @returns the event
 * @throws RapportError WEBHOOK_MALFORMED, WEBHOOK_SIGNATURE_MISMATCH, WEBHOOK_TIMESTAMP; INVALID_OPTIONS
 *   if a secret is malformed
 */
export async function verifyWebhook(
  request: Request | RawWebhook,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<RapportEvent> {
  const keys = [secret].flat().map(bytesOfSecret);
  const id = readHeader(request.headers, "webhook-id");
  const timestamp = readHeader(request.headers, "webhook-timestamp");
  const signatures = readSignatures(readHeader(request.headers, "webhook-signature"));
  if (!/^\d{1,15}$/.test(timestamp)) throw malformed("webhook-timestamp is not a number.");
  const body = await readBody(request);
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSigned(signed, signatures, keys))) {
    throw new RapportError(
      "WEBHOOK_SIGNATURE_MISMATCH",
      "No signature of the webhook matches this secret and body. Check that the secret belongs to this endpoint, and that the body is unchanged.",
    );
  }
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new RapportError(
      "WEBHOOK_TIMESTAMP",
      `The webhook was signed more than ${toleranceSeconds} seconds from now. Someone sent it again, or this machine's clock is wrong.`,
    );
  }
  return { id, ...parseEvent(body) } as RapportEvent;
}

function bytesOfSecret(secret: unknown): Uint8Array<ArrayBuffer> {
  const key = typeof secret === "string" ? decoded(secret.replace(/^whsec_/, "")) : undefined;
  if (key === undefined || key.length === 0) {
    throw new RapportError(
      "INVALID_OPTIONS",
      "The secret must be the signing secret that the endpoint's registration returned, whsec_….",
    );
  }
  return key;
}

function readHeader(headers: RawWebhook["headers"], name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  if (typeof value === "string" && value !== "") return value;
  throw malformed(`The header ${name} is missing.`);
}

/** Checks for `get` instead of the class, because the headers may come from another implementation of Fetch. */
function isHeaders(headers: RawWebhook["headers"]): headers is Headers {
  return typeof headers.get === "function";
}

/** Returns the version 1 signatures of the header, which lists `v1,BASE64` entries separated by spaces. */
function readSignatures(header: string): readonly Uint8Array<ArrayBuffer>[] {
  return header.split(" ").flatMap((entry) => {
    const signature = entry.startsWith("v1,") ? decoded(entry.slice(3)) : undefined;
    return signature === undefined ? [] : [signature];
  });
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  keys: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
    for (const signature of signatures) {
      // Compares in constant time.
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
    }
  }
  return false;
}

async function readBody(request: Request | RawWebhook): Promise<Uint8Array> {
  const { body } = request;
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  if ("arrayBuffer" in request && !request.bodyUsed) {
    return new Uint8Array(await request.arrayBuffer());
  }
  throw malformed(
    'Give the unparsed body, as text or bytes. In Express, use express.raw({ type: "application/json" }).',
  );
}

function parseEvent(body: Uint8Array): object {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new RapportError("WEBHOOK_MALFORMED", "The body is not JSON.", { cause });
  }
}

function concatenated(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function malformed(message: string): RapportError {
  return new RapportError("WEBHOOK_MALFORMED", message);
}
