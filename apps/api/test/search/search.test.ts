import { type Principal, saveProperty, searchObjects } from "@rapport/core";
import { records, recordWords } from "@rapport/db";
import { DIALECTS, tampered } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";
import { createIn, type Search, search, searchAll, where } from "../support/search.ts";

describe.each(DIALECTS)("a search on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test.each(OBJECTS.map(({ plural, type }) => [plural, type] as const))(
    "finds %s of its own project only, as a read returns them",
    async (plural, type) => {
      const [own, other] = [await app.caller(), await app.caller()];
      const names = { contact: { email: "ada@example.com" }, note: { body: "Ada" } };
      const name = type === "contact" || type === "note" ? names[type] : { name: "Ada" };
      const id = await createIn(app, own, plural, { properties: name });
      await createIn(app, other, plural, { properties: name });
      const [filter] = Object.entries(name);
      const found = await search(
        app,
        own,
        plural,
        where({ internal_name: filter?.[0] ?? "", operator: "EQ", value: filter?.[1] }),
      );
      const { body } = await app.call("GET", `/api/crm/objects/${plural}/${id}`, {
        token: own.token,
      });
      expect(found.status).toBe(200);
      expect(found.body.success).toBe(true);
      expect(found.body.data).toEqual({ results: [body.data], nextCursor: null });
    },
  );

  test("returns the named properties and associations", async () => {
    const caller = await app.caller();
    const company = await createIn(app, caller, "companies", { properties: { name: "Engines" } });
    await createIn(app, caller, "deals", {
      properties: { name: "Engine" },
      associations: [["company", company]],
    });
    const asked = { properties: ["amount", "name"], associations: ["company", "lead"] };
    const { body } = await search(app, caller, "deals", asked);
    expect(body.data.results).toMatchObject([
      {
        properties: { amount: null, name: "Engine" },
        associations: { company: [{ id: String(company), type: "deal_to_company" }], lead: [] },
      },
    ]);
    expect(Object.keys(body.data.results[0].properties)).toEqual(["amount", "name"]);
  });

  test("finds the few records that have two common words, in both orders of ids", async () => {
    const caller = await app.caller();
    const wordsOf = (i: number) => [i % 40 === 0 && "Alpha", i % 7 === 0 && "Beta", "Lead"];
    const ids: number[] = [];
    for (let start = 0; start < 3_000; start += 1_000) {
      const inputs = Array.from({ length: 1_000 }, (_, i) => {
        const value = wordsOf(start + i)
          .filter(Boolean)
          .join(" ");
        return { properties: [{ internal_name: "name", value }] };
      });
      const { body } = await app.call("POST", "/api/crm/objects/leads/batch/create", {
        token: caller.token,
        json: { inputs },
      });
      type Result = { record: { id: number } };
      ids.push(...body.data.results.map(({ record }: Result) => record.id));
    }
    const both = ids.filter((_, i) => i % 280 === 0);
    const asked = { query: "beta alpha", limit: 2 };
    expect(await searchAll(app, caller, "leads", asked)).toEqual(both);
    const sorts = [{ internal_name: "id", direction: "DESCENDING" }];
    expect(await searchAll(app, caller, "leads", { ...asked, sorts })).toEqual(both.toReversed());
  });

  test("finds a write as soon as it was answered, and no deleted record", async () => {
    const caller = await app.caller();
    const byName = (value: string) =>
      searchAll(app, caller, "leads", where({ internal_name: "name", operator: "EQ", value }));
    const id = await createIn(app, caller, "leads", { properties: { name: "One" } });
    expect(await byName("one")).toEqual([id]);
    const path = `/api/crm/objects/leads/${id}`;
    const json = { internal_name: "name", value: "Two" };
    await app.call("PATCH", path, { token: caller.token, json });
    expect([await byName("one"), await byName("two")]).toEqual([[], [id]]);
    await app.call("DELETE", path, { token: caller.token });
    expect(await byName("two")).toEqual([]);
  });

  describe("by groups and words", () => {
    let caller: Caller;
    const ids: Record<string, number> = {};
    beforeAll(async () => {
      caller = await app.caller();
      const people = {
        maria: { firstname: "María", lastname: "Patel", phone: "+44 20 7000 2999", city: "London" },
        marco: { firstname: "Marco", lastname: "O'Brien", email: "marco@obrien.example" },
        yuki: { firstname: "雪", lastname: "東京", email: "yuki@example.jp", city: "London" },
      };
      for (const [name, person] of Object.entries(people)) {
        ids[name] = await createIn(app, caller, "contacts", { properties: person });
      }
    });

    const names = async (json: Search) => {
      const found = await searchAll(app, caller, "contacts", json);
      return found.map((id) => Object.keys(ids).find((name) => ids[name] === id));
    };

    test.each([
      ["Maria Patel", ["maria"]],
      ["patel mar", ["maria"]],
      ["mar", ["maria", "marco"]],
      ["70002999", ["maria"]],
      ["+44 (0)20-7000", ["maria"]],
      ["o'brien", ["marco"]],
      ["marco@obrien", ["marco"]],
      ["東京", ["yuki"]],
      ["京東", []],
      ["mar*", ["maria", "marco"]],
      [".*", []],
      ["", ["maria", "marco", "yuki"]],
    ])("the query %j finds %j", async (query, expected) => {
      expect(await names({ query })).toEqual(expected);
    });

    test("groups are alternatives, and filters of a group all apply", async () => {
      const city = { internal_name: "city", operator: "EQ", value: "london" };
      const marco = { internal_name: "firstname", operator: "EQ", value: "Marco" };
      const patel = { internal_name: "lastname", operator: "EQ", value: "Patel" };
      expect(await names(where(city, patel))).toEqual(["maria"]);
      expect(await names({ filterGroups: [{ filters: [city] }, { filters: [marco] }] })).toEqual([
        "maria",
        "marco",
        "yuki",
      ]);
      expect(
        await names({ filterGroups: [{ filters: [city, marco] }, { filters: [patel] }] }),
      ).toEqual(["maria"]);
      expect(
        await names({ filterGroups: [{ filters: [city] }, { filters: [marco] }], query: "mar" }),
      ).toEqual(["maria", "marco"]);
    });
  });

  describe("by associations", () => {
    test("finds records by associated ids and by any association, without deleted ones", async () => {
      const caller = await app.caller();
      const companies = [];
      for (const name of ["a", "b", "gone"]) {
        companies.push(await createIn(app, caller, "companies", { properties: { name } }));
      }
      const [a = 0, b = 0, gone = 0] = companies;
      const one = await createIn(app, caller, "contacts", {
        properties: { email: "1@example.com" },
        associations: [["company", a]],
      });
      const two = await createIn(app, caller, "contacts", {
        properties: { email: "2@example.com" },
        associations: [
          ["company", a],
          ["company", b],
        ],
      });
      const three = await createIn(app, caller, "contacts", {
        properties: { email: "3@example.com" },
        associations: [["company", gone]],
      });
      await app.call("DELETE", `/api/crm/objects/companies/${gone}`, { token: caller.token });
      const find = (operator: string, operands: object, type = "company", plural = "contacts") =>
        searchAll(
          app,
          caller,
          plural,
          where({ internal_name: `associations.${type}`, operator, ...operands }),
        );
      expect(await find("EQ", { value: a })).toEqual([one, two]);
      expect(await find("EQ", { value: String(b) })).toEqual([two]);
      expect(await find("EQ", { value: gone })).toEqual([]);
      expect(await find("EQ", { value: one })).toEqual([]);
      expect(await find("IN", { values: [b, a, gone] })).toEqual([one, two]);
      expect(await find("HAS_PROPERTY", {})).toEqual([one, two]);
      expect(await find("NOT_HAS_PROPERTY", {})).toEqual([three]);
      expect(await find("EQ", { value: two }, "contact", "companies")).toEqual([a, b]);
      expect(await find("HAS_PROPERTY", {}, "contact", "companies")).toEqual([a, b]);
      expect(await find("NOT_HAS_PROPERTY", {}, "lead", "companies")).toEqual([a, b]);
    });
  });

  test("takes pipelines and stages by key, id or label, and deals by probability", async () => {
    const caller = await app.caller();
    const won = await createIn(app, caller, "deals", { properties: { name: "w", stage: "won" } });
    const fresh = await createIn(app, caller, "deals", { properties: { name: "n" } });
    const find = (internal_name: string, operator: string, operands: object) =>
      searchAll(app, caller, "deals", where({ internal_name, operator, ...operands }));
    expect(await find("stage", "EQ", { value: "Won" })).toEqual([won]);
    expect(await find("stage", "IN", { values: ["NEW", "won"] })).toEqual([won, fresh]);
    expect(await find("stage", "NEQ", { value: "won" })).toEqual([fresh]);
    expect(await find("pipeline", "EQ", { value: "sales pipeline" })).toEqual([won, fresh]);
    expect(await find("stage", "EQ", { value: "nowhere" })).toEqual([]);
    expect(await find("probability", "EQ", { value: 1 })).toEqual([won]);
    expect(await find("probability", "LT", { value: "0.5" })).toEqual([fresh]);
  });

  test("counts up to 10,000 records, and says whether that is all", async () => {
    const caller = await app.caller();
    for (let i = 0; i < 3; i++)
      await createIn(app, caller, "tickets", { properties: { name: `t${i % 2}` } });
    const totalOf = async (json: object) =>
      (await search(app, caller, "tickets", { total: true, limit: 1, ...json })).body.data.total;
    expect(await totalOf({})).toEqual({ value: 3, relation: "eq" });
    const byName = where({ internal_name: "name", operator: "EQ", value: "t0" });
    expect(await totalOf(byName)).toEqual({ value: 2, relation: "eq" });
    expect(await totalOf({ query: "t1" })).toEqual({ value: 1, relation: "eq" });
    const byPlain = where({ internal_name: "description", operator: "NOT_HAS_PROPERTY" });
    expect(await totalOf(byPlain)).toEqual({ value: 3, relation: "eq" });
    expect(await totalOf({ total: false })).toBeUndefined();
  });

  test.each([
    [undefined, "ASCENDING"],
    ["id", "DESCENDING"],
    ["createdAt", "ASCENDING"],
    ["updatedAt", "DESCENDING"],
    ["amount", "ASCENDING"],
    ["amount", "DESCENDING"],
  ])("sorts by %s %s in pages, records without a value last", async (internal_name, direction) => {
    const caller = await app.caller();
    const made: { id: number; amount: number | null }[] = [];
    for (const amount of [5, null, 1, 5, null, 3]) {
      const more = amount === null ? {} : { amount };
      made.push({
        id: await createIn(app, caller, "deals", { properties: { name: "d", ...more } }),
        amount,
      });
    }
    const sorts = internal_name === undefined ? {} : { sorts: [{ internal_name, direction }] };
    const sign = direction === "ASCENDING" ? 1 : -1;
    const ordered = made.toSorted((a, b) => {
      if (internal_name === "amount" && (a.amount === null) !== (b.amount === null)) {
        return a.amount === null ? 1 : -1;
      }
      const byAmount = internal_name === "amount" ? (a.amount ?? 0) - (b.amount ?? 0) : 0;
      return sign * (byAmount || a.id - b.id);
    });
    for (const limit of [1, 2, 200]) {
      const found = await searchAll(app, caller, "deals", { ...sorts, limit });
      expect(found).toEqual(ordered.map(({ id }) => id));
    }
  });

  test("returns 400 for a cursor of another search", async () => {
    const [caller, foreign] = [await app.caller(), await app.caller()];
    for (const name of ["a", "b"]) {
      await createIn(app, caller, "deals", { properties: { name } });
      await createIn(app, caller, "leads", { properties: { name } });
    }
    const filters = where({ internal_name: "name", operator: "HAS_PROPERTY" });
    const first = await search(app, caller, "deals", { ...filters, limit: 1 });
    const cursor = first.body.data.nextCursor;
    expect((await search(app, caller, "deals", { ...filters, cursor })).status).toBe(200);
    const changedPage = { ...filters, cursor, limit: 9, properties: ["name"], total: true };
    expect((await search(app, caller, "deals", changedPage)).status).toBe(200);
    const sameOrder = { ...filters, cursor, sorts: [{ internal_name: "id" }] };
    expect((await search(app, caller, "deals", sameOrder)).status).toBe(200);
    const sorted = { ...filters, limit: 1, sorts: [{ internal_name: "name" }] };
    const byName = (await search(app, caller, "deals", sorted)).body.data.nextCursor;
    const ascending = { internal_name: "name", direction: "ASCENDING" };
    const sameSort = { ...filters, cursor: byName, sorts: [ascending] };
    expect((await search(app, caller, "deals", sameSort)).status).toBe(200);
    const otherWay = { internal_name: "id", direction: "DESCENDING" };
    const others: [string, Caller, object][] = [
      ["deals", caller, { cursor }],
      ["deals", caller, { ...filters, cursor, sorts: [otherWay] }],
      ["deals", caller, { ...filters, cursor, query: "a" }],
      ["deals", caller, { ...filters, cursor, sorts: [{ internal_name: "name" }] }],
      [
        "deals",
        caller,
        { ...where({ ...filters, internal_name: "name", operator: "EQ" } as never), cursor },
      ],
      ["leads", caller, { ...filters, cursor }],
      ["deals", foreign, { ...filters, cursor }],
      ["deals", caller, { ...filters, cursor: "nonsense" }],
      ["deals", caller, { ...filters, cursor: tampered(cursor) }],
    ];
    for (const [plural, asker, json] of others) {
      const { status, body } = await search(app, asker, plural, json);
      expect([status, body.code]).toEqual([400, "INVALID_INPUT"]);
    }
    const list = await app.call("GET", `/v1/deals?cursor=${cursor}`, {
      token: (await app.workspace({ projectId: caller.projectId })).key,
    });
    expect(list.status).toBe(400);
  });

  test("returns 403 without the type's read scope", async () => {
    const caller = await app.caller({ scope: "crm.deals.read crm.leads.write" });
    expect((await search(app, caller, "deals", {})).status).toBe(200);
    const refused = await search(app, caller, "leads", {});
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain("crm.leads.read");
  });

  test("continues for a page of records that only a scan finds, while others are answered", async () => {
    const caller = await app.caller();
    await saveProperty(app.deps, caller.projectId, "lead", { name: "x", label: "x" });
    for (let i = 0; i < 30; i++)
      await createIn(app, caller, "leads", { properties: { name: `l${i}`, x: "no" } });
    const id = await createIn(app, caller, "leads", { properties: { name: "last", x: "yes" } });
    const filters = where({ internal_name: "x", operator: "EQ", value: "yes" });
    expect(await searchAll(app, caller, "leads", { ...filters, limit: 1 })).toEqual([id]);
  });

  test("lets other requests run while it compares the words of many records", async () => {
    const { projectId } = await app.caller();
    const { db } = app.deps;
    const others = Array.from({ length: 40 }, (_, i) => `anotherword${i}`);
    await db.transaction(async (tx) => {
      for (let i = 0; i < 800; i++) {
        const source = i % 2 === 0 ? "even" : "odd";
        const record = { type: "lead", properties: { source }, at: new Date().toISOString() };
        const id = await records.insertRecord(tx, { projectId }, record);
        await recordWords.addWords(
          tx,
          { projectId, type: "lead", id },
          new Set([source, ...others]),
        );
      }
    });
    const scopes = new Set<string>();
    const caller: Principal = { kind: "client", id: "x", tenantId: 1, projectId, scopes };
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    const object = await app.deps.schemas.object(caller.projectId, "lead");
    const found = searchObjects(
      { deps: app.deps, principal: caller, object },
      { query: "even odd", limit: 50 },
    );
    setImmediate(count);
    expect((await found).results).toEqual([]);
    isOver = true;
    expect(turns).toBeGreaterThan(1);
  });
});
