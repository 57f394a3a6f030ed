import { saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";

const REPRESENTATION = { prefer: "return=representation" };

describe.each(DIALECTS)("an update on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const at = (plural: string, id: number) => `/api/crm/objects/${plural}/${id}`;
  async function create(plural: string, properties: readonly object[]): Promise<number> {
    const json = { properties };
    const { body } = await app.call("POST", `/api/objects/${plural}`, {
      token: caller.token,
      json,
    });
    return body.data.id;
  }
  const patch = (
    path: string,
    json: unknown,
    headers: Record<string, string> = {},
    { token } = caller,
  ) => app.call("PATCH", path, { token, json, headers });
  const read = async (path: string) =>
    (await app.call("GET", path, { token: caller.token })).body.data;
  const contact = () => create("contacts", [{ internal_name: "email", value: "ada@example.com" }]);

  test.each(OBJECTS)("sets several properties of a $type at once", async (object) => {
    const id = await create(object.plural, object.create);
    const path = at(object.plural, id);
    const properties = [object.set, object.key];
    const { status, body } = await patch(path, { properties });
    expect([status, body]).toEqual([200, { success: true, message: body.message, data: null }]);
    const after = await read(path);
    expect(after.version).toBe(2);
    expect(after.properties).toMatchObject({
      [object.set.internal_name]: object.set.value,
      [object.key.internal_name]: object.key.value,
    });
  });

  test("returns 400 when the record would have more than 1 MiB of values, and still allows small changes", async () => {
    const path = at("contacts", await contact());
    const tags = Array.from({ length: 13 }, (_, i) => `${i}${"t".repeat(65_000)}`);
    const long = { internal_name: "city", value: "c".repeat(65_000) };
    expect((await patch(path, { internal_name: "tags", values: tags })).status).toBe(200);
    const more = ["firstname", "lastname", "jobtitle"].map((name) => ({
      ...long,
      internal_name: name,
    }));
    expect((await patch(path, { properties: more })).status).toBe(200);
    const before = await read(path);
    const { status, body } = await patch(path, {
      properties: [{ internal_name: "zip", value: "N1" }, long],
    });
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      expect.objectContaining({ path: "properties.1.value", code: "record_too_large" }),
    ]);
    expect(await read(path)).toEqual(before);
    const inputs = [{ id: before.id, properties: [long] }];
    const { token } = caller;
    const batch = await app.call("POST", "/api/crm/objects/contacts/batch/update", {
      token,
      json: { inputs },
    });
    expect(batch.body.data.errors).toMatchObject([
      { index: 0, issues: [{ code: "record_too_large" }] },
    ]);
    expect((await patch(path, { internal_name: "zip", value: "N1" })).status).toBe(200);
    expect(
      (await patch(path, { properties: [long, { internal_name: "tags", values: [] }] })).status,
    ).toBe(200);
  });

  test("writes one history entry and one event for several properties", async () => {
    const path = at("contacts", await contact());
    await patch(path, {
      properties: [
        { internal_name: "firstname", value: "Ada" },
        { internal_name: "email", value: null },
        { internal_name: "phone", value: "+44 20 7946 0000" },
      ],
    });
    const { body } = await app.call("GET", `${path}/history`, { token: caller.token });
    expect(body.data.results).toHaveLength(2);
    const [{ changes, version }] = body.data.results;
    expect(version).toBe(2);
    expect(changes.map((one: { internal_name: string }) => one.internal_name).sort()).toEqual([
      "email",
      "firstname",
      "phone",
    ]);
  });

  test("changes nothing if one of several properties is at fault, and reports every fault", async () => {
    const path = at("contacts", await contact());
    const { status, body } = await patch(path, {
      properties: [
        { internal_name: "firstname", value: "Ada" },
        { internal_name: "emial", value: "x" },
        { internal_name: "tags", value: "a", values: ["b"] },
        { internal_name: "firstname", value: "Grace" },
        { internal_name: "cin", value: "1" },
      ],
    });
    expect(status).toBe(400);
    expect(body.issues.map(({ path, code }: Record<string, string>) => [path, code])).toEqual([
      ["properties.1.internal_name", "property_unknown"],
      ["properties.2.values", "value_and_values"],
      ["properties.3.internal_name", "property_repeated"],
      ["properties.4.internal_name", "property_forbidden"],
    ]);
    expect((await read(path)).version).toBe(1);
  });

  test("changes nothing if one of several properties is taken by another record", async () => {
    await saveProperty(app.deps, caller.projectId, "company", { name: "domain", unique: true });
    await create("companies", [{ internal_name: "domain", value: "taken.example" }]);
    const path = at(
      "companies",
      await create("companies", [{ internal_name: "name", value: "B" }]),
    );
    const { status, body } = await patch(path, {
      properties: [
        { internal_name: "name", value: "C" },
        { internal_name: "domain", value: "taken.example" },
      ],
    });
    expect([status, body.code]).toEqual([409, "CONFLICT"]);
    expect((await read(path)).properties).toEqual({ name: "B" });
  });

  test.each([
    ["both forms", { internal_name: "firstname", value: "A", properties: [{}] }, "internal_name"],
    ["a value beside properties", { value: "A", properties: [] }, "value"],
    ["values beside properties", { values: [], properties: [] }, "values"],
    ["neither form", {}, "internal_name"],
    ["only a value", { value: "A" }, "internal_name"],
    ["no properties", { properties: [] }, "properties"],
    ["properties that are no array", { properties: "firstname" }, "properties"],
    [
      "201 properties",
      { properties: Array(201).fill({ internal_name: "firstname" }) },
      "properties",
    ],
    ["an unknown member", { properties: [{ internal_name: "city" }], all: true }, "all"],
    [
      "a member of a create",
      { properties: [{ internal_name: "city" }], associations: [] },
      "associations",
    ],
    ["a version that is text", { internal_name: "city", value: "B", ifVersion: "1" }, "ifVersion"],
    ["version 0", { internal_name: "city", value: "B", ifVersion: 0 }, "ifVersion"],
  ])("returns 400 for %s, and names %#", async (_, json, fault) => {
    const path = at("contacts", await contact());
    const { status, body } = await patch(path, json);
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"]);
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(fault);
    expect((await read(path)).version).toBe(1);
  });

  test("returns the record if the client prefers it", async () => {
    const id = await create("deals", [{ internal_name: "name", value: "Engine" }]);
    const path = at("deals", id);
    const json = { properties: [{ internal_name: "stage", value: "proposal" }] };
    const { status, headers, body } = await patch(path, json, REPRESENTATION);
    expect([status, headers.get("preference-applied")]).toEqual([200, "return=representation"]);
    expect(headers.get("etag")).toBe(`"${id}.2"`);
    expect(body.data).toEqual(await read(path));
    expect(body.data).toMatchObject({
      version: 2,
      associations: null,
      properties: { stage: "proposal", probability: "0.5" },
    });
  });

  test("returns the record unchanged if the update changes nothing", async () => {
    const path = at("contacts", await contact());
    const json = { internal_name: "email", value: "ada@example.com" };
    const { body } = await patch(path, json, REPRESENTATION);
    expect(body.data).toEqual(await read(path));
    expect(body.data.version).toBe(1);
  });

  test("returns only id, times and version without the read scope", async () => {
    const token = await app.token(caller, "crm.contacts.write crm.deals.read");
    const id = await contact();
    const json = { internal_name: "firstname", value: "Ada" };
    const path = at("contacts", id);
    const { body, headers } = await patch(path, json, REPRESENTATION, { ...caller, token });
    const { createdAt, updatedAt, version } = await read(path);
    expect(body.data).toEqual({ id, createdAt, updatedAt, version });
    expect(headers.get("etag")).toBe(`"${id}.2"`);
  });

  test.each([
    ["return=representation", true],
    ["Return = Representation", true],
    ['return="representation"', true],
    ['wait=10, return=representation; foo="a, b; return=minimal"', true],
    ["respond-async,,return=representation", true],
    ['foo="a\\", return=minimal", return=representation', true],
    ["return=representation, return=minimal", true],
    ["return=minimal, return=representation", false],
    ["return=minimal", false],
    ["return", null],
    ["return=everything", null],
    ["handling=strict", null],
    ["", null],
    ["=, return=representation", null],
    ['foo="open, return=representation', null],
    ["return=representation x", null],
  ])("reads the preferences in Prefer: %s", async (prefer, applied) => {
    const path = at("contacts", await contact());
    const json = { internal_name: "firstname", value: "Ada" };
    const { status, headers, body } = await patch(path, json, { prefer });
    expect([status, body.data !== null]).toEqual([200, applied === true]);
    const wanted = { true: "return=representation", false: "return=minimal", null: null };
    expect(headers.get("preference-applied")).toBe(wanted[`${applied}`]);
  });

  test("ignores preferences where there is no record to return", async () => {
    const path = at("contacts", await contact());
    const headers = REPRESENTATION;
    for (const [method, target] of [
      ["GET", path],
      ["DELETE", path],
    ] as const) {
      const answer = await app.call(method, target, { token: caller.token, headers });
      expect([answer.status, answer.headers.get("preference-applied")]).toEqual([200, null]);
    }
  });

  test("is never answered with 304", async () => {
    const id = await contact();
    const json = { internal_name: "firstname", value: "Ada" };
    for (const tag of ["*", `"${id}.2"`]) {
      const answer = await patch(at("contacts", id), json, {
        ...REPRESENTATION,
        "if-none-match": tag,
      });
      expect([answer.status, answer.body.data.version]).toEqual([200, 2]);
    }
  });

  test("takes both forms over tRPC", async () => {
    const id = await contact();
    const call = (input: object) =>
      app.call("POST", "/trpc/public.contacts.set", {
        token: caller.token,
        json: { contactId: id, ...input },
        headers: REPRESENTATION,
      });
    const one = await call({ internal_name: "firstname", value: "Ada" });
    expect(one.body.result.data.data).toMatchObject({ id, version: 2 });
    const many = await call({ properties: [{ internal_name: "lastname", value: "L" }] });
    expect(many.body.result.data.data.properties).toMatchObject({
      firstname: "Ada",
      lastname: "L",
    });
  });
});
