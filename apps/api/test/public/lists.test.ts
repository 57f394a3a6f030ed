import { DIALECTS, tampered } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";
import { faultsOf, idsOf, pathsOf, type RecordApi, recordApi } from "../support/records.ts";

const LEADS = "/api/crm/objects/leads";

describe.each(DIALECTS)("lists of records on %s", (dialect) => {
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

  const makeLeads = async (count: number) => {
    const ids: number[] = [];
    for (let i = 0; i < count; i++) ids.push((await api.make("leads", { name: `l${i}` })).id);
    return ids;
  };

  test.each(OBJECTS)("200: lists every $type as a read returns it", async (one) => {
    const { plural } = one;
    const path = `/api/crm/objects/${plural}`;
    const empty = await api.get(path);
    expect([empty.status, empty.body.data]).toEqual([200, { results: [], nextCursor: null }]);
    const properties = one.create.map(({ internal_name, value }) => [internal_name, value]);
    const { id } = await api.make(plural, Object.fromEntries(properties));
    const read = await api.get(`${path}/${id}`);
    const { status, body } = await api.get(path);
    expect([status, body.success, body.data]).toEqual([
      200,
      true,
      { results: [read.body.data], nextCursor: null },
    ]);
  });

  test("200: pages are ordered by id, 50 records by default", async () => {
    const ids = await makeLeads(53);
    const [first, second] = await api.pages(`${LEADS}?`);
    expect([first?.results.length, second?.results.length]).toEqual([50, 3]);
    expect(idsOf(await api.pages(`${LEADS}?limit=20`))).toEqual(ids);
    expect(idsOf(await api.pages(`${LEADS}?limit=53`))).toEqual(ids);
    expect(idsOf([(await api.get(`${LEADS}?limit=200`)).body.data])).toEqual(ids);
  });

  test("200: returns the named properties and associations of each record", async () => {
    const company = await api.make("companies", { name: "Engines" });
    const [one = 0, other = 0] = await makeLeads(2);
    const associations = [{ to: { object: "company", id: String(company.id) } }];
    const third = await app.call("POST", "/api/objects/leads", {
      token: caller.token,
      json: { properties: [{ internal_name: "status", value: "open" }], associations },
    });
    const { results } = (await api.get(`${LEADS}?properties=name,status&associations=company,deal`))
      .body.data;
    const none = { company: [], deal: [] };
    expect(results).toMatchObject([
      { id: one, properties: { name: "l0", status: null }, associations: none },
      { id: other, properties: { name: "l1", status: null }, associations: none },
      {
        id: third.body.data.id,
        properties: { name: null, status: "open" },
        associations: { company: [{ id: String(company.id), type: "lead_to_company" }], deal: [] },
      },
    ]);
  });

  test("200: lists nothing of another tenant or of another project", async () => {
    await makeLeads(1);
    for (const tenantId of [undefined, caller.tenantId]) {
      const other = await app.caller(tenantId === undefined ? {} : { tenantId });
      for (const query of ["", "?archived=true", "?updatedSince=2026-11-01"]) {
        const { body } = await api.get(`${LEADS}${query}`, other.token);
        expect(body.data?.results ?? []).toEqual([]);
      }
    }
  });

  test("200: no record is skipped or repeated while others come and go", async () => {
    const ids = await makeLeads(40);
    const doomed = ids.filter((_, i) => i % 4 === 3);
    const stay = ids.filter((id) => !doomed.includes(id));
    const seen: number[] = [];
    for (let cursor = "", i = 0; ; i++) {
      const { data } = (await api.get(`${LEADS}?limit=3${cursor}`)).body;
      seen.push(...idsOf([data]));
      if (data.nextCursor === null) break;
      cursor = `&cursor=${data.nextCursor}`;
      await api.make("leads", { name: "new" });
      const gone = doomed[i];
      if (gone !== undefined) await api.remove("leads", gone);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => stay.includes(id))).toEqual(stay);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test("200: archived=true lists only deleted records, with the time of their deletion", async () => {
    const [live = 0, gone = 0, back = 0] = await makeLeads(3);
    await api.remove("leads", gone);
    await api.remove("leads", back);
    const pages = await api.pages(`${LEADS}?archived=true&limit=1`);
    expect(idsOf(pages)).toEqual([gone, back]);
    const [record] = pages[0]?.results ?? [];
    expect(record).toMatchObject({ id: gone, version: 2, properties: { name: "l1" } });
    expect(record.deletedAt).toBe(record.updatedAt);
    expect(idsOf(await api.pages(`${LEADS}?archived=false`))).toEqual([live]);
  });

  test("403: archived=true without the delete scope, before anything else of the query", async () => {
    const { token } = await app.caller({ scope: "crm.leads.read crm.deals.delete" });
    const { status, body } = await api.get(`${LEADS}?archived=true&limit=0`, token);
    expect([status, body.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
    expect(body.message).toContain("crm.leads.delete");
    expect((await api.get(`${LEADS}?archived=false`, token)).status).toBe(200);
  });

  test("403: without the read scope", async () => {
    const { token } = await app.caller({ scope: "crm.leads.write crm.leads.delete" });
    for (const query of ["", "?archived=true"]) {
      const { status, body } = await api.get(`${LEADS}${query}`, token);
      expect([status, body.message]).toEqual([403, expect.stringContaining("crm.leads.read")]);
    }
  });

  test("400: archived together with updatedSince, naming both", async () => {
    const answer = await api.get(`${LEADS}?archived=true&updatedSince=2026-11-20T09:30:00Z`);
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      ["archived parameters_exclusive", "updatedSince parameters_exclusive"],
    ]);
  });

  test("400: reports every fault of a query at once", async () => {
    const answer = await api.get(
      `${LEADS}?limit=0&cursor=x&properties=nmae,cin&associations=planet&archived=maybe&updatedSince=yesterday&foo=1`,
    );
    expect(answer.status).toBe(400);
    expect(pathsOf(answer).toSorted()).toEqual([
      "archived",
      "associations",
      "cursor",
      "foo",
      "limit",
      "properties",
      "properties",
      "updatedSince",
    ]);
    const names = await api.get(`${LEADS}?cursor=x&properties=nmae`);
    expect(faultsOf(names)).toEqual(["properties property_unknown", "cursor cursor_invalid"]);
  });

  test.each([
    "limit=201",
    "limit=-1",
    "limit=1.5",
    "limit=all",
    "archived=1",
    "archived=TRUE",
    "updatedSince=2026-11-20T09:30:00",
    "updatedSince=2026-02-30T09:30:00Z",
    "updatedSince=9999-12-31T23:59:59-14:00",
    "updatedSince=%00",
    "cursor=%00",
    "cursor=%ED%A0%80",
    "properties=%00",
    "properties=%ED%A0%80",
    "properties=__proto__",
    "properties=constructor",
    "associations=toString",
    "__proto__=1",
    "limit=1&limit=2",
  ])("400: %s", async (query) => {
    const { status, body } = await api.get(`${LEADS}?${query}`);
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"]);
    expect(body.issues.length).toBeGreaterThan(0);
  });

  test("400: a cursor of another type, project or list, or one that was changed", async () => {
    await makeLeads(2);
    for (let i = 0; i < 2; i++) await api.make("tickets", { name: "t" });
    const cursorOf = async (path: string) =>
      encodeURIComponent((await api.get(`${path}limit=1`)).body.data.nextCursor);
    const own = await cursorOf(`${LEADS}?`);
    const since = new Date(Date.now() - 60_000).toISOString();
    const updated = await cursorOf(`${LEADS}?updatedSince=${since}&`);
    const changed = tampered(own);
    const stranger = await app.caller();
    const answers = [
      await api.get(`${LEADS}?cursor=${await cursorOf("/api/crm/objects/tickets?")}`),
      await api.get(`${LEADS}?cursor=${own}`, stranger.token),
      await api.get(`${LEADS}?archived=true&cursor=${own}`),
      await api.get(`${LEADS}?updatedSince=${since}&cursor=${own}`),
      await api.get(`${LEADS}?cursor=${updated}`),
      await api.get(`${LEADS}?updatedSince=2026-11-20T09:30:00Z&cursor=${updated}`),
      await api.get(`${LEADS}?cursor=${changed}`),
    ];
    for (const answer of answers) {
      expect([answer.status, faultsOf(answer)]).toEqual([400, ["cursor cursor_invalid"]]);
    }
    const other = await app.caller({ projectId: caller.projectId });
    expect((await api.get(`${LEADS}?cursor=${own}`, other.token)).status).toBe(200);
  });
});
