import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readableLines } from "@rapport/service/operation/readable-log";
import { PROGRAM_ENV, programPath } from "@rapport/testing";
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

  const notFound = () => fetch(`${server.url}/api/crm/nothing`);
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

describe("the log on a terminal", () => {
  const toText = readableLines(false);
  const line = (fields: object) => toText(JSON.stringify({ level: 30, time: 0, ...fields }));

  it("has one short line per request", () => {
    const request = { requestId: "req_1", method: "GET", route: "/v1/contacts", ms: 1.62 };
    expect(line({ ...request, status: 200, caller: "key:3", project: 1 })).toMatch(
      /^\r {2}\d\d:\d\d:\d\d {2}200 {4}1\.6 ms {2}GET {5}\/v1\/contacts {2}key:3 project:1\n$/,
    );
    expect(line({ ...request, status: 500 })).toContain("/v1/contacts  req_1\n");
  });

  it("has the message, the values and the stack of other lines", () => {
    const refused = { cause: "overload", count: 2, msg: "requests refused" };
    expect(line({ level: 40, ...refused })).toContain(
      "warning: requests refused  cause=overload count=2\n",
    );
    const err = { type: "Error", message: "it broke", stack: "Error: it broke\n    at here" };
    expect(line({ level: 50, err })).toMatch(/error: it broke\n +Error: it broke\n +at here\n$/);
  });

  it("shows control characters as escapes, because a terminal would act on them", () => {
    const text = line({ level: 50, fault: "a\u001b[2Jb", msg: "c\u0007d" });
    expect(text).toContain(String.raw`error: c\u0007d  fault="a\\u001b[2Jb"`);
  });

  const hasScript = spawnSync("script", ["--version"]).stdout?.includes("util-linux");
  it.skipIf(!hasScript)("has no JSON and, with NO_COLOR, no colors", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "rapport-log-"));
    const main = programPath("api");
    const env = { ...PROGRAM_ENV, DATA_DIR: dataDir, PORT: "0", DEMO: "0", NO_COLOR: "1" };
    const command = `exec '${process.execPath}' '${main}'`;
    const child = spawn("script", ["-qefc", command, "/dev/null"], { env, stdio: "pipe" });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    await expect.poll(() => output, { timeout: 60_000 }).toContain("Ctrl-C stops it");
    const url = /API +(\S+)/.exec(output)?.[1];
    await fetch(`${url}/v1/contacts`);
    await expect.poll(() => output).toMatch(/ 401 .* GET {5}\/v1\/contacts\r?\n/);
    child.stdin.write("\u0003");
    await once(child, "close");
    expect(output).toContain("stopped");
    expect(output).not.toContain('{"');
    expect(output).not.toContain("\u001b");
    rmSync(dataDir, { recursive: true, force: true });
  });
});
