import { createApiKey, WORKSPACE_SCOPES } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, sharedApp, startApp, type TestApp, type Workspace } from "../support/app.ts";
import { pathsOf } from "../support/records.ts";
import { expectRefusal } from "../support/refusals.ts";

const OPERATIONS = [
  ["POST", "/contacts", "contacts:write"],
  ["GET", "/contacts", "contacts:read"],
  ["GET", "/contacts/1", "contacts:read"],
  ["PATCH", "/contacts/1", "contacts:write"],
  ["DELETE", "/contacts/1", "contacts:delete"],
  ["POST", "/companies", "companies:write"],
  ["GET", "/companies", "companies:read"],
  ["GET", "/companies/1", "companies:read"],
  ["PATCH", "/companies/1", "companies:write"],
  ["DELETE", "/companies/1", "companies:delete"],
  ["POST", "/deals", "deals:write"],
  ["GET", "/deals", "deals:read"],
  ["GET", "/deals/1", "deals:read"],
  ["PATCH", "/deals/1", "deals:write"],
  ["DELETE", "/deals/1", "deals:delete"],
] as const;

describe.each(DIALECTS)("lists of a workspace on %s", (dialect) => {
  // Refused by the form of the request, before a statement.
  const onSqlite = test.runIf(dialect === "sqlite");
  let app: TestApp;
  let workspace: Workspace;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    workspace = await app.workspace();
    await addContacts(workspace, 60, "lead");
    await addContacts(workspace, 5, "customer");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const list = (query: string, from = workspace) => from.call("GET", `/contacts${query}`);
  const cursorOf = async (query: string, from = workspace, path = "/contacts") =>
    (await from.call("GET", `${path}${query}`)).body.pagination.nextCursor as string;

  test.each([
    ["", 50],
    ["?limit=1", 1],
    ["?limit=64", 64],
    ["?limit=65", 65],
    ["?limit=200", 65],
  ])("returns %i contacts, oldest first, for %j", async (query, length) => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(["data", "pagination", "status"]);
    expect(Object.keys(body.pagination)).toEqual(["nextCursor"]);
    expect(body.data).toHaveLength(length);
    expect(typeof body.pagination.nextCursor).toBe(length < 65 ? "string" : "object");
    const ids = body.data.map(({ id }: { id: string }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
  });

  test("returns no next page for an empty list", async () => {
    const { body } = await list("", await app.workspace());
    expect(body).toEqual({ status: "success", data: [], pagination: { nextCursor: null } });
  });

  onSqlite.each(["0", "201", "-1", "1.5", "abc", "1e3", "%201", "0x5", "99999", "1&limit=2"])(
    "returns 400 for limit=%s",
    async (limit) => {
      const answer = await list(`?limit=${limit}`);
      expectRefusal(answer, 400, "INVALID_INPUT");
      expect(pathsOf(answer)).toEqual(["limit"]);
    },
  );

  onSqlite.each(["page", "offset", "stage", "LIMIT", "__proto__"])(
    "returns 400 for the unknown parameter %s",
    async (name) => {
      const answer = await list(`?${name}=1`);
      expectRefusal(answer, 400, "INVALID_INPUT");
      expect(pathsOf(answer)).toEqual([name]);
    },
  );

  test("lists every remaining contact once while others are added and deleted", async () => {
    const busy = await app.workspace();
    const first = await addContacts(busy, 120, "lead");
    const gone = new Set<string>();
    const seen: string[] = [];
    let query = "?limit=7";
    for (let page = 0; query !== ""; page++) {
      const { body } = await list(query, busy);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      const { nextCursor } = body.pagination;
      query = nextCursor === null ? "" : `?limit=7&cursor=${nextCursor}`;
      if (page > 30) continue;
      await addContacts(busy, 2, "lead");
      const victims = [seen.at(-1), first[119 - page * 2], first[page * 3]];
      for (const id of victims) {
        if (id === undefined || gone.has(id)) continue;
        gone.add(id);
        await busy.call("DELETE", `/contacts/${id}`);
      }
    }
    expect(new Set(seen).size).toBe(seen.length);
    const stayed = first.filter((id) => !gone.has(id));
    expect(stayed.length).toBeGreaterThan(50);
    expect(seen.filter((id) => stayed.includes(id))).toEqual(stayed);
  });

  onSqlite("returns 400 for a cursor with any character changed", async () => {
    const cursor = await cursorOf("?limit=5");
    for (const position of [
      0,
      1,
      3,
      11,
      12,
      20,
      28,
      40,
      60,
      cursor.length - 20,
      cursor.length - 3,
    ]) {
      const changed = cursor[position] === "A" ? "B" : "A";
      const tampered = cursor.slice(0, position) + changed + cursor.slice(position + 1);
      expectRefusal(await list(`?limit=5&cursor=${tampered}`), 400, "INVALID_INPUT");
    }
  });

  onSqlite.each([
    ["a number", () => "50"],
    ["cut short", (cursor: string) => cursor.slice(0, -4)],
    ["too long", () => "x".repeat(4_001)],
    ["longer by a part", (cursor: string) => `${cursor}.x`],
    ["longer by a character that is no base64", (cursor: string) => `${cursor}!`],
    ["given twice", (cursor: string) => `${cursor}&cursor=${cursor}`],
  ])("returns 400 for a cursor that is %s", async (_, change) => {
    const answer = await list(`?cursor=${change(await cursorOf("?limit=5"))}`);
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(pathsOf(answer)).toEqual(["cursor"]);
  });

  onSqlite.each(["?limit=0&cursor=x", "?cursor=x&limit=many"])(
    "returns 400 with both faults for a wrong cursor and a wrong limit: %s",
    async (query) => {
      const answer = await list(query);
      expectRefusal(answer, 400, "INVALID_INPUT");
      expect(pathsOf(answer).toSorted()).toEqual(["cursor", "limit"]);
    },
  );

  onSqlite("returns 400 for a wrong limit next to a valid cursor", async () => {
    const answer = await list(`?limit=0&cursor=${await cursorOf("?limit=5")}`);
    expect(pathsOf(answer)).toEqual(["limit"]);
  });

  onSqlite("returns 400 for a cursor of another workspace, list or filter", async () => {
    const other = await app.workspace();
    await addContacts(other, 3, "lead");
    for (const n of [1, 2])
      await workspace.call("POST", "/deals", {
        json: { name: `${n}`, amount: n, currency: "EUR" },
      });
    const filtered = await cursorOf("?limit=1&lifecycleStage=lead");
    for (const query of [
      `?cursor=${await cursorOf("?limit=1", other)}`,
      `?cursor=${await cursorOf("?limit=1", workspace, "/deals")}`,
      `?cursor=${filtered}`,
      `?cursor=${filtered}&lifecycleStage=customer`,
      `?cursor=${await cursorOf("?limit=1")}&lifecycleStage=lead`,
    ]) {
      const answer = await list(query);
      expectRefusal(answer, 400, "INVALID_INPUT");
      expect(answer.body.issues).toMatchObject([{ path: "cursor", code: "cursor_invalid" }]);
    }
    expect((await list(`?cursor=${filtered}&lifecycleStage=lead&limit=9`)).status).toBe(200);
  });

  test("keeps the filter lifecycleStage on the next page", async () => {
    const first = await list("?lifecycleStage=customer&limit=3");
    const { nextCursor } = first.body.pagination;
    const second = await list(`?lifecycleStage=customer&limit=3&cursor=${nextCursor}`);
    expect([first.body.data.length, second.body.data.length]).toEqual([3, 2]);
    expect(second.body.pagination.nextCursor).toBeNull();
    for (const { lifecycleStage } of [...first.body.data, ...second.body.data])
      expect(lifecycleStage).toBe("customer");
    expect((await list("?lifecycleStage=nobody")).body.data).toEqual([]);
  });

  test("filters by the current value, without deleted contacts", async () => {
    const own = await app.workspace();
    const [changed, deleted, kept] = await addContacts(own, 3, "lead");
    await own.call("PATCH", `/contacts/${changed}`, { json: { lifecycleStage: "other" } });
    await own.call("DELETE", `/contacts/${deleted}`);
    const { body } = await list("?lifecycleStage=lead", own);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([kept]);
  });

  test("finds contacts by email and companies by domain, in any case", async () => {
    const own = await app.workspace();
    const made: string[] = [];
    for (const email of ["ada@example.com", "grace@example.com", "ada@example.com"]) {
      made.push((await own.call("POST", "/contacts", { json: { email } })).body.data.id);
    }
    const idsOf = async (path: string) =>
      (await own.call("GET", path)).body.data.map(({ id }: { id: string }) => id);
    expect(await idsOf("/contacts?email=ADA%40example.com")).toEqual([made[0], made[2]]);
    expect(await idsOf("/contacts?email=ada%40example.com&lifecycleStage=lead")).toEqual([]);
    expect(await idsOf("/contacts?email=ada")).toEqual([]);
    expect(await list("?email=ada%40example.com")).toMatchObject({ body: { data: [] } });
    const json = { name: "Engines", domain: "Engines.example" };
    const company = await own.call("POST", "/companies", { json });
    expect(await idsOf("/companies?domain=engines.example")).toEqual([company.body.data.id]);
    expect(await idsOf("/companies?domain=example")).toEqual([]);
  });

  test.each([
    "/contacts?lifecycleStage=",
    "/contacts?email=",
    "/companies?domain=",
    "/deals?stage=",
    "/deals?pipeline=",
  ])("returns 400 for a too long filter %s, and no error for U+0000", async (path) => {
    const answer = await workspace.call("GET", path + "x".repeat(256));
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect((await workspace.call("GET", `${path}%00`)).status).toBeLessThan(500);
  });

  test("filters deals by stage, pipeline and company, alone and combined", async () => {
    const own = await app.workspace();
    const { token } = await app.caller({ projectId: own.projectId });
    const company = await app.call("POST", "/api/objects/companies", {
      token,
      json: { properties: [{ internal_name: "name", value: "Engines" }] },
    });
    const companyId = String(company.body.data.id);
    const add = async (more: object, stage: string): Promise<string> => {
      const json = { name: "Engine", amount: 1, currency: "GBP", ...more };
      const { id } = (await own.call("POST", "/deals", { json })).body.data;
      await own.call("PATCH", `/deals/${id}`, { json: { stage } });
      return id;
    };
    const a = await add({ companyId }, "new");
    const b = await add({ companyId }, "won");
    const c = await add({}, "won");
    for (const [query, wanted] of [
      ["", [a, b, c]],
      ["?stage=won", [b, c]],
      ["?stage=lost", []],
      ["?pipeline=default", [a, b, c]],
      ["?pipeline=nothing", []],
      [`?companyId=${companyId}`, [a, b]],
      ["?companyId=999999999", []],
      ["?companyId=9999999999999999999", []],
      [`?companyId=${a}`, []],
      [`?companyId=${companyId}&stage=won`, [b]],
      [`?companyId=${companyId}&stage=won&pipeline=default`, [b]],
      [`?companyId=${companyId}&stage=won&pipeline=nothing`, []],
      ["?stage=new&pipeline=default", [a]],
    ] as const) {
      const { body } = await own.call("GET", `/deals${query}`);
      expect([query, body.data.map(({ id }: { id: string }) => id)]).toEqual([query, wanted]);
    }
    for (const id of ["abc", "-1", "0", "1.5"])
      expectRefusal(await own.call("GET", `/deals?companyId=${id}`), 400, "INVALID_INPUT");
  });

  test("lists no deals of a company that is deleted", async () => {
    const own = await app.workspace();
    const { token } = await app.caller({ projectId: own.projectId });
    const properties = [{ internal_name: "name", value: "Engines" }];
    const json = { properties };
    const { id } = (await app.call("POST", "/api/objects/companies", { token, json })).body.data;
    const deal = { name: "Engine", amount: 1, currency: "GBP", companyId: String(id) };
    await own.call("POST", "/deals", { json: deal });
    const countDeals = async () =>
      (await own.call("GET", `/deals?companyId=${id}`)).body.data.length;
    expect(await countDeals()).toBe(1);
    await app.call("DELETE", `/api/crm/objects/companies/${id}`, { token });
    expect(await countDeals()).toBe(0);
  });
});

// The statement that finds a key runs on both databases above.
describe("credentials of the Workspace API", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function expiredKey() {
    const { projectId } = await app.workspace();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const key = { projectId, name: "Old", scopes: [...WORKSPACE_SCOPES.keys()], expiresAt };
    const { apiKey } = await createApiKey(app.deps, key);
    await app.deps.db.kysely
      .updateTable("api_keys")
      .set({ expires_at: "2020-01-01T00:00:00.000Z" })
      .where("name", "=", "Old")
      .execute();
    return `Bearer ${apiKey}`;
  }

  test.each([
    ["none", async () => undefined],
    ["of another scheme", async () => "Basic YTpi"],
    ["empty", async () => "Bearer "],
    ["malformed", async () => "Bearer rpk_short"],
    ["two keys", async () => "Bearer a b"],
    ["an unknown key", async () => `Bearer rpk_${"a".repeat(32)}`],
    ["an expired key", expiredKey],
    ["an OAuth token", async () => `Bearer ${(await app.caller()).token}`],
  ])("returns 401 before it checks the body, for a credential that is %s", async (_, header) => {
    const authorization = await header();
    const answer = await app.call("POST", "/v1/contacts", {
      body: "x".repeat(1_100_000),
      headers: authorization === undefined ? {} : { authorization },
    });
    expectRefusal(answer, 401, "UNAUTHENTICATED");
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm="rapport"/);
  });

  test.each(OPERATIONS)(
    "returns 403 for %s %s without %s, before it checks type and body",
    async (method, path, scope) => {
      const scopes = [...WORKSPACE_SCOPES.keys()].filter((one) => one !== scope).join(" ");
      const workspace = await app.workspace({ scope: scopes });
      const body = method === "POST" || method === "PATCH" ? { body: "x" } : {};
      const answer = await workspace.call(method, path, body);
      expectRefusal(answer, 403, "INSUFFICIENT_SCOPE");
      expect(answer.body.message).toContain(scope);
      expect(answer.headers.get("www-authenticate")).toContain(`scope="${scope}"`);
    },
  );

  test("returns 404 and 405 before 401", async () => {
    for (const path of ["/nothing", "/Contacts", "/contacts/1/2", "/contacts/1/"])
      expectRefusal(await app.call("GET", `/v1${path}`), 404, "NOT_FOUND");
    for (const [path, allow] of [
      ["/contacts", "GET, HEAD, POST"],
      ["/deals/1", "GET, HEAD, PATCH, DELETE"],
    ]) {
      const answer = await app.call("PUT", `/v1${path}`);
      expectRefusal(answer, 405, "METHOD_NOT_ALLOWED");
      expect(answer.headers.get("allow")).toBe(allow);
    }
  });

  test.each(["/contacts/", "/deals/"])(
    "returns 404 for %s with its slash at the end",
    async (path) => {
      const { call } = await app.workspace();
      for (const method of ["GET", "POST", "PATCH", "DELETE"])
        expectRefusal(await call(method, path), 404, "NOT_FOUND");
    },
  );

  test("returns 415, 413 and 400 in this order, and before 404", async () => {
    const { call } = await app.workspace();
    const json = { "content-type": "application/json" };
    const big = "x".repeat(1_100_000);
    const path = "/contacts/999999999";
    expectRefusal(await call("PATCH", path, { body: big }), 415, "UNSUPPORTED_MEDIA_TYPE");
    expectRefusal(
      await call("PATCH", path, { body: big, headers: json }),
      413,
      "PAYLOAD_TOO_LARGE",
    );
    expectRefusal(await call("PATCH", path, { json: { nope: 1 } }), 400, "INVALID_INPUT");
    expectRefusal(await call("PATCH", path, { json: { firstName: "x" } }), 404, "NOT_FOUND");
  });

  test("returns 429 with Retry-After over the limit, before it checks the scope", async () => {
    await using strict = await startApp({ dialect: "sqlite", rateLimit: 5 });
    const { call } = await strict.workspace({ scope: "deals:read" });
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await call("GET", "/contacts"));
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 429]);
    expectRefusal(answers[5] as Answer, 429, "RATE_LIMITED");
    expect(Number(answers[5]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await (await strict.workspace()).call("GET", "/contacts")).status).toBe(200);
  });
});

async function addContacts(to: Workspace, count: number, lifecycleStage: string) {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const json = { email: `c${i}@example.com`, lifecycleStage };
    ids.push((await to.call("POST", "/contacts", { json })).body.data.id);
  }
  return ids;
}
