import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { CrmError } from "@rapport/core";
import { boundConnections, drain, leave } from "./connections.ts";
import type { HttpLimits } from "./limits.ts";
import { admission } from "./load/admission.ts";
import { malformed, type Refusal, refuse } from "./load/refusal.ts";
import { answerUnreadable } from "./unreadable.ts";
import { limitBodyTime } from "./uploading.ts";

export type RefusalCause = "connections" | "overload";

export interface HttpServer {
  readonly server: Server;
  /** Starts to pass requests to the application. Until then, every request gets a 503. */
  serve(application: RequestListener): void;
  /** Returns the numbers of waiting requests and of requests under way. */
  load(): { waiting: number; underWay: number };
  /**
   * Serves requests for `graceMs`, each with `Connection: close`, then closes the server.
   *
   * @param graceMs milliseconds to keep listening
   */
  stop(graceMs: number): Promise<void>;
  /**
   * Takes no more connections and serves those that are open for up to `graceMs`, each with `Connection: close`. For a
   * process that shares its port with others.
   */
  leave(graceMs: number): Promise<void>;
}

/**
 * Creates an HTTP server that limits connections, requests and time. It answers in JSON every request that does not
 * reach the application.
 *
 * @param onRefused called for each request refused under overload, and at most once a second while connections are
 *   refused
 */
export function openHttpServer(
  limits: HttpLimits,
  onRefused: (cause: RefusalCause) => void,
): HttpServer {
  // By connection. Changes at each request only in place: a set of the responses under way would be made again every few
  // requests, and what it has held is freed only by a full garbage collection.
  const latest = new Map<Socket, ServerResponse>(); // bounded by the limit on connections
  let isStopping = false;
  let handle: RequestListener = (req, res) => refuse(req, res, STARTING);
  const queue = admission(
    limits.requests,
    (req, res) => handle(req, res),
    (req, res) => {
      onRefused("overload");
      refuse(req, res, OVERLOADED);
    },
  );

  const server = createServer({
    headersTimeout: limits.headersTimeout,
    // A large file may take longer; see `limitBodyTime`.
    requestTimeout: 0,
    connectionsCheckingInterval: limits.timeoutCheckInterval,
    keepAliveTimeout: limits.keepAliveTimeout,
    // Node's own response would have no body; see NO_HOST.
    requireHostHeader: false,
  });
  const connections = boundConnections(server, limits, () => onRefused("connections"));
  server.on("connection", (socket) => {
    socket.once("close", () => latest.delete(socket));
  });
  server.on("request", (req, res) => {
    connections.requested(req.socket);
    latest.set(req.socket, res);
    limitBodyTime(server, req, limits.requestTimeout);
    if (isStopping) res.shouldKeepAlive = false;
    const repeated = repeatedHeader(req);
    if (req.headers.host === undefined && req.httpVersion === "1.1") refuse(req, res, NO_HOST);
    else if (repeated !== undefined) refuse(req, res, isRepeated(repeated));
    else queue.admit(req, res);
  });
  const endWatch = cutSlowReaders(() => latest.keys(), limits.readInterval);
  server.once("close", endWatch);
  answerUnreadable(server, (socket) => latest.get(socket as Socket));

  function beginToStop(): void {
    isStopping = true;
    for (const res of latest.values()) res.shouldKeepAlive = false;
  }

  return {
    server,
    serve: (application) => {
      handle = application;
    },
    load: queue.load,
    stop: async (graceMs) => {
      beginToStop();
      await drain(server, connections, graceMs, queue.hold);
    },
    leave: async (graceMs) => {
      beginToStop();
      await leave(server, connections, graceMs);
    },
  };
}

/** Minimum bytes that a client must read per interval while more are waiting. */
const LEAST_BYTES = 64 * 1024;

/** What Node's socket knows of the bytes that the operating system has not taken. */
interface Written {
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null;
}

/**
 * Disconnects clients that read their response too slowly, because it holds memory and a place.
 *
 * @param sockets returns the connections that have had a request
 * @param intervalMs milliseconds in which a client must take 64 KiB
 * @returns the function that ends the watch
 */
function cutSlowReaders(sockets: () => Iterable<Socket>, intervalMs: number): () => void {
  /** Bytes that a client with a waiting answer had taken at the last look. */
  let before = new Map<Socket, number>(); // bounded by the limit on connections
  const timer = setInterval(() => {
    const now = new Map<Socket, number>();
    for (const socket of sockets()) {
      const { bytesWritten = 0, writeQueueSize = 0 } = (socket as Written)._handle ?? {};
      if (writeQueueSize === 0) continue;
      const taken = bytesWritten - writeQueueSize;
      if (taken - (before.get(socket) ?? -LEAST_BYTES) < LEAST_BYTES) socket.destroy();
      else now.set(socket, taken);
    }
    before = now;
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

const NO_HOST = malformed(400, "The Host header is missing.");

function isRepeated(name: string): Refusal {
  return malformed(400, `The ${name} header is given more than once. Send it once.`);
}

const STARTING = unavailable("The server is starting. Retry in 1 second.");
const OVERLOADED = unavailable("Too many requests are waiting. Retry in 1 second.");

function unavailable(message: string): Refusal {
  const headers = { "Retry-After": "1" };
  return { status: 503, error: new CrmError("UNAVAILABLE", message, { headers }) };
}

/**
 * Headers that a request may have only once. If one is repeated, a proxy may use another value than this server. Node takes
 * the first `Host` and `Authorization`, and joins keys with a comma. RFC 9112 §3.2 demands a 400 for two `Host`.
 */
const SINGLE = ["Host", "Authorization", "Idempotency-Key"];
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  SINGLE.map((name) => [name.toLowerCase(), name]),
);
const LENGTHS: ReadonlySet<number> = new Set(SINGLE.map(({ length }) => length));

/** Returns the name of a header that a request may have only once, but has several times. */
function repeatedHeader({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): string | undefined {
  const seen: string[] = []; // at most the single ones
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] as string;
    if (!LENGTHS.has(given.length)) continue;
    const name = SPELLINGS.get(given.toLowerCase());
    if (name === undefined) continue;
    if (seen.includes(name)) return name;
    seen.push(name);
  }
  return undefined;
}
