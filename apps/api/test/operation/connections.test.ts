import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { HTTP_LIMITS } from "@rapport/service/http/limits";
import { afterEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";

/** Short limits, so that the tests can wait for them. */
const SOON = { headersTimeout: 300, requestTimeout: 400, timeoutCheckInterval: 50 };
/** Descriptors that the server opens and closes by itself. */
const SLACK = 10;
const WAIT = { timeout: 60_000 };

let app: TestApp;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app[Symbol.asyncDispose]();
});

async function start(http: Partial<typeof HTTP_LIMITS>): Promise<void> {
  app = await startApp({ dialect: "sqlite", settings: { http: { ...HTTP_LIMITS, ...http } } });
}

/** Opens a connection that the client never closes. */
async function open(sent: string): Promise<Socket> {
  const port = Number(new URL(app.url).port);
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(sent);
  return socket;
}

async function answerOf(sent: string) {
  const raw = await text(await open(sent));
  const [head = "", body = ""] = raw.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body: JSON.parse(body) };
}

const descriptors = () => readdirSync("/proc/self/fd").length;

describe("requests that never arrive completely", () => {
  it.each(["headers", "body"])("get 408 in JSON if the %s stops", async (part) => {
    await start(SOON);
    const { key } = await app.workspace();
    const end = part === "headers" ? "" : "\r\n{";
    const { status, head, body } = await answerOf(
      `POST /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n${end}`,
    );
    expect(status).toBe(408);
    expect(head).toMatch(/\r\nX-Request-Id: req_/);
    expect(head).toMatch(/\r\nConnection: close/);
    expect(body).toMatchObject({ code: "INVALID_INPUT", data: null });
  });

  it("get one response even if it came before the end of the body", async () => {
    await start(SOON);
    const head = "POST /v1/contacts HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{";
    const raw = await text(await open(head));
    expect(raw.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401"]);
  });

  it("release their descriptors even if the clients close nothing", async () => {
    await start(SOON);
    const before = descriptors();
    // The clients read no responses and keep their side open.
    const partial = ["GET / HTTP/1.1\r\n", "", "NOT HTTP\r\n\r\n"];
    for (let i = 0; i < 300; i++) await open(partial[i % 3] as string);
    expect(descriptors()).toBeGreaterThanOrEqual(before + 600 - SLACK);
    await expect.poll(descriptors, WAIT).toBeLessThanOrEqual(before + 300 + SLACK);
    expect((await app.call("GET", "/healthz")).status).toBe(200);
  });

  it("make room for new connections, the oldest first", async () => {
    await start({ halfOpen: 10 });
    const first = await open("");
    const closed = once(first, "close");
    first.resume();
    for (let i = 0; i < 10; i++) await open("");
    first.on("end", () => first.end());
    await closed;
    expect((await app.call("GET", "/healthz")).status).toBe(200);
  });
});

it("closes idle connections when there are too many", async () => {
  await start({ connections: 20 });
  for (let i = 0; i < 20; i++) {
    const socket = await open("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "data");
  }
  const answers = () =>
    app.call("GET", "/healthz").then(
      ({ status }) => status,
      () => "refused",
    );
  await expect.poll(answers, WAIT).toBe(200);
  const told = () => app.logged.some((line) => line.includes('"cause":"connections"'));
  await expect.poll(told, WAIT).toBe(true);
});

describe("errors that Node would answer without a body", () => {
  it.each([
    [417, "an unknown expectation", "GET /v1/contacts HTTP/1.1\r\nHost: x\r\nExpect: something"],
    [400, "a missing Host", "GET /v1/contacts HTTP/1.1"],
    [
      404,
      "an upgrade",
      "GET /v1/none HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade, close",
    ],
  ])("have status %i and the form of the surface: %s", async (status, _, request) => {
    await start({});
    const answer = await answerOf(`${request}\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status: "error", data: null });
    expect(answer.head).toMatch(/\r\nX-Request-Id: req_/);
  });

  it("are 405 with Allow for CONNECT", async () => {
    await start({});
    const { status, head, body } = await answerOf("CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n");
    expect([status, body.code]).toEqual([405, "METHOD_NOT_ALLOWED"]);
    expect(head).toMatch(/\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE\r\n/);
  });

  it("are OAuth errors below /oauth2", async () => {
    await start({});
    const { status, body } = await answerOf(
      "POST /oauth2/token HTTP/1.1\r\nHost: x\r\nExpect: something\r\nConnection: close\r\n\r\n",
    );
    expect([status, body.error]).toEqual([417, "invalid_request"]);
  });
});
