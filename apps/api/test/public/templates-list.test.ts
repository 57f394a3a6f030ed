import { importTemplates } from "@rapport/core";
import { DIALECTS, tampered } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { template, templates } from "../support/templates.ts";

interface Shown {
  readonly id: number;
  readonly name: string;
  readonly language: string;
}

describe.each(DIALECTS)("listing templates on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    await importTemplates(app.deps, caller.tenantId, LOCAL);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const list = (query = "", token = caller.token) =>
    app.call("GET", `/templates${query}`, { token });
  const namesOf = async (query: string) =>
    (await list(query)).body.data.templates.map(
      ({ name, language }: Shown) => `${name} ${language}`,
    );

  async function pagesOf(query: string, token: string, between?: () => Promise<unknown>) {
    const seen: Shown[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await list(`${query}${from}`, token);
      expect(status, JSON.stringify(body)).toBe(200);
      seen.push(...body.data.templates);
      cursor = body.data.nextCursor;
      await between?.();
    }
    return seen;
  }

  test("returns every member of each template, oldest first", async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        templates: LOCAL.map((local) => ({
          id: expect.any(Number),
          components: null,
          ...local,
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: expect.stringMatching(/Z$/),
        })),
        nextCursor: null,
      },
    });
    const ids = body.data.templates.map(({ id }: Shown) => id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
  });

  test.each([
    ["?name=order", ["order en_US", "order pt-BR"]],
    ["?status=PENDING", ["order pt-BR", "sale en_US"]],
    ["?category=MARKETING", ["sale en_US"]],
    ["?language=en_US", ["order en_US", "sale en_US", "welcome en_US"]],
    ["?language=en-US", ["order en_US", "sale en_US", "welcome en_US"]],
    ["?language=pt_BR", ["order pt-BR"]],
    ["?name=order&status=PENDING", ["order pt-BR"]],
    ["?name=order&category=MARKETING", []],
    ["?name=Order", []],
    ["?name=ord%25", []],
    ["?status=NOBODY_KNOWS", []],
  ])("returns 200 for %s", async (query, expected) => {
    expect(await namesOf(query)).toEqual(expected);
  });

  test.each([1, 3, 50, 200])("returns each template once in pages of %i", async (limit) => {
    const { tenantId, token } = await app.caller();
    await importTemplates(app.deps, tenantId, templates(51));
    const seen = await pagesOf(`?limit=${limit}`, token);
    expect(seen.map(({ name }) => name)).toEqual(templates(51).map(({ name }) => name));
  });

  test("returns each remaining template once while others are added and removed", async () => {
    const { tenantId, token } = await app.caller();
    await importTemplates(app.deps, tenantId, templates(20));
    let made = 0;
    const seen = await pagesOf("?limit=3", token, async () => {
      await app.deps.db.kysely
        .deleteFrom("templates")
        .where("tenant_id", "=", tenantId)
        .where("name", "=", `template_${made}`)
        .execute();
      made++;
      if (made < 5) await importTemplates(app.deps, tenantId, [template(`later_${made}`)]);
    });
    expect(seen.map(({ name }) => name)).toEqual([
      ...templates(20).map(({ name }) => name),
      ...["later_1", "later_2", "later_3", "later_4"],
    ]);
  });

  test("keeps the filter on the next page", async () => {
    const seen = await pagesOf("?limit=1&language=en_US", caller.token);
    expect(seen.map(({ name }) => name)).toEqual(["order", "sale", "welcome"]);
  });

  test("returns 50 templates per page by default", async () => {
    const { tenantId, token } = await app.caller();
    await importTemplates(app.deps, tenantId, templates(51));
    const { data } = (await list("", token)).body;
    expect(data.templates).toHaveLength(50);
    expect(data.nextCursor).toEqual(expect.any(String));
  });

  test("returns the tenant's templates in each of its projects, and no other tenant's", async () => {
    const stranger = await app.caller();
    expect((await list("", stranger.token)).body.data).toEqual({ templates: [], nextCursor: null });
    const { token } = await app.caller({ tenantId: caller.tenantId });
    expect((await list("", token)).body.data.templates).toHaveLength(LOCAL.length);
  });

  test("returns 400 for a cursor that is malformed, changed or of another list", async () => {
    const { nextCursor } = (await list("?limit=1")).body.data;
    const other = await app.caller();
    const changed = tampered(nextCursor);
    const uses: [string, string?][] = [
      ["?cursor=abc"],
      ["?cursor=1"],
      ["?cursor=djEu"],
      [`?cursor=${changed}`],
      [`?cursor=${nextCursor}&status=PENDING`],
      [`?cursor=${nextCursor}`, other.token],
    ];
    for (const [query, token] of uses) {
      const { status, body } = await list(query, token);
      expect([query, status, body.issues]).toEqual([
        query,
        400,
        [{ path: "cursor", code: "cursor_invalid", message: expect.any(String) }],
      ]);
    }
    expect((await list(`?cursor=${nextCursor}&limit=2`)).status).toBe(200);
  });

  test.each([
    ["limit", "?limit=0"],
    ["limit", "?limit=201"],
    ["limit", "?limit=-1"],
    ["limit", "?limit=1.5"],
    ["limit", "?limit=ten"],
    ["status", "?status=a&status=b"],
    ["tenant_id", "?tenant_id=1"],
    ["projectId", "?projectId=1"],
    ["page", "?page=2"],
  ])("returns 400 with an issue at %s for %s", async (path, query) => {
    const { status, body } = await list(query);
    expect([status, body.code, body.issues[0].path]).toEqual([400, "INVALID_INPUT", path]);
  });

  test("returns 401 without a token, and 403 with the name of the missing scope", async () => {
    const missing = await app.call("GET", "/templates");
    expect(missing.status).toBe(401);
    expect(missing.headers.get("www-authenticate")).toMatch(/^Bearer /);
    const { token } = await app.caller({ scope: "templates:write", tenantId: caller.tenantId });
    const { status, body, headers } = await list("", token);
    expect([status, body.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
    expect(body.message).toContain("templates:read");
    expect(headers.get("www-authenticate")).toContain('error="insufficient_scope"');
  });
});

const LOCAL = [
  template("order", { components: [{ type: "BODY", text: "Order {{1}} – ✓" }] }),
  template("order", { language: "pt-BR", status: "PENDING" }),
  template("sale", { status: "PENDING", category: "MARKETING", components: { any: null } }),
  template("welcome", { status: "IN_APPEAL", category: "AUTHENTICATION", components: [] }),
];
