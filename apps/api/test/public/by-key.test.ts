import { saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";
import { faultsOf, pathsOf, type RecordApi, recordApi } from "../support/records.ts";

describe.each(DIALECTS)("records by a property on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let api: RecordApi;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  beforeEach(async () => {
    caller = await app.caller();
    api = recordApi(app, caller);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const by = (plural: string, name: string, value: string, query = "") =>
    api.get(
      `/api/crm/objects/${plural}/by/${encodeURIComponent(name)}?value=${encodeURIComponent(value)}${query}`,
    );
  const contact = async (email: string) => (await api.make("contacts", { email })).id;

  test.each(OBJECTS)(
    "200: finds a $type as a read by id returns it",
    async ({ plural, create, key }) => {
      const values = [...create, key].map(({ internal_name, value }) => [internal_name, value]);
      const { id } = await api.make(plural, Object.fromEntries(values));
      const { internal_name, value } = key;
      const found = await by(plural, internal_name, value);
      const read = await api.get(`/api/crm/objects/${plural}/${id}`);
      expect([found.status, found.body]).toEqual([200, read.body]);
    },
  );

  test("200: returns the named properties and associations", async () => {
    await contact("ada@example.com");
    const query = "&properties=firstname,email&associations=company";
    const { body } = await by("contacts", "email", "ada@example.com", query);
    expect(body.data).toMatchObject({
      properties: { firstname: null, email: "ada@example.com" },
      associations: { company: [] },
    });
  });

  test.each([
    ["text in another case", "contacts", { email: "Ada@Example.com" }, "email", "aDA@eXAMPLE.COM"],
    ["text in another normal form", "leads", { name: "Zoe\u0308" }, "name", "ZO\u00cb"],
    ["a number with other zeros", "deals", { name: "d", amount: "1250.50" }, "amount", "01250.5"],
    [
      "a moment in another zone",
      "deals",
      { name: "d", closeDate: "2026-11-20T09:30:00Z" },
      "closeDate",
      "2026-11-20T10:30:00+01:00",
    ],
    ["a stage by its label", "deals", { name: "d", stage: "proposal" }, "stage", "Proposal"],
    ["text with wildcards", "leads", { name: "100%_\\*.+" }, "name", "100%_\\*.+"],
    ["text with quotes", "leads", { name: `O'Brien "Bob"; --` }, "name", `o'brien "bob"; --`],
  ])("200: finds %s", async (_, plural, values, name, value) => {
    if (name === "amount") {
      await saveProperty(app.deps, caller.projectId, "deal", { name, indexed: true });
    }
    await api.make(plural, plural === "contacts" ? { phone: "12345" } : { name: "other" });
    const { id } = await api.make(plural, values);
    const { status, body } = await by(plural, name, value);
    expect([status, body.data?.id]).toEqual([200, id]);
  });

  test("200: compares the whole of a long value", async () => {
    const start = "x".repeat(250);
    const [one, other] = [
      await api.make("leads", { name: `${start} One` }),
      await api.make("leads", { name: `${start} other` }),
    ];
    expect((await by("leads", "name", `${start} one`)).body.data.id).toBe(one.id);
    expect((await by("leads", "name", `${start} OTHER`)).body.data.id).toBe(other.id);
    expect((await by("leads", "name", start)).status).toBe(404);
    expect((await by("leads", "name", `${start} third`)).status).toBe(404);
  });

  test("200: finds a long value among hundreds with the same beginning", async () => {
    const start = "y".repeat(220);
    const { id } = await api.make("leads", { name: `${start}!` });
    const inputs = Array.from({ length: 250 }, (_, i) => ({
      properties: [{ internal_name: "name", value: `${start}${i}` }],
    }));
    const path = "/api/crm/objects/leads/batch/create";
    const made = await app.call("POST", path, { token: caller.token, json: { inputs } });
    const first = made.body.data.results[0].record;
    expect((await by("leads", "name", `${start}!`)).body.data.id).toBe(id);
    expect((await by("leads", "name", `${start}0`)).body.data.id).toBe(first.id);
    expect((await by("leads", "name", `${start}none`)).status).toBe(404);
  });

  test("404: no record, a deleted one, or one of another tenant or project", async () => {
    const id = await contact("ada@example.com");
    expect((await by("contacts", "email", "bob@example.com")).status).toBe(404);
    for (const tenantId of [undefined, caller.tenantId]) {
      const other = await app.caller(tenantId === undefined ? {} : { tenantId });
      const path = "/api/crm/objects/contacts/by/email?value=ada%40example.com";
      const { status, body } = await api.get(path, other.token);
      expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
    }
    await api.remove("contacts", id);
    const { status, body } = await by("contacts", "email", "ada@example.com");
    expect([status, body.code, body.message]).toEqual([
      404,
      "NOT_FOUND",
      "There is no contact with this email in this project.",
    ]);
  });

  test("404: an enumeration's value that nothing has, though it is closed", async () => {
    const closed = { name: "lifecyclestage", closed: true };
    await saveProperty(app.deps, caller.projectId, "contact", closed);
    expect((await by("contacts", "lifecyclestage", "nobody")).status).toBe(404);
  });

  test("409: several records, with their ids", async () => {
    const ids = [await contact("ada@example.com"), await contact("ADA@example.com")];
    const { status, body } = await by("contacts", "email", "ada@example.com");
    expect([status, body]).toEqual([
      409,
      {
        success: false,
        message: "Several contacts have this email. Choose one by its id.",
        data: null,
        code: "AMBIGUOUS",
        issues: [
          {
            path: "value",
            code: "value_ambiguous",
            message: "Several contacts have this email. Choose one by its id.",
            conflictingIds: ids.map(String),
          },
        ],
        requestId: expect.stringMatching(/^req_/),
      },
    ]);
  });

  test("409: lists at most 10 ids", async () => {
    for (const name of ["short", "z".repeat(300)]) {
      for (let i = 0; i < 12; i++) await api.make("leads", { name });
      const { status, body } = await by("leads", "name", name);
      expect([status, body.issues[0].conflictingIds.length]).toEqual([409, 10]);
    }
  });

  test.each([
    ["nmae", "x", ["internal_name property_unknown"]],
    ["__proto__", "x", ["internal_name property_unknown"]],
    ["constructor", "x", ["internal_name property_unknown"]],
    ["pipeline_id", "x", ["internal_name property_forbidden"]],
    ["id", "1", ["internal_name property_forbidden"]],
    ["description", "x", ["internal_name property_not_indexed"]],
    ["probability", "0.5", ["internal_name property_not_indexed"]],
    ["tags", "x", ["internal_name property_multi_value"]],
    ["closeDate", "tomorrow", ["value value_invalid"]],
    ["closeDate", "2026-11-20T09:30:00", ["value value_invalid"]],
    ["name", "a\u0000b", ["value value_invalid"]],
  ])("400: %s is %j", async (name, value, faults) => {
    if (name === "tags") {
      await saveProperty(app.deps, caller.projectId, "deal", { name, indexed: true });
    }
    const answer = await by("deals", name, value);
    expect([answer.status, faultsOf(answer)]).toEqual([400, faults]);
    const { message } = answer.body.issues[0];
    expect(message.includes("Index it")).toBe(name === "description");
  });

  test("400: an empty value, or none", async () => {
    const answers = [
      await by("deals", "name", ""),
      await api.get("/api/crm/objects/deals/by/name"),
    ];
    for (const answer of answers) {
      expect([answer.status, pathsOf(answer)]).toEqual([400, ["value"]]);
    }
  });

  test("400: reports every fault of a request at once", async () => {
    const answer = await api.get(
      "/api/crm/objects/deals/by/nmae?properties=emial,cin&associations=planet&foo=1",
    );
    expect(answer.status).toBe(400);
    expect(pathsOf(answer).toSorted()).toEqual([
      "associations",
      "foo",
      "internal_name",
      "properties",
      "properties",
      "value",
    ]);
    const names = await by("deals", "closeDate", "x", "&properties=emial");
    expect(faultsOf(names)).toEqual(["value value_invalid", "properties property_unknown"]);
  });

  test("403: without the read scope", async () => {
    const { token } = await app.caller({ scope: "crm.contacts.write" });
    const path = "/api/crm/objects/contacts/by/email?value=ada%40example.com";
    expect((await api.get(path, token)).status).toBe(403);
  });

  test("no value of a query is ever logged", async () => {
    await contact("secret.person@example.com");
    await by("contacts", "email", "secret.person@example.com");
    await by("contacts", "email", "secret.person@example.com", "&foo=secret.person");
    await app.call("GET", "/api/crm/objects/contacts/by/email?value=secret.person%40example.com");
    expect(app.logged.join("\n")).toContain("/by/{internal_name}");
    expect(app.logged.join("\n")).not.toMatch(/secret\.person/);
  });
});
