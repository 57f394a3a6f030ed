import { type QuotaUse, RapportError, type RapportErrorCode, type RapportIssue } from "./errors.ts";
import { readRetryAfter } from "./retry.ts";
import type { CallOptions, Credentials, RawBody, Received, Transport } from "./transport.ts";

export type Query = Readonly<Record<string, string | number | undefined>>;

interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the client's base URL, with encoded parameters. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  /** A body that is sent as it is, instead of `body`. */
  readonly raw?: { readonly body: RawBody; readonly headers: Readonly<Record<string, string>> };
  readonly idempotencyKey?: string;
  /** The `If-Match` header. */
  readonly ifMatch?: string | undefined;
  /** The `Prefer` header. */
  readonly prefer?: string;
  /** True for a POST that is safe to send twice. */
  readonly repeatable?: boolean;
}

/** Calls one REST operation and returns the body of its response. */
export type Call = (operation: Operation, options?: CallOptions) => Promise<unknown>;

/**
 * Creates the function that calls REST operations.
 *
 * @param prefix prefix of every path, for example `/v1`
 * @returns a function that throws RapportError for every response that is not a success
 */
export function caller(transport: Transport, credentials: Credentials, prefix = ""): Call {
  return async (operation, options) => {
    const { method, path, query, body, raw, idempotencyKey, ifMatch, prefer } = operation;
    if (idempotencyKey !== undefined && !/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) {
      throw new RapportError(
        "INVALID_OPTIONS",
        "idempotencyKey must have 1 to 255 printable ASCII characters.",
      );
    }
    const received = await transport.send(
      {
        method,
        url: `${transport.baseUrl}${prefix}${path}${queryString(query)}`,
        headers: {
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
          ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
          ...(prefer === undefined ? {} : { prefer }),
          ...raw?.headers,
        },
        body: raw?.body ?? (body === undefined ? undefined : JSON.stringify(body)),
        repeatable: isRepeatable(operation),
      },
      credentials,
      options,
    );
    // An earlier attempt, whose response was lost, probably deleted the record.
    if (method === "DELETE" && received.status === 404 && received.answerWasLost) return undefined;
    return parseBody(received);
  };
}

/** A response that is read as it arrives. */
export interface OpenedStream {
  /** 200, or 206 for a part. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array>;
}

/** Calls an operation that answers with a stream. */
export type Open = (
  path: string,
  query: Query,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>>,
) => Promise<OpenedStream>;

/** Creates the function that opens streams; it throws RapportError for every response that is not a success. */
export function opener(transport: Transport, credentials: Credentials): Open {
  return async (path, query, signal, sent) => {
    const request = {
      method: "GET",
      url: `${transport.baseUrl}${path}${queryString(query)}`,
      headers: sent,
      repeatable: true,
    };
    const response = await transport.open(request, credentials, signal);
    const { status, headers, body } = response;
    if ((status === 200 || status === 206) && body !== null) return { status, headers, body };
    parseBody({ status, headers, text: await response.text(), answerWasLost: false });
    throw new RapportError("UNEXPECTED_ANSWER", "The response is not a stream.", { status });
  };
}

/**
 * Encodes a path parameter.
 *
 * @throws RapportError INVALID_OPTIONS if it is empty, `.` or `..`
 */
export function segment(id: string | number): string {
  const text = String(id);
  // With these, the path would be that of another operation.
  if (text === "" || /^\.{1,2}$/.test(text)) {
    throw new RapportError("INVALID_OPTIONS", "An id must not be empty.");
  }
  return encodeURIComponent(text);
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page, or null on the last page. */
  readonly nextCursor: string | null;
}

/** A list that fetches its pages as they are needed. */
export interface List<Item, OnePage extends Page<Item> = Page<Item>> extends AsyncIterable<Item> {
  /** Fetches one page: the first, or the one after the page that returned the cursor. */
  page(cursor?: string): Promise<OnePage>;
}

export function pagedList<Item, OnePage extends Page<Item> = Page<Item>>(
  fetchPage: (cursor?: string) => Promise<OnePage>,
): List<Item, OnePage> {
  return {
    page: fetchPage,
    async *[Symbol.asyncIterator]() {
      let cursor: string | undefined;
      do {
        const page: Page<Item> = await fetchPage(cursor);
        yield* page.items;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
    },
  };
}

/**
 * Follows RFC 9110 §9.2.2, except for PATCH: in Rapport it only sets properties, so it is safe to repeat. With
 * `If-Match` it is not: a repetition would be refused because of the first attempt's own change.
 */
function isRepeatable({ method, idempotencyKey, repeatable, ifMatch, raw }: Operation): boolean {
  // A stream can be read only once.
  if (raw?.body instanceof ReadableStream) return false;
  if (method === "PATCH" && ifMatch !== undefined) return false;
  return method !== "POST" || idempotencyKey !== undefined || repeatable === true;
}

function queryString(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? "" : `?${parameters}`;
}

function parseBody({ status, headers, text }: Received): unknown {
  const body = parsed(text);
  if (status >= 200 && status < 300 && body !== undefined) return body;
  const { code, message, issues, requestId, quota, limit, used } = body ?? {};
  const details = {
    status,
    requestId:
      typeof requestId === "string" ? requestId : (headers.get("x-request-id") ?? undefined),
    retryAfter: readRetryAfter(headers),
  };
  if (typeof code !== "string" || typeof message !== "string") {
    throw new RapportError(
      "UNEXPECTED_ANSWER",
      `The response with status ${status} is not from Rapport. Check that baseUrl is its address.`,
      details,
    );
  }
  const faults = Array.isArray(issues) ? (issues as RapportIssue[]) : [];
  throw new RapportError(code as RapportErrorCode, withFaults(message, faults), {
    ...details,
    issues: faults,
    quota: code === "QUOTA" ? ({ quota, limit, used } as QuotaUse) : undefined,
  });
}

/** Adds the faults to the message, because programs often log only the message. */
function withFaults(message: string, issues: readonly RapportIssue[]): string {
  const faults = issues
    .filter((issue) => issue.message !== message)
    .map((issue) => (issue.path === "" ? issue.message : `${issue.path}: ${issue.message}`));
  return [message, ...faults].join(" ");
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null
      ? (body as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Options of a POST. Retries send the same idempotency key. */
export interface PostOptions extends CallOptions {
  /** The server executes a POST once per key in 24 hours. Random by default. */
  readonly idempotencyKey?: string | undefined;
}

/** Calls an operation and returns the `data` of its response. */
export async function fetchData<Data>(
  call: Call,
  operation: Operation,
  options?: CallOptions,
): Promise<Data> {
  const answer = (await call(operation, options)) as { data: Data };
  return answer.data;
}

/** Sends a POST with an idempotency key, so that it is safe to repeat. Returns the `data` of its response. */
export async function post<Data>(
  call: Call,
  path: string,
  body: unknown,
  { idempotencyKey = crypto.randomUUID(), ...options }: PostOptions = {},
): Promise<Data> {
  return fetchData(call, { method: "POST", path, body, idempotencyKey }, options);
}

/** Lists the pages of a GET operation that takes a cursor. */
export function listPages<Item>(
  call: Call,
  path: string,
  filter: Query,
  options?: CallOptions,
): List<Item, Page<Item> & { readonly asOf: string | undefined }> {
  return pagedList(async (cursor) => {
    const operation = { method: "GET", path, query: { ...filter, cursor } } as const;
    const page = await fetchData<{ results: Item[]; nextCursor: string | null; asOf?: string }>(
      call,
      operation,
      options,
    );
    return { items: page.results, nextCursor: page.nextCursor, asOf: page.asOf };
  });
}
