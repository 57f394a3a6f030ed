import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ServerProcess, startProcess } from "../support/process.ts";

describe("the log of requests", () => {
  let dataDir: string;
  let server: ServerProcess;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "rapport-log-"));
    server = await startProcess({ DATA_DIR: dataDir });
  });
  afterEach(async () => {
    await server.end("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });

  const notFound = () => fetch(`${server.url}/api/crm/objects/nothing`);
  const lines = () => server.output().split("\n");

  it("has the line of a single request soon after its response", async () => {
    await notFound();
    await expect.poll(() => server.output(), { timeout: 30_000 }).toContain('"status":404');
  });

  it("has every request once the process has stopped, before the messages of the stop", async () => {
    const sent = 40;
    for (let i = 0; i < sent; i++) await notFound();
    expect(await server.end("SIGTERM")).toBe(0);
    const stopping = lines().findIndex((line) => line.includes('"msg":"stopping"'));
    const requests = lines().flatMap((line, i) => (line.includes('"status":404') ? [i] : []));
    expect(requests).toHaveLength(sent);
    expect(stopping).toBeGreaterThan(requests.at(-1) as number);
  });
});
