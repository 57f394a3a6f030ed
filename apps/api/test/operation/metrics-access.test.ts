import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "../../src/config.ts";
import { startApp, type TestApp } from "../support/app.ts";

const TOKEN = "s3cret-of-prometheus";
/** An address of this machine that is not a loopback one. */
const OUTER = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === "IPv4" && !one.internal)?.address;

let app: TestApp | undefined;
afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe("/metrics on the API's port", () => {
  it("is there for programs on this machine", async () => {
    app = await startApp({ dialect: "sqlite" });
    const answer = await app.call("GET", "/metrics");
    expect(answer.status).toBe(200);
    expect(answer.body).toContain("rapport_http_requests_waiting");
  });

  it.each(["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Forwarded-Proto", "Via"])(
    "is 404 behind a proxy, which sends %s",
    async (name) => {
      app = await startApp({ dialect: "sqlite" });
      for (const method of ["GET", "POST"]) {
        const answer = await app.call(method, "/metrics", { headers: { [name]: "127.0.0.1" } });
        expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
      }
    },
  );

  it.skipIf(OUTER === undefined)("is 404 for other machines", async () => {
    app = await startApp({ dialect: "sqlite", settings: { host: "0.0.0.0" } });
    const { port } = new URL(app.url);
    expect((await fetch(`http://${OUTER}:${port}/metrics`)).status).toBe(404);
    expect((await fetch(`http://${OUTER}:${port}/healthz`)).status).toBe(200);
  });

  it("takes METRICS_TOKEN from anywhere", async () => {
    app = await startApp({ dialect: "sqlite", settings: { metricsToken: TOKEN } });
    const without = await app.call("GET", "/metrics");
    expect(without.status).toBe(401);
    expect(without.headers.get("www-authenticate")).toMatch(/^Bearer /);
    expect((await app.call("GET", "/metrics", bearer("wrong"))).status).toBe(401);
    const { headers } = bearer(TOKEN);
    const forwarded = { headers: { ...headers, "x-forwarded-for": "192.0.2.1" } };
    expect((await app.call("GET", "/metrics", forwarded)).status).toBe(200);
  });
});

describe("METRICS_PORT", () => {
  it("serves health and metrics, and takes the metrics from the API's port", async () => {
    app = await startApp({ dialect: "sqlite", settings: { metricsPort: 0 } });
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      expect((await fetch(`${app.metricsUrl}${path}`)).status).toBe(200);
    }
    const other = await fetch(`${app.metricsUrl}/docs`);
    expect([other.status, await other.json()]).toEqual([
      404,
      expect.objectContaining({ success: false, code: "NOT_FOUND" }),
    ]);
    expect((await app.call("GET", "/metrics")).status).toBe(404);
    expect((await app.call("GET", "/readyz")).status).toBe(200);
  });

  it("asks for METRICS_TOKEN before the metrics, not before health", async () => {
    app = await startApp({ dialect: "sqlite", settings: { metricsPort: 0, metricsToken: TOKEN } });
    const { metricsUrl } = app;
    const status = async (path: string, init?: RequestInit) =>
      (await fetch(`${metricsUrl}${path}`, init)).status;
    expect(await status("/metrics")).toBe(401);
    expect(await status("/metrics", bearer(TOKEN))).toBe(200);
    expect(await status("/healthz")).toBe(200);
    expect((await app.call("GET", "/metrics", bearer(TOKEN))).status).toBe(404);
  });
});

describe("settings", () => {
  const SECRET_KEY = Buffer.alloc(32).toString("base64");
  const read = (env: Record<string, string>, isTerminal = false) =>
    readConfig({ SECRET_KEY, ...env }, isTerminal);

  it("have no listener and no token for metrics unless they are set", () => {
    expect(read({})).toMatchObject({ metricsPort: null, metricsToken: null });
    expect(read({ METRICS_PORT: "9100" }).metricsPort).toBe(9100);
  });

  it("do not repeat a wrong METRICS_TOKEN", () => {
    expect(() => read({ METRICS_TOKEN: "with space" })).toThrow(ConfigError);
    expect(() => read({ METRICS_TOKEN: "with space" })).toThrow(/^METRICS_TOKEN (?!.*with space)/);
  });

  it("stop at once on a terminal, after five seconds elsewhere, or after STOP_GRACE", () => {
    expect(read({}, true).stopGrace).toBe(0);
    expect(read({}).stopGrace).toBe(5_000);
    expect(read({ STOP_GRACE: "0" }).stopGrace).toBe(0);
    expect(read({ STOP_GRACE: "30s" }, true).stopGrace).toBe(30_000);
    expect(() => read({ STOP_GRACE: "soon" })).toThrow(/^STOP_GRACE /);
  });
});
