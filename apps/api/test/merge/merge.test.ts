import { saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { type MergeApi, mergeApi } from "../support/merge.ts";
import { OBJECTS } from "../support/objects.ts";
import { faultsOf, idsOf } from "../support/records.ts";

const CONTACTS = "/api/crm/objects/contacts";

describe.each(DIALECTS)("merging records on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let api: MergeApi;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  beforeEach(async () => {
    caller = await app.caller();
    api = mergeApi(app, caller);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const read = async (id: number, query = "", plural = "contacts") =>
    (await api.get(`/api/crm/objects/${plural}/${id}${query}`)).body.data;
  const search = async (body: object) =>
    (await api.post(`${CONTACTS}/search`, body)).body.data.results.map(
      ({ id }: { id: number }) => id,
    );

  test.each(OBJECTS)(
    "200: merges two of $plural, and its undoing brings both back",
    async (one) => {
      const { plural, type, set } = one;
      const values = Object.fromEntries(
        one.create.map(({ internal_name, value }) => [internal_name, value]),
      );
      const primary = (await api.make(plural, values)).id;
      const other = (await api.make(plural, { ...values, [set.internal_name]: set.value })).id;
      const before = [await read(primary, "", plural), await read(other, "", plural)];
      const merged = await api.merge(plural, primary, other);
      expect([merged.status, merged.body.data.id, merged.body.data.version]).toEqual([
        200,
        primary,
        2,
      ]);
      // A stage is never empty, so the primary record keeps its own.
      const taken = set.internal_name === "stage" ? {} : { [set.internal_name]: set.value };
      expect(merged.body.data.properties).toEqual({ ...before[0].properties, ...taken });
      expect(await read(other, "", plural)).toEqual(merged.body.data);
      const undone = await api.unmerge(plural, primary, other);
      expect([undone.status, undone.body.data.kept]).toEqual([200, []]);
      for (const [i, id] of [primary, other].entries()) {
        const { properties, createdAt, version } = await read(id, "", plural);
        expect([properties, createdAt]).toEqual([before[i].properties, before[i].createdAt]);
        expect(version).toBe(before[i].version + 2);
      }
      expect(undone.body.data.record).toEqual(await read(other, "", plural));
      expect(undone.body.data.primary).toEqual(await read(primary, "", plural));
      expect(type).toBe(one.type);
    },
  );

  test("the primary record keeps its values and takes others in the order of the ids", async () => {
    const primary = await api.contact({ email: "a@x.test", firstname: "Ada" });
    const first = await api.contact({ email: "b@x.test", lastname: "First", tags: ["x"] });
    const second = await api.contact({ phone: "+44 20 7000", lastname: "Second", city: "Bath" });
    const { body } = await api.merge("contacts", primary, second, first);
    expect(body.data.properties).toEqual({
      ...{ email: "a@x.test", firstname: "Ada", lastname: "Second" },
      ...{ phone: "+44 20 7000", city: "Bath", tags: ["x"] },
    });
    for (const id of [first, second]) expect((await read(id)).id).toBe(primary);
  });

  test("the primary record takes all associations, each once", async () => {
    const [company, other] = [
      (await api.make("companies", { name: "C" })).id,
      (await api.make("companies", { name: "D" })).id,
    ];
    const deal = (await api.make("deals", { name: "D", amount: 1, currency: "EUR" })).id;
    const primary = await api.contact({ email: "a@x.test" }, { company: [company] });
    const one = await api.contact({ email: "b@x.test" }, { company: [company], deal: [deal] });
    const two = await api.contact({ email: "c@x.test" }, { company: [other], deal: [deal] });
    await api.merge("contacts", primary, one, two);
    const associations = "?associations=company,deal";
    const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => Number(id));
    const found = (await read(primary, associations)).associations;
    expect([ids(found.company), ids(found.deal)]).toEqual([[company, other], [deal]]);
    expect((await read(deal, "?associations=contact", "deals")).associations.contact).toEqual([
      { id: String(primary), type: "deal_to_contact" },
    ]);
    const listed = await api.get(`${CONTACTS}/${one}/associations/companies`);
    expect(ids(listed.body.data.results)).toEqual([company, other]);

    await api.unmerge("contacts", primary, two);
    await api.unmerge("contacts", primary, one);
    for (const [id, companies, deals] of [
      [primary, [company], []],
      [one, [company], [deal]],
      [two, [other], [deal]],
    ] as const) {
      const after = (await read(id, associations)).associations;
      expect([id, ids(after.company), ids(after.deal)]).toEqual([id, companies, deals]);
    }
  });

  test("an unmerge leaves what changed since, and names it", async () => {
    const company = (await api.make("companies", { name: "C" })).id;
    const deal = (await api.make("deals", { name: "D", amount: 1, currency: "EUR" })).id;
    const primary = await api.contact({ email: "a@x.test" });
    const values = { email: "b@x.test", city: "Bath", state: "Avon", zip: "1" };
    const other = await api.contact(values, { company: [company], deal: [deal] });
    await api.merge("contacts", primary, other);
    await api.set("contacts", primary, "city", "York");
    await api.set("contacts", primary, "state", null);
    await api.set("contacts", primary, "jobtitle", "Engineer");
    const undone = await api.unmerge("contacts", primary, other);
    expect(undone.body.data.kept).toEqual(["city"]);
    expect((await read(primary)).properties).toEqual({
      ...{ email: "a@x.test", city: "York", jobtitle: "Engineer" },
    });
    expect((await read(other)).properties).toEqual(values);
  });

  test("a contact keeps the email that came by a merge if it would have neither without it", async () => {
    const primary = await api.contact({ phone: "+44 20 7000" });
    const other = await api.contact({ email: "b@x.test" });
    await api.merge("contacts", primary, other);
    await api.set("contacts", primary, "phone", null);
    const undone = await api.unmerge("contacts", primary, other);
    expect([undone.status, undone.body.data.kept]).toEqual([200, ["email"]]);
    expect((await read(primary)).properties).toEqual({ email: "b@x.test" });
  });

  test("an appointment does not take an end before its start", async () => {
    const start = "appointment_start_ts";
    const end = "appointment_end_ts";
    const late = { name: "A", [start]: "2026-03-02T10:00:00.000Z" };
    const early = { [start]: "2026-03-01T09:00:00.000Z", [end]: "2026-03-01T10:00:00.000Z" };
    const primary = (await api.make("appointments", late)).id;
    const other = (await api.make("appointments", { name: "B", location: "Bath", ...early })).id;
    const { status, body } = await api.merge("appointments", primary, other);
    expect([status, body.data.properties[end], body.data.properties.location]).toEqual([
      ...[200, undefined, "Bath"],
    ]);
  });

  test("a merged id leads to the last primary record of its chain", async () => {
    const [a, b, c] = [
      await api.contact({ email: "a@x.test", lastname: "A" }),
      await api.contact({ email: "b@x.test", city: "B" }),
      await api.contact({ email: "c@x.test" }),
    ];
    await api.merge("contacts", b, a);
    await api.merge("contacts", c, b);
    expect([(await read(a)).id, (await read(b)).id]).toEqual([c, c]);
    expect((await read(a)).properties).toEqual({ email: "c@x.test", city: "B", lastname: "A" });
    const early = await api.unmerge("contacts", b, a);
    expect([early.status, early.body.code]).toEqual([409, "MERGED"]);
    const elsewhere = await api.unmerge("contacts", c, a);
    expect([elsewhere.status, faultsOf(elsewhere)]).toEqual([409, ["mergeId merged_elsewhere"]]);
    expect(elsewhere.body.issues[0].conflictingId).toBe(String(b));
    expect((await api.unmerge("contacts", c, b)).status).toBe(200);
    expect([(await read(a)).id, (await read(b)).id, (await read(c)).id]).toEqual([b, b, c]);
    expect((await api.unmerge("contacts", b, a)).status).toBe(200);
    expect((await read(a)).properties).toEqual({ email: "a@x.test", lastname: "A" });
  });

  test("a merged id in a filter on associations finds the primary record's", async () => {
    const company = async (name: string) => (await api.make("companies", { name })).id;
    const [kept, merged, last] = [await company("A"), await company("B"), await company("C")];
    const contact = await api.contact({ email: "a@x.test" }, { company: [kept] });
    const other = await api.contact({ email: "b@x.test" }, { company: [merged] });
    await api.contact({ email: "c@x.test" });
    await api.merge("companies", kept, merged);
    await api.merge("companies", last, kept);
    const filter = { internal_name: "associations.company", operator: "IN", values: [merged] };
    for (const values of [[merged], [merged, last], [kept, 999_999]]) {
      const filterGroups = [{ filters: [{ ...filter, values }] }];
      const { body } = await api.post(`${CONTACTS}/search`, { filterGroups, total: true });
      expect([idsOf([body.data]), body.data.total.value]).toEqual([[contact, other], 2]);
    }
    const deal = { properties: [{ internal_name: "name", value: "D" }] };
    const to = { associations: [{ to: { object: "company", id: String(last) } }] };
    const made = (await api.post("/api/objects/deals", { ...deal, ...to })).body.data.id;
    const workspace = await app.workspace({ projectId: caller.projectId });
    const listed = await workspace.call("GET", `/deals?companyId=${merged}`);
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([String(made)]);
  });

  test("a merged record is in no list, search or bin, and its key finds the primary one", async () => {
    const primary = await api.contact({ email: "a@x.test", lastname: "Stays" });
    const other = await api.contact({ email: "b@x.test", city: "Vanishing" });
    await api.merge("contacts", primary, other);
    expect(idsOf(await api.pages(`${CONTACTS}?limit=200`))).toEqual([primary]);
    expect(idsOf(await api.pages(`${CONTACTS}?archived=true`))).toEqual([]);
    const byEmail = (value: string) =>
      search({
        filterGroups: [{ filters: [{ internal_name: "email", operator: "EQ", value }] }],
      });
    expect([await byEmail("b@x.test"), await byEmail("a@x.test")]).toEqual([[], [primary]]);
    expect(await search({ query: "vanishing" })).toEqual([primary]);
    const byKey = await api.get(`${CONTACTS}/by/email?value=b@x.test`);
    expect([byKey.status, byKey.body.data.id]).toEqual([200, primary]);
    await api.unmerge("contacts", primary, other);
    expect([await byEmail("b@x.test"), await search({ query: "vanishing" })]).toEqual([
      [other],
      [other],
    ]);
  });

  test("a list of changes has a merged record with its id, version, time and primary record only", async () => {
    const primary = await api.contact({ email: "a@x.test" });
    const other = await api.contact({ email: "b@x.test" });
    await api.merge("contacts", primary, other);
    const since = encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString());
    const [page] = await api.pages(`${CONTACTS}?updatedSince=${since}`);
    const found = page?.results.find(({ id }) => id === other);
    const at = (await read(primary)).updatedAt;
    expect(found).toEqual({
      ...{ id: other, version: 2, deletedAt: at, mergedAt: at, mergedInto: primary },
    });
  });

  test("unique values move to the primary record, and clash when they come back", async () => {
    await saveProperty(app.deps, caller.projectId, "contact", { name: "email", unique: true });
    const primary = await api.contact({ phone: "+44 20 7000" });
    const other = await api.contact({ email: "b@x.test" });
    await api.merge("contacts", primary, other);
    const taken = await api.post("/api/objects/contacts", {
      properties: [{ internal_name: "email", value: "B@x.test" }],
    });
    expect([taken.status, taken.body.issues[0].conflictingId]).toEqual([409, String(primary)]);
    await api.set("contacts", primary, "email", "new@x.test");
    const third = await api.contact({ email: "b@x.test" });
    const clash = await api.unmerge("contacts", primary, other);
    expect([clash.status, clash.body.code, clash.body.issues]).toEqual([
      409,
      "CONFLICT",
      [expect.objectContaining({ path: "email", conflictingId: String(third) })],
    ]);
    expect((await read(other)).id).toBe(primary);
  });

  test("the histories of both records contain the merge, and stay readable", async () => {
    const primary = await api.contact({ email: "a@x.test" });
    const other = await api.contact({ email: "b@x.test", city: "Bath" });
    await api.merge("contacts", primary, other);
    const history = async (id: number, query = "") =>
      (await api.get(`${CONTACTS}/${id}/history${query}`)).body.data.results;
    const [ofPrimary] = await history(primary);
    const actor = { type: "client", id: caller.clientId, name: "Client" };
    expect(ofPrimary).toEqual({
      at: expect.any(String),
      action: "merged",
      version: 2,
      actor,
      changes: [
        { internal_name: "merge.id", old: null, new: String(other) },
        { internal_name: "city", old: null, new: "Bath" },
      ],
    });
    const [ofOther, created] = await history(other);
    expect([ofOther.action, ofOther.version, ofOther.changes, created.action]).toEqual([
      "merged",
      2,
      [{ internal_name: "merge.into", old: null, new: String(primary) }],
      "created",
    ]);
    expect(await history(primary, "?internal_name=city")).toEqual([
      { ...ofPrimary, changes: [{ internal_name: "city", old: null, new: "Bath" }] },
    ]);
    await api.unmerge("contacts", primary, other);
    const [undone] = await history(primary);
    expect([undone.action, undone.changes]).toEqual([
      "unmerged",
      [
        { internal_name: "merge.id", old: String(other), new: null },
        { internal_name: "city", old: "Bath", new: null },
      ],
    ]);
    expect((await history(other)).map(({ action }: { action: string }) => action)).toEqual([
      ...["unmerged", "merged", "created"],
    ]);
  });

  test("a token without the read scope gets only ids, times and versions", async () => {
    const primary = await api.contact({ email: "a@x.test" });
    const other = await api.contact({ email: "b@x.test" });
    const { projectId, tenantId } = caller;
    const scope = "crm.contacts.write crm.contacts.delete";
    const writer = mergeApi(app, await app.caller({ scope, projectId, tenantId }));
    const shown = ["createdAt", "id", "updatedAt", "version"];
    const merged = await writer.merge("contacts", primary, other);
    expect(Object.keys(merged.body.data).sort()).toEqual(shown);
    const undone = await writer.unmerge("contacts", primary, other);
    expect(Object.keys(undone.body.data.primary).sort()).toEqual(shown);
    expect(Object.keys(undone.body.data.record).sort()).toEqual(shown);
  });

  test.each(["crm.contacts.write", "crm.contacts.delete"])("403: only %s", async (scope) => {
    const primary = await api.contact({ email: "a@x.test" });
    const other = await api.contact({ email: "b@x.test" });
    const { projectId, tenantId } = caller;
    const half = mergeApi(app, await app.caller({ scope, projectId, tenantId }));
    expect((await half.merge("contacts", primary, other)).status).toBe(403);
    expect((await half.unmerge("contacts", primary, other)).status).toBe(403);
  });
});
