import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { hubspot, idsIn } from "../support/hubspot.ts";

type Client = ReturnType<typeof hubspot>;

describe.each(DIALECTS)("batches for clients of HubSpot on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let call: Client["call"];
  let make: Client["make"];
  let post: Client["post"];
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    ({ call, make, post } = hubspot(app, caller));
    const unique = await app.call("PATCH", "/api/crm/properties/contacts/email", {
      token: caller.token,
      json: { unique: true },
    });
    expect(unique.status).toBe(200);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("creates what it can, and says what failed", async () => {
    const taken = await make("contacts", { email: "taken@example.com" });
    const company = await make("companies", { name: "Engines" });
    const types = [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 279 }];
    const { status, body } = await post("contacts/batch/create", {
      inputs: [
        {
          properties: { email: "new@example.com" },
          associations: [{ to: { id: company }, types }],
          objectWriteTraceId: "a",
        },
        { properties: { email: "taken@example.com" }, objectWriteTraceId: "b" },
        { properties: { email: "x@example.com", emial: "x" }, associations: [] },
      ],
    });
    expect(status).toBe(207);
    expect(body).toMatchObject({
      status: "COMPLETE",
      numErrors: 2,
      results: [{ properties: { email: "new@example.com" }, objectWriteTraceId: "a" }],
      errors: [
        {
          status: "error",
          category: "CONFLICT",
          message: `Contact already exists. Existing ID: ${taken}`,
          context: { objectWriteTraceId: ["b"] },
        },
        { category: "VALIDATION_ERROR", errors: [{ code: "PROPERTY_DOESNT_EXIST", in: "emial" }] },
      ],
    });
    const single = await post("contacts", { properties: { email: "TAKEN@example.com" } });
    expect([single.status, single.body.category, single.body.message]).toEqual([
      409,
      "CONFLICT",
      `Contact already exists. Existing ID: ${taken}`,
    ]);
    const read = await call("GET", `/crm/v3/objects/companies/${company}?associations=contacts`);
    expect(read.body.associations.contacts.results).toHaveLength(1);
    const all = await post("contacts/batch/create", {
      inputs: [{ properties: { email: "other@example.com" }, associations: [] }],
    });
    expect([all.status, all.body.numErrors, all.body.errors]).toEqual([201, undefined, undefined]);
  });

  it("reads by ids and by a property, and names those that are not there once", async () => {
    const one = await make("contacts", { email: "one@example.com" });
    const two = await make("contacts", { email: "two@example.com" });
    const found = await post("contacts/batch/read", {
      inputs: [{ id: one }, { id: two }],
      properties: ["email"],
    });
    expect([found.status, idsIn(found)]).toEqual([200, [one, two]]);
    const some = await post("contacts/batch/read", {
      inputs: [{ id: "900000001" }, { id: two }, { id: "900000002" }],
    });
    expect([some.status, idsIn(some)]).toEqual([207, [two]]);
    expect(some.body).toMatchObject({
      numErrors: 1,
      errors: [{ category: "OBJECT_NOT_FOUND", context: { ids: ["900000001", "900000002"] } }],
    });
    const byEmail = await post("contacts/batch/read", {
      idProperty: "email",
      inputs: [{ id: "TWO@example.com" }, { id: "none@example.com" }],
      properties: ["email"],
    });
    expect([byEmail.status, idsIn(byEmail)]).toEqual([207, [two]]);
    expect(byEmail.body.errors[0].context).toEqual({ ids: ["none@example.com"] });
  });

  it("updates by ids and by a property", async () => {
    const one = await make("contacts", { email: "update1@example.com" });
    const two = await make("contacts", { email: "update2@example.com" });
    const { status, body } = await post("contacts/batch/update", {
      inputs: [
        { id: "update2@example.com", idProperty: "email", properties: { firstname: "Two" } },
        { id: one, properties: { firstname: "One" } },
        { id: "900000003", properties: { firstname: "Three" } },
        { id: "none@example.com", idProperty: "email", properties: { firstname: "None" } },
      ],
    });
    expect([status, body.numErrors]).toEqual([207, 1]);
    expect(
      body.results.map((record: { id: string; properties: { firstname: string } }) => [
        record.id,
        record.properties.firstname,
      ]),
    ).toEqual([
      [two, "Two"],
      [one, "One"],
    ]);
    expect(body.errors).toMatchObject([
      { category: "OBJECT_NOT_FOUND", context: { ids: ["900000003", "none@example.com"] } },
    ]);
    const done = await post("contacts/batch/update", {
      inputs: [{ id: one, properties: { firstname: "" } }],
    });
    expect([done.status, done.body.results[0].properties.firstname]).toEqual([200, null]);
  });

  it("upserts by a property, and says which are new", async () => {
    const known = await make("contacts", { email: "known@example.com" });
    const { status, body } = await post("contacts/batch/upsert", {
      inputs: [
        { id: "known@example.com", idProperty: "email", properties: { firstname: "Known" } },
        {
          id: "unknown@example.com",
          idProperty: "email",
          properties: { email: "unknown@example.com" },
          objectWriteTraceId: "t",
        },
        { id: known, properties: { lastname: "By id" } },
      ],
    });
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(
      body.results.map((one: { id: string; new: boolean }) => [one.id === known, one.new]),
    ).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ]);
    expect(body.results[1]).toMatchObject({
      properties: { email: "unknown@example.com" },
      objectWriteTraceId: "t",
    });
  });

  it("upserts no other record than the one that the id names", async () => {
    const known = await make("contacts", { email: "before@example.com" });
    const inputs = [
      { id: "before@example.com", idProperty: "email", properties: { email: "after@example.com" } },
      {
        id: "BEFORE@example.com",
        idProperty: "email",
        properties: { email: "before@example.com" },
      },
      { id: "fresh@example.com", idProperty: "email", properties: {} },
    ];
    const { status, body } = await post("contacts/batch/upsert", { inputs });
    expect([status, body.errors]).toMatchObject([
      207,
      [{ category: "VALIDATION_ERROR", context: { index: ["0"], ids: ["before@example.com"] } }],
    ]);
    expect(
      body.results.map((one: { id: string; new: boolean }) => [one.id === known, one.new]),
    ).toEqual([
      [true, false],
      [false, true],
    ]);
    const after = { idProperty: "email", inputs: [{ id: "after@example.com" }] };
    expect(idsIn(await post("contacts/batch/read", after))).toEqual([]);
  });

  it("archives without an answer, also what is archived or missing", async () => {
    const id = await make("contacts", { email: "archive@example.com" });
    for (const inputs of [[{ id }], [{ id }, { id: "900000004" }]]) {
      const { status, body } = await post("contacts/batch/archive", { inputs });
      expect([status, body]).toEqual([204, ""]);
    }
    const inputs = [{ id }, { id: "900000004" }];
    const archived = await post("contacts/batch/read?archived=true", { inputs });
    expect([archived.status, idsIn(archived)]).toEqual([207, [id]]);
    expect(archived.body.results[0].archived).toBe(true);
  });

  it("takes a thousand inputs, and refuses more or none", async () => {
    const properties = (i: number) => ({ properties: { name: `Company ${i}` }, associations: [] });
    const inputs = Array.from({ length: 1_000 }, (_, i) => properties(i));
    const { status, body } = await post("companies/batch/create", { inputs });
    expect([status, body.results.length]).toEqual([201, 1_000]);
    for (const some of [[], [...inputs, properties(1_000)]]) {
      for (const verb of ["create", "read", "update", "upsert", "archive"]) {
        const refused = await post(`companies/batch/${verb}`, { inputs: some });
        expect([verb, refused.status, refused.body.category]).toEqual([
          verb,
          400,
          "VALIDATION_ERROR",
        ]);
      }
    }
  });
});
