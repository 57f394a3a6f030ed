import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";

describe.each(DIALECTS)("reading, updating and deleting records on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const call = (method: string, path: string, json?: unknown, token = caller.token) =>
    app.call(method, path, json === undefined ? { token } : { token, json });
  const make = async (plural: string, properties: readonly object[], more: object = {}) =>
    (await call("POST", `/api/objects/${plural}`, { properties, ...more })).body.data.id as number;
  const at = (plural: string, id: number | string, query = "") =>
    `/api/crm/objects/${plural}/${id}${query}`;
  const contact = () => make("contacts", [{ internal_name: "email", value: "ada@example.com" }]);

  describe.each(OBJECTS)("$type", ({ plural, create, set }) => {
    test("is read, updated and deleted", async () => {
      const id = await make(plural, create);
      const read = await call("GET", at(plural, id));
      expect(read.status).toBe(200);
      expect(read.body).toMatchObject({ success: true, data: { id, associations: null } });

      const updated = await call("PATCH", at(plural, id), set);
      expect(updated).toMatchObject({ status: 200, body: { success: true, data: null } });
      const after = await call("GET", at(plural, id, `?properties=${set.internal_name}`));
      expect(after.body.data.properties).toEqual({ [set.internal_name]: set.value });

      const deleted = await call("DELETE", at(plural, id));
      expect(deleted).toMatchObject({ status: 200, body: { success: true, data: null } });
      expect((await call("GET", at(plural, id))).status).toBe(404);
      expect((await call("PATCH", at(plural, id), set)).status).toBe(404);
      expect((await call("DELETE", at(plural, id))).status).toBe(404);
    });

    test("returns 404 for a record of another tenant or another project", async () => {
      const id = await make(plural, create);
      for (const tenantId of [undefined, caller.tenantId]) {
        const other = await app.caller(tenantId === undefined ? {} : { tenantId });
        for (const [method, json] of [["GET"], ["PATCH", set], ["DELETE"]] as const) {
          const { status, body } = await call(method, at(plural, id), json, other.token);
          expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
        }
      }
      expect((await call("GET", at(plural, id))).status).toBe(200);
    });

    test("returns 404 for an unknown id or one of another type", async () => {
      const id =
        plural === "companies"
          ? await contact()
          : await make("companies", [{ internal_name: "name", value: "c" }]);
      expect((await call("GET", at(plural, id))).status).toBe(404);
      expect((await call("GET", at(plural, 999_999_999))).status).toBe(404);
      expect((await call("GET", at(plural, "99999999999999999"))).status).toBe(404);
    });

    test.each(["abc", "0", "-1", "1.5", "1e3", "0x1", "%20", "1%00", "00001"])(
      "returns 400 for the id %s",
      async (id) => {
        const { status, body } = await call("GET", at(plural, id));
        expect([status, body.code]).toEqual([400, "INVALID_INPUT"]);
      },
    );
  });

  test("returns only the requested properties, with null for those without a value", async () => {
    const id = await contact();
    const { body } = await call("GET", at("contacts", id, "?properties=email,firstname,tags"));
    expect(body.data.properties).toEqual({ email: "ada@example.com", firstname: null, tags: null });
  });

  test("returns the values of a multi-value property", async () => {
    const id = await contact();
    await call("PATCH", at("contacts", id), { internal_name: "tags", values: ["a", "b", "a"] });
    expect(
      (await call("GET", at("contacts", id, "?properties=tags"))).body.data.properties.tags,
    ).toEqual(["a", "b"]);
  });

  test("returns the probability of a deal's stage", async () => {
    const id = await make("deals", [{ internal_name: "name", value: "x" }]);
    expect(
      (await call("GET", at("deals", id, "?properties=probability,stage,pipeline"))).body.data
        .properties,
    ).toEqual({ probability: "0.1", stage: "new", pipeline: "default" });
    await call("PATCH", at("deals", id), { internal_name: "stage", value: "WON" });
    const { properties } = (await call("GET", at("deals", id))).body.data;
    expect(properties).toMatchObject({ probability: "1", stage: "won" });
    expect(properties.closeDate).toMatch(/Z$/);
  });

  test("returns associations from both sides, without those of deleted records", async () => {
    const company = await make("companies", [{ internal_name: "name", value: "c" }]);
    const id = await make("deals", [{ internal_name: "name", value: "d" }], {
      associations: [{ to: { object: "company", id: String(company) } }],
    });
    const back = await call("GET", at("companies", company, "?associations=deal,contact"));
    expect(back.body.data.associations).toEqual({
      deal: [{ id: String(id), type: "deal_to_company" }],
      contact: [],
    });
    await call("DELETE", at("deals", id));
    expect(
      (await call("GET", at("companies", company, "?associations=deal"))).body.data.associations,
    ).toEqual({ deal: [] });
  });

  test.each([
    ["an unknown property", "?properties=firstnam", "properties"],
    ["a forbidden property", "?properties=email,tenant_id", "properties"],
    ["an unknown association type", "?associations=planet", "associations"],
    ["an unknown parameter", "?archived=true", "archived"],
    ["the path's parameter in the query", "?contactId=7", "contactId"],
  ])("returns 400 for %s", async (_, query, path) => {
    const { status, body } = await call("GET", at("contacts", await contact(), query));
    expect(status).toBe(400);
    expect(body.issues[0].path).toBe(path);
  });

  test("returns 400 with the nearest known name for an unknown one", async () => {
    const { body } = await call("GET", at("contacts", await contact(), "?properties=firstnam"));
    expect(body.issues[0].message).toContain('"firstname"');
  });

  test("clears a property by a PATCH without a value", async () => {
    const id = await contact();
    await call("PATCH", at("contacts", id), { internal_name: "firstname", value: "Ada" });
    expect((await call("PATCH", at("contacts", id), { internal_name: "firstname" })).status).toBe(
      200,
    );
    expect(
      (await call("GET", at("contacts", id, "?properties=firstname"))).body.data.properties
        .firstname,
    ).toBeNull();
  });

  test("returns 400 for clearing the last of email and phone", async () => {
    const id = await contact();
    const { status, body } = await call("PATCH", at("contacts", id), {
      internal_name: "email",
      value: null,
    });
    expect(status).toBe(400);
    expect(body.issues[0]).toMatchObject({ path: "value", code: "email_or_phone_required" });
    await call("PATCH", at("contacts", id), { internal_name: "phone", value: "+44 20 7946 0000" });
    expect(
      (await call("PATCH", at("contacts", id), { internal_name: "email", value: null })).status,
    ).toBe(200);
  });

  test.each([
    ["no internal_name", { value: "x" }],
    ["a forbidden name", { internal_name: "stage_id", value: "x" }],
    ["an unknown name", { internal_name: "nope", value: "x" }],
    ["an object as value", { internal_name: "name", value: {} }],
    ["an array as value", { internal_name: "name", value: [] }],
    ["an unknown member", { internal_name: "name", value: "x", extra: 1 }],
    ["the path's parameter", { internal_name: "name", value: "x", dealId: 5 }],
    [
      "a prototype as member",
      JSON.parse('{"internal_name": "name", "value": "x", "__proto__": {"a": 1}}'),
    ],
    ["an unknown stage", { internal_name: "stage", value: "nowhere" }],
    ["no stage at all", { internal_name: "stage", value: null }],
    ["an amount that is not a number", { internal_name: "amount", value: "12 pounds" }],
    ["an amount that is a boolean", { internal_name: "amount", value: true }],
    ["an unknown currency", { internal_name: "currency", value: "ZZZ" }],
    ["a time without a zone", { internal_name: "closeDate", value: "2026-01-01T10:00:00" }],
    ["a day that does not exist", { internal_name: "closeDate", value: "2026-02-30" }],
  ])("returns 400 for a PATCH with %s, and changes nothing", async (_, json) => {
    const id = await make("deals", [{ internal_name: "name", value: "before" }]);
    const before = await call("GET", at("deals", id));
    const { status, body } = await call("PATCH", at("deals", id), json);
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"]);
    expect((await call("GET", at("deals", id))).body).toEqual(before.body);
  });

  test("returns 400 for the number 1e400", async () => {
    const id = await make("deals", [{ internal_name: "name", value: "x" }]);
    const { status } = await app.call("PATCH", at("deals", id), {
      token: caller.token,
      body: '{"internal_name": "amount", "value": 1e400}',
      headers: { "content-type": "application/json" },
    });
    expect(status).toBe(400);
  });

  test("keeps decimals exact", async () => {
    const id = await make("deals", [{ internal_name: "amount", value: "12345678901234567890.10" }]);
    expect(
      (await call("GET", at("deals", id, "?properties=amount"))).body.data.properties.amount,
    ).toBe("12345678901234567890.10");
  });

  test("records every change in the history", async () => {
    const id = await contact();
    await call("PATCH", at("contacts", id), { internal_name: "firstname", value: "Ada" });
    await call("PATCH", at("contacts", id), { internal_name: "firstname", value: "Ada" });
    await call("DELETE", at("contacts", id));
    const history = await app.deps.db.kysely
      .selectFrom("record_history")
      .selectAll()
      .where("record_id", "=", id)
      .orderBy("id")
      .execute();
    expect(history.map((row) => row.action)).toEqual(["created", "updated", "deleted"]);
    const changes = history[1]?.changes as unknown;
    expect(typeof changes === "string" ? JSON.parse(changes) : changes).toEqual({
      firstname: [null, "Ada"],
    });
    expect(history[1]?.actor).toBe(`client:${caller.clientId}`);
  });
});
