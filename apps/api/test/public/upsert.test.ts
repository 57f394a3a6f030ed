import { saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, startApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";

interface Result {
  index: number;
  status: string;
  record: { id: number; version: number; properties: Record<string, unknown> };
}

const property = (internal_name: string, value: unknown) => ({ internal_name, value });
const contact = (email: string, more: Record<string, unknown> = {}) => ({
  properties: Object.entries({ email, ...more }).map(([name, value]) => property(name, value)),
});

describe.each(DIALECTS)("upserts on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await startApp({ dialect });
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const post = (path: string, json: unknown, token = caller.token) =>
    app.call("POST", path, { token, json });
  const upsert = (body: object, token?: string) =>
    post("/api/crm/objects/contacts/upsert", { idProperty: "email", ...body }, token);
  const batch = (inputs: readonly unknown[], more: object = {}) =>
    post("/api/crm/objects/contacts/batch/upsert", { idProperty: "email", inputs, ...more });
  const read = (inputs: readonly unknown[], idProperty = "email") =>
    post("/api/crm/objects/contacts/batch/read", { idProperty, inputs });
  const history = async (id: number) =>
    (await app.call("GET", `/api/crm/objects/contacts/${id}/history`, { token: caller.token })).body
      .data.results;

  test.each(OBJECTS)("create and update one of $plural", async ({ plural, key, create, set }) => {
    const name = key.internal_name;
    const own = create.filter(({ internal_name }) => internal_name !== name);
    const path = `/api/crm/objects/${plural}/upsert`;
    const body = { idProperty: name, properties: [key, ...own] };
    const made = await post(path, body);
    expect(made).toMatchObject({
      status: 201,
      body: { success: true, data: { status: "created", record: { version: 1 } } },
    });
    const { id } = made.body.data.record;
    const again = await post(path, body);
    expect(again).toMatchObject({
      status: 200,
      body: { data: { status: "unchanged", record: { id, version: 1 } } },
    });
    const updated = await post(path, { idProperty: name, properties: [key, set] });
    expect(updated).toMatchObject({
      status: 200,
      body: { data: { status: "updated", record: { id, version: 2 } } },
    });
  });

  test("keep properties that are not named, and ignore the case of the value", async () => {
    await upsert(contact("keep@example.com", { city: "Rome", lastname: "A" }));
    const { body } = await upsert(contact("KEEP@example.com", { lastname: null }));
    expect(body.data.status).toBe("updated");
    expect(body.data.record.properties).toEqual({ email: "keep@example.com", city: "Rome" });
  });

  test("associate, once, without a new version", async () => {
    const company = (await post("/api/objects/companies", { properties: [property("name", "c")] }))
      .body.data.id;
    const associations = [{ to: { object: "company", id: String(company) } }];
    const made = (await upsert(contact("assoc@example.com"))).body.data.record;
    const input = { ...contact("assoc@example.com"), associations };
    const { body } = await batch([input, input]);
    expect(body.data.results).toMatchObject([
      { status: "updated", record: { id: made.id, version: 1 } },
      { status: "unchanged", record: { id: made.id, version: 1 } },
    ]);
    expect((await history(made.id)).map(({ action }: { action: string }) => action)).toEqual([
      "associated",
      "created",
    ]);
  });

  test("let inputs with one value act in order on one record", async () => {
    const { body } = await batch([
      contact("twice@example.com", { city: "Rome" }),
      contact("Twice@example.com", { city: "Bern" }),
      contact("twice@example.com", { city: "Bern" }),
      contact("TWICE@example.com", { city: "Bern", phone: "x" }),
    ]);
    const [first] = body.data.results;
    expect(
      body.data.results.map(({ status, record }: Result) => [status, record.id, record.version]),
    ).toEqual([
      ["created", first.record.id, 1],
      ["updated", first.record.id, 2],
      ["unchanged", first.record.id, 2],
    ]);
    expect(body.data.errors).toMatchObject([{ index: 3, code: "INVALID_INPUT" }]);
    expect(await history(first.record.id)).toMatchObject([
      { version: 2, changes: [{ internal_name: "city" }] },
      { version: 1 },
    ]);
  });

  test("write 1,000 records, then find all of them unchanged", async () => {
    const inputs = Array.from({ length: 1_000 }, (_, i) =>
      contact(`night${i}@example.com`, { lastname: `L${i}` }),
    );
    const first = await batch(inputs);
    expect([first.status, first.body.data.results.length]).toEqual([200, 1_000]);
    const { kysely } = app.deps.db;
    const rows = async () =>
      Promise.all(
        (["record_history", "events", "records", "upsert_keys"] as const).map(async (table) => {
          const counted = kysely.selectFrom(table).select((eb) => eb.fn.countAll().as("rows"));
          return Number((await counted.execute())[0]?.rows);
        }),
      );
    const before = await rows();
    expect(before.at(-1)).toBe(0);
    const second = await batch(inputs);
    const statuses = new Set(second.body.data.results.map(({ status }: Result) => status));
    expect([...statuses]).toEqual(["unchanged"]);
    expect(await rows()).toEqual(before);
    inputs[7] = contact("night7@example.com", { lastname: "Other" });
    const third = await batch(inputs);
    expect(
      third.body.data.results.filter(({ status }: Result) => status === "updated"),
    ).toMatchObject([{ index: 7, record: { version: 2 } }]);
  });

  test("return AMBIGUOUS with the ids if several records have the value", async () => {
    const make = async () =>
      (await post("/api/objects/contacts", contact("same@example.com"))).body.data.id;
    const ids = [String(await make()), String(await make())];
    const refused = await upsert({
      properties: [property("city", "x"), ...contact("SAME@example.com").properties],
    });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: "AMBIGUOUS",
        issues: [{ path: "properties.1.value", code: "value_ambiguous", conflictingIds: ids }],
      },
    });
    const { status, body } = await batch([contact("same@example.com"), contact("new@example.com")]);
    expect([status, body.data.results.length]).toEqual([207, 1]);
    expect(body.data.errors).toMatchObject([
      { index: 0, code: "AMBIGUOUS", issues: [{ path: "inputs.0.properties.0.value" }] },
    ]);
    const found = await read([{ value: "same@example.com" }, { value: "new@example.com" }]);
    expect(found.body.data).toMatchObject({
      results: [{ index: 1, status: "found" }],
      errors: [{ index: 0, code: "AMBIGUOUS", issues: [{ path: "inputs.0.value" }] }],
    });
  });

  test("find only live records", async () => {
    const { id } = (await upsert(contact("gone@example.com"))).body.data.record;
    await app.call("DELETE", `/api/crm/objects/contacts/${id}`, { token: caller.token });
    const { status, body } = await upsert(contact("gone@example.com"));
    expect([status, body.data.record.id === id]).toEqual([201, false]);
  });

  test("find no record of another type or another tenant", async () => {
    const [own, stranger] = [await app.caller(), await app.caller()];
    const body = { idProperty: "phone", properties: [property("phone", "+44 20 7946")] };
    const path = (plural: string) => `/api/crm/objects/${plural}/upsert`;
    const company = { ...body, properties: [...body.properties, property("name", "c")] };
    await saveProperty(app.deps, own.projectId, "company", { name: "phone", indexed: true });
    const ids: number[] = [];
    for (const [plural, json, { token }] of [
      ["companies", company, own],
      ["contacts", body, own],
      ["contacts", body, stranger],
    ] as const) {
      const made = await post(path(plural), json, token);
      expect([plural, made.status]).toEqual([plural, 201]);
      ids.push(made.body.data.record.id);
    }
    expect(new Set(ids).size).toBe(3);
  });

  test("compare the whole of long values", async () => {
    const own = await app.caller();
    await saveProperty(app.deps, own.projectId, "contact", { name: "notes", indexed: true });
    const long = (end: string) => `${"x".repeat(300)}${end}`;
    const send = (...ends: readonly string[]) =>
      post(
        "/api/crm/objects/contacts/batch/upsert",
        {
          idProperty: "notes",
          inputs: ends.map((end) => contact(`${end}@example.com`, { notes: long(end) })),
        },
        own.token,
      );
    const made = await send("a", "b");
    const [a, b] = made.body.data.results.map(({ record }: Result) => record.id);
    expect(a).not.toBe(b);
    const again = await send("b", "c", "a");
    expect(
      again.body.data.results.map(({ status, record }: Result) => [status, record.id]),
    ).toMatchObject([
      ["unchanged", b],
      ["created", expect.any(Number)],
      ["unchanged", a],
    ]);
  });

  test("find deals by the label of a stage, as a write takes it", async () => {
    const own = await app.caller();
    const send = (value: string) =>
      post(
        "/api/crm/objects/deals/upsert",
        { idProperty: "stage", properties: [property("name", "d"), property("stage", value)] },
        own.token,
      );
    const made = await send("won");
    expect(made.body.data.status).toBe("created");
    expect((await send("WON")).body.data.status).toBe("unchanged");
  });

  test.each<[string, object, [string, string][]]>([
    ["no idProperty", { idProperty: undefined }, [["idProperty", "required"]]],
    ["an unknown idProperty", { idProperty: "emial" }, [["idProperty", "property_unknown"]]],
    ["a forbidden one", { idProperty: "tenant_id" }, [["idProperty", "property_forbidden"]]],
    ["one without an index", { idProperty: "city" }, [["idProperty", "property_not_indexed"]]],
    ["one with several values", { idProperty: "tags" }, [["idProperty", "property_multi_value"]]],
    ["a number", { idProperty: 5 }, [["idProperty", "invalid_type"]]],
    ["an unknown member", { more: 1 }, [["more", "unrecognized_key"]]],
    [
      "several faults",
      { idProperty: "emial", properties: [property("cin", 1)], more: 1 },
      [
        ["more", "unrecognized_key"],
        ["idProperty", "property_unknown"],
        ["properties.0.internal_name", "property_forbidden"],
      ],
    ],
    ["no value of it", { properties: [property("city", "x")] }, [["properties", "key_missing"]]],
    [
      "an empty value of it",
      { properties: [property("phone", "+1 555 0100"), property("email", "")] },
      [["properties.1.value", "key_missing"]],
    ],
    [
      "an invalid value of it",
      { properties: [property("email", "nobody")] },
      [["properties.0.value", "value_invalid"]],
    ],
  ])("return 400 for %s", async (_, body, issues) => {
    const one = await upsert({ ...contact("fault@example.com"), ...body });
    expect([one.status, one.body.code]).toEqual([400, "INVALID_INPUT"]);
    expect(
      one.body.issues.map(({ path, code }: { path: string; code: string }) => [path, code]),
    ).toEqual(issues);
  });

  test("refuse a batch with a wrong idProperty as a whole", async () => {
    const inputs = [contact("whole@example.com")];
    const { status, body } = await batch(inputs, { idProperty: "city", atomic: 1 });
    expect(status).toBe(400);
    expect(body.issues).toMatchObject([
      { path: "atomic", code: "invalid_type" },
      { path: "idProperty", code: "property_not_indexed" },
    ]);
    expect((await batch(inputs, { idProperty: "cty" })).status).toBe(400);
    expect((await read([{ value: "x" }], "cty")).status).toBe(400);
  });

  test("report an input without the value, and write the others", async () => {
    const { body } = await batch([
      { properties: [property("phone", "+1 555 0100")] },
      contact("others@example.com"),
      { ...contact("id@example.com"), id: 1 },
    ]);
    expect(body.data.results).toMatchObject([{ index: 1, status: "created" }]);
    expect(body.data.errors).toMatchObject([
      { index: 0, issues: [{ path: "inputs.0.properties", code: "key_missing" }] },
      { index: 2, issues: [{ path: "inputs.2.id", code: "unrecognized_key" }] },
    ]);
  });

  test("read by values, each of them once", async () => {
    await batch([contact("r1@example.com"), contact("r2@example.com")]);
    const { status, body } = await read([
      { value: "R2@example.com" },
      { value: "nobody@example.com" },
      { id: 1 },
      { value: "r1@example.com" },
      { value: "" },
    ]);
    expect(status).toBe(207);
    expect(
      body.data.results.map(({ index, record }: Result) => [index, record.properties.email]),
    ).toEqual([
      [0, "r2@example.com"],
      [3, "r1@example.com"],
    ]);
    expect(body.data.errors).toMatchObject([
      { index: 1, code: "NOT_FOUND", issues: [{ path: "inputs.1.value" }] },
      { index: 2, issues: [{ path: "inputs.2.value", code: "required" }] },
      { index: 4, issues: [{ path: "inputs.4.value", code: "required" }] },
    ]);
    const byId = await post("/api/crm/objects/contacts/batch/read", { inputs: [{ value: "x" }] });
    expect(byId.body.data.errors).toMatchObject([{ issues: [{ path: "inputs.0.id" }] }]);
  });

  test("show only the id, times and version to a token that may not read", async () => {
    const { projectId } = caller;
    const { token } = await app.caller({ projectId, scope: "crm.contacts.write" });
    const { status, body } = await upsert(contact("writer@example.com"), token);
    expect(status).toBe(201);
    expect(Object.keys(body.data.record).toSorted()).toEqual([
      "createdAt",
      "id",
      "updatedAt",
      "version",
    ]);
    const reader = (await app.caller({ projectId, scope: "crm.contacts.read" })).token;
    expect((await upsert(contact("writer@example.com"), reader)).status).toBe(403);
  });

  test("replay their response, with its status, to the same Idempotency-Key", async () => {
    const send = () =>
      app.call("POST", "/api/crm/objects/contacts/upsert", {
        token: caller.token,
        json: { idProperty: "email", ...contact("key@example.com") },
        headers: { "idempotency-key": "upsert-1" },
      });
    const first = await send();
    const again = await send();
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  test("never make two records of one value when 50 arrive at once", async () => {
    const sent = Array.from({ length: 50 }, (_, i) =>
      i % 2 === 0
        ? upsert(contact("race@example.com", { lastname: `L${i}` }))
        : batch([contact("race2@example.com"), contact("race@example.com", { city: `C${i}` })]),
    );
    const statuses = new Set((await Promise.all(sent)).map(({ status }) => status));
    // 201 only if a request for one record was the first; the answer to a batch is 200.
    expect([200, 201]).toEqual(expect.arrayContaining([...statuses]));
    const found = await read([{ value: "race@example.com" }, { value: "race2@example.com" }]);
    expect(found.body.data.results).toHaveLength(2);
  });
});

describe.each(DIALECTS)("POST /v1/contacts/upsert on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test("creates a contact or updates the one with the email", async () => {
    const { call } = await app.workspace();
    const send = (json: object, headers = {}) =>
      call("POST", "/contacts/upsert", { json, headers });
    const email = "ada@example.com";
    const made = await send({ email, firstName: "Ada", lastName: "Byron" });
    expect([made.status, made.body.status]).toEqual([201, "success"]);
    const updated = await send({ email: "ADA@example.com", lastName: "Lovelace", firstName: null });
    expect(updated).toMatchObject({
      status: 200,
      body: {
        status: "success",
        data: {
          id: made.body.data.id,
          email,
          firstName: null,
          lastName: "Lovelace",
        },
      },
    });
    const key = { "idempotency-key": "k" };
    expect((await send({ email: "new@example.com" }, key)).status).toBe(201);
    const replayed = await send({ email: "new@example.com" }, key);
    expect([replayed.status, replayed.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
  });

  test("returns 409 if several contacts have the email, and 400 with the caller's own fields", async () => {
    const { call } = await app.workspace();
    const json = { email: "two@example.com" };
    await call("POST", "/contacts", { json });
    await call("POST", "/contacts", { json });
    const refused = await call("POST", "/contacts/upsert", { json });
    expect(refused).toMatchObject({
      status: 409,
      body: { status: "error", code: "AMBIGUOUS", issues: [{ path: "email" }] },
    });
    const faulty = await call("POST", "/contacts/upsert", { json: { email: "x", more: 1 } });
    expect([faulty.status, faulty.body.issues.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ["more", "email"],
    ]);
    expect(
      (await call("POST", "/contacts/upsert", { json: { firstName: "x" } })).body.issues,
    ).toMatchObject([{ path: "email" }]);
  });
});
