import { addAssociation, removeAssociation } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import {
  addOfCompany,
  faultsOf,
  idsOf,
  pathsOf,
  type RecordApi,
  recordApi,
} from "../support/records.ts";

describe.each(DIALECTS)("lists of associations on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let api: RecordApi;
  let company: number;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  beforeEach(async () => {
    caller = await app.caller();
    api = recordApi(app, caller);
    company = (await api.make("companies", { name: "Engines" })).id;
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const pathOf = (toPlural: string, id: number | string = company) =>
    `/api/crm/objects/companies/${id}/associations/${toPlural}`;
  const contactsOf = (count: number) =>
    addOfCompany(app, caller, company, { type: "contact", count });

  test("200: all 1,001 associations are listed in pages, by id", async () => {
    const ids = (await contactsOf(1_001)).map(String);
    const pages = await api.pages(`${pathOf("contacts")}?limit=200`);
    expect(pages.map(({ results }) => results.length)).toEqual([200, 200, 200, 200, 200, 1]);
    expect(idsOf(pages)).toEqual(ids);
    expect(pages[0]?.results[0]).toEqual({
      id: ids[0],
      type: "contact_to_company",
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
  });

  test("200: the same association is seen from both sides", async () => {
    const [deal = 0] = await addOfCompany(app, caller, company, { type: "deal", count: 1 });
    const here = (await api.get(pathOf("deals"))).body.data;
    const there = await api.get(`/api/crm/objects/deals/${deal}/associations/companies`);
    const { createdAt } = here.results[0];
    expect(here).toEqual({
      results: [{ id: String(deal), type: "deal_to_company", createdAt }],
      nextCursor: null,
    });
    expect(there.body.data).toEqual({
      results: [{ id: String(company), type: "deal_to_company", createdAt }],
      nextCursor: null,
    });
  });

  test("200: none, and 50 by default", async () => {
    expect((await api.get(pathOf("tickets"))).body.data).toEqual({ results: [], nextCursor: null });
    await contactsOf(51);
    const [first, second] = await api.pages(`${pathOf("contacts")}?`);
    expect([first?.results.length, second?.results.length]).toEqual([50, 1]);
  });

  test("200: leaves out deleted records, and associations that were ended", async () => {
    const [deleted = 0, ended = 0, left] = await contactsOf(3);
    await api.remove("contacts", deleted);
    const principal = { kind: "system", id: "test", scopes: new Set<string>(), ...caller } as const;
    const one = { type: "company", id: company } as const;
    await removeAssociation({ deps: app.deps, principal }, one, { type: "contact", id: ended });
    expect(idsOf(await api.pages(`${pathOf("contacts")}?`))).toEqual([String(left)]);
  });

  test("200: none is skipped or repeated while others come and go", async () => {
    const ids = await contactsOf(20);
    const principal = { kind: "system", id: "test", scopes: new Set<string>(), ...caller } as const;
    const seen: string[] = [];
    for (let cursor = "", i = 0; ; i++) {
      const { data } = (await api.get(`${pathOf("contacts")}?limit=3${cursor}`)).body;
      seen.push(...data.results.map(({ id }: { id: string }) => id));
      if (data.nextCursor === null) break;
      cursor = `&cursor=${data.nextCursor}`;
      await api.remove("contacts", ids[i] as number);
      const { id } = await api.make("contacts", { phone: "12345" });
      const one = { type: "company", id: company } as const;
      await addAssociation({ deps: app.deps, principal }, one, { type: "contact", id });
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(0, 20)).toEqual(ids.map(String));
  });

  test("404: a record that is deleted, of another type, of another tenant, or not there", async () => {
    await contactsOf(1);
    const { id } = await api.make("leads", { name: "l" });
    for (const other of [id, 999_999_999, "99999999999999999"]) {
      const { status, body } = await api.get(pathOf("contacts", other));
      expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
    }
    for (const tenantId of [undefined, caller.tenantId]) {
      const stranger = await app.caller(tenantId === undefined ? {} : { tenantId });
      expect((await api.get(pathOf("contacts"), stranger.token)).status).toBe(404);
    }
    await api.remove("companies", company);
    expect((await api.get(pathOf("contacts"))).status).toBe(404);
  });

  test("403: without the read scope of the record's type; that of the other type is not needed", async () => {
    const { projectId } = caller;
    const other = await app.caller({ projectId, scope: "crm.contacts.read" });
    expect((await api.get(pathOf("contacts"), other.token)).status).toBe(403);
    const own = await app.caller({ projectId, scope: "crm.companies.read" });
    expect((await api.get(pathOf("contacts"), own.token)).status).toBe(200);
  });

  test.each([
    ["contct", "toPlural object_type_unknown"],
    ["planets", "toPlural object_type_unknown"],
    ["__proto__", "toPlural object_type_unknown"],
    ["contacts?cursor=x", "cursor cursor_invalid"],
    ["contacts?properties=email", "properties unrecognized_key"],
  ])("400: %s", async (toPlural, fault) => {
    const answer = await api.get(pathOf(toPlural));
    expect([answer.status, faultsOf(answer)]).toEqual([400, [fault]]);
  });

  test("400: reports every fault of a request at once", async () => {
    const answer = await api.get(`${pathOf("planets", "first")}?limit=0&cursor=x&foo=1`);
    expect([answer.status, pathsOf(answer).toSorted()]).toEqual([
      400,
      ["companyId", "cursor", "foo", "limit", "toPlural"],
    ]);
  });

  test("400: a cursor of another record, type or project", async () => {
    await contactsOf(2);
    await addOfCompany(app, caller, company, { type: "deal", count: 2 });
    const second = (await api.make("companies", { name: "Second" })).id;
    const { nextCursor } = (await api.get(`${pathOf("contacts")}?limit=1`)).body.data;
    const stranger = await app.caller();
    const answers = [
      await api.get(`${pathOf("contacts", second)}?cursor=${nextCursor}`),
      await api.get(`${pathOf("deals")}?cursor=${nextCursor}`),
      await api.get(`/api/crm/objects/companies?cursor=${nextCursor}`),
      await api.get(`${pathOf("contacts")}?cursor=${nextCursor}`, stranger.token),
    ];
    for (const answer of answers) {
      expect([answer.status, faultsOf(answer)]).toEqual([400, ["cursor cursor_invalid"]]);
    }
  });
});
