import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { hubspot, idsIn } from "../support/hubspot.ts";

describe.each(DIALECTS)("records for clients of HubSpot on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let call: ReturnType<typeof hubspot>["call"];
  let make: ReturnType<typeof hubspot>["make"];
  let post: ReturnType<typeof hubspot>["post"];
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    ({ call, make, post } = hubspot(app, caller));
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it.each(["/crm/v3/objects", "/crm/objects/2026-03", "/crm/objects/2026-09"])(
    "creates, reads, updates, lists and archives at %s",
    async (base) => {
      const email = `${base.replaceAll("/", "-")}@example.com`;
      const properties = { email, firstname: "Ada", hs_lead_status: "NEW" };
      const made = await call("POST", `${base}/contacts`, { properties });
      expect(made.status).toBe(201);
      const { id, createdAt } = made.body;
      expect(made.body).toEqual({
        id,
        properties: {
          ...properties,
          hs_object_id: id,
          createdate: createdAt,
          lastmodifieddate: createdAt,
        },
        createdAt,
        updatedAt: createdAt,
        archived: false,
      });
      const read = await call("GET", `${base}/0-1/${id}?properties=phone,hs_lead_status,nonsense`);
      expect(read.body.properties).toEqual({
        phone: null,
        hs_lead_status: "NEW",
        hs_object_id: id,
        createdate: createdAt,
        lastmodifieddate: createdAt,
      });
      const byEmail = await call("GET", `${base}/contact/${email}?idProperty=email`);
      expect(byEmail.body.id).toBe(id);
      const changed = await call("PATCH", `${base}/contacts/${id}`, {
        properties: { firstname: "", lastname: "Lovelace" },
      });
      expect([changed.status, changed.body.properties]).toEqual([
        200,
        expect.objectContaining({ lastname: "Lovelace" }),
      ]);
      expect(changed.body.properties.firstname).toBeNull();
      const gone = await call("DELETE", `${base}/contacts/${id}`);
      expect([gone.status, gone.body]).toEqual([204, ""]);
      const missing = await call("GET", `${base}/contacts/${id}`);
      expect([missing.status, missing.body.category]).toEqual([404, "OBJECT_NOT_FOUND"]);
      const archived = await call("GET", `${base}/contacts/${id}?archived=true`);
      expect(archived.body).toMatchObject({ id, archived: true, archivedAt: expect.any(String) });
    },
  );

  it("pages with after, from the first page on", async () => {
    const ids = [];
    for (const name of ["One", "Two", "Three"]) ids.push(await make("companies", { name }));
    const seen: string[] = [];
    let path = "/crm/v3/objects/companies?limit=2&after=0&properties=name";
    for (;;) {
      const { status, body } = await call("GET", path);
      expect(status).toBe(200);
      seen.push(...body.results.map((one: { id: string }) => one.id));
      if (body.paging === undefined) break;
      const { after, link } = body.paging.next;
      expect(new URL(link).searchParams.get("after")).toBe(after);
      path = `/crm/v3/objects/companies?limit=2&properties=name&after=${encodeURIComponent(after)}`;
    }
    expect(seen).toEqual(ids);
  });

  it("names wrong properties as HubSpot does", async () => {
    const refused = await call("POST", "/crm/v3/objects/deals", {
      properties: { dealnam: "x", amount: "many", hs_object_id: "1", closedate: "soon" },
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ status: "error", category: "VALIDATION_ERROR" });
    const codes = Object.fromEntries(
      refused.body.errors.map((one: { in: string; code: string }) => [one.in, one.code]),
    );
    expect(codes).toEqual({
      dealnam: "PROPERTY_DOESNT_EXIST",
      amount: "INVALID_NUMBER",
      hs_object_id: "READ_ONLY_VALUE",
      closedate: "INVALID_DATE",
    });
  });

  it("knows no property by Rapport's name if HubSpot calls it otherwise", async () => {
    const properties = { dealname: "A", name: "B", stage: "new", closedate: "2026-01-01" };
    const made = await call("POST", "/crm/v3/objects/deals", { properties });
    const unknown = (name: string) => ({ code: "PROPERTY_DOESNT_EXIST", in: name });
    const faults = [unknown("name"), unknown("stage")];
    expect([made.status, made.body.errors]).toMatchObject([400, faults]);
    expect(made.body.errors[0].message).toBe(
      'Property "name" does not exist. Did you mean "dealname"?',
    );
    const id = await make("tickets", { subject: "A" });
    const changed = await call("PATCH", `/crm/v3/objects/tickets/${id}`, {
      properties: { subject: "B", name: "C" },
    });
    expect([changed.status, changed.body.errors]).toMatchObject([400, [unknown("name")]]);
    for (const verb of ["create", "update", "upsert"]) {
      const inputs = [{ id, properties: { stage: "closed" } }];
      const { status, body } = await post(`tickets/batch/${verb}`, { inputs });
      expect([verb, status, body.errors[0].errors]).toMatchObject([verb, 207, [unknown("stage")]]);
    }
  });

  it("creates with associations, and shows those that the token may read", async () => {
    const company = await make("companies", { name: "Engines" });
    const to = { id: company };
    const types = [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 279 }];
    const contact = await make(
      "contacts",
      { email: "linked@example.com" },
      { associations: [{ to, types }] },
    );
    const path = `/crm/v3/objects/contacts/${contact}?associations=company,deals,nonsense`;
    expect((await call("GET", path)).body.associations).toEqual({
      companies: { results: [{ id: company, type: "contact_to_company" }] },
    });
    const listed = await call("GET", "/crm/v3/objects/companies?limit=100&associations=0-1");
    const own = listed.body.results.find((one: { id: string }) => one.id === company);
    expect(own.associations.contacts.results).toEqual([
      { id: contact, type: "company_to_contact" },
    ]);
    const { token } = await app.caller({ ...caller, scope: "crm.contacts.read" });
    const other = await app.call("GET", path, { token });
    expect([other.status, other.body.associations]).toEqual([200, undefined]);
    const primary = [{ to, types: [{ ...types[0], associationTypeId: 1 }] }];
    const second = await make("contacts", { phone: "+1 555" }, { associations: primary });
    const ofSecond = await call("GET", `/crm/v3/objects/contacts/${second}?associations=companies`);
    expect(ofSecond.body.associations.companies.results).toHaveLength(1);
    const wrong = [
      [{ to, types: [{ ...types[0], associationTypeId: 9_999 }] }],
      [{ to, types: [{ ...types[0], associationTypeId: 99_999_999 }] }],
      [{ to, types: [] }],
      [{ to }],
      [{ types }],
      ["nonsense"],
      "nonsense",
    ];
    for (const associations of wrong) {
      const properties = { email: "unlinked@example.com" };
      const refused = await post("contacts", { properties, associations });
      expect([associations, refused.status, refused.body.category]).toEqual([
        associations,
        400,
        "VALIDATION_ERROR",
      ]);
    }
  });

  it("returns the values that properties had, newest first", async () => {
    const id = await make("deals", { dealname: "First", dealstage: "new" });
    for (const dealname of ["Second", "Third"]) {
      await call("PATCH", `/crm/v3/objects/deals/${id}`, { properties: { dealname } });
    }
    const query = "propertiesWithHistory=dealname,dealstage,nonsense";
    const { body } = await call("GET", `/crm/v3/objects/deals/${id}?${query}`);
    const values = (name: string) =>
      body.propertiesWithHistory[name].map(({ value }: { value: string }) => value);
    expect([values("dealname"), values("dealstage")]).toEqual([
      ["Third", "Second", "First"],
      ["new"],
    ]);
    expect(body.propertiesWithHistory.dealname[0]).toMatchObject({
      timestamp: expect.stringMatching(/Z$/),
      sourceType: "INTEGRATION",
    });
    const page = await call("GET", `/crm/v3/objects/deals?limit=50&${query}`);
    expect(page.body.results[0].propertiesWithHistory.dealname).toHaveLength(3);
    const inputs = [{ id }];
    const read = await post("deals/batch/read", { inputs, propertiesWithHistory: ["dealname"] });
    expect(read.body.results[0].propertiesWithHistory.dealname).toHaveLength(3);
  });

  it("creates a deal in the first stage of its pipeline if both are empty", async () => {
    const properties = { dealname: "Engine", pipeline: "", dealstage: null };
    const made = await call("POST", "/crm/v3/objects/deals", { properties });
    expect([made.status, made.body.properties]).toMatchObject([
      ...[201, { pipeline: "default", dealstage: "new" }],
    ]);
    const cleared = { properties: { dealstage: "" } };
    const changed = await call("PATCH", `/crm/v3/objects/deals/${made.body.id}`, cleared);
    expect([changed.status, changed.body.errors]).toMatchObject([400, [{ in: "dealstage" }]]);
  });

  it("merges, and answers with the primary for both ids", async () => {
    const primaryObjectId = await make("contacts", { email: "stays@example.com" });
    const objectIdToMerge = await make("contacts", { email: "goes@example.com", phone: "+1 555" });
    const merged = await post("contacts/merge", { primaryObjectId, objectIdToMerge });
    expect([merged.status, merged.body.id, merged.body.properties]).toEqual([
      200,
      primaryObjectId,
      expect.objectContaining({ email: "stays@example.com", phone: "+1 555" }),
    ]);
    const read = await call("GET", `/crm/v3/objects/contacts/${objectIdToMerge}`);
    expect(read.body.id).toBe(primaryObjectId);
    const path = `/crm/v3/objects/contacts/${objectIdToMerge}`;
    const changed = await call("PATCH", path, { properties: { firstname: "Both" } });
    expect([changed.status, changed.body.id]).toEqual([200, primaryObjectId]);
    const inputs = [{ id: objectIdToMerge, properties: { lastname: "Ids" } }];
    for (const verb of ["update", "upsert"]) {
      const batch = await post(`contacts/batch/${verb}`, { inputs });
      expect([batch.status, idsIn(batch)]).toEqual([200, [primaryObjectId]]);
    }
    // A stale id must not archive what took its place.
    expect((await call("DELETE", path)).status).toBe(409);
    const unknown = await post("contacts/merge", { primaryObjectId, objectIdToMerge: "900000001" });
    expect([unknown.status, unknown.body.category]).toEqual([404, "OBJECT_NOT_FOUND"]);
  });

  it("erases for good by id or email, and says so of a repeat too", async () => {
    const objectId = await make("contacts", { email: "forget@example.com" });
    const other = await make("contacts", { email: "forget2@example.com" });
    const inputs = [
      { objectId },
      { objectId },
      { objectId: "forget2@example.com", idProperty: "email" },
    ];
    for (const input of inputs) {
      expect((await post("contacts/gdpr-delete", input)).status).toBe(204);
    }
    for (const id of [objectId, other]) {
      const { status, body } = await call("GET", `/crm/v3/objects/contacts/${id}`);
      expect([status, body.category]).toEqual([404, "OBJECT_NOT_FOUND"]);
    }
    const path = `/api/crm/objects/contacts/${objectId}`;
    expect((await app.call("GET", path, { token: caller.token })).status).toBe(410);
  });

  it("archives again without an error, and says so of an id that never was", async () => {
    const id = await make("companies", { name: "Archived" });
    for (const _ of [1, 2]) {
      expect((await call("DELETE", `/crm/v3/objects/companies/${id}`)).status).toBe(204);
    }
    expect((await call("DELETE", "/crm/v3/objects/companies/900000001")).status).toBe(404);
    expect((await call("DELETE", `/crm/v3/objects/deals/${id}`)).status).toBe(404);
  });

  it("names where the associations go on that a record has no room for", async () => {
    const company = await make("companies", { name: "Large" });
    const types = [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 279 }];
    const inputs = Array.from({ length: 1_002 }, (_, i) => ({
      properties: { phone: `+1 555 ${i}` },
      associations: [{ to: { id: company }, types }],
    }));
    const made = [inputs.slice(0, 1_000), inputs.slice(1_000)];
    const ids: string[] = [];
    for (const some of made)
      ids.push(...idsIn(await post("contacts/batch/create", { inputs: some })));
    const { body } = await call(
      "GET",
      `/crm/v3/objects/companies/${company}?associations=contacts`,
    );
    const { results, paging } = body.associations.contacts;
    const link = new URL(paging.next.link);
    const rest = await call("GET", `${link.pathname}${link.search}`);
    const found = [
      ...results.map((one: { id: string }) => one.id),
      ...rest.body.results.map((one: { toObjectId: number }) => String(one.toObjectId)),
    ];
    expect(found).toEqual(ids);
  });
});
