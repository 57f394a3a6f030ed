import { DatabaseSync } from "node:sqlite";
import { setAccount } from "@rapport/core";
import { DIALECTS, type GraphReply } from "@rapport/testing";
import { describe, expect, test } from "vitest";
import {
  ACCESS_TOKEN,
  accountOf,
  type Syncing,
  startSyncing,
  templates,
  WABA_ID,
} from "../support/templates.ts";

const ALWAYS = Number.POSITIVE_INFINITY;
const usage = (minutes: number) => ({
  "x-business-use-case-usage": JSON.stringify({
    [WABA_ID]: [
      { type: "messages", call_count: 3, estimated_time_to_regain_access: 0 },
      { type: "whatsapp", call_count: 100, estimated_time_to_regain_access: minutes },
    ],
  }),
});
const regain = (code: number, headers: Record<string, string>) => ({ error: { code }, headers });

const TRANSIENT: readonly [string, GraphReply][] = [
  ["code 1", { error: { code: 1 } }],
  ["code 2", { error: { code: 2 } }],
  ["code 2 with status 200", { error: { code: 2, status: 200 } }],
  ["is_transient", { error: { code: 131_000, is_transient: true } }],
  ["500", { json: {}, status: 500 }],
  ["503 without JSON to go by", { json: "Service Unavailable", status: 503 }],
  ["a cut connection", { cut: true }],
];
const THROTTLED: readonly [string, GraphReply][] = [
  ["code 4", { error: { code: 4 } }],
  ["code 80007", { error: { code: 80_007 } }],
  ["code 80008", { error: { code: 80_008 } }],
];
const DELAYED: readonly [string, GraphReply, number][] = [
  ["19 minutes to regain access", regain(80_008, usage(19)), 19 * 60],
  ["5 minutes to regain access", regain(4, usage(5)), 5 * 60],
  ["more minutes than a day has", regain(4, usage(1e308)), 24 * 60 * 60],
  ["80007 with Retry-After: 3600", regain(80_007, { "retry-after": "3600" }), 3_600],
  ["80007 with Retry-After: 20", regain(80_007, { "retry-after": "20" }), 20],
];
const UNUSABLE: readonly [string, GraphReply][] = [
  ["HTML", { html: true }],
  ["JSON of another shape", { json: { templates: [] } }],
  ["a list of templates that is none", { json: { data: { name: "x", language: "en" } } }],
  ["a list", { json: [] }],
  ["null", { json: null }],
  ["a redirect", { json: {}, status: 302 }],
  ["a next one without a cursor", { json: { data: [], paging: { next: "https://x.test" } } }],
  [
    "a cursor that repeats",
    { json: { data: [], paging: { cursors: { after: "QQ==" }, next: "https://x.test" } } },
  ],
  ["a body that never ends", { endless: true }],
  ["an error of an unknown code", { error: { code: 99_999, message: ACCESS_TOKEN } }],
];
const REFUSED: readonly [string, GraphReply, string][] = [
  ["code 190", { error: { code: 190 } }, "credentials_invalid"],
  ["code 190 with status 400", { error: { code: 190, status: 400 } }, "credentials_invalid"],
  ["code 10", { error: { code: 10 } }, "credentials_not_permitted"],
  ["code 200", { error: { code: 200 } }, "credentials_not_permitted"],
  ["code 100", { error: { code: 100 } }, "account_not_found"],
];

// The tests mostly wait for the next attempt, and each has its own server.
describe.concurrent.each(DIALECTS)("a platform that fails during a sync, on %s", (dialect) => {
  // Responses are classified before anything is stored, so PostgreSQL runs one of those that are retried.
  const onSqlite = test.runIf(dialect === "sqlite");
  const inClass = <Case>(cases: readonly Case[]) => (dialect === "sqlite" ? cases : [cases[0]!]);

  /** Starts with 40 templates in four pages, which all change. */
  const start = () => startSyncing(dialect, templates(40), 10);

  async function caller(syncing: Syncing) {
    return syncing.tenant(templates(40, { status: "PENDING" }));
  }

  /** Syncs with this reply, and checks that nothing changed and the tenant can sync again. */
  async function fails(reply: GraphReply, at = 3) {
    await using syncing = await start();
    const { sync, tenantId } = await caller(syncing);
    const before = await syncing.contents();
    syncing.platform.fail(at, reply, ALWAYS);
    const answer = await sync();
    expect(await syncing.contents()).toEqual(before);
    const { lease, synced_at, token_invalid_at } = await accountOf(syncing.app, tenantId);
    expect([lease, synced_at]).toEqual([null, null]);
    return {
      ...answer,
      tokenInvalid: token_invalid_at !== null,
      asked: syncing.platform.requests.length,
    };
  }

  // Only a trigger makes giving the lease back fail.
  onSqlite("returns what the platform refused even if the lease cannot be given back", async () => {
    await using syncing = await start();
    const { sync, tenantId } = await caller(syncing);
    using file = new DatabaseSync(syncing.app.databaseUrl.slice("sqlite:".length));
    file.exec(`
        create trigger kept_lease before update of lease on messaging_accounts when new.lease is null
        begin select raise(abort, 'kept'); end`);
    syncing.platform.fail(1, { error: { code: 190 } }, ALWAYS);
    const { status, body } = await sync();
    expect([status, body.issues?.[0].code]).toEqual([400, "credentials_invalid"]);
    expect((await accountOf(syncing.app, tenantId)).token_invalid_at).not.toBeNull();
  });

  test.each([...inClass(TRANSIENT), ...inClass(THROTTLED)])(
    "retries after %s on page 3",
    async (_, reply) => {
      await using syncing = await start();
      const { sync } = await caller(syncing);
      syncing.platform.fail(3, reply);
      const { status, body } = await sync();
      expect([status, body.data?.total_fetched_from_meta, body.data?.updated]).toEqual([
        200, 40, 40,
      ]);
      const paths = syncing.platform.requests.map(({ path }) => path);
      expect(paths).toHaveLength(5);
      expect(paths[3]).toBe(paths[2]);
    },
  );

  test.each(inClass(TRANSIENT))("returns 502 after repeated %s on page 3", async (_, reply) => {
    const { status, body, asked, tokenInvalid } = await fails(reply);
    expect([status, body.code, tokenInvalid]).toEqual([502, "UPSTREAM_FAILED", false]);
    expect(asked).toBeGreaterThan(3);
    expect(asked).toBeLessThan(20);
  });

  onSqlite.each(THROTTLED)(
    "returns 503 with Retry-After after repeated %s on page 3",
    async (_, reply) => {
      const { status, body, headers, tokenInvalid } = await fails(reply);
      expect([status, body.code, tokenInvalid]).toEqual([503, "UNAVAILABLE", false]);
      expect(headers.get("retry-after")).toBe("60");
    },
  );

  onSqlite.each(DELAYED)(
    "returns 503 with the Retry-After of %s, without a retry",
    async (_, reply, seconds) => {
      const { status, headers, asked } = await fails(reply);
      expect([status, Number(headers.get("retry-after"))]).toEqual([503, seconds]);
      expect(asked).toBe(3);
    },
  );

  onSqlite.each(UNUSABLE)("returns 502 for %s instead of a page", async (_, reply) => {
    // Eleven times, 8 MiB of an endless body are read.
    for (const at of "endless" in reply ? [3] : [1, 3]) {
      const { status, body, tokenInvalid } = await fails(reply, at);
      expect([status, body.code, tokenInvalid]).toEqual([502, "UPSTREAM_FAILED", false]);
    }
  });

  onSqlite.each(REFUSED)("returns 400 with the reason for %s", async (name, reply, code) => {
    const { status, body, asked, tokenInvalid } = await fails(reply);
    expect([status, body.code, body.issues.length]).toEqual([400, "INVALID_INPUT", 1]);
    expect(body.issues[0].code).toBe(code);
    expect([asked, tokenInvalid]).toEqual([3, name.startsWith("code 190")]);
  });

  onSqlite("returns 502 for a platform that cannot be reached", async () => {
    await using syncing = await start();
    const { sync } = await caller(syncing);
    const before = await syncing.contents();
    await syncing.platform[Symbol.asyncDispose]();
    const { status, body } = await sync();
    expect([status, body.code]).toEqual([502, "UPSTREAM_FAILED"]);
    expect(await syncing.contents()).toEqual(before);
  });

  test("returns 400 for a wrong token, and marks it invalid until a new one is set", async () => {
    await using syncing = await start();
    const { app } = syncing;
    const { sync, tenantId } = await caller(syncing);
    const other = await caller(syncing);
    const noted = async (id: number) => (await accountOf(app, id)).token_invalid_at;
    await setAccount(app.deps, tenantId, { wabaId: WABA_ID, accessToken: "EAAGwrong" });
    const { status, body } = await sync();
    expect([status, body.issues[0].code]).toEqual([400, "credentials_invalid"]);
    expect(JSON.stringify(body)).not.toContain("EAAGwrong");
    expect(await noted(tenantId)).toMatch(/Z$/);
    expect(await noted(other.tenantId)).toBeNull();

    await setAccount(app.deps, tenantId, { wabaId: WABA_ID, accessToken: ACCESS_TOKEN });
    expect(await noted(tenantId)).toBeNull();
    expect((await sync()).body.data.updated).toBe(40);
    expect(app.logged.join("\n")).not.toContain("EAAGwrong");
  });

  test("returns 409 for a second simultaneous sync of a tenant, but not of another", async ({
    expect,
  }) => {
    await using syncing = await start();
    const { platform } = syncing;
    const [one, other] = [await caller(syncing), await caller(syncing)];
    platform.fail(1, { hang: true });
    const first = one.sync();
    await expect.poll(() => platform.requests.length).toBe(1);
    const second = await one.sync();
    expect([second.status, second.body.code]).toEqual([409, "CONFLICT"]);
    expect(second.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect((await other.sync()).body.data.updated).toBe(40);
    expect((await syncing.contents()).history).toHaveLength(40);

    platform.release();
    expect((await first).body.data).toMatchObject({ updated: 40 });
    expect((await one.sync()).body.data).toMatchObject({ updated: 0, unchanged: 40 });
  });

  test("writes each change once in many simultaneous syncs", async () => {
    await using syncing = await start();
    const { sync } = await caller(syncing);
    const answers = await Promise.all(Array.from({ length: 8 }, () => sync()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await syncing.contents()).history).toHaveLength(40);
  });
});
