import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createApiKey, createProject, createTenant, WORKSPACE_SCOPES } from "@rapport/core";
import { migrate, openDatabase } from "@rapport/db";
import {
  amount,
  createDatabase,
  createTemplate,
  openSession,
  runSql,
  startPostgres,
  startSilentProxy,
} from "@rapport/testing";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { runToEnd, type ServerProcess, startProcess } from "../support/process.ts";
import { moveRecordsToSmallDisk } from "../support/small-disk.ts";

const WRITERS = 8;
const PATIENCE = { timeout: 30_000, interval: 50 };

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let migrated: Awaited<ReturnType<typeof createTemplate>>;
/** One server for the tests after which it works again. */
let shared: Started;
let behindProxy: Started & { readonly proxy: Awaited<ReturnType<typeof startSilentProxy>> };
beforeAll(async () => {
  postgres = await startPostgres();
  migrated = await createTemplate(postgres.url, async (url) => {
    await runSql(postgres.url, "create role plain login password 'plain'");
    const db = openDatabase(await asPlain(url));
    await migrate(db);
    await db.close();
  });
  shared = await start(atEnd);
  const proxy = await startSilentProxy(Number(new URL(postgres.url).port));
  behindProxy = { proxy, ...(await start(atEnd, { port: proxy.port })) };
  atEnd.push(() => proxy[Symbol.asyncDispose]());
});
const atEnd: (() => unknown)[] = [];
afterAll(async () => {
  await cleanUp(atEnd);
  await postgres.stop();
});

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  postgres.thaw();
  await cleanUp(cleanups);
  await expectReady(shared.server, 200);
});

test("no acknowledged write is lost if PostgreSQL ends all sessions", async () => {
  const { server, url, key } = shared;
  const { acknowledged, stop } = startWriting(server, key, "ended");
  for (let round = 1; round <= 5; round++) {
    const before = acknowledged.size;
    await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 20), PATIENCE);
    await runSql(url, END_SESSIONS);
  }
  const statuses = await stop();
  expect(server.child.exitCode).toBeNull();
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect(await missing(url, acknowledged)).toEqual([]);
});

test("returns 503 while PostgreSQL restarts, and recovers without a loss", async () => {
  const { server, url, key } = shared;
  const { acknowledged, stop } = startWriting(server, key, "restarted");
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(20), PATIENCE);
  await postgres.restart();
  const before = acknowledged.size;
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 20), PATIENCE);
  const statuses = await stop();
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect(await missing(url, acknowledged)).toEqual([]);
  await expectReady(server, 200);
});

test("returns 503 with Retry-After and logs one line a second while PostgreSQL is frozen", async () => {
  const { server, key } = shared;
  const before = server.output().length;
  expect((await create(server, key, "before")).status).toBe(201);
  postgres.freeze();
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => list(server, key, i)));
  for (const answer of answers) await expectUnavailable(answer);
  await expectReady(server, 503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  postgres.thaw();
  await expectReady(server, 200);
  await vi.waitFor(async () => expect((await list(server, key, 0)).status).toBe(200), PATIENCE);

  const output = server.output().slice(before);
  const lines = logged(output, "PostgreSQL did not answer in time");
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(answers.length);
  expect(output).not.toContain("    at ");
});

test("ends at SIGTERM while PostgreSQL is frozen", async () => {
  const { server, key } = await start(cleanups);
  expect((await create(server, key, "before")).status).toBe(201);
  postgres.freeze();
  const hanging = list(server, key, 0).catch(() => undefined);
  await server.end("SIGTERM");
  await hanging;
  expect(server.child.exitCode ?? server.child.signalCode).toBe(0);
});

test("returns 503 for a write to a locked table until the lock is released", async () => {
  const { server, url, key } = shared;
  await using locker = await openSession(url);
  await locker.query("begin; lock table records");
  await expectUnavailable(await create(server, key, "locked"));
  await expectLogged(server, "a lock was not granted in time");
  await locker.query("rollback");
  expect((await create(server, key, "free")).status).toBe(201);
});

test("returns 503 outcome_unknown if the answer to a commit is lost, and writes once", async () => {
  const { proxy, server, url, key } = behindProxy;
  proxy.loseCommitOf("lost@example.com");
  const answer = await create(server, key, "lost");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await answer.json()).toMatchObject({ issues: [{ code: "outcome_unknown" }] });
  const emails = "select properties ->> 'email' as email from records";
  expect(await runSql(url, emails)).toEqual([{ email: "lost@example.com" }]);
  await expectReady(server, 200);
});

test("returns 503 if the network drops all packets, and still stops", async () => {
  const { proxy, server, key } = behindProxy;
  expect((await create(server, key, "before")).status).toBe(201);
  proxy.silence();
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => list(server, key, i)));
  for (const answer of answers) await expectUnavailable(answer);
  expect(await server.end("SIGTERM")).toBe(0);
});

test("returns 503 while PostgreSQL has no free connection", async () => {
  const { server, url, key } = shared;
  const name = new URL(url).pathname.slice(1);
  await runSql(postgres.url, `alter database ${name} connection limit 0`);
  await runSql(postgres.url, "alter role plain connection limit 0");
  await runSql(postgres.url, END_SESSIONS.replace("current_database()", `'${name}'`));
  await expectUnavailable(await create(server, key, "none"));
  await expectLogged(server, "PostgreSQL has no connection left");
  await runSql(postgres.url, "alter role plain connection limit -1");
  await runSql(postgres.url, `alter database ${name} connection limit -1`);
  await vi.waitFor(
    async () => expect((await create(server, key, "some")).status).toBe(201),
    PATIENCE,
  );
});

test("is not ready on a read-only primary: reads succeed and writes return 503", async () => {
  const { server, url, key } = shared;
  const name = new URL(url).pathname.slice(1);
  await runSql(postgres.url, `alter database ${name} set default_transaction_read_only = on`);
  await runSql(postgres.url, END_SESSIONS.replace("current_database()", `'${name}'`));
  await expectUnavailable(await create(server, key, "none"));
  expect((await list(server, key, 0)).status).toBe(200);
  await expectReady(server, 503);
  await expectLogged(server, "PostgreSQL is read-only");
  await runSql(postgres.url, `alter database ${name} reset default_transaction_read_only`);
  // Connections stay open when the setting changes. The first refused write drops them.
  await vi.waitFor(
    async () => expect((await create(server, key, "some")).status).toBe(201),
    PATIENCE,
  );
  await expectReady(server, 200);
});

test("returns 503 if PostgreSQL's disk is full, and logs that", async () => {
  const { server, url, key } = shared;
  await runSql(url, REFUSE_AS_FULL);
  const answer = await create(server, key, "full");
  expect(answer.headers.get("retry-after")).toBe("30");
  await expectUnavailable(answer);
  await expectLogged(server, "PostgreSQL's disk is full");
  await runSql(url, "drop trigger refuse_as_full on records");
  expect((await create(server, key, "room")).status).toBe(201);
});

test("returns 503 while the disk is really full, reads meanwhile, and recovers without a loss", async ({
  skip,
}) => {
  const { server, url, key } = shared;
  const disk = await moveRecordsToSmallDisk(postgres, url);
  if (disk === undefined) return skip("this process may not mount");
  onTestFinished(() => disk.remove());
  disk.fill();
  const { acknowledged, stop } = startWriting(server, key, "space");
  // Pages that are not full take some more records.
  await vi.waitFor(async () => {
    const answer = await create(server, key, `full-${randomBytes(4).toString("hex")}`);
    expect(answer.headers.get("retry-after")).toBe("30");
    await expectUnavailable(answer);
  }, PATIENCE);
  expect((await list(server, key, 0)).status).toBe(200);
  const before = acknowledged.size;
  disk.free();
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 20), PATIENCE);
  const statuses = await stop();
  expect([...statuses].sort()).toEqual([201, 503]);
  expect(await missing(url, acknowledged)).toEqual([]);
});

test("does not start if its clock is five minutes ahead of PostgreSQL's", async () => {
  const { url } = shared;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(FIVE_MINUTES_AHEAD)}`;
  const SECRET_KEY = randomBytes(32).toString("base64");
  const { code, output } = await runToEnd({ DATABASE_URL: url, NODE_OPTIONS, SECRET_KEY });
  expect(output).toMatch(
    /^rapport: this machine's clock is (299|300) seconds ahead of the database's; set both with NTP\.\n$/,
  );
  expect(code).toBe(1);
});

test("no acknowledged write is lost if PostgreSQL is frozen during writes", async () => {
  const { server, url, key } = shared;
  const { acknowledged, stop } = startWriting(server, key, "frozen");
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(20), PATIENCE);
  postgres.freeze();
  await delay(amount("frozenSeconds", 4) * 1_000);
  postgres.thaw();
  const before = acknowledged.size;
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 20), PATIENCE);
  const statuses = await stop();
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect(await missing(url, acknowledged)).toEqual([]);
});

test("returns temporarily_unavailable from OAuth and SERVICE_UNAVAILABLE from tRPC during an outage", async () => {
  const { server, key } = shared;
  postgres.freeze();
  const asking = fetch(`${server.url}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa("client:secret")}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: "crm.contacts.read" }),
  });
  const input = encodeURIComponent(JSON.stringify({ limit: 1 }));
  const calling = fetch(`${server.url}/trpc/workspace.contacts.list?input=${input}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const [token, call] = await Promise.all([asking, calling]);
  expect([token.status, token.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await token.json()).toMatchObject({ error: "temporarily_unavailable" });
  expect([call.status, call.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await call.json()).toMatchObject({
    error: { data: { code: "SERVICE_UNAVAILABLE", crmCode: "UNAVAILABLE" } },
  });
});

interface Started {
  readonly server: ServerProcess;
  readonly url: string;
  readonly key: string;
}

async function cleanUp(cleanups: (() => unknown)[]): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/**
 * Starts a server on a migrated database.
 *
 * @param cleanups gets what stops the server and removes its data
 * @param through.port port of a proxy to PostgreSQL
 */
async function start(
  cleanups: (() => unknown)[],
  through: { port?: number } = {},
): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), "rapport-outage-"));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = await createDatabase(postgres.url, migrated.name);
  cleanups.push(() => database.drop());
  const url = new URL(await asPlain(database.url));
  const db = openDatabase(url.href);
  const projectId = await createProject({ db }, await createTenant({ db }, "t"), "p");
  const scopes = [...WORKSPACE_SCOPES.keys()];
  const { apiKey } = await createApiKey({ db }, { projectId, name: "k", scopes });
  await db.close();
  if (through.port !== undefined) url.port = String(through.port);
  const server = await startProcess({
    DATABASE_URL: url.href,
    DATABASE_TIMEOUT: "2s",
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString("base64"),
    PUBLIC_URL: "http://rapport.test",
    RATE_LIMIT: "0",
  });
  cleanups.push(() => server.end("SIGKILL"));
  return { server, url: database.url, key: apiKey };
}

/** Gives a database to a role that is no superuser, because superusers have no limit of connections. */
async function asPlain(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  await runSql(postgres.url, `alter database ${url.pathname.slice(1)} owner to plain`);
  return Object.assign(url, { username: "plain", password: "plain" }).href;
}

const FIVE_MINUTES_AHEAD = `
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) {
      super(...(given.length > 0 ? given : [Real.now() + 300_000]));
    }
    static now() {
      return Real.now() + 300_000;
    }
  };`;

const END_SESSIONS = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

const REFUSE_AS_FULL = `
  create function refuse_as_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
  create trigger refuse_as_full before insert on records
    for each row execute function refuse_as_full()`;

/** @param prefix distinguishes the writes of the tests that share a server */
function startWriting(server: ServerProcess, key: string, prefix: string) {
  const acknowledged = new Set<string>();
  const statuses = new Set<number>();
  let stopped = false;
  async function write(writer: number): Promise<void> {
    for (let i = 0; !stopped; i++) {
      const name = `${prefix}-${writer}-${i}`;
      const { status } = await create(server, key, name);
      statuses.add(status);
      if (status === 201) acknowledged.add(`${name}@example.com`);
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, i) => write(i));
  return {
    acknowledged,
    async stop() {
      stopped = true;
      await Promise.all(writers);
      return statuses;
    },
  };
}

function create({ url }: ServerProcess, key: string, name: string): Promise<Response> {
  return fetch(`${url}/v1/contacts`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ email: `${name}@example.com` }),
  });
}

function list({ url }: ServerProcess, key: string, n: number): Promise<Response> {
  return fetch(`${url}/v1/contacts?limit=${n + 1}`, {
    headers: { authorization: `Bearer ${key}` },
  });
}

async function expectUnavailable(answer: Response): Promise<void> {
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({ status: "error", code: "UNAVAILABLE" });
}

async function expectReady({ url }: ServerProcess, status: number): Promise<void> {
  await vi.waitFor(
    async () => expect((await fetch(`${url}/readyz`)).status).toBe(status),
    PATIENCE,
  );
}

async function expectLogged(server: ServerProcess, reason: string): Promise<void> {
  await vi.waitFor(() => expect(logged(server.output(), reason)).not.toEqual([]), PATIENCE);
}

function logged(output: string, reason: string): readonly string[] {
  return output
    .split("\n")
    .filter((line) => line.includes('"msg":"database unavailable"') && line.includes(reason));
}

async function missing(url: string, acknowledged: ReadonlySet<string>) {
  const rows = await runSql(url, "select properties ->> 'email' as email from records");
  const present = new Set(rows.map((row) => (row as { email: string }).email));
  return [...acknowledged].filter((email) => !present.has(email));
}
