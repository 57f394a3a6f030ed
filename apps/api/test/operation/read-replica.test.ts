import { randomBytes } from "node:crypto";
import { appRouter } from "@rapport/core/routers";
import { migrate, openDatabase } from "@rapport/db";
import { createDatabase, freePort, openSession, runSql, startPostgres } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { exportApi } from "../support/exports.ts";

const WAIT = { timeout: 30_000, interval: 50 };
const CONTACTS = "/api/crm/objects/contacts";
/** Shorter than a statement may take, so that a read that waits for a dead replica fails. */
const PATIENCE_MS = 9_000;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let standby: Awaited<ReturnType<(typeof postgres)["addStandby"]>>;
let database: string;
/** Two programs, as two machines run them. */
let app: TestApp;
let other: TestApp;
let caller: Caller;

const secretKey = randomBytes(32);
const open = (readUrl: string) =>
  startApp({
    dialect: "sqlite",
    settings: { databaseUrl: database, databaseReadUrl: readUrl, secretKeys: () => [secretKey] },
  });

beforeAll(async () => {
  postgres = await startPostgres({ isDurable: false });
  database = (await createDatabase(postgres.url)).url;
  const db = openDatabase(database);
  await migrate(db);
  await db.close();
  standby = await postgres.addStandby({ isSynchronous: false });
  app = await open(at(standby.port));
  other = await open(at(standby.port));
  await vi.waitFor(() => expect([stateOf(app), stateOf(other)]).toEqual(["used", "used"]), WAIT);
  caller = await app.caller();
  await create("first@example.com");
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await standby.stop();
  await postgres.stop();
});

describe("a read replica that has the newest changes", () => {
  it("serves searches, lists, exports, and the tables and reports of the admin app", async () => {
    const { key } = await app.workspace({ projectId: caller.projectId });
    const { projectId } = caller;
    const pages = adminPages();
    const [type, timeZone] = ["contact", "UTC"] as const;
    const reads = {
      search: () => search(app, {}),
      list: () => app.call("GET", CONTACTS, { token: caller.token }),
      workspace: () => app.call("GET", "/v1/contacts", { token: key }),
      export: () => exportApi(app, caller.token).text({ object: "contact", format: "csv" }),
      table: () => pages.records.list({ projectId, type }),
      count: () => pages.records.count({ projectId, type }),
      picker: () => pages.records.search({ projectId, text: "first" }),
      board: () => pages.board.read({ projectId, type: "deal" }),
      figures: () => pages.home.figures({ projectId, timeZone }),
      report: () => pages.reports.created({ projectId, period: "30d", unit: "day", timeZone }),
    };
    for (const [name, read] of Object.entries(reads)) {
      await expect.poll(() => goesToReplica(read), { ...WAIT, message: name }).toBe(true);
    }
    expect((await search(app, { query: "first" })).ids).toHaveLength(1);
  });

  it("shows in a report what is added up only after the replica was asked", async () => {
    const fresh = await app.caller();
    await using adding = await openSession(database);
    await adding.query("begin");
    await adding.query("lock table sum_locks in exclusive mode");
    await create("new@example.com", fresh);
    const read = () => search(app, {}, fresh);
    await vi.waitFor(async () => expect(await goesToReplica(read)).toBe(true), WAIT);
    await runSql(at(standby.port), "select pg_wal_replay_pause()");
    onTestFinished(async () => {
      await runSql(at(standby.port), "select pg_wal_replay_resume()");
    });
    await adding.query("rollback");
    const [type, timeZone, { projectId }] = ["contact", "UTC", fresh] as const;
    const asked = { projectId, type, period: "30d", unit: "day", timeZone } as const;
    const { series } = await adminPages().reports.created(asked);
    expect(series[0]?.counts.at(-1)).toBe(1);
  });

  it("leaves reads of one record, lists of changes and deleted records, and the feed to the primary", async () => {
    const before = readsOf(app);
    const since = new Date(Date.now() - 60_000).toISOString();
    const paths = [
      `${CONTACTS}/by/email?value=first@example.com`,
      `${CONTACTS}?updatedSince=${since}`,
      `${CONTACTS}?archived=true`,
      "/api/crm/events",
    ];
    for (const path of paths) {
      expect((await app.call("GET", path, { token: caller.token })).status, path).toBe(200);
    }
    expect(readsOf(app)).toEqual(before);
  });

  it("serves no read of a project while it is imported", async () => {
    const { kysely } = app.deps.db;
    const row = { project_id: caller.projectId, digest: "d", id_shift: 0, lines: 1 };
    const begun_at = new Date().toISOString();
    await kysely
      .insertInto("project_imports")
      .values({ ...row, begun_at })
      .execute();
    expect(await goesToReplica(() => search(app, {}))).toBe(false);
    await kysely.deleteFrom("project_imports").execute();
    await expect.poll(() => goesToReplica(() => search(app, {})), WAIT).toBe(true);
  });

  it("shows in /readyz and /metrics", async () => {
    const { replica } = (await app.call("GET", "/readyz")).body;
    expect(replica).toEqual({
      state: "used",
      lagSeconds: expect.any(Number),
      reads: app.deps.replica?.status().reads,
    });
    const { body } = await app.call("GET", "/metrics");
    expect(body).toContain("rapport_replica_usable 1");
    expect(body).toMatch(/rapport_replica_lag_seconds \d/);
    expect(body).toMatch(/rapport_replica_reads_total\{result="replica"\} [1-9]/);
  });
});

describe("a read replica held back by 30 seconds", () => {
  let quiet: Caller;

  beforeAll(async () => {
    quiet = await app.caller();
    const read = () => search(app, {}, quiet);
    await vi.waitFor(async () => expect(await goesToReplica(read)).toBe(true), WAIT);
    await delayBy("30s");
  });
  afterAll(() => delayBy("0"));

  it("never hides an acknowledged change from any client of any process", async () => {
    const colleague = await app.caller({ projectId: caller.projectId });
    for (let n = 0; n < 10; n++) {
      const email = `late${n}@example.com`;
      const id = await create(email);
      const filters = [{ internal_name: "email", operator: "EQ", value: email }];
      const [mine, theirs, listed] = await Promise.all([
        search(app, { filterGroups: [{ filters }] }),
        search(other, { query: email }, colleague),
        other.call("GET", `${CONTACTS}?limit=200`, { token: colleague.token }),
      ]);
      expect([mine.ids, theirs.ids]).toEqual([[id], [id]]);
      expect(listed.body.data.results.map((one: { id: number }) => one.id)).toContain(id);
    }
    const [id] = (await search(other, { query: "late0" })).ids ?? [];
    const path = `${CONTACTS}/${id}`;
    const { token } = caller;
    await app.call("PATCH", path, { token, json: { internal_name: "firstname", value: "Ada" } });
    expect((await search(other, { query: "Ada" })).ids).toEqual([id]);
    expect((await app.call("POST", `${path}/erase`, { token })).status).toBe(200);
    expect((await search(other, { query: "Ada" })).ids).toEqual([]);
    expect(readsOf(other).behind).toBeGreaterThan(20);
  });

  it("knows a property as soon as it is added", async () => {
    const { token } = caller;
    const json = { internal_name: "nickname", label: "Nickname", type: "string", indexed: true };
    const added = await app.call("POST", "/api/crm/properties/contacts", { token, json });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    const filters = [{ internal_name: "nickname", operator: "HAS_PROPERTY" }];
    expect((await search(app, { filterGroups: [{ filters }] })).ids).toEqual([]);
  });

  it("still serves projects that were not changed", async () => {
    expect(await goesToReplica(() => search(app, {}, quiet))).toBe(true);
  });
});

describe("a read replica that fails", () => {
  it("fails no read, holds none up, and is used again once it answers", async () => {
    const answers = new Set<number>();
    let isEnding = false;
    const readers = Array.from({ length: 4 }, async () => {
      while (!isEnding) answers.add((await search(app, {})).status);
    });
    await expect.poll(() => goesToReplica(() => search(app, {})), WAIT).toBe(true);
    await standby.kill();
    await expect.poll(() => stateOf(app), WAIT).toBe("down");
    await standby.start();
    await expect.poll(() => stateOf(app), WAIT).toBe("used");
    standby.freeze();
    await expect.poll(() => stateOf(app), WAIT).toBe("down");
    standby.thaw();
    await expect.poll(() => stateOf(app), WAIT).toBe("used");
    const { moved } = readsOf(app);
    {
      // Its replay holds the statements up on the standby, where they are then cancelled, as in a recovery conflict.
      await using session = await openSession(database);
      await session.query("begin");
      await session.query("lock table records in access exclusive mode");
      const cancel = async () => (await runSql(at(standby.port), CANCEL)).length;
      await expect.poll(cancel, WAIT).toBeGreaterThan(0);
      await session.query("commit");
    }
    await expect.poll(() => readsOf(app).moved, WAIT).toBeGreaterThan(moved);
    isEnding = true;
    await Promise.all(readers);
    expect([...answers]).toEqual([200]);
    expect(logged("down")).toHaveLength(2);
  });

  it("does not keep a program from starting, if it is down or has another database", async () => {
    const wrong = Object.assign(new URL(at(standby.port)), { pathname: "/postgres" }).href;
    for (const [url, state] of [
      [at(await freePort()), "down"],
      [wrong, "foreign"],
    ] as const) {
      await using started = await open(url);
      await expect.poll(() => stateOf(started), WAIT).toBe(state);
      expect((await search(started, {})).status).toBe(200);
    }
  });

  it("is not used once it is promoted", async () => {
    await runSql(at(standby.port), "select pg_promote()");
    await expect.poll(() => stateOf(app), WAIT).toBe("promoted");
    const id = await create("after@example.com");
    expect((await search(app, { query: "after" })).ids).toEqual([id]);
    expect(logged("promoted")).toHaveLength(1);
  });

  it("is not used if it is a standby again, with a history of its own since it was promoted", async () => {
    await runSql(at(standby.port), "delete from records");
    await standby.stop();
    await standby.start();
    await expect.poll(() => stateOf(app), WAIT).toBe("foreign");
    expect((await search(app, { query: "after" })).ids).toHaveLength(1);
    expect(logged("foreign")).toHaveLength(1);
  });
});

const CANCEL = `
  select pg_cancel_backend(pid) from pg_stat_activity
  where application_name = 'rapport' and wait_event_type = 'Lock'`;

/** Returns the URL of the database on another port. */
function at(port: number): string {
  return Object.assign(new URL(database), { port: String(port) }).href;
}

async function delayBy(time: string) {
  await runSql(at(standby.port), `alter system set recovery_min_apply_delay = '${time}'`);
  await runSql(at(standby.port), "select pg_reload_conf()");
}

/** Calls the procedures of the admin app. */
function adminPages() {
  const admin = { id: 1, email: "a@b.c", role: "owner", needsFactor: false, sessionId: "s" };
  return appRouter.createCaller({
    deps: app.deps,
    caller: undefined as never,
    admin: admin as never,
    requestId: "r",
    idempotencyKey: undefined,
    setHeader: () => undefined,
    setStatus: () => undefined,
    transport: "trpc",
  }).admin;
}

async function create(email: string, { token } = caller): Promise<number> {
  const json = { properties: [{ internal_name: "email", value: email }] };
  const { body } = await app.call("POST", "/api/objects/contacts", { token, json });
  return body.data.id;
}

async function search(through: TestApp, json: object, { token } = caller) {
  const response = await fetch(`${through.url}${CONTACTS}/search`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(json),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const { data } = (await response.json()) as { data?: { results: { id: number }[] } };
  return { status: response.status, ids: data?.results.map(({ id }) => id) };
}

function readsOf({ deps }: TestApp) {
  const reads = deps.replica?.status().reads;
  if (reads === undefined) throw new Error("the server has no replica");
  return reads;
}

function stateOf({ deps }: TestApp) {
  return deps.replica?.status().state;
}

async function goesToReplica(read: () => Promise<unknown>): Promise<boolean> {
  const count = () => readsOf(app).replica + readsOf(other).replica;
  const before = count();
  await read();
  return count() > before;
}

function logged(state: string): readonly string[] {
  return app.logged.filter((line) => line.includes(`"replica":"${state}"`));
}
