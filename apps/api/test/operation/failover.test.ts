import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKey, createProject, createTenant } from "@rapport/core";
import { migrate, openDatabase } from "@rapport/db";
import { createDatabase, runSql, startPostgres, startSilentProxy } from "@rapport/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createContact, expectKept, writeContacts } from "../support/acknowledged.ts";
import { type ServerProcess, startProcess } from "../support/process.ts";

const WAIT = { timeout: 60_000, interval: 20 };

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let standby: Awaited<ReturnType<(typeof postgres)["addStandby"]>>;
/** Leads to the primary, as a proxy with health checks does. */
let proxy: Awaited<ReturnType<typeof startSilentProxy>>;
let database: string;
let server: ServerProcess;
let key: string;
const dataDir = mkdtempSync(join(tmpdir(), "rapport-failover-"));

beforeAll(async () => {
  postgres = await startPostgres();
  database = (await createDatabase(postgres.url)).url;
  const db = openDatabase(database);
  await migrate(db);
  const projectId = await createProject({ db }, await createTenant({ db }, "t"), "p");
  const scopes = ["contacts:write", "contacts:read"];
  key = (await createApiKey({ db }, { projectId, name: "k", scopes })).apiKey;
  await db.close();
  standby = await postgres.addStandby();
  proxy = await startSilentProxy(Number(new URL(database).port));
  server = await startProcess({
    DATABASE_URL: at(proxy.port),
    DATABASE_TIMEOUT: "2s",
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString("base64"),
    PUBLIC_URL: "http://rapport.test",
    RATE_LIMIT: "0",
  });
});
afterAll(async () => {
  await server.end("SIGKILL");
  await proxy[Symbol.asyncDispose]();
  await standby.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("connections to a standby are replaced when the address leads to the primary again", async () => {
  expect((await create("before")).status).toBe(201);
  proxy.forwardTo(standby.port);
  await runSql(database, END_SESSIONS);
  await expect.poll(readiness, WAIT).toBe(503);
  expect((await list()).status).toBe(200);
  const refused = await create("standby");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  proxy.forwardTo(Number(new URL(database).port));
  await expect.poll(async () => (await create("after")).status, WAIT).toBe(201);
  await expect.poll(() => runSql(at(standby.port), SESSIONS), WAIT).toEqual([{ count: "0" }]);
  await expect.poll(readiness, WAIT).toBe(200);
});

test("no acknowledged write and no event is lost if the primary is killed and its standby promoted", async ({
  annotate,
}) => {
  const writing = writeContacts(server.url, key);
  await writing.more(100);
  await postgres.kill();
  await expect.poll(() => writing.others.size, WAIT).toBeGreaterThan(0);
  proxy.forwardTo(standby.port);
  await runSql(at(standby.port), "select pg_promote()");
  const promotedAt = performance.now();
  const firstAt = await writing.more(100);
  await writing.stop();

  await annotate(
    `${writing.contacts.size} writes acknowledged, the first ${Math.round(firstAt - promotedAt)} ms after the promotion`,
    "figures",
  );
  expect([...writing.others]).toEqual(["503 true"]);
  await expectKept(at(standby.port), writing.contacts);
  expect(server.child.exitCode).toBeNull();
});

const END_SESSIONS = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;
const SESSIONS = "select count(*) from pg_stat_activity where application_name = 'rapport'";

/** Returns the URL of the database on another port. */
function at(port: number): string {
  return Object.assign(new URL(database), { port: String(port) }).href;
}

function create(name: string): Promise<Response> {
  return createContact(server.url, key, `${name}@example.com`);
}

function list(): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` };
  return fetch(`${server.url}/v1/contacts?limit=1`, { headers });
}

async function readiness(): Promise<number> {
  return (await fetch(`${server.url}/readyz`)).status;
}
