import { addAssociation, disableClient, removeAssociation, restoreRecord } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";
import { faultsOf, pathsOf, type RecordApi, recordApi } from "../support/records.ts";

describe.each(DIALECTS)("the history of a record on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let api: RecordApi;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  beforeEach(async () => {
    caller = await app.caller();
    api = recordApi(app, caller);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const pathOf = (id: number | string, plural = "deals") =>
    `/api/crm/objects/${plural}/${id}/history`;
  const historyOf = async (id: number, plural = "deals", query = "") =>
    (await api.pages(`${pathOf(id, plural)}?limit=200${query}`)).flatMap(({ results }) => results);
  const deal = async (name = "d") => (await api.make("deals", { name })).id;
  const principal = () =>
    ({ kind: "user", id: "7", scopes: new Set<string>(), ...caller }) as const;

  test.each(OBJECTS)("200: has every change of a $type, newest first", async (one) => {
    const { plural, type, set } = one;
    const values = one.create.map(({ internal_name, value }) => [internal_name, value]);
    const made = await api.make(plural, Object.fromEntries(values));
    await api.set(plural, made.id, set.internal_name, set.value);
    await api.remove(plural, made.id);
    await restoreRecord({ deps: app.deps, principal: principal() }, type, made.id);
    const { status, body } = await api.get(pathOf(made.id, plural));
    const { results, nextCursor } = body.data;
    const brief = results.map((entry: { action: string; version: number }) => [
      entry.action,
      entry.version,
    ]);
    expect([status, nextCursor, brief]).toEqual([
      200,
      null,
      [
        ["restored", 4],
        ["deleted", 3],
        ["updated", 2],
        ["created", 1],
      ],
    ]);
    expect(results[2].changes).toContainEqual(
      expect.objectContaining({ internal_name: set.internal_name, new: set.value }),
    );
    expect(results[3]).toEqual({
      at: made.createdAt,
      action: "created",
      version: 1,
      actor: { type: "client", id: caller.clientId, name: "Client" },
      changes: [],
    });
  });

  test("200: shows old and new values, and no change that changed nothing", async () => {
    const id = await deal();
    await api.set("deals", id, "tags", ["a", "b"]);
    await api.set("deals", id, "tags", ["a", "b"]);
    await api.set("deals", id, "tags", null);
    const entries = await historyOf(id);
    expect(entries.map(({ version, changes }) => [version, changes])).toEqual([
      [3, [{ internal_name: "tags", old: ["a", "b"], new: null }]],
      [2, [{ internal_name: "tags", old: null, new: ["a", "b"] }]],
      [1, []],
    ]);
  });

  test("200: sorts the changes of an entry by the names of the properties", async () => {
    const id = await deal();
    const properties = [
      { internal_name: "tags", values: ["a"] },
      { internal_name: "description", value: "b" },
      { internal_name: "name", value: "c" },
    ];
    await app.call("PATCH", `/api/crm/objects/deals/${id}`, { ...caller, json: { properties } });
    const [{ changes }] = await historyOf(id);
    expect(changes.map((change: { internal_name: string }) => change.internal_name)).toEqual([
      "description",
      "name",
      "tags",
    ]);
  });

  test("200: internal_name lists only changes of that property", async () => {
    const id = await deal();
    await api.set("deals", id, "stage", "proposal");
    await api.set("deals", id, "name", "other");
    await api.set("deals", id, "stage", "won");
    const entries = await historyOf(id, "deals", "&internal_name=stage");
    expect(entries.map(({ version }) => version)).toEqual([4, 2]);
    expect(entries.map(({ changes }) => changes)).toEqual([
      [{ internal_name: "stage", old: "proposal", new: "won" }],
      [{ internal_name: "stage", old: "new", new: "proposal" }],
    ]);
    expect(await historyOf(id, "deals", "&internal_name=amount")).toEqual([]);
  });

  test("200: associations made with a record, made later and ended are in both histories", async () => {
    const company = (await api.make("companies", { name: "Engines" })).id;
    await api.set("companies", company, "name", "Engines Ltd");
    const made = await app.call("POST", "/api/objects/deals", {
      token: caller.token,
      json: {
        properties: [{ internal_name: "name", value: "d" }],
        associations: [{ to: { object: "company", id: String(company) } }],
      },
    });
    const id: number = made.body.data.id;
    const [one, other] = [
      { type: "deal", id },
      { type: "company", id: company },
    ] as const;
    await removeAssociation({ deps: app.deps, principal: principal() }, one, other);
    await addAssociation({ deps: app.deps, principal: principal() }, other, one);
    const brief = (entries: readonly { action: string; version: number; changes: unknown }[]) =>
      entries.map(({ action, version, changes }) => [action, version, changes]);
    const named = (name: string, old: number | null, value: number | null) => [
      { internal_name: name, old: old && String(old), new: value && String(value) },
    ];
    expect(brief(await historyOf(id))).toEqual([
      ["associated", 1, named("associations.company", null, company)],
      ["dissociated", 1, named("associations.company", company, null)],
      ["associated", 1, named("associations.company", null, company)],
      ["created", 1, []],
    ]);
    const ofCompany = [
      ["associated", 2, named("associations.deal", null, id)],
      ["dissociated", 2, named("associations.deal", id, null)],
      ["associated", 2, named("associations.deal", null, id)],
    ];
    expect(brief(await historyOf(company, "companies")).slice(0, 3)).toEqual(ofCompany);
    const filtered = await historyOf(company, "companies", "&internal_name=associations.deal");
    expect(brief(filtered)).toEqual(ofCompany);
    expect(await historyOf(company, "companies", "&internal_name=associations.lead")).toEqual([]);
  });

  test("200: names clients, keys and admins, and an author who is gone by the id", async () => {
    const workspace = await app.workspace({ projectId: caller.projectId });
    const contact = { email: "ada@example.com" };
    const id = Number((await workspace.call("POST", "/contacts", { json: contact })).body.data.id);
    await api.set("contacts", id, "firstname", "Ada");
    await api.remove("contacts", id);
    await restoreRecord({ deps: app.deps, principal: principal() }, "contact", id);
    await disableClient(app.deps, caller.clientId);
    const reader = await app.caller({ projectId: caller.projectId });
    const { results } = (await api.get(pathOf(id, "contacts"), reader.token)).body.data;
    expect(results.map(({ actor }: { actor: object }) => actor)).toEqual([
      { type: "admin", id: "7", name: "7" },
      { type: "client", id: caller.clientId, name: "Client" },
      { type: "client", id: caller.clientId, name: "Client" },
      { type: "key", id: expect.stringMatching(/^\d+$/), name: "Key" },
    ]);
  });

  test("200: pages hold every entry once, while others are added", async () => {
    const id = await deal();
    for (let i = 0; i < 9; i++) await api.set("deals", id, "name", `n${i}`);
    const seen: number[] = [];
    for (let cursor = ""; ; ) {
      const { data } = (await api.get(`${pathOf(id)}?limit=3${cursor}`)).body;
      seen.push(...data.results.map(({ version }: { version: number }) => version));
      if (data.nextCursor === null) break;
      cursor = `&cursor=${data.nextCursor}`;
      await api.set("deals", id, "name", `later ${cursor}`);
    }
    expect(seen).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test("200: a property's change is found behind thousands of others", async () => {
    const id = await deal();
    await api.set("deals", id, "stage", "proposal");
    const entry = {
      project_id: caller.projectId,
      record_id: id,
      action: "updated",
      changes: JSON.stringify({ name: ["a", "b"] }),
      actor: "system:test",
      at: new Date().toISOString(),
      version: 3,
    };
    const entries = Array.from({ length: 500 }, () => entry);
    for (let i = 0; i < 9; i++) {
      await app.deps.db.kysely.insertInto("record_history").values(entries).execute();
    }
    const pages = await api.pages(`${pathOf(id)}?internal_name=stage`);
    expect(pages.map(({ results }) => results.length)).toEqual([0, 0, 1]);
    expect(pages.at(-1)?.results[0]).toMatchObject({ version: 2 });
  });

  test("200: counts the versions of entries that were made before versions were kept", async () => {
    const company = (await api.make("companies", { name: "Engines" })).id;
    const id = await deal();
    await api.set("deals", id, "name", "a");
    const other = { type: "company", id: company } as const;
    await addAssociation({ deps: app.deps, principal: principal() }, { type: "deal", id }, other);
    await api.set("deals", id, "name", "b");
    const expected = await historyOf(id);
    expect(expected.map(({ version }) => version)).toEqual([3, 2, 2, 1]);
    const sql = `update record_history set version = null where record_id = ${id}`;
    // In a transaction of Rapport's own, because on SQLite another connection may find the database locked.
    await app.deps.db.transaction((tx) => tx.execute({ name: "test_forget_versions", sql }, []));
    expect(await historyOf(id)).toEqual(expected);
  });

  test("404: a record that is deleted, of another type, of another tenant, or not there", async () => {
    const id = await deal();
    const lead = (await api.make("leads", { name: "l" })).id;
    for (const other of [lead, 999_999_999, "99999999999999999"]) {
      const { status, body } = await api.get(pathOf(other));
      expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
    }
    for (const tenantId of [undefined, caller.tenantId]) {
      const stranger = await app.caller(tenantId === undefined ? {} : { tenantId });
      expect((await api.get(pathOf(id), stranger.token)).status).toBe(404);
    }
    await api.remove("deals", id);
    expect((await api.get(pathOf(id))).status).toBe(404);
  });

  test("403: without the read scope", async () => {
    const { token } = await app.caller({ projectId: caller.projectId, scope: "crm.deals.write" });
    expect((await api.get(pathOf(await deal()), token)).status).toBe(403);
  });

  test.each([
    ["internal_name=stgae", ["internal_name property_unknown"]],
    ["internal_name=cin", ["internal_name property_forbidden"]],
    ["internal_name=constructor", ["internal_name property_unknown"]],
    ["internal_name=associations.planet", ["internal_name object_type_unknown"]],
    ["internal_name=associations.constructor", ["internal_name object_type_unknown"]],
    ["internal_name=%00", ["internal_name property_unknown"]],
    ["internal_name=stgae&cursor=x", ["cursor cursor_invalid", "internal_name property_unknown"]],
  ])("400: %s", async (query, faults) => {
    const answer = await api.get(`${pathOf(await deal())}?${query}`);
    expect([answer.status, faultsOf(answer).toSorted()]).toEqual([400, faults]);
  });

  test("400: lists the names of associations", async () => {
    const { body } = await api.get(`${pathOf(await deal())}?internal_name=associations.planet`);
    expect(body.issues[0].allowed).toContain("associations.company");
  });

  test("400: every fault of a request at once", async () => {
    const answer = await api.get(`${pathOf("first")}?internal_name=stgae&cursor=x&limit=0&foo=1`);
    expect([answer.status, pathsOf(answer).toSorted()]).toEqual([
      400,
      ["cursor", "dealId", "foo", "internal_name", "limit"],
    ]);
  });

  test("400: a cursor of another record or property", async () => {
    const [id, other] = [await deal(), await deal()];
    for (const stage of ["proposal", "won"]) await api.set("deals", id, "stage", stage);
    const { nextCursor } = (await api.get(`${pathOf(id)}?limit=1`)).body.data;
    for (const path of [
      `${pathOf(other)}?`,
      `${pathOf(id)}?internal_name=stage&`,
      "/api/crm/objects/deals?",
    ]) {
      const answer = await api.get(`${path}cursor=${nextCursor}`);
      expect([answer.status, faultsOf(answer)]).toEqual([400, ["cursor cursor_invalid"]]);
    }
  });
});
