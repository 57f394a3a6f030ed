import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchToken, type ServerProcess, startProcess } from "../support/process.ts";

const SOON = { timeout: 60_000, interval: 100 };
/** prlimit(1) of util-linux changes a limit of a process that runs; without it there is no full disk. */
const HAS_PRLIMIT = spawnSync("prlimit", ["--version"]).status === 0;

let folder: string;
let server: ServerProcess;
let token: string;
// The tests share a server, because it works again after each of them except the last.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rapport-outage-"));
  server = await startProcess({ DATA_DIR: folder, DEMO: "1", RATE_LIMIT: "0" });
  token = await fetchToken(server, await server.credentials(), ["crm.contacts.write"]);
});
afterAll(async () => {
  await server.end("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!HAS_PRLIMIT)("a full disk", () => {
  it("returns 503 with Retry-After, leaves nothing half-written, and recovers once there is space", async () => {
    expect((await create("before@example.com")).status).toBe(201);
    const before = await countRows();
    // From now on, every write to a file fails with EFBIG; a full disk fails with ENOSPC.
    limitFiles("1");
    const refused = await Promise.all(
      Array.from({ length: 20 }, (_, i) => create(`full-${i}@example.com`)),
    );
    for (const { status, headers, body } of refused) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: "UNAVAILABLE" });
      expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await countRows()).toEqual(before);

    limitFiles("unlimited");
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, SOON).toBe(200);
    const after = await Promise.all(
      Array.from({ length: 20 }, (_, i) => create(`full-${i}@example.com`)),
    );
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 201));
    expect((await countRows()).records).toBe(before.records + 20);
  });

  function limitFiles(bytes: string): void {
    execFileSync("prlimit", [`--pid=${server.child.pid}`, `--fsize=${bytes}:unlimited`]);
  }
});

describe.skipIf(process.platform === "win32")("a database whose file was moved", () => {
  it.each(["rapport.db", "rapport.db-wal"])(
    "is not ready and refuses writes without %s, logs that, and recovers once the file is back",
    async (name) => {
      expect((await create("before@example.com")).status).toBe(201);
      const file = join(folder, name);
      renameSync(file, `${file}.away`);
      const answers = [await create("first@example.com"), await create("second@example.com")];
      for (const { status, headers } of answers) {
        expect(status).toBe(503);
        expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      }
      await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, SOON).toBe(503);
      await expect.poll(() => server.output(), SOON).toContain("was deleted or replaced");

      renameSync(`${file}.away`, file);
      await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, SOON).toBe(200);
      expect((await create("after@example.com")).status).toBe(201);
    },
  );
});

describe("another process that keeps the database locked", () => {
  it("returns 503 after a wait, and 201 once the lock is released", async () => {
    // The server may be writing at this moment.
    const other = new DatabaseSync(join(folder, "rapport.db"), { timeout: 10_000 });
    other.exec("begin immediate");
    const { status, headers } = await create("locked@example.com");
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    other.exec("rollback");
    other.close();
    expect((await create("locked@example.com")).status).toBe(201);
  });
});

describe.skipIf(process.platform === "win32")("a database whose file was replaced", () => {
  it("is noticed without a write if another file takes its place", async () => {
    const file = join(folder, "rapport.db");
    renameSync(file, `${file}.away`);
    new DatabaseSync(file).close();
    expect(statSync(file).size).toBe(0);
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, SOON).toBe(503);
    expect((await create("lost@example.com")).status).toBe(503);
  });
});

async function create(email: string) {
  const response = await fetch(`${server.url}/api/objects/contacts`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ properties: [{ internal_name: "email", value: email }] }),
  });
  const body = (await response.json()) as { code?: string };
  return { status: response.status, headers: response.headers, body };
}

async function countRows() {
  const db = new DatabaseSync(join(folder, "rapport.db"), { readOnly: true });
  const count = (table: string) => db.prepare(`select count(*) as n from ${table}`).get()?.n;
  try {
    return {
      records: Number(count("records")),
      rest: ["record_index", "record_history", "record_unique", "events"].map(count),
    };
  } finally {
    db.close();
  }
}
