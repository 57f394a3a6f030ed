import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";

describe.each(DIALECTS)("creating records on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await startApp({ dialect });
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const create = (plural: string, json: unknown) =>
    app.call("POST", `/api/objects/${plural}`, { token: caller.token, json });
  const contact = (properties: unknown, more: object = {}) =>
    create("contacts", { properties, ...more });
  const email = { internal_name: "email", value: "ada@example.com" };

  test.each(OBJECTS)(
    "returns 201 with the fields of specification §2.5 for a $type",
    async ({ plural, create: properties, view, type }) => {
      const { status, body, headers } = await create(plural, { properties });
      expect(status).toBe(201);
      expect(headers.get("content-type")).toMatch(/^application\/json/);
      expect(body).toMatchObject({ success: true, data: view });
      expect(body.message.toLowerCase()).toContain(type);
      expect(Number.isInteger(body.data.id)).toBe(true);
      expect(body.data.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(body.data.updatedAt).toBe(body.data.createdAt);
    },
  );

  test("takes the first millisecond of a day for a moment, not for a day without a time", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-12-02T00:00:00.000Z") });
    onTestFinished(() => void vi.useRealTimers());
    const { token } = await app.caller();
    const json = { properties: [{ internal_name: "name", value: "Big one" }] };
    const made = await app.call("POST", "/api/objects/deals", { token, json });
    const moment = "2026-12-02T00:00:00.001Z";
    expect(made.body.data).toMatchObject({ createdAt: moment, createdDate: moment });
  });

  test("returns 201 for a contact with a phone instead of an email", async () => {
    expect((await contact([{ internal_name: "phone", value: "+44 20 7946 0000" }])).status).toBe(
      201,
    );
  });

  test("sets createdDate only if it is not given", async () => {
    const made = await create("deals", { properties: [{ internal_name: "name", value: "x" }] });
    expect(made.body.data.createdDate).toBe(made.body.data.createdAt);
    const given = await create("tickets", {
      properties: [{ internal_name: "createdDate", value: "2026-01-02T03:04:05+02:00" }],
    });
    expect(given.body.data.createdDate).toBe("2026-01-02T01:04:05.000Z");
  });

  test("creates associations, each once", async () => {
    const company = (
      await create("companies", { properties: [{ internal_name: "name", value: "c" }] })
    ).body.data.id;
    const to = { object: "company", id: String(company) };
    const made = await contact([email], { associations: [{ to }, { to }] });
    expect(made.status).toBe(201);
    const read = await app.call(
      "GET",
      `/api/crm/objects/contacts/${made.body.data.id}?associations=company`,
      { token: caller.token },
    );
    expect(read.body.data.associations).toEqual({
      company: [{ id: String(company), type: "contact_to_company" }],
    });
  });

  test("sets closeDate of a record created in a closed stage", async () => {
    const won = await create("deals", {
      properties: [
        { internal_name: "name", value: "x" },
        { internal_name: "stage", value: "Won" },
      ],
    });
    expect(won.body.data.closeDate).toBe(won.body.data.createdAt);
  });

  test("returns 400 for a body with 100,000 nested arrays", async () => {
    const levels = 100_000;
    const nested = "[".repeat(levels) + "]".repeat(levels);
    const { status, body } = await app.call("POST", "/api/objects/contacts", {
      token: caller.token,
      body: `{"properties":${nested}}`,
      headers: { "content-type": "application/json" },
    });
    expect(status).toBe(400);
    expect(body.issues).toMatchObject([{ path: "", code: "too_many" }]);
  });

  test.each([
    ["no properties member", {}, "properties"],
    ["an empty list of properties", { properties: [] }, "properties"],
    ["properties that are text", { properties: "email=a@example.com" }, "properties"],
    [
      "neither email nor phone",
      { properties: [{ internal_name: "firstname", value: "Ada" }] },
      "properties",
    ],
    [
      "an empty email and no phone",
      { properties: [{ internal_name: "email", value: "" }] },
      "properties.0.value",
    ],
    [
      "a forbidden internal field",
      { properties: [email, { internal_name: "project_id", value: 1 }] },
      "properties.1.internal_name",
    ],
    [
      "the forbidden field cin",
      { properties: [email, { internal_name: "cin", value: "x" }] },
      "properties.1.internal_name",
    ],
    [
      "an unknown property",
      { properties: [email, { internal_name: "firstnam", value: "x" }] },
      "properties.1.internal_name",
    ],
    [
      "a prototype's name",
      { properties: [email, { internal_name: "__proto__", value: "x" }] },
      "properties.1.internal_name",
    ],
    ["the same property twice", { properties: [email, email] }, "properties.1.internal_name"],
    [
      "value and values together",
      { properties: [email, { internal_name: "tags", value: "a", values: ["b"] }] },
      "properties.1.values",
    ],
    [
      "values for a single-value property",
      { properties: [{ internal_name: "email", values: ["a@example.com"] }] },
      "properties.0.values",
    ],
    [
      "an object as value",
      { properties: [email, { internal_name: "firstname", value: { a: 1 } }] },
      "properties.1.value",
    ],
    [
      "an array as value",
      { properties: [email, { internal_name: "firstname", value: ["a"] }] },
      "properties.1.value",
    ],
    [
      "an email that is none",
      { properties: [{ internal_name: "email", value: "nobody" }] },
      "properties.0.value",
    ],
    [
      "a NUL in a value",
      { properties: [email, { internal_name: "firstname", value: "a\u0000b" }] },
      "properties.1.value",
    ],
    [
      "a lone surrogate in a value",
      { properties: [email, { internal_name: "firstname", value: "\ud800" }] },
      "properties.1.value",
    ],
    [
      "a value that is too long",
      { properties: [email, { internal_name: "notes", value: "x".repeat(65_537) }] },
      "properties.1.value",
    ],
    [
      "a name that is no string",
      { properties: [email, { internal_name: 5, value: "x" }] },
      "properties.1.internal_name",
    ],
    ["an item that is no object", { properties: [email, "x"] }, "properties.1"],
    ["an unknown member", { properties: [email], tenant_id: 1 }, "tenant_id"],
    [
      "an unknown member of an item",
      { properties: [{ ...email, extra: 1 }] },
      "properties.0.extra",
    ],
    ["too many properties", { properties: Array.from({ length: 201 }, () => email) }, "properties"],
    [
      "too many associations",
      {
        properties: [email],
        associations: Array.from({ length: 101 }, () => ({ to: { object: "company", id: "1" } })),
      },
      "associations",
    ],
    [
      "a non-numeric association id",
      { properties: [email], associations: [{ to: { object: "company", id: "abc" } }] },
      "associations.0.to.id",
    ],
    [
      "a number as association id",
      { properties: [email], associations: [{ to: { object: "company", id: 1 } }] },
      "associations.0.to.id",
    ],
    [
      "an association with nothing",
      { properties: [email], associations: [{ to: { object: "company", id: "999999" } }] },
      "associations.0.to.id",
    ],
    [
      "an association with an unknown label",
      { properties: [email], associations: [{ to: { object: "contact", id: "1" }, type: "x" }] },
      "associations.0.type",
    ],
    [
      "an association of an unknown type",
      { properties: [email], associations: [{ to: { object: "planet", id: "1" } }] },
      "associations.0.to.object",
    ],
    ["a body that is an array", [1, 2], ""],
    ["a body that is null", null, ""],
    ["a body that is a string", "x", ""],
  ])("returns 400 for %s", async (_, json, path) => {
    const before = await countRecords();
    const { status, body } = await create("contacts", json);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, data: null, code: "INVALID_INPUT" });
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect(await countRecords()).toBe(before);
  });

  test("returns 400 with all faults of a request at once", async () => {
    const { body } = await contact(
      [
        { internal_name: "pipeline_id", value: 1 },
        { internal_name: "nope" },
        { value: 1 },
        { internal_name: "website", value: 5 },
      ],
      { associations: [{ to: { object: "company", id: "x" } }, {}], extra: true },
    );
    const paths = body.issues.map((issue: { path: string }) => issue.path);
    expect(paths).toEqual(
      expect.arrayContaining([
        "properties.0.internal_name",
        "properties.1.internal_name",
        "properties.2.internal_name",
        "properties.3.value",
        "associations.0.to.id",
        "associations.1.to",
        "extra",
      ]),
    );
  });

  test.each([
    ["pipeline_id", "pipeline"],
    ["stage_id", "stage"],
  ])("returns 400 for %s, with the name to use instead", async (name, alias) => {
    const { status, body } = await create("deals", {
      properties: [{ internal_name: name, value: "1" }],
    });
    expect(status).toBe(400);
    expect(body.issues[0].message).toContain(`"${alias}"`);
  });

  test("returns 400 for an association with a record of another project", async () => {
    const other = await app.caller();
    const theirs = await app.call("POST", "/api/objects/companies", {
      token: other.token,
      json: { properties: [{ internal_name: "name", value: "c" }] },
    });
    const { status, body } = await contact([email], {
      associations: [{ to: { object: "company", id: String(theirs.body.data.id) } }],
    });
    expect(status).toBe(400);
    expect(body.issues[0].code).toBe("association_not_found");
  });

  test("returns 400 for an appointment that ends before it starts", async () => {
    const { status, body } = await create("appointments", {
      properties: [
        { internal_name: "appointment_start_ts", value: "2026-12-01T10:00:00Z" },
        { internal_name: "appointment_end_ts", value: "2026-12-01T09:00:00Z" },
      ],
    });
    expect(status).toBe(400);
    expect(body.issues[0]).toMatchObject({ path: "properties.1.value", code: "end_before_start" });
  });

  test.each([
    ["2026-12-01T10:00:00Z", "2026-12-01", 201],
    ["2026-12-01", "2026-12-01T09:00:00Z", 201],
    ["2026-12-01", "2026-12-01", 201],
    ["2026-12-02T03:00:00Z", "2026-12-01", 201],
    ["2026-12-01", "2026-11-30", 400],
    ["2026-12-02", "2026-12-01T09:00:00Z", 400],
    ["2026-12-03T00:00:01Z", "2026-12-01", 400],
  ])(
    "takes an appointment from %s to %s as a day in any time zone: %s",
    async (start, end, code) => {
      const { status } = await create("appointments", {
        properties: [
          { internal_name: "appointment_start_ts", value: start },
          { internal_name: "appointment_end_ts", value: end },
        ],
      });
      expect(status).toBe(code);
    },
  );

  test.each(["pipeline", "stage"])("returns 400 with all keys for an unknown %s", async (name) => {
    const { status, body } = await create("tickets", {
      properties: [{ internal_name: name, value: "nowhere" }],
    });
    expect(status).toBe(400);
    expect(body.issues[0].allowed.length).toBeGreaterThan(0);
  });

  test("returns 400 for a value of a derived property", async () => {
    const { status, body } = await create("deals", {
      properties: [{ internal_name: "probability", value: 1 }],
    });
    expect(status).toBe(400);
    expect(body.issues[0].code).toBe("property_read_only");
  });

  test("returns 400 for malformed JSON", async () => {
    const { status, body } = await app.call("POST", "/api/objects/contacts", {
      token: caller.token,
      body: '{"properties": [',
      headers: { "content-type": "application/json" },
    });
    expect(status).toBe(400);
    expect(body.issues[0].code).toBe("invalid_json");
  });

  test("returns 413 for a body over 1 MiB", async () => {
    const { status, body } = await contact([
      { internal_name: "notes", value: "x".repeat(1024 * 1024) },
    ]);
    expect(status).toBe(413);
    expect(body.code).toBe("PAYLOAD_TOO_LARGE");
  });

  test.each([
    ...[undefined, "text/plain", "application/jsonfoo", "application/x-www-form-urlencoded"],
    ...["application/json; charset=utf-16", 'application/json;charset="utf-7"'],
  ])("returns 415 for the content type %s", async (type) => {
    const { status, body } = await app.call("POST", "/api/objects/contacts", {
      token: caller.token,
      body: new TextEncoder().encode(JSON.stringify({ properties: [email] })),
      headers: type === undefined ? {} : { "content-type": type },
    });
    expect(status).toBe(415);
    expect(body.code).toBe("UNSUPPORTED_MEDIA_TYPE");
  });

  test.each([
    "utf-8",
    "UTF-8",
    "utf8",
    "UTF8",
    '"utf-8"',
    "'utf8'",
    "unicode-1-1-utf-8",
    "x-unicode20utf8",
  ])("returns 201 for a content type with the charset %s", async (charset) => {
    const { status } = await app.call("POST", "/api/objects/contacts", {
      token: caller.token,
      body: JSON.stringify({ properties: [email] }),
      headers: { "content-type": `application/json; charset=${charset}` },
    });
    expect(status).toBe(201);
  });

  async function countRecords(): Promise<number> {
    const { count } = await app.deps.db.kysely
      .selectFrom("records")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  }
});
