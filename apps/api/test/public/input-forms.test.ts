import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

interface Fault {
  readonly path: string;
  readonly code: string;
}

const OBJECTS = "/api/crm/objects";

describe.each(DIALECTS)("the object form of properties on %s", (dialect) => {
  // Both forms lead to the same statements.
  const onSqlite = test.runIf(dialect === "sqlite");
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    const json = { internal_name: "tags", label: "Tags", type: "string", multi: true };
    await send("POST", "/api/crm/properties/contacts", json);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const send = (method: string, path: string, json: unknown, { token } = caller) =>
    app.call(method, path, { token, json });
  const read = async (id: number | string) =>
    (await send("GET", `${OBJECTS}/contacts/${id}`, undefined)).body.data;
  const made = async (properties: unknown) =>
    (await send("POST", `${OBJECTS}/contacts`, { properties })).body.data;

  test("creates what the list of items creates, without what is null", async () => {
    const properties = {
      ...{ email: "ada@example.com", firstname: "Ada" },
      ...{ lastname: null, tags: ["a", "b"], phone: "" },
    };
    const created = await send("POST", "/api/objects/contacts", { properties });
    expect([created.status, created.body.data.firstname]).toEqual([201, "Ada"]);
    const { properties: stored } = await read(created.body.data.id);
    expect(stored).toEqual({ email: "ada@example.com", firstname: "Ada", tags: ["a", "b"] });
  });

  test("creates a deal as if its pipeline, stage and probability were absent if they are empty", async () => {
    const place = { pipeline: "default", stage: "new" };
    const names = ["pipeline", "stage", "probability"];
    const empty = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
    const items = (more: object) => names.map((internal_name) => ({ internal_name, ...more }));
    const [name, key] = ["Engine", crypto.randomUUID()];
    const unique = {
      internal_name: "ref",
      label: "Ref",
      type: "string",
      unique: true,
      indexed: true,
    };
    await send("POST", "/api/crm/properties/deals", unique);
    for (const properties of [
      { name, ...empty(null) },
      { name, ...empty("") },
      ...[{}, { value: null }, { value: "" }].map((more) => [
        { internal_name: "name", value: name },
        ...items(more),
      ]),
    ]) {
      const { data } = (await send("POST", `${OBJECTS}/deals`, { properties })).body;
      expect(data.properties).toMatchObject(place);
    }
    const properties = { name, ref: key, ...empty(null) };
    const batch = { inputs: [{ properties: { name, ...empty(null) } }] };
    const many = await send("POST", `${OBJECTS}/deals/batch/create`, batch);
    expect(many.body.data.results[0].record.properties).toMatchObject(place);
    const upsert = { idProperty: "ref", properties };
    const made = await send("POST", `${OBJECTS}/deals/upsert`, upsert);
    expect([made.status, made.body.issues]).toEqual([201, undefined]);
    const found = await send("GET", `${OBJECTS}/deals/by/ref?value=${key}`, undefined);
    expect(found.body.data.properties).toMatchObject(place);
    const again = await send("POST", `${OBJECTS}/deals/upsert`, upsert);
    const faults = again.body.issues.map(({ path, code }: Fault) => `${path} ${code}`);
    expect([again.status, faults.toSorted()]).toEqual([
      400,
      ["properties.pipeline required", "properties.probability property_read_only"],
    ]);
  });

  onSqlite("says which stages there are if one is cleared in an update", async () => {
    const deal = await send("POST", `${OBJECTS}/deals`, { properties: { name: "Engine" } });
    const path = `${OBJECTS}/deals/${deal.body.data.id}`;
    const { status, body } = await send("PATCH", path, { properties: { stage: null } });
    expect([status, body.issues[0].message]).toEqual([
      400,
      '"stage" cannot be cleared. Give one of: new, qualified, proposal, negotiation, won, lost.',
    ]);
  });

  onSqlite("works in every write, over tRPC too", async () => {
    const { id } = await made({ email: "a@example.com", tags: ["a"] });
    const properties = { email: "a@example.com", firstname: "Ada", tags: null };
    const bodies = {
      "": ["PATCH", `${OBJECTS}/contacts/${id}`, { properties }],
      upsert: ["POST", `${OBJECTS}/contacts/upsert`, { idProperty: "email", properties }],
      "batch/update": [
        "POST",
        `${OBJECTS}/contacts/batch/update`,
        { inputs: [{ id, properties }] },
      ],
      "batch/upsert": [
        "POST",
        `${OBJECTS}/contacts/batch/upsert`,
        { idProperty: "email", inputs: [{ properties }] },
      ],
      trpc: ["POST", "/trpc/public.contacts.set", { contactId: id, properties }],
    } as const;
    for (const [name, [method, path, json]] of Object.entries(bodies)) {
      await send("PATCH", `${OBJECTS}/contacts/${id}`, {
        properties: { firstname: "B", tags: ["b"] },
      });
      const { status } = await send(method, path, json);
      const { properties: stored } = await read(id);
      const wanted = { email: "a@example.com", firstname: "Ada" };
      expect([name, status, stored]).toEqual([name, 200, wanted]);
    }
    const { body } = await send("POST", `${OBJECTS}/contacts/batch/create`, {
      inputs: [{ properties: { phone: "+1 555 0100", tags: ["c"] } }],
    });
    const { properties: stored } = body.data.results[0].record;
    expect(stored).toEqual({ phone: "+1 555 0100", tags: ["c"] });
  });

  const FAULTS = {
    firstnam: "x",
    email: "no",
    lastname: ["a", "b"],
    tags: ["a", ""],
    phone: { number: 1 },
  };
  const PATHS = [
    ["properties.email", "value_invalid"],
    ["properties.firstnam", "property_unknown"],
    ["properties.lastname", "property_single_value"],
    ["properties.phone", "invalid_type"],
    ["properties.tags.1", "value_invalid"],
  ];
  const pathsOf = (issues: readonly { path: string; code: string }[]) =>
    issues.map(({ path, code }) => [path, code]).toSorted();

  onSqlite("takes null for every member of the form that a request does not have", async () => {
    const { id } = await made({ phone: "+1 555 0103", firstname: "A" });
    const item = { internal_name: "firstname", value: "B", values: null };
    const one = { ...item, properties: null, ifVersion: null };
    const many = { internal_name: null, value: null, values: null, ifVersion: null };
    const path = `${OBJECTS}/contacts/${id}`;
    expect((await send("PATCH", path, one)).status).toBe(200);
    expect((await send("PATCH", path, { ...many, properties: [item] })).status).toBe(200);
    expect((await send("PATCH", path, { ...many, properties: { tags: ["a"] } })).status).toBe(200);
    const tags = { internal_name: "tags", value: null, values: ["b"] };
    expect((await send("PATCH", path, { ...many, properties: [tags] })).status).toBe(200);
    expect((await read(id)).properties).toMatchObject({ firstname: "B", tags: ["b"] });
    const inputs = [{ id, value: null }];
    const found = await send("POST", `${OBJECTS}/contacts/batch/read`, {
      inputs,
      idProperty: null,
    });
    expect(found.body.data.results[0].record.id).toBe(id);
    const keyed = [{ id: null, value: "+1 555 0103" }];
    const by = { inputs: keyed, idProperty: "phone", atomic: null, expand: null };
    const byKey = await send("POST", `${OBJECTS}/contacts/batch/read`, by);
    expect(byKey.body.data.results[0].record.id).toBe(id);
  });

  onSqlite("names the members in issues, all at once", async () => {
    const { id } = await made({ phone: "+1 555 0101", firstname: "Ada" });
    const upsert = { idProperty: "firstname", properties: FAULTS };
    const inputs = [
      ["POST", "/api/objects/contacts", { properties: FAULTS }],
      ["POST", `${OBJECTS}/contacts`, { properties: FAULTS }],
      ["PATCH", `${OBJECTS}/contacts/${id}`, { properties: FAULTS }],
    ] as const;
    for (const [method, path, json] of inputs) {
      const { status, body } = await send(method, path, json);
      expect([path, status]).toEqual([path, 400]);
      expect(pathsOf(body.issues)).toEqual(expect.arrayContaining(PATHS));
    }
    const { body } = await send("POST", `${OBJECTS}/contacts/upsert`, upsert);
    expect(pathsOf(body.issues)).toEqual(expect.arrayContaining(PATHS));
    const batch = await send("POST", `${OBJECTS}/contacts/batch/update`, {
      inputs: [
        { id, properties: { firstname: "B" } },
        { id, properties: FAULTS },
      ],
    });
    expect(batch.status).toBe(207);
    const wanted = PATHS.map(([path, code]) => [`inputs.1.${path}`, code]);
    expect(pathsOf(batch.body.data.errors[0].issues)).toEqual(wanted);
  });

  onSqlite("names the member of a value that another record has", async () => {
    const unique = {
      internal_name: "code",
      label: "Code",
      type: "string",
      indexed: true,
      unique: true,
    };
    await send("POST", "/api/crm/properties/contacts", unique);
    const properties = { phone: "+1 555 0102", code: "A" };
    await made(properties);
    const { status, body } = await send("POST", `${OBJECTS}/contacts`, { properties });
    expect([status, body.issues[0].path]).toEqual([409, "properties.code"]);
  });

  onSqlite.each([
    ["no property", {}, "too_few"],
    [
      "201 properties",
      Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`p${i}`, "x"])),
      "too_many",
    ],
    ["text", "firstname=Ada", "invalid_type"],
    ["null", null, "invalid_type"],
  ])("is refused with %s", async (_, properties, code) => {
    const { status, body } = await send("POST", "/api/objects/contacts", { properties });
    const [first] = body.issues;
    expect([status, first.path, first.code]).toEqual([400, "properties", code]);
    expect(body.issues.length).toBeLessThanOrEqual(201);
  });

  onSqlite("refuses __proto__ as a name", async () => {
    const { status, body } = await app.call("POST", "/api/objects/contacts", {
      token: caller.token,
      body: '{"properties": {"__proto__": "x", "firstname": "Ada"}}',
      headers: { "content-type": "application/json" },
    });
    expect([status, body.issues[0].path]).toEqual([400, "properties.__proto__"]);
  });

  onSqlite("keeps the paths of the list of items", async () => {
    const email = { internal_name: "email", value: "b@example.com" };
    const properties = [
      email,
      "x",
      { internal_name: "firstname", value: { a: 1 } },
      { internal_name: "firstnam" },
    ];
    const { status, body } = await send("POST", "/api/objects/contacts", { properties });
    expect([status, pathsOf(body.issues)]).toEqual([
      400,
      [
        ["properties.1", "invalid_type"],
        ["properties.2.value", "invalid_type"],
        ["properties.3.internal_name", "property_unknown"],
      ],
    ]);
  });
});

describe.each(DIALECTS)("a create at /api/crm/objects on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test("returns the whole record", async () => {
    const { token } = await app.caller();
    const json = { properties: { name: "Engine", amount: 12, currency: "GBP" } };
    const { status, body } = await app.call("POST", `${OBJECTS}/deals`, { token, json });
    expect(status).toBe(201);
    const read = await app.call("GET", `${OBJECTS}/deals/${body.data.id}`, { token });
    expect(body.data).toEqual(read.body.data);
    expect(body.data.properties).toMatchObject({
      name: "Engine",
      stage: "new",
      probability: "0.1",
    });
  });

  test("returns only the stamp to a token that may not read, and to its replay", async () => {
    const caller = await app.caller();
    const token = await app.token(caller, "crm.contacts.write");
    const headers = { "idempotency-key": "a" };
    const json = { properties: { email: "ada@example.com" } };
    const send = (as: string) =>
      app.call("POST", `${OBJECTS}/contacts`, { token: as, json, headers });
    const stamp = ["createdAt", "id", "updatedAt", "version"];
    expect(Object.keys((await send(token)).body.data).toSorted()).toEqual(stamp);
    expect(Object.keys((await send(token)).body.data).toSorted()).toEqual(stamp);
    expect((await send(caller.token)).body.data.properties).toEqual({
      email: "ada@example.com",
    });
  });
});
