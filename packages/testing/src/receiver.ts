import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import tls from "node:tls";
import { generate } from "selfsigned";

/** A request that has arrived whole. */
export interface Received {
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  readonly body: string;
  /** When its body had arrived, in milliseconds since the epoch. */
  readonly at: number;
}

/** What a receiver does with a request. */
export type Reply =
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
      readonly delayMs?: number;
    }
  /** Never answers. */
  | { readonly hang: true }
  /** Promises a body of 1000 bytes and breaks the connection after 10. */
  | { readonly cutAfterHead: true }
  /** Breaks the connection without an answer. */
  | { readonly destroy: true }
  /** Answers 200 with a body that goes on until the client leaves. */
  | { readonly endless: true };

/** Chooses the reply to the `n`th request, the first being 1. */
export type Behaviour = (request: Received, n: number) => Reply;

export interface Receiver extends AsyncDisposable {
  /** `https://127.0.0.1:PORT/hook`; every path is answered alike. */
  readonly url: string;
  /** The certificate to trust, PEM. */
  readonly ca: string;
  /** What has arrived so far, oldest first. */
  readonly received: readonly Received[];
  /** How many TCP connections have been accepted so far, also those whose handshake failed. */
  readonly connections: number;
  /** Sets the reply to requests from now on. */
  behave(behaviour: Behaviour): void;
  /** Waits until at least `count` requests have arrived; rejects, saying what has, if they do not in time. */
  waitFor(count: number, timeoutMs?: number): Promise<readonly Received[]>;
}

/** Starts an HTTPS server on a free port of 127.0.0.1 that takes webhooks; it answers 204 until told otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const { key, cert } = await certificate();
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let behaviour: Behaviour = () => ({ status: 204 });

  const server = createServer({ key, cert }, async (request, response) => {
    // The client may leave before its body has arrived, which is nothing received.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const arrived = { headers: headersOf(request), body, at: Date.now() };
    received.push(arrived);
    answer(response, behaviour(arrived, received.length));
  });
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    ca: cert,
    received,
    get connections() {
      return connections;
    },
    behave(next) {
      behaviour = next;
    },
    async waitFor(count, timeoutMs = 60_000) {
      const deadline = performance.now() + timeoutMs;
      while (received.length < count) {
        if (performance.now() > deadline) {
          const came = JSON.stringify(received, null, 2);
          throw new Error(
            `${received.length} of ${count} requests came within ${timeoutMs} ms: ${came}`,
          );
        }
        await sleep(10);
      }
      return [...received];
    },
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Has this process's TLS clients trust every receiver it starts. */
export function trustReceivers(): Promise<void> {
  trusted ??= certificate().then(({ cert }) =>
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), cert]),
  );
  return trusted;
}

/** A file, kept until this process exits, that has another process trust the receivers: for `NODE_EXTRA_CA_CERTS`. */
export async function receiverCaFile(): Promise<string> {
  const { cert } = await certificate();
  if (!caFile) {
    const folder = mkdtempSync(join(tmpdir(), "rapport-receiver-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    caFile = join(folder, "ca.pem");
    writeFileSync(caFile, cert);
  }
  return caFile;
}

let made: Promise<{ key: string; cert: string }> | undefined;
let trusted: Promise<void> | undefined;
let caFile: string | undefined;

/** The process's one certificate: making keys is slow, and trusting one is enough. */
function certificate() {
  made ??= generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - 86_400_000),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", digitalSignature: true, keyCertSign: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
  }).then((pem) => ({ key: pem.private, cert: pem.cert }));
  return made;
}

function headersOf(request: IncomingMessage) {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
}

function answer(response: ServerResponse, reply: Reply) {
  if ("hang" in reply) return;
  if ("destroy" in reply) {
    response.destroy();
  } else if ("cutAfterHead" in reply) {
    response.writeHead(200, { "content-length": "1000" });
    response.write("x".repeat(10), () => response.destroy());
  } else if ("endless" in reply) {
    response.writeHead(200);
    // Ends in an error, which is the client's leaving.
    pipeline(Readable.from(endlessly("x".repeat(16_384))), response, () => {});
  } else {
    const timer = setTimeout(() => {
      response.writeHead(reply.status, reply.headers).end(reply.body);
    }, reply.delayMs ?? 0);
    response.once("close", () => clearTimeout(timer));
  }
}

function* endlessly(chunk: string) {
  for (;;) yield chunk;
}
