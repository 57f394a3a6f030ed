import { createHmac, randomBytes } from "node:crypto";
import { Agent, type Dispatcher } from "undici";
import type { AddressGuard, Tracing } from "../deps.ts";
import { AddressRefused } from "./address.ts";
import { parseRetryAfter } from "./schedule.ts";

/** Time limit of one attempt, from connecting to the end of the response. */
const TIME_LIMIT_MS = 15_000;
/** Bytes of a response that are stored. */
const STORED_BYTES = 1024;
/** Bytes of a response that are read before its connection is closed. */
const MAX_READ_BYTES = 64 * 1024;

export interface Message {
  readonly url: string;
  readonly id: string;
  readonly body: string;
  /** The endpoint's secrets, the current one first. */
  readonly secrets: readonly string[];
}

/** Outcome of one attempt. */
export interface Outcome {
  readonly at: string;
  readonly durationMs: number;
  /** The HTTP status of the response; null if there was none. */
  readonly status: number | null;
  /** Why there is no complete response; null if there is one. */
  readonly error: string | null;
  /** The first KiB of the response; null if `error` is set. */
  readonly response: string | null;
  readonly delivered: boolean;
  /** Milliseconds from the receiver's `Retry-After`; 0 without the header. */
  readonly retryAfter: number;
  /** True if nothing was sent, because the endpoint may not be sent it. */
  readonly isWithheld?: true;
}

export interface Sender {
  /** Makes one attempt. Reports a failed request in the outcome instead of throwing. */
  send(message: Message): Promise<Outcome>;
  close(): Promise<void>;
}

/**
 * Opens a sender of signed messages. It keeps connections alive and sends only to addresses the guard allows.
 *
 * @param tracing null if traces are off; otherwise each attempt begins a trace and sends `traceparent`
 */
export function openSender(guard: AddressGuard, tracing: Tracing | null = null): Sender {
  // The agent drops origins without connections, so the current attempts bound its size.
  const agent = new Agent({ connect: guard.connect, allowH2: false, pipelining: 1 });

  return {
    async send(message) {
      const start = Date.now();
      const outcome = await (tracing === null
        ? attempt(agent, message, start)
        : tracedAttempt(tracing, agent, message, start));
      return { ...outcome, at: new Date(start).toISOString(), durationMs: Date.now() - start };
    },
    close: () => agent.destroy(),
  };
}

function tracedAttempt(tracing: Tracing, agent: Agent, message: Message, now: number) {
  return tracing.inSpan("webhook", "webhook attempt", async ({ headers, note }) => {
    const outcome = await attempt(agent, message, now, headers);
    const { status, delivered } = outcome;
    note({
      "server.address": new URL(message.url).hostname,
      "rapport.webhook_id": message.id,
      "rapport.delivered": delivered,
      ...(status !== null && { "http.response.status_code": status }),
    });
    return outcome;
  });
}

async function attempt(
  agent: Agent,
  { url, id, body, secrets }: Message,
  now: number,
  traceHeaders: Readonly<Record<string, string>> = {},
): Promise<Omit<Outcome, "at" | "durationMs">> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const timestamp = secondsOf(now);
  let status: number | null = null;
  try {
    const target = new URL(url);
    const answer = await agent.request({
      origin: target.origin,
      path: `${target.pathname}${target.search}`,
      method: "POST",
      headers: {
        ...attemptHeaders(id, now),
        ...traceHeaders,
        "webhook-signature": signatureHeader(secrets, { id, timestamp, body }),
      },
      body,
      signal,
    });
    status = answer.statusCode;
    const response = await readStart(answer.body, signal);
    return {
      status,
      error: null,
      response,
      delivered: status >= 200 && status < 300,
      retryAfter: parseRetryAfter(answer.headers["retry-after"], now),
    };
  } catch (error) {
    const reason = signal.aborted ? "no complete response within 15 seconds" : reasonOf(error);
    return { status, error: reason, response: null, delivered: false, retryAfter: 0 };
  }
}

/**
 * Returns the headers of an attempt without its signature, which depends on the secrets at that time.
 *
 * @param at start of the attempt in milliseconds since 1970
 */
export function attemptHeaders(messageId: string, at: number): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    "user-agent": "Rapport-Webhooks/1",
    "webhook-id": messageId,
    "webhook-timestamp": String(secondsOf(at)),
  };
}

const PREFIX = "whsec_";

/** Generates a Standard Webhooks signing secret: the prefix and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return `${PREFIX}${randomBytes(32).toString("base64")}`;
}

/**
 * Returns the `webhook-signature` header of a message (Standard Webhooks), with one signature per secret.
 *
 * @param message.timestamp the `webhook-timestamp` header, in seconds since 1970
 */
function signatureHeader(
  secrets: readonly string[],
  message: { id: string; timestamp: number; body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), "base64");
      const content = `${message.id}.${message.timestamp}.${message.body}`;
      return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
    })
    .join(" ");
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}

/** Returns the first KiB of a body as text. Stops after 64 KiB, which closes the connection. */
async function readStart(
  body: Dispatcher.ResponseData["body"],
  signal: AbortSignal,
): Promise<string> {
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of body) {
    signal.throwIfAborted();
    if (read < STORED_BYTES) chunks.push((chunk as Buffer).subarray(0, STORED_BYTES - read));
    read += (chunk as Buffer).length;
    if (read > MAX_READ_BYTES) break;
  }
  // PostgreSQL cannot store the character NUL.
  return Buffer.concat(chunks).toString("utf8").replaceAll("\u0000", "\uFFFD");
}

function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return (code === undefined ? message : (REASONS[code] ?? `${message} (${code})`)).slice(0, 300);
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was lost",
  UND_ERR_SOCKET: "the connection was lost",
  ENOTFOUND: "the host name does not resolve",
  ENODATA: "the host name does not resolve",
  EAI_AGAIN: "the host name does not resolve right now",
  ETIMEOUT: "the host name does not resolve right now",
  ESERVFAIL: "the host name does not resolve right now",
  EREFUSED: "the host name does not resolve right now",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  UND_ERR_HEADERS_TIMEOUT: "no response in time",
  UND_ERR_BODY_TIMEOUT: "the response did not end in time",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
  CERT_HAS_EXPIRED: "the certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host name",
};
