import { Agent, type Dispatcher } from "undici";
import type { AddressGuard } from "../deps.ts";
import { AddressRefused } from "./address.ts";
import { parseRetryAfter } from "./schedule.ts";
import { signatureHeader } from "./sign.ts";

/** Milliseconds that one attempt may take, from connecting to the end of the answer. */
const TIME_LIMIT = 15_000;
/** Bytes of an answer that are kept. */
const KEPT = 1024;
/** Bytes of an answer that are read before its connection is given up. */
const MOST_READ = 64 * 1024;

export interface Message {
  readonly url: string;
  readonly id: string;
  readonly body: string;
  /** The endpoint's secrets, the current one first. */
  readonly secrets: readonly string[];
}

/** What came of one attempt. */
export interface Outcome {
  readonly at: string;
  readonly durationMs: number;
  /** The answer's status, null when there was none. */
  readonly status: number | null;
  /** Why there is no complete answer. */
  readonly error: string | null;
  /** The first KiB of the answer. */
  readonly response: string | null;
  readonly delivered: boolean;
  /** Milliseconds that the receiver asked to be left alone. */
  readonly retryAfter: number;
}

export interface Sender {
  /** Makes one attempt; whatever goes wrong is part of the outcome. */
  send(message: Message): Promise<Outcome>;
  close(): Promise<void>;
}

/** Sends signed messages over kept-alive connections, to addresses that the guard lets through. */
export function openSender(guard: AddressGuard): Sender {
  // Drops an origin without connections, so it holds no more than the attempts under way need.
  const agent = new Agent({ connect: guard.connect, allowH2: false, pipelining: 1 });

  return {
    async send(message) {
      const start = Date.now();
      const outcome = await attempt(agent, message, start);
      return { ...outcome, at: new Date(start).toISOString(), durationMs: Date.now() - start };
    },
    close: () => agent.destroy(),
  };
}

async function attempt(
  agent: Agent,
  { url, id, body, secrets }: Message,
  now: number,
): Promise<Omit<Outcome, "at" | "durationMs">> {
  const signal = AbortSignal.timeout(TIME_LIMIT);
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
        "webhook-signature": signatureHeader(secrets, { id, timestamp, body }),
      },
      body,
      signal,
    });
    status = answer.statusCode;
    const response = await readStart(answer.body, signal);
    const header = answer.headers["retry-after"];
    return {
      status,
      error: null,
      response,
      delivered: status >= 200 && status < 300,
      retryAfter: parseRetryAfter(Array.isArray(header) ? header[0] : header, now),
    };
  } catch (error) {
    const reason = signal.aborted ? "no complete answer within 15 seconds" : reasonOf(error);
    return { status, error: reason, response: null, delivered: false, retryAfter: 0 };
  }
}

/**
 * The headers of an attempt but for its signature, which depends on the secrets of that moment.
 *
 * @param at milliseconds since 1970, when the attempt began
 */
export function attemptHeaders(messageId: string, at: number): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    "user-agent": "Rapport-Webhooks/1",
    "webhook-id": messageId,
    "webhook-timestamp": String(secondsOf(at)),
  };
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}

/** Reads a little of a body, and lets the connection be kept when that was all of it. */
async function readStart(
  body: Dispatcher.ResponseData["body"],
  signal: AbortSignal,
): Promise<string> {
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of body) {
    signal.throwIfAborted();
    if (read < KEPT) chunks.push((chunk as Buffer).subarray(0, KEPT - read));
    read += (chunk as Buffer).length;
    if (read > MOST_READ) break;
  }
  // PostgreSQL has no character NUL.
  return Buffer.concat(chunks).toString("utf8").replaceAll("\u0000", "\uFFFD");
}

function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return (code === undefined ? message : (REASONS[code] ?? `${message} (${code})`)).slice(0, 300);
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut",
  ENOTFOUND: "the host name does not resolve",
  EAI_AGAIN: "the host name does not resolve at the moment",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  UND_ERR_HEADERS_TIMEOUT: "no answer in time",
  UND_ERR_BODY_TIMEOUT: "the answer did not end in time",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
  CERT_HAS_EXPIRED: "the certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host name",
};
