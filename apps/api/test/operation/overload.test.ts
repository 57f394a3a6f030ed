import { once } from "node:events";
import { Agent, type ClientRequest, request } from "node:http";
import { connect, type Socket } from "node:net";
import { HTTP_LIMITS, type RequestLimits } from "@rapport/service/http/limits";
import { afterEach, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";

const WAIT = { timeout: 60_000 };

let app: TestApp;
const opened: (Socket | ClientRequest)[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) one.destroy();
  await app[Symbol.asyncDispose]();
});

async function start(requests: Partial<RequestLimits>): Promise<void> {
  const limits = { ...HTTP_LIMITS.requests, ...requests };
  const http = { ...HTTP_LIMITS, requests: limits };
  app = await startApp({ dialect: "sqlite", settings: { http, metricsPort: 0 } });
}

/** Sends a request whose body never ends, on a new connection. */
async function upload(key: string): Promise<{ status: Promise<number> }> {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-length": "10",
    expect: "100-continue",
  };
  const sent = request(`${app.url}/v1/contacts`, { method: "POST", headers, agent: new Agent() });
  opened.push(sent);
  sent.on("error", () => undefined);
  const status = once(sent, "response").then(([{ statusCode }]) => statusCode as number);
  status.catch(() => undefined);
  sent.flushHeaders();
  await once(sent, "continue");
  return { status };
}

const metrics = async () => (await fetch(`${app.metricsUrl}/metrics`)).text();
const underWay = async () => /rapport_http_requests_under_way (\d+)/.exec(await metrics())?.[1];

it("returns 503 with Retry-After for a request that has waited too long, and answers others", async () => {
  await start({ uploads: 2, maxAge: 200, maxStandingAge: 200 });
  const { key, call } = await app.workspace();
  await upload(key);
  await upload(key);
  await expect.poll(underWay, WAIT).toBe("2");
  const third = await upload(key);
  expect(await third.status).toBe(503);
  expect((await call("GET", "/contacts")).status).toBe(200);
  expect((await call("POST", "/contacts", { json: { email: "a@example.com" } })).status).toBe(201);
  expect(await metrics()).toContain('rapport_http_refused_total{cause="overload"} 1');
  const told = () => app.logged.some((line) => line.includes('"cause":"overload","count":1'));
  await expect.poll(told, WAIT).toBe(true);
});

it.each([
  ["/v1/contacts", { status: "error", code: "UNAVAILABLE", data: null }],
  ["/api/objects/contacts", { success: false, code: "UNAVAILABLE", data: null }],
  ["/oauth2/jwks", { error: "temporarily_unavailable" }],
  ["/trpc/public.contacts.read", { success: false, code: "UNAVAILABLE" }],
  ["/docs", { success: false, code: "UNAVAILABLE" }],
])("returns 503 for %s at once if waiting requests use all their memory", async (path, body) => {
  await start({ waitingBytes: 0, underWay: 0 });
  const answer = await app.call("GET", path);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(answer.body).toMatchObject(body);
  for (const health of ["/healthz", "/readyz", "/metrics"]) {
    expect((await fetch(`${app.metricsUrl}${health}`)).status).toBe(200);
  }
});

it("starts the next request once that of a disconnected client has ended", async () => {
  await start({ uploads: 1 });
  const { key } = await app.workspace();
  await upload(key);
  await expect.poll(underWay, WAIT).toBe("1");
  for (const one of opened.splice(0)) one.destroy();
  await expect.poll(underWay, WAIT).toBe("0");
});

it("shows a client that disconnected before the response with the status 499", async () => {
  await start({});
  const { key } = await app.workspace();
  await upload(key);
  await expect.poll(underWay, WAIT).toBe("1");
  for (const one of opened.splice(0)) one.destroy();
  const told = () => app.logged.some((line) => line.includes('"status":499'));
  await expect.poll(told, WAIT).toBe(true);
  expect(await metrics()).toMatch(
    /rapport_http_request_duration_seconds_count\{method="POST",route="\/v1\/contacts",status="499"\} 1/,
  );
});

it("answers all of many requests that arrive at once", async () => {
  await start({});
  const { key } = await app.workspace();
  const get = `GET /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  opened.push(socket);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.write(get.repeat(200));
  const answers = () => received.split("HTTP/1.1 200 OK").length - 1;
  await expect.poll(answers, WAIT).toBe(200);
});
