import { type Deps, type Principal, saveProperty, searchObjects } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { type Search, search, searchAll, where } from "../support/search.ts";

type Request = Parameters<typeof searchObjects>[1];

const TEXT = "lorem ipsum dolor sit amet ".repeat(400);
const RECORDS = 80;
const MIB = 1024 * 1024;
/** What a call may look at before it counts as a long one. */
const LONG = MIB;
const MAX_LONG_CALLS = 16;
const BUDGET = 160 * MIB;

const contains = (internal_name: string, value: string) => ({
  ...{ internal_name, operator: "CONTAINS_TOKEN", value },
});
/** Examines every record, and finds none. */
const none = where({ internal_name: "essay", operator: "EQ", value: "nothing" });

describe.each(DIALECTS)("what a search looks at on %s", (dialect) => {
  // Limits and turns are kept in memory.
  const onSqlite = test.runIf(dialect === "sqlite");
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await startApp({ dialect, rateLimit: 100_000 });
    caller = await app.caller();
    await fill(caller);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test.each([
    [
      "ten equal groups",
      Array.from({ length: 10 }, () => [contains("essay", "lorem ipsum dolor")]),
    ],
    [
      "groups that a smaller one makes needless",
      [
        [contains("essay", "lorem ipsum dolor")],
        [contains("code", "none*"), contains("essay", "lorem ipsum dolor")],
        [contains("essay", "lorem ipsum dolor"), contains("essay", "amet lorem")],
      ],
    ],
    ["equal filters of a group", [Array(10).fill(contains("essay", "lorem ipsum dolor"))]],
  ])("is the same for %s as for one filter", async (_, groups) => {
    const sorts = [{ internal_name: "createdAt" }];
    const filterGroups = groups.map((filters) => ({ filters }));
    const one = await looked({ ...where(contains("essay", "lorem ipsum dolor")), sorts });
    const many = await looked({ filterGroups, sorts });
    expect(many).toEqual(one);
    expect(one.ids).toHaveLength(RECORDS);
  });

  test("grows little with the filters of a property, because its words are split once", async () => {
    const negated = (i: number) => ({
      ...{ internal_name: "essay", operator: "NOT_CONTAINS_TOKEN", value: `w${i}*` },
    });
    const one = await looked({ ...where(negated(0)), limit: 200 });
    const all = Array.from({ length: 50 }, (_, i) => negated(i));
    const many = await looked({ ...where(...all), limit: 200 });
    expect(many.ids).toEqual(one.ids);
    expect(many.bytes).toBeLessThan(1.5 * one.bytes);
  });

  test("is bounded for a call, which says where to continue", async () => {
    const all = await looked({ ...none, limit: 1 });
    const { bytes, pages, ids } = await looked({ ...none, limit: 1 }, { bytes: 200_000 });
    expect(ids).toEqual([]);
    expect(all.pages).toBe(1);
    expect(pages).toBeGreaterThan(3);
    expect(bytes / pages).toBeLessThan(400_000);
  });

  test("is little between two turns, also of records with long texts", async () => {
    const { parts } = await looked(none);
    // The first records are read before their size is known.
    expect(Math.max(...parts.slice(2))).toBeLessThan(128 * 1024);
  });

  test("counts against the caller unless the answer has it", async () => {
    const found = await looked({ limit: 200 });
    expect(found.counted).toBeLessThan(found.bytes / 10);
    const missed = await looked(none);
    expect(missed.counted).toBe(missed.bytes);
  });

  onSqlite(
    "has a limit for each credential: then a long search is 429 with the reason, a short one is not",
    async () => {
      const [own, other] = [await sibling(), await sibling()];
      spend(own, BUDGET + 20 * MIB);
      const refused = await search(app, own, "leads", none);
      expect([refused.status, refused.body.code]).toEqual([429, "RATE_LIMITED"]);
      expect(refused.body.message).toContain("looked at too many records");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await search(app, own, "leads", { limit: 1 })).status).toBe(200);
      expect((await search(app, other, "leads", none)).status).toBe(200);
      const list = await app.call("GET", "/api/crm/objects/leads?limit=200", own);
      expect(list.status).toBe(200);
      // A total is counted by looking too.
      expect((await search(app, own, "leads", { ...none, total: true })).status).toBe(429);
    },
  );

  onSqlite("has a limit for the long searches of a credential under way", async () => {
    const [own, other] = [await sibling(), await sibling()];
    const calls = Array.from({ length: MAX_LONG_CALLS }, () =>
      app.deps.scans.begin(principal(own)),
    );
    for (const call of calls) {
      call.count(LONG);
      await call.part(
        async () => 0,
        () => 0,
      );
    }
    const refused = await search(app, own, "leads", none);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(refused.body.message).toContain(`${MAX_LONG_CALLS} searches under way`);
    expect((await search(app, other, "leads", none)).status).toBe(200);
    for (const call of calls) call.end();
    expect((await search(app, own, "leads", none)).status).toBe(200);
  });

  test("has turns by tenant and caller, so many searches of one delay another one's little", async () => {
    const order: string[] = [];
    const run = async (name: string, tenantId: number) => {
      const call = app.deps.scans.begin({ ...principal(caller), id: name, tenantId });
      call.count(LONG);
      for (let i = 0; i < 4; i++) {
        await call.part(
          async () => order.push(name),
          () => MIB,
        );
      }
      call.end();
    };
    const many = Array.from({ length: 12 }, (_, i) => run(`a${i}`, 1));
    await Promise.all([...many, run("b", 2)]);
    const last = order.lastIndexOf("b");
    expect(order).toHaveLength(13 * 4);
    expect(last).toBeLessThan(order.length / 2);
  });

  onSqlite("ends when the client disconnects", async () => {
    let parts = 0;
    const call = app.deps.scans.begin(principal(caller), () => parts === 3);
    const scan: Deps["scan"] = {
      ...call,
      part: (work, bytesOf) =>
        call.part(async () => {
          parts++;
          return work();
        }, bytesOf),
    };
    const object = await app.deps.schemas.object(caller.projectId, "lead");
    const found = searchObjects(
      { deps: { ...app.deps, scan }, principal: principal(caller), object },
      {
        ...(none as Request),
        limit: 50,
      },
    );
    await expect(found).rejects.toThrow("closed the connection");
    expect(parts).toBe(3);
    call.end();
  });

  /** Runs a search to its last page, and counts what it looks at. */
  async function looked(
    asked: Search,
    limits: { readonly bytes?: number } = {},
  ): Promise<{
    readonly ids: readonly number[];
    readonly pages: number;
    readonly bytes: number;
    readonly counted: number;
    readonly parts: readonly number[];
  }> {
    const parts: number[] = [];
    let answered = 0;
    const scan: Deps["scan"] = {
      async part(work, bytesOf) {
        const result = await work();
        parts.push(bytesOf(result));
        return result;
      },
      count: (bytes) => void parts.push(bytes),
      answered: (bytes) => {
        answered += bytes;
      },
    };
    const ids: number[] = [];
    let pages = 0;
    let cursor: string | undefined;
    const object = await app.deps.schemas.object(caller.projectId, "lead");
    do {
      const request = { limit: 100, ...asked, cursor } as Request;
      const page = await searchObjects(
        { deps: { ...app.deps, scan }, principal: principal(caller), object },
        request,
        {
          ...LIMITS,
          ...limits,
        },
      );
      ids.push(...page.results.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      pages++;
    } while (cursor !== undefined);
    const bytes = parts.reduce((sum, one) => sum + one, 0);
    return { ids, pages, bytes, counted: bytes - answered, parts };
  }

  const LIMITS = {
    ...{ examined: 10_000, bytes: 16 * MIB, planned: 4 * MIB, chunk: 250, merged: 8 },
    ...{ collectedById: 10_000, collectedByField: 2_000 },
  };

  function principal({ clientId: id, tenantId, projectId }: Caller): Principal {
    return { kind: "client", id, tenantId, projectId, scopes: new Set() };
  }

  function sibling(): Promise<Caller> {
    return app.caller({ tenantId: caller.tenantId, projectId: caller.projectId });
  }

  function spend(own: Caller, bytes: number): void {
    const call = app.deps.scans.begin(principal(own));
    call.count(bytes);
    call.end();
  }

  async function fill(own: Caller): Promise<void> {
    const text = { label: "x", type: "text" } as const;
    await saveProperty(app.deps, own.projectId, "lead", { ...text, name: "essay" });
    await saveProperty(app.deps, own.projectId, "lead", { ...text, name: "code" });
    const inputs = Array.from({ length: RECORDS }, (_, i) => ({
      properties: [
        { internal_name: "name", value: `Lead ${i}` },
        { internal_name: "essay", value: TEXT },
      ],
    }));
    const path = "/api/crm/objects/leads/batch/create";
    const { status } = await app.call("POST", path, { token: own.token, json: { inputs } });
    if (status !== 200) throw new Error(`The batch is answered ${status}.`);
    expect(await searchAll(app, own, "leads", {})).toHaveLength(RECORDS);
  }
});
