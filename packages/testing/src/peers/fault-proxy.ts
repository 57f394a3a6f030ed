import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";

/** What the proxy does with a request instead of forwarding it. */
export type Fault =
  /** Sends this response; the server sees nothing. */
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** Breaks the connection; the server sees nothing. */
  | { readonly breakBefore: true }
  /** Forwards the request, then breaks the connection instead of forwarding the response. */
  | { readonly loseAnswer: true }
  /** Never answers; the server sees nothing. */
  | { readonly hang: true };

export interface PassedRequest {
  readonly method: string;
  /** Includes the query string. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
}

export interface FaultProxy extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The requests since the last `clear`, oldest first. */
  readonly requests: readonly PassedRequest[];
  /** Sets the server that later requests go to. */
  forwardTo(url: string): void;
  /** Sets the function that chooses the fault of each later request. If it returns undefined, the request is forwarded. */
  fail(choose: (request: PassedRequest, n: number) => Fault | undefined): void;
  /** Clears `requests` and forwards every later request. */
  clear(): void;
}

/** Starts a proxy on a free port of 127.0.0.1 that forwards requests or makes them fail. */
export async function startFaultProxy(): Promise<FaultProxy> {
  const requests: PassedRequest[] = [];
  const sockets = new Set<Socket>();
  let target = "";
  let choose: (request: PassedRequest, n: number) => Fault | undefined = () => undefined;

  const server = createServer(async (incoming, response) => {
    const { method = "", url: path = "", headers } = incoming;
    const body = await buffer(incoming).catch(() => undefined);
    if (body === undefined) return;
    const passed = { method, path, headers };
    requests.push(passed);
    const fault = choose(passed, requests.length);
    if (fault === undefined) return passOn(target, { request: passed, body }, response, false);
    if ("hang" in fault) return;
    if ("breakBefore" in fault) return void response.destroy();
    if ("loseAnswer" in fault) return passOn(target, { request: passed, body }, response, true);
    response.writeHead(fault.status, fault.headers).end(fault.body);
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    forwardTo(url) {
      target = url;
    },
    fail(next) {
      choose = next;
    },
    clear() {
      requests.length = 0;
      choose = () => undefined;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function passOn(
  target: string,
  {
    request: { method, path, headers },
    body,
  }: { readonly request: PassedRequest; readonly body: Buffer },
  response: ServerResponse,
  loseAnswer: boolean,
): void {
  const onward = request(`${target}${path}`, { method, headers });
  onward.once("error", () => response.destroy());
  onward.once("response", (answer) => {
    if (loseAnswer) {
      answer.resume().once("end", () => response.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.end(body);
}
