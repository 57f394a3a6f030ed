import { checkedBaseUrl } from "./base-url.ts";
import { RapportError } from "./errors.ts";
import { pause, readRetryAfter, waitBefore } from "./retry.ts";

/** Options of every client. */
export interface TransportOptions {
  /** The address of Rapport, for example `https://rapport.example`. */
  readonly baseUrl: string;
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Number of retries of a call; 3 by default, 0 for none. */
  readonly retries?: number | undefined;
  /** Longest time for a call and its retries, in milliseconds; 60 000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Allows plain HTTP to other machines, although others may read the credential in transit. */
  readonly allowInsecure?: boolean | undefined;
}

/** The credential of a client. */
export interface Credentials {
  /** Returns the `Authorization` header. */
  authorization(signal: AbortSignal): Promise<string>;
  /** Called if the server refused this header. Returns whether `authorization` may now return another one. */
  renew(refused: string | undefined): boolean;
}

/** The last parameter of every method. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Longest time for this call and its retries, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Whether an earlier attempt was sent and its response was lost. */
  readonly answerWasLost: boolean;
}

interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RawBody | undefined;
  /** Whether sending it twice has the same effect as sending it once. */
  readonly repeatable: boolean;
}

export interface Transport {
  readonly baseUrl: string;
  /**
   * Sends a request and retries it: after 429 and most 503, after a broken connection if it is repeatable, and once
   * with a new credential if the credential was refused.
   *
   * @throws RapportError CONNECTION_FAILED, TIMEOUT, ABORTED, or the error of getting the credential
   */
  send(
    request: OutgoingRequest,
    credentials: Credentials | undefined,
    options?: CallOptions,
  ): Promise<Received>;
  /**
   * Sends a request whose response is read as it arrives. Sends it again only if the credential was refused.
   *
   * @throws RapportError CONNECTION_FAILED or ABORTED, or the error of getting the credential
   */
  open(request: OutgoingRequest, credentials: Credentials, signal: AbortSignal): Promise<Response>;
}

const DEFAULT_RETRIES = 3;
const TIMEOUT_MS = 60_000;

/** The longest timer that Node supports. A longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function createTransport(options: TransportOptions): Transport {
  const baseUrl = checkedBaseUrl(options.baseUrl, options.allowInsecure);
  const retries = checkedRetries(options.retries ?? DEFAULT_RETRIES);
  const doFetch = options.fetch ?? globalThis.fetch;
  return {
    baseUrl,
    async send(request, credentials, call = {}) {
      const ms = checkedTimeout(call.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS);
      const end = Date.now() + ms;
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), Math.min(ms, MAX_TIMER_MS));
      const signal = call.signal ? AbortSignal.any([call.signal, timeout.signal]) : timeout.signal;
      try {
        return await sendUntilAnswered(doFetch, request, { credentials, signal, end, retries });
      } catch (error) {
        if (error instanceof RapportError) throw error;
        throw toRapportError(error, request, { signal, given: call.signal, ms });
      } finally {
        clearTimeout(timer);
      }
    },
    async open(request, credentials, signal) {
      try {
        const authorization = await credentials.authorization(signal);
        const response = await fetchOnce(doFetch, request, authorization, signal);
        if (!isTokenRefused(response) || !credentials.renew(authorization)) return response;
        await response.body?.cancel();
        return await fetchOnce(doFetch, request, await credentials.authorization(signal), signal);
      } catch (error) {
        if (error instanceof RapportError) throw error;
        throw toRapportError(error, request, { signal, given: signal, ms: 0 });
      }
    },
  };
}

function checkedRetries(retries: number): number {
  if (retries >= 0) return retries;
  throw new RapportError("INVALID_OPTIONS", "retries must be a number of 0 or more.");
}

function checkedTimeout(ms: number): number {
  if (ms >= 0) return ms;
  throw new RapportError("INVALID_OPTIONS", "timeoutMs must be a number of milliseconds.");
}

interface Sending {
  readonly credentials: Credentials | undefined;
  readonly signal: AbortSignal;
  /** Deadline of the call, in milliseconds since the epoch. */
  readonly end: number;
  readonly retries: number;
}

async function sendUntilAnswered(
  doFetch: typeof globalThis.fetch,
  request: OutgoingRequest,
  { credentials, signal, end, retries }: Sending,
): Promise<Received> {
  let answerWasLost = false;
  let mayRenew = true;
  for (let attempt = 1; ; attempt++) {
    const authorization = await credentials?.authorization(signal);
    let wait: number | undefined;
    try {
      const answer = await attemptOnce(doFetch, request, authorization, signal);
      if (isStream(request)) return { ...answer, answerWasLost };
      if (mayRenew && isTokenRefused(answer) && credentials?.renew(authorization)) {
        mayRenew = false;
        attempt--;
        continue;
      }
      wait = isWorthRetrying(answer, request)
        ? waitBefore(attempt, readRetryAfter(answer.headers))
        : undefined;
      if (wait === undefined || attempt > retries || Date.now() + wait > end) {
        return { ...answer, answerWasLost };
      }
    } catch (error) {
      if (signal.aborted || !request.repeatable || attempt > retries) throw error;
      answerWasLost = true;
      wait = waitBefore(attempt, undefined) as number;
    }
    await pause(wait, signal);
  }
}

/** RFC 6750 §3.1: a new token may help, unless the server did not check the token. */
function isTokenRefused({ status, headers }: { status: number; headers: Headers }): boolean {
  return status === 401 && /error="?invalid_token/.test(headers.get("www-authenticate") ?? "");
}

function isWorthRetrying(
  { status, headers, text }: { status: number; headers: Headers; text: string },
  { repeatable }: OutgoingRequest,
): boolean {
  // The server may have made the change, so a retry could make it twice.
  if (status === 503 && !repeatable && text.includes('"outcome_unknown"')) return false;
  if (status === 429 || status === 503) return true;
  // An earlier attempt with the same Idempotency-Key is still running.
  return status === 409 && repeatable && headers.has("retry-after");
}

function toRapportError(
  error: unknown,
  { method, url, repeatable }: OutgoingRequest,
  call: { signal: AbortSignal; given: AbortSignal | undefined; ms: number },
): RapportError {
  const what = `${method} ${new URL(url).pathname}`;
  if (call.given?.aborted)
    return new RapportError("ABORTED", `${what} was aborted.`, { cause: error });
  if (call.signal.aborted) {
    const message = `${what} got no response within ${call.ms} milliseconds.`;
    return new RapportError("TIMEOUT", message, { cause: error });
  }
  const doubt = repeatable ? "" : " The change may have been made. Check before you try again.";
  return new RapportError(
    "CONNECTION_FAILED",
    `The connection to ${new URL(url).origin} failed${errorReason(error)} before the response to ${what} arrived.${doubt}`,
    { cause: error },
  );
}

/** Returns the error code of the system or of OpenSSL. `fetch` itself only says that it failed; its cause has the code. */
function errorReason(error: unknown): string {
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  return typeof code === "string" ? ` (${code})` : "";
}

/** A stream can be sent only once. */
function isStream({ body }: OutgoingRequest): boolean {
  return body instanceof ReadableStream;
}

async function attemptOnce(
  doFetch: typeof globalThis.fetch,
  request: OutgoingRequest,
  authorization: string | undefined,
  signal: AbortSignal,
): Promise<Omit<Received, "answerWasLost">> {
  const response = await fetchOnce(doFetch, request, authorization, signal);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function fetchOnce(
  doFetch: typeof globalThis.fetch,
  { method, url, headers, body }: OutgoingRequest,
  authorization: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  return doFetch(url, {
    method,
    redirect: "manual",
    signal,
    headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
    ...(body === undefined ? {} : { body }),
    // `fetch` requires this of a stream.
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
}

/** A body that is sent as it is. */
export type RawBody = Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string;
