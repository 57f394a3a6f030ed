import { networkInterfaces } from "node:os";
import { ConfigError, readConfig } from "@rapport/service/settings/config";
import { afterEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";

const TOKEN = "s3cret-of-prometheus";
/** An address of this machine other than loopback. */
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
  it("is served to programs on this machine", async () => {
    app = await startApp({ dialect: "sqlite" });
    const answer = await app.call("GET", "/metrics");
    expect(answer.status).toBe(200);
    expect(answer.body).toContain("rapport_http_requests_waiting");
  });

  it.each(["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Forwarded-Proto", "Via"])(
    "returns 404 behind a proxy, which sends %s",
    async (name) => {
      app = await startApp({ dialect: "sqlite" });
      for (const method of ["GET", "POST"]) {
        const answer = await app.call(method, "/metrics", { headers: { [name]: "127.0.0.1" } });
        expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
      }
    },
  );

  it.skipIf(OUTER === undefined)("returns 404 to other machines", async () => {
    app = await startApp({ dialect: "sqlite", settings: { host: "0.0.0.0" } });
    const { port } = new URL(app.url);
    expect((await fetch(`http://${OUTER}:${port}/metrics`)).status).toBe(404);
    expect((await fetch(`http://${OUTER}:${port}/healthz`)).status).toBe(200);
  });

  it("accepts METRICS_TOKEN from any machine", async () => {
    app = await startApp({ dialect: "sqlite", settings: { metricsToken: TOKEN } });
    const without = await app.call("GET", "/metrics");
    expect(without.status).toBe(401);
    expect(without.headers.get("www-authenticate")).toMatch(/^Bearer /);
    expect((await app.call("GET", "/metrics", bearer("wrong"))).status).toBe(401);
    const { headers } = bearer(TOKEN);
    const forwarded = { headers: { ...headers, "x-forwarded-for": "192.0.2.1" } };
    expect((await app.call("GET", "/metrics", forwarded)).status).toBe(200);
  });

  it("returns 405 to another method before it asks for METRICS_TOKEN", async () => {
    app = await startApp({ dialect: "sqlite", settings: { metricsToken: TOKEN } });
    const answer = await app.call("POST", "/metrics");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it.each(["gzip", "identity"])(
    "answers HEAD with the headers of GET, for a client that takes %s",
    async (accepted) => {
      app = await startApp({ dialect: "sqlite" });
      for (const method of ["GET", "HEAD"]) {
        const { headers } = await app.call(method, "/metrics", {
          headers: { "accept-encoding": accepted },
        });
        const names = ["content-encoding", "vary"].map((name) => headers.get(name));
        expect(names).toEqual([accepted === "gzip" ? "gzip" : null, "Accept-Encoding"]);
        expect(Number(headers.get("content-length"))).toBeGreaterThan(1_024);
      }
    },
  );
});

describe("METRICS_PORT", () => {
  it("serves health and metrics, and then the API's port serves no metrics", async () => {
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

  it("requires METRICS_TOKEN for the metrics, not for health", async () => {
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

describe("the settings of metrics and stops", () => {
  const SECRET_KEY = Buffer.alloc(32).toString("base64");
  const read = (env: Record<string, string>, isTerminal = false) =>
    readConfig({ SECRET_KEY, ...env }, isTerminal);

  it("define no listener and no token for metrics by default", () => {
    expect(read({})).toMatchObject({ metricsPort: null, metricsToken: null });
    expect(read({ METRICS_PORT: "9100" }).metricsPort).toBe(9100);
  });

  it("refuse a wrong METRICS_TOKEN without printing it", () => {
    expect(() => read({ METRICS_TOKEN: "with space" })).toThrow(ConfigError);
    expect(() => read({ METRICS_TOKEN: "with space" })).toThrow(/^METRICS_TOKEN (?!.*with space)/);
  });

  it("set no grace period on a terminal, five seconds elsewhere, or STOP_GRACE", () => {
    expect(read({}, true).stopGrace).toBe(0);
    expect(read({}).stopGrace).toBe(5_000);
    expect(read({ STOP_GRACE: "0" }).stopGrace).toBe(0);
    expect(read({ STOP_GRACE: "30s" }, true).stopGrace).toBe(30_000);
    expect(() => read({ STOP_GRACE: "soon" })).toThrow(/^STOP_GRACE /);
  });
});
