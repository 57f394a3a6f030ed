import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import tls from "node:tls";
import { generate } from "selfsigned";

/** A completely received request. */
export interface Received {
  /** Header names are in lower case. */
  readonly headers: Record<string, string>;
  readonly body: string;
  /** When the whole body had arrived, in milliseconds since the epoch. */
  readonly at: number;
}

/** What a receiver does with a request. */
export type Reply =
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
      readonly delayMs?: number;
      /** Sends `100 Continue` first. */
      readonly isContinued?: boolean;
    }
  /** Never answers. */
  | { readonly hang: true }
  /** Promises a body of 1000 bytes and breaks the connection after 10. */
  | { readonly cutAfterHead: true }
  /** Breaks the connection without a response. */
  | { readonly destroy: true }
  /** Responds with 200 and a body that continues until the client disconnects. */
  | { readonly endless: true };

/** Chooses the reply to the `n`th request, counted from 1. */
export type Behaviour = (request: Received, n: number) => Reply;

export interface Receiver extends AsyncDisposable {
  /** `https://127.0.0.1:PORT/hook`; every path gets the same reply. */
  readonly url: string;
  /** The certificate to trust, PEM. */
  readonly ca: string;
  /** The requests so far, oldest first. */
  readonly received: readonly Received[];
  /** TCP connections accepted so far, including those whose TLS handshake failed. */
  readonly connections: number;
  /** Requests that have arrived and are not answered. */
  readonly open: number;
  /** Sets the reply to later requests. */
  behave(behaviour: Behaviour): void;
  /** Waits until at least `count` requests have arrived. On timeout, rejects with the requests so far. */
  waitFor(count: number, timeoutMs?: number): Promise<readonly Received[]>;
}

/** What is wrong with a receiver's certificate: those who trust receivers refuse it. */
export type CertificateFault = "self-signed" | "expired" | "not valid yet" | "of another host";

/**
 * Starts an HTTPS server on a free port of 127.0.0.1 that receives webhooks. It replies 204 unless `behave` is called.
 *
 * @param options.isPlain whether it speaks HTTP without TLS
 */
export async function startReceiver(
  options: { readonly isPlain?: boolean; readonly fault?: CertificateFault } = {},
): Promise<Receiver> {
  const { key, cert } = await certificate();
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let open = 0;
  let behaviour: Behaviour = () => ({ status: 204 });

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    // If the client disconnects before its body has arrived, the request does not count.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const arrived = { headers: toHeaders(request), body, at: Date.now() };
    received.push(arrived);
    open++;
    response.once("close", () => open--);
    answer(response, behaviour(arrived, received.length));
  };
  const shown = options.fault === undefined ? { key, cert } : await faulty(options.fault);
  const server = options.isPlain ? http.createServer(receive) : https.createServer(shown, receive);
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `${options.isPlain ? "http" : "https"}://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    ca: cert,
    received,
    get connections() {
      return connections;
    },
    get open() {
      return open;
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

/** Makes the TLS clients of this process trust every receiver that it starts. */
export function trustReceivers(): Promise<void> {
  trusted ??= certificate().then(({ cert }) =>
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), cert]),
  );
  return trusted;
}

/** Creates a CA file for `NODE_EXTRA_CA_CERTS`, so that another process trusts the receivers. Deleted on exit. */
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

/** Returns the certificate that all receivers of this process share, because generating keys is slow. */
function certificate() {
  made ??= generateFor("127.0.0.1");
  return made;
}

const DAY_MS = 86_400_000;

async function faulty(fault: CertificateFault): Promise<{ key: string; cert: string }> {
  const ca = await certificate();
  if (fault === "self-signed") return generateFor("127.0.0.1");
  if (fault === "of another host") return generateFor("127.0.0.2", { ca });
  const from = Date.now() + (fault === "expired" ? -2 : 1) * DAY_MS;
  const notBeforeDate = new Date(from);
  return generateFor("127.0.0.1", { ca, notBeforeDate, notAfterDate: new Date(from + DAY_MS) });
}

/** @param options.ca signs it; itself if undefined */
async function generateFor(
  ip: string,
  options: {
    ca?: { readonly key: string; readonly cert: string };
    notBeforeDate?: Date;
    notAfterDate?: Date;
  } = {},
): Promise<{ key: string; cert: string }> {
  const isAuthority = options.ca === undefined;
  const name = isAuthority ? "localhost" : "receiver.example";
  const pem = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - DAY_MS),
    extensions: [
      { name: "basicConstraints", cA: isAuthority, critical: true },
      { name: "keyUsage", digitalSignature: true, keyCertSign: isAuthority, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: name },
          { type: 7, ip },
        ],
      },
    ],
    ...options,
  });
  return { key: pem.private, cert: pem.cert };
}

function toHeaders(request: IncomingMessage) {
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
    // The pipeline ends with an error when the client disconnects.
    pipeline(Readable.from(endlessly("x".repeat(16_384))), response, () => {});
  } else {
    if (reply.isContinued) response.writeContinue();
    const timer = setTimeout(() => {
      response.writeHead(reply.status, reply.headers).end(reply.body);
    }, reply.delayMs ?? 0);
    response.once("close", () => clearTimeout(timer));
  }
}

function* endlessly(chunk: string) {
  for (;;) yield chunk;
}
