import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@rapport/db";
import { SETTING_NAMES } from "@rapport/service/settings/settings";
import {
  DIALECTS,
  type Dialect,
  freePort,
  migratedDatabase,
  PROGRAM_ENV,
  programPath,
  startSilentProxy,
} from "@rapport/testing";
import { describe, expect, it, onTestFinished } from "vitest";

const WAIT = { timeout: 60_000 };

/** How each program is run, and its setting of a port for health and metrics. */
const PROGRAMS = [
  ["the API", ["api"], "METRICS_PORT"],
  ["the admin app", ["admin"], "ADMIN_METRICS_PORT"],
  ["the worker", ["rapport", "worker"], "WORKER_METRICS_PORT"],
] as const;

/** All programs open a database in the same way, so one of them shows that for SQLite. */
const CASES = DIALECTS.flatMap((dialect) =>
  (dialect === "sqlite" ? PROGRAMS.slice(0, 1) : PROGRAMS).map(([program, command, setting]) => ({
    ...{ dialect, program, command, setting },
  })),
);

it("every setting of a port for health belongs to a program of these tests", () => {
  const settings = SETTING_NAMES.filter((name) => name.endsWith("METRICS_PORT"));
  expect(settings.toSorted()).toEqual(PROGRAMS.map(([, , name]) => name).toSorted());
});

describe.each(CASES)(
  "$setting of $program on $dialect",
  ({ dialect, program: name, command, setting }) => {
    it("serves health, readiness and metrics, and says when the database is gone", async () => {
      const database = await openBreakable(dialect);
      // The admin app finishes no erasures.
      const unfinishedHours = name === "the admin app" ? 30 : 0;
      if (unfinishedHours > 0) await addErasures(database.env.DATABASE_URL, unfinishedHours);
      const program = start(command, { ...database.env, [setting]: "0" });
      const url = `http://127.0.0.1:${await program.metricsPort()}`;
      await expect.poll(() => statusOf(`${url}/readyz`), WAIT).toBe(200);
      expect(await statusOf(`${url}/healthz`)).toBe(200);
      const metrics = await (await fetch(`${url}/metrics`)).text();
      expect(metrics).toMatch(/^rapport_database_ping_seconds_count 1$/m);
      expect(metrics).toMatch(/^rapport_disk_free_bytes \d+$/m);
      const [, age] = /^rapport_erasure_oldest_unfinished_seconds (\S+)$/m.exec(metrics) ?? [];
      expect(Math.floor(Number(age) / 3_600)).toBe(unfinishedHours);
      expect(metrics).not.toMatch(/^rapport_backup_age_seconds /m);

      await program.until(/Ctrl-C stops it|Admin app |worker: running/);
      database.lose();
      await expect.poll(() => statusOf(`${url}/readyz`), WAIT).toBe(503);
      expect(await statusOf(`${url}/healthz`)).toBe(200);
    });
  },
);

describe.each(PROGRAMS)("%s", (_name, command, setting) => {
  it(`names ${setting} in one line if another program has the port`, async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    const database = await openBreakable("sqlite");
    const program = start(command, { ...database.env, [setting]: String(port) });
    expect(await program.ended).toEqual([1, null]);
    expect(program.errors()).toMatch(
      new RegExp(`^rapport[^\\n]*: ${setting} ${port} is in use by another program; set .*\\n$`),
    );
  });
});

it("the admin app's own port returns 404 for these paths, with and without a port of their own", async () => {
  for (const more of [{}, { ADMIN_METRICS_PORT: "0" }]) {
    const database = await openBreakable("sqlite");
    const port = await freePort();
    const program = start(["admin"], { ...database.env, ADMIN_PORT: String(port), ...more });
    await program.until(/admin app listening/);
    const url = `http://127.0.0.1:${port}`;
    for (const path of ["/healthz", "/readyz", "/metrics", "/metrics/", "/healthz?probe=1"]) {
      for (const method of ["GET", "HEAD", "POST"]) {
        const answer = await fetch(url + path, { method, headers: { accept: "text/html" } });
        expect([method, path, answer.status]).toEqual([method, path, 404]);
        expect(answer.headers.get("content-type")).toContain("application/json");
      }
    }
    program.child.kill("SIGKILL");
    await program.ended;
  }
});

it("the admin app is not ready once it stops, and counts its requests by the first part of their paths", async () => {
  const database = await openBreakable("sqlite");
  const port = await freePort();
  const program = start(["admin"], {
    ...database.env,
    ...{ ADMIN_PORT: String(port), ADMIN_METRICS_PORT: "0", STOP_GRACE: "1h" },
  });
  const url = `http://127.0.0.1:${await program.metricsPort()}`;
  for (const path of ["/contacts/7", "/deals?x=1", "/session"]) {
    await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: HTML })).text();
  }
  const counted = async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const lines = text.matchAll(
      /^rapport_http_request_duration_seconds_count\{.*route="(.*?)".*\} (\d+)$/gm,
    );
    return [...lines].map(([, route, count]) => `${route} ${count}`);
  };
  await expect.poll(counted, WAIT).toEqual(["/ 2", "/session 1"]);
  program.child.kill("SIGTERM");
  await expect.poll(() => statusOf(`${url}/readyz`), WAIT).toBe(503);
  expect(await statusOf(`${url}/healthz`)).toBe(200);
  program.child.kill("SIGTERM");
  await program.ended;
});

/** Adds a finished erasure, and two unfinished ones, of which the older one began so many hours ago. */
async function addErasures(databaseUrl: string, oldestHours: number): Promise<void> {
  const db = openDatabase(databaseUrl);
  const erasure = (record: number, hours: number, step: string | null) => ({
    ...{ project_id: 1, record_id: record, type: "contact", version: 2, actor: "client:c", step },
    ...{ record_created_at: hoursAgo(99), at: hoursAgo(hours), after_id: 0 },
  });
  const unfinished = [erasure(2, oldestHours, "words"), erasure(3, oldestHours - 10, "history")];
  await db.kysely
    .insertInto("erasures")
    .values([erasure(1, 50, null), ...unfinished])
    .execute();
  await db.close();
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

const HTML = { accept: "text/html" };

async function statusOf(url: string): Promise<number> {
  return (await fetch(url, { headers: HTML })).status;
}

/** Opens a database that can be taken away from the programs that use it. */
async function openBreakable(dialect: Dialect) {
  const folder = mkdtempSync(join(tmpdir(), "rapport-health-"));
  const database = await migratedDatabase(dialect);
  onTestFinished(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const env = {
    DATA_DIR: folder,
    SECRET_KEY: Buffer.alloc(32).toString("base64"),
    DATABASE_URL: database.url,
  };
  if (dialect === "sqlite") {
    const file = database.url.slice("sqlite:".length);
    return { env, lose: () => renameSync(file, `${file}-lost`) };
  }
  const url = new URL(database.url);
  const proxy = await startSilentProxy(Number(url.port));
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  url.port = String(proxy.port);
  return { env: { ...env, DATABASE_URL: url.href }, lose: () => proxy.silence() };
}

/** Starts a program. It ends with the test. */
function start([name, ...args]: (typeof PROGRAMS)[number][1], env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [programPath(name), ...args], {
    env: { ...PROGRAM_ENV, HOST: "127.0.0.1", PORT: "0", ADMIN_PORT: "0", DEMO: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let [output, errors] = ["", ""];
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (errors += chunk));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const until = async (pattern: RegExp) => {
    await expect.poll(() => output, WAIT).toMatch(pattern);
    return pattern.exec(output)?.[1] ?? "";
  };
  return {
    child,
    ended,
    until,
    errors: () => errors,
    metricsPort: () => until(/(?:"metricsPort":|metrics_port: )(\d+)/),
  };
}
