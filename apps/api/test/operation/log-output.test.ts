import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { PROGRAM_ENV, programPath } from "@rapport/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const MAIN = programPath("api");
/** Requests whose lines need more room than a pipe and the server have. */
const MANY = 3_000;

describe("the server", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "rapport-log-output-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it.skipIf(!existsSync("/dev/full"))("answers while the disk of its log is full", async () => {
    await using server = await start(dataDir, openSync("/dev/full", "w"));
    expect(await server.request()).toBe(404);
    expect(await server.request()).toBe(404);
    expect(await server.stop()).toBe(0);
  });

  it("answers after the reader of its log has ended", async () => {
    await using server = await start(dataDir, "pipe");
    server.log.destroy();
    expect(await server.request()).toBe(404);
    expect(await server.stop()).toBe(0);
  });

  it("answers while the reader of its log is stuck, and then logs how many lines were lost", async () => {
    await using server = await start(dataDir, "pipe");
    for (let sent = 0; sent < MANY; sent += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, server.request));
      expect(new Set(answers)).toEqual(new Set([404]));
    }
    let log = "";
    server.log.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
    await expect.poll(() => log).toContain('"msg":"log lines could not be written"');
    expect(await server.stop()).toBe(0);
    const lines = log
      .trim()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Line);
    const written = lines.filter(({ status }) => status === 404).length;
    const lost = lines.reduce((sum, line) => sum + (line.lost ?? 0), 0);
    expect(lost).toBeGreaterThan(0);
    // One more showed that the server had started.
    expect(written + lost).toBe(MANY + 1);
  });
});

interface Line {
  readonly status?: number;
  readonly lost?: number;
}

/** Starts the server on a port of its own, because its log may not be readable. */
async function start(dataDir: string, stdout: "pipe" | number) {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...PROGRAM_ENV,
      ...{ HOST: "127.0.0.1", PORT: String(port), DEMO: "0", DATA_DIR: dataDir },
    },
    stdio: ["ignore", stdout, "ignore"],
  });
  const closed = once(child, "close");
  const url = `http://127.0.0.1:${port}`;
  const request = () => fetch(`${url}/api/nothing`).then(({ status }) => status);
  await expect.poll(() => request().catch(() => 0), { timeout: 60_000 }).toBe(404);
  return {
    log: child.stdout as Readable,
    request,
    async stop() {
      child.kill("SIGTERM");
      const [code] = (await closed) as [number | null];
      return code;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
