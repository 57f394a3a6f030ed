import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline, Readable } from "node:stream";

export interface GraphTemplate {
  readonly name: string;
  readonly language: string;
  readonly status: string;
  readonly category: string;
  readonly [field: string]: unknown;
}

/** Entries of a list that are not proper templates. */
type OddTemplate = Readonly<Record<string, unknown>> | string | number | null;

/** What the platform returns instead of a page of templates. */
export type Reply =
  | {
      readonly error: {
        readonly code: number;
        readonly message?: string;
        readonly is_transient?: boolean;
        /** The HTTP status; by default, the one that the real platform sends with the code. */
        readonly status?: number;
      };
      readonly headers?: Record<string, string>;
    }
  /** An HTML page with status 200. */
  | { readonly html: true }
  | { readonly json: unknown; readonly status?: number }
  /** Breaks the connection in the middle of the body. */
  | { readonly cut: true }
  /** A body that continues until the client disconnects. */
  | { readonly endless: true }
  /** No response until `release`. */
  | { readonly hang: true }
  /** A page without templates that still has a next page. */
  | { readonly empty: true };

export interface GraphPlatform extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/v24.0` */
  readonly url: string;
  /** The requests so far, oldest first. */
  readonly requests: readonly {
    readonly path: string;
    readonly authorization: string | null;
    /** When it arrived, in milliseconds since the epoch. */
    readonly at: number;
  }[];
  /** The templates of the account. Changes apply to later pages. */
  readonly templates: (GraphTemplate | OddTemplate)[];
  /** Sets the reply to the `n`th request from now, and to `times` requests in all. */
  fail(n: number, reply: Reply, times?: number): void;
  /** From now on, answers a request for more than this many templates as the real platform does if a page is too much. */
  refuseLimitsAbove(most: number): void;
  /** Breaks the connections of the requests that hang. */
  release(): void;
}

interface Options {
  readonly wabaId: string;
  readonly accessToken: string;
  readonly templates: readonly GraphTemplate[];
  /** Largest number of templates per page, even if the client asks for more. */
  readonly pageSize?: number;
}

const DEFAULT_PAGE_SIZE = 25;

/** Starts the template side of the Meta Graph API, with one account, on a free port of 127.0.0.1. */
export async function startGraphPlatform(options: Options): Promise<GraphPlatform> {
  const requests: { path: string; authorization: string | null; at: number }[] = [];
  const plans: { from: number; to: number; reply: Reply }[] = [];
  const hanging = new Set<ServerResponse>();
  const templates: GraphPlatform["templates"] = [...options.templates];
  let mostAtOnce = Number.POSITIVE_INFINITY;

  const server = createServer((request, response) => {
    const { authorization = null } = request.headers;
    requests.push({ path: request.url ?? "", authorization, at: Date.now() });
    const n = requests.length;
    const plan = plans.findLast(({ from, to }) => n >= from && n < to);
    const asked = { ...options, templates, mostAtOnce, url: new URL(request.url ?? "", url) };
    if (plan === undefined) send(response, answerTo(request, asked));
    else if ("hang" in plan.reply) hanging.add(response);
    else if ("empty" in plan.reply) send(response, ok(emptyPage(asked, n)));
    else misbehave(response, plan.reply);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v24.0`;

  return {
    url,
    requests,
    templates,
    fail(n, reply, times = 1) {
      const from = requests.length + n;
      plans.push({ from, to: from + times, reply });
    },
    refuseLimitsAbove(most) {
      mostAtOnce = most;
    },
    release() {
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Sent {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

interface Asked extends Omit<Options, "templates"> {
  readonly templates: GraphPlatform["templates"];
  readonly url: URL;
  readonly mostAtOnce: number;
}

function answerTo({ method, headers }: IncomingMessage, asked: Asked): Sent {
  const { url, wabaId, accessToken } = asked;
  if (headers.authorization !== `Bearer ${accessToken}`) {
    return failure({
      code: 190,
      message: "Invalid OAuth access token - Cannot parse access token",
    });
  }
  const [, id] = /^\/v24\.0\/([^/]+)\/message_templates$/.exec(url.pathname) ?? [];
  if (id !== wabaId) {
    const message = `Unsupported ${method?.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`;
    return failure({ code: 100, message, error_subcode: 33 });
  }
  const start = readOffset(url);
  if (start === undefined) return failure({ code: 100, message: "Invalid parameter" });
  if (readLimit(url) > asked.mostAtOnce) return failure({ code: 1, message: TOO_MUCH });
  return ok(pageFrom(asked, start));
}

const TOO_MUCH = "Please reduce the amount of data you're asking for, then retry your request";

function readLimit(url: URL): number {
  return Number(url.searchParams.get("limit") ?? DEFAULT_PAGE_SIZE);
}

function pageFrom(asked: Asked, start: number) {
  const { url, templates, pageSize = DEFAULT_PAGE_SIZE } = asked;
  const limit = Math.min(pageSize, readLimit(url));
  const end = start + limit;
  const data = templates.slice(start, end).map((template, i) => shown(template, start + i, url));
  if (data.length === 0) return { data };
  const after = cursor({ offset: end });
  const cursors = { before: cursor({ offset: start }), after };
  const next = end < templates.length ? { next: nextUrl(asked, after) } : {};
  return { data, paging: { cursors, ...next } };
}

function emptyPage(asked: Asked, n: number) {
  const after = cursor({ offset: readOffset(asked.url) ?? 0, empty: n });
  return {
    data: [],
    paging: { cursors: { before: after, after }, next: nextUrl(asked, after) },
  };
}

function shown(template: GraphTemplate | OddTemplate, index: number, url: URL) {
  if (typeof template !== "object" || template === null) return template;
  const id = String(594_425_479_261_596 + index);
  const fields = url.searchParams.get("fields")?.split(",") ?? Object.keys(template);
  const known = fields.filter((field) => Object.hasOwn(template, field));
  return { ...Object.fromEntries(known.map((field) => [field, template[field]])), id };
}

/** Puts the access token into the link, as the real platform does. */
function nextUrl({ url, accessToken }: Asked, after: string): string {
  const next = new URL(url);
  next.searchParams.set("access_token", accessToken);
  next.searchParams.set("after", after);
  return next.href;
}

function cursor(place: { offset: number; empty?: number }): string {
  return Buffer.from(`>>>???${JSON.stringify(place)}`).toString("base64");
}

function readOffset(url: URL): number | undefined {
  const after = url.searchParams.get("after");
  if (after === null) return 0;
  try {
    return JSON.parse(Buffer.from(after, "base64").toString("utf8").slice(6)).offset;
  } catch {
    return undefined;
  }
}

const STATUS: Readonly<Record<number, number>> = {
  1: 500,
  2: 500,
  4: 403,
  10: 403,
  190: 401,
  200: 403,
};

function failure(
  { status, ...error }: Extract<Reply, { error: unknown }>["error"] & { error_subcode?: number },
  headers: Record<string, string> = {},
): Sent {
  const body = {
    error: {
      message: "(#0) An error",
      type: "OAuthException",
      ...error,
      fbtrace_id: "AtSVWbWfTZ8dWbWfTZ8dWbW",
    },
  };
  return { status: status ?? STATUS[error.code] ?? 400, body, headers };
}

function ok(body: unknown): Sent {
  return { status: 200, body };
}

function send(response: ServerResponse, { status, body, headers }: Sent): void {
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8", ...headers });
  response.end(JSON.stringify(body));
}

type Misbehaviour = Exclude<Reply, { hang: true } | { empty: true }>;

function misbehave(response: ServerResponse, reply: Misbehaviour): void {
  if ("error" in reply) send(response, failure(reply.error, reply.headers));
  else if ("json" in reply) send(response, { status: reply.status ?? 200, body: reply.json });
  else if ("html" in reply) {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<!DOCTYPE html><title>Facebook</title><p>Sorry, something went wrong.</p>");
  } else if ("cut" in reply) {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"data":[{"name":"or', () => response.destroy());
  } else {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"data":[');
    // The pipeline ends with an error when the client disconnects.
    pipeline(Readable.from(endlessly(" ".repeat(65_536))), response, () => {});
  }
}

function* endlessly(chunk: string) {
  for (;;) yield chunk;
}
