import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
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

/** Where an endpoint is, from its URL. */
export interface Destination {
  readonly origin: string;
  readonly hostname: string;
  /** With the query. */
  readonly path: string;
}

export interface Message {
  readonly to: Destination;
  readonly id: string;
  readonly body: string;
  /** Of the endpoint's secrets, the current one first. */
  readonly keys: readonly KeyObject[];
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
      "server.address": message.to.hostname,
      "rapport.webhook_id": message.id,
      "rapport.delivered": delivered,
      ...(status !== null && { "http.response.status_code": status }),
    });
    return outcome;
  });
}

function attempt(
  agent: Agent,
  { to: { origin, path }, id, body, keys }: Message,
  now: number,
  traceHeaders: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const headers = {
    ...attemptHeaders(id, now),
    ...traceHeaders,
    "webhook-signature": signatureHeader(keys, { id, timestamp: toSeconds(now), body }),
  };
  return new Promise((resolve) => {
    const answer = receiveAnswer(now, resolve);
    try {
      agent.dispatch({ origin, path, method: "POST", headers, body }, answer);
    } catch (error) {
      answer.onResponseError(null, error as Error);
    }
  });
}

type Answer = Omit<Outcome, "at" | "durationMs">;

/** Collects a response, or the reason why there is none, within the time limit. Calls `resolve` once. */
function receiveAnswer(startedAt: number, resolve: (answer: Answer) => void) {
  const chunks: Buffer[] = [];
  let read = 0;
  let status: number | null = null;
  let retryAfter = 0;
  let request: Dispatcher.DispatchController | undefined;
  let isOver = false;

  const limit = setTimeout(() => {
    end(failed(`no complete response within ${TIME_LIMIT_MS / 1_000} seconds`));
    request?.abort(new Error("the time limit of a webhook attempt"));
  }, TIME_LIMIT_MS);
  function end(answer: Answer): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(limit);
    resolve(answer);
  }
  function failed(error: string): Answer {
    return { status, error, response: null, delivered: false, retryAfter: 0 };
  }
  function received(): Answer {
    // PostgreSQL cannot store the character NUL.
    const response =
      read === 0 ? "" : Buffer.concat(chunks).toString("utf8").replaceAll("\u0000", "\uFFFD");
    const delivered = status !== null && status >= 200 && status < 300;
    return { status, error: null, response, delivered, retryAfter };
  }

  return {
    onRequestStart(controller: Dispatcher.DispatchController): void {
      request = controller;
      // The connection was made after the time limit.
      if (isOver) controller.abort(new Error("the time limit of a webhook attempt"));
    },
    onResponseStart(
      _: Dispatcher.DispatchController,
      code: number,
      headers: Readonly<Record<string, string | string[] | undefined>>,
    ): void {
      if (code < 200) return;
      status = code;
      retryAfter = parseRetryAfter(headers["retry-after"], startedAt);
    },
    onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
      if (read < STORED_BYTES) chunks.push(chunk.subarray(0, STORED_BYTES - read));
      read += chunk.length;
      if (read <= MAX_READ_BYTES) return;
      end(received());
      controller.abort(new Error("the rest of a webhook response"));
    },
    onResponseEnd(): void {
      end(received());
    },
    onResponseError(_: unknown, error: Error): void {
      end(failed(describeFailure(error)));
    },
  };
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
    "webhook-timestamp": String(toSeconds(at)),
  };
}

const PREFIX = "whsec_";

/** Generates a Standard Webhooks signing secret: the prefix and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return `${PREFIX}${randomBytes(32).toString("base64")}`;
}

/** Returns the key of a signing secret, for `Message.keys`. Making it takes longer than signing with it. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(secret.slice(PREFIX.length), "base64");
}

/**
 * Returns the `webhook-signature` header of a message (Standard Webhooks), with one signature per key.
 *
 * @param message.timestamp the `webhook-timestamp` header, in seconds since 1970
 */
function signatureHeader(
  keys: readonly KeyObject[],
  message: { id: string; timestamp: number; body: string },
): string {
  const content = `${message.id}.${message.timestamp}.${message.body}`;
  return keys
    .map((key) => `v1,${createHmac("sha256", key).update(content).digest("base64")}`)
    .join(" ");
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** What the errors of Node, OpenSSL and undici have besides a message. */
type LibraryError = NodeJS.ErrnoException & {
  /** Of OpenSSL, whose messages have places in its source. */
  readonly library?: string;
  readonly reason?: string;
  /** If a host has several addresses, only the errors of each have a text. */
  readonly errors?: readonly Error[];
};

/** Says in words why there is no complete response, with the library's text behind it. */
function describeFailure(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  const { code, message, library, reason, errors = [] } = error as LibraryError;
  const own = library === undefined ? message : (reason ?? message);
  const text = own || errors.map((one) => one.message).join("; ") || code || "no text";
  // The text of undici for a response with the status 100, which it refuses; no option of it takes one.
  if (code === "UND_ERR_SOCKET" && message === "bad response") return UNASKED_CONTINUE;
  const words =
    code === undefined
      ? undefined
      : (REASONS[code] ?? KINDS_OF_REASON.find(([pattern]) => pattern.test(code))?.[1]);
  return `${words ?? "the request failed"} (${text})`.slice(0, 300);
}

const UNASKED_CONTINUE =
  "the receiver sent 100 Continue before its response, which no request asks for";

const UNTRUSTED = "the certificate is not trusted, because";

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was lost",
  EPIPE: "the connection was lost",
  UND_ERR_SOCKET: "the connection was lost",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the host cannot be reached",
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
  UND_ERR_HEADERS_OVERFLOW: "the headers of the response are too large",
  EPROTO: "the receiver does not speak TLS as expected",
  DEPTH_ZERO_SELF_SIGNED_CERT: `${UNTRUSTED} it is self-signed`,
  SELF_SIGNED_CERT_IN_CHAIN: `${UNTRUSTED} its root is not a known authority`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `${UNTRUSTED} the certificate of its issuer is missing`,
  UNABLE_TO_GET_ISSUER_CERT: `${UNTRUSTED} the certificate of its issuer is missing`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `${UNTRUSTED} the certificate of its issuer is missing`,
  CERT_HAS_EXPIRED: `${UNTRUSTED} it has expired`,
  CERT_NOT_YET_VALID: `${UNTRUSTED} it is not valid yet`,
  CERT_REVOKED: `${UNTRUSTED} it was revoked`,
  ERR_TLS_CERT_ALTNAME_INVALID: `${UNTRUSTED} it is for another host name`,
};

const KINDS_OF_REASON: readonly (readonly [RegExp, string])[] = [
  [/^(ERR_SSL_|ERR_TLS_)/, "the receiver does not speak TLS as expected"],
  [/CERT|CRL|HOSTNAME_MISMATCH/, "the certificate is not trusted"],
  [/^HPE_/, "the response is not HTTP"],
];
