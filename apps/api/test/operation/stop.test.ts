import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { startProcess } from "../support/process.ts";

const CLIENTS = 32;
const STOPS = 12;
const WAIT = { timeout: 60_000 };

let app: TestApp | undefined;
const dataDir = mkdtempSync(join(tmpdir(), "rapport-stop-"));
afterEach(() => app?.[Symbol.asyncDispose]());
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Outcome = { status: number; connection: string | undefined } | { error: string };

function get(url: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const sent = request(url, { agent }, (res: IncomingMessage) => {
      res.on("end", () =>
        resolve({ status: res.statusCode ?? 0, connection: res.headers.connection }),
      );
      res.on("error", (error) => resolve({ error: error.message }));
      res.resume();
    });
    sent.on("error", (error: NodeJS.ErrnoException) =>
      resolve({ error: error.code ?? error.message }),
    );
    sent.end();
  });
}

describe("stopping", () => {
  it("resets no connection of keep-alive clients", async () => {
    const errors: string[] = [];
    let answered = 0;
    for (let stop = 0; stop < STOPS; stop++) {
      app = await startApp({ dialect: "sqlite", settings: { stopGrace: 300 } });
      const { url } = app;
      const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
      let isRefused = false;
      const clients = Array.from({ length: CLIENTS }, async (_, i) => {
        while (!isRefused) {
          const outcome = await get(`${url}/docs/errors.md`, agent);
          if ("status" in outcome) answered++;
          else if (outcome.error === "ECONNREFUSED") isRefused = true;
          else errors.push(outcome.error);
          await delay(i % 8);
        }
      });
      const before = answered;
      await expect.poll(() => answered, WAIT).toBeGreaterThan(before + CLIENTS);
      await app.stop();
      await Promise.all(clients);
      agent.destroy();
      await app[Symbol.asyncDispose]();
      app = undefined;
    }
    expect(errors).toEqual([]);
  });

  it("is unready first, closes each connection with its response, and ends at the second signal", async () => {
    const server = await startProcess({
      DATA_DIR: dataDir,
      METRICS_PORT: "0",
      STOP_GRACE: "1h",
    });
    const metricsPort = /"metricsPort":(\d+)/.exec(server.output())?.[1];
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const path = (name: string) => `${server.url}${name}`;
    expect(await get(path("/readyz"), agent)).toEqual({ status: 200, connection: "keep-alive" });
    server.child.kill("SIGTERM");
    await expect.poll(() => server.output(), WAIT).toContain('"msg":"stopping"');
    expect(await get(path("/readyz"), agent)).toEqual({ status: 503, connection: "close" });
    expect(await get(path("/healthz"), agent)).toEqual({ status: 200, connection: "close" });
    expect(await get(path("/v1/contacts"), agent)).toEqual({ status: 401, connection: "close" });
    const unready = await get(`http://127.0.0.1:${metricsPort}/readyz`, agent);
    expect(unready).toMatchObject({ status: 503 });
    agent.destroy();
    expect(await server.end("SIGTERM")).toBe(128 + constants.signals.SIGTERM);
  });
});
