import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp, type Workspace } from "../support/app.ts";
import { eventually } from "../support/webhooks.ts";

const CONTACTS = "/api/crm/objects/contacts";

// The server reads a query string before the database sees it.
describe("a query string", () => {
  let app: TestApp;
  let caller: Caller;
  let workspace: Workspace;
  let id: number;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
    caller = await app.caller();
    workspace = await app.workspace({ projectId: caller.projectId });
    for (const type of ["datetime", "url"]) {
      const json = { internal_name: `a_${type}`, label: type, type, indexed: true };
      await call("POST", "/api/crm/properties/contacts", json);
    }
    const properties = {
      email: "ada+news@example.com",
      phone: "+44 20 7946 0001",
      lastname: "A B",
      a_datetime: "2026-11-20T09:30:00+02:00",
      a_url: "https://example.com/a+b",
    };
    id = (await call("POST", CONTACTS, { properties })).body.data.id;
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const call = (method: string, path: string, json?: unknown) =>
    app.call(method, path, { token: caller.token, json });

  test.each([
    ["email", "ada+news@example.com"],
    ["email", "ada%2Bnews@example.com"],
    ["phone", "+44+20+7946+0001"],
    ["phone", "%2B44%2020%207946%200001"],
    ["a_datetime", "2026-11-20T09:30:00+02:00"],
    ["a_datetime", "2026-11-20T07:30:00+00"],
    ["a_url", "https://example.com/a+b"],
    ["lastname", "A+B"],
    ["lastname", "A%20B"],
  ])("finds a contact by %s=%s", async (property, value) => {
    const { status, body } = await call("GET", `${CONTACTS}/by/${property}?value=${value}`);
    expect([status, body.data?.id]).toEqual([200, id]);
  });

  test.each([
    [`${CONTACTS}/by/lastname?value=M%FCller`, "value"],
    [`${CONTACTS}/by/lastname?value=%F0%9F%98`, "value"],
    [`${CONTACTS}/by/lastname?value=%C0%AF`, "value"],
    [`${CONTACTS}/by/lastname?value=%ED%A0%80`, "value"],
    [`${CONTACTS}?properties=email&properties=%e9`, "properties"],
    [`${CONTACTS}?%FC=1`, "\uFFFD"],
    ["/api/crm/events?types=%FF", "types"],
    ["/api/crm/events/stream?types=%FF", "types"],
    ["/api/crm/exports/1/file?x=%FF", "x"],
    ["/v1/contacts?email=m%FCller@example.com", "email"],
  ])("in another encoding than UTF-8 is refused: %s", async (path, parameter) => {
    const { status, body } = path.startsWith("/v1")
      ? await workspace.call("GET", path.slice("/v1".length))
      : await call("GET", path);
    expect([status, body.issues]).toEqual([
      400,
      expect.arrayContaining([
        expect.objectContaining({ path: parameter, message: expect.stringMatching(/UTF-8/) }),
      ]),
    ]);
  });

  test("in another encoding than UTF-8 is refused over tRPC", async () => {
    const input = encodeURIComponent(JSON.stringify({ property: "lastname", value: "M?" }));
    const { status, body } = await call(
      "GET",
      `/trpc/public.contacts.list?input=${input.replace("%3F", "%FC")}`,
    );
    expect([status, body.error.data.issues]).toMatchObject([400, [{ path: "input" }]]);
  });

  test("in UTF-8 is looked up, also if a percent sign is not encoded", async () => {
    const { token } = await app.caller();
    for (const value of ["100%", "%EF%BF%BD", "M%C3%BCller", "%F0%9F%98%80", "a%26b"]) {
      const lastname = value === "100%" ? value : decodeURIComponent(value);
      const properties = { lastname, email: "x@example.com" };
      const made = await app.call("POST", CONTACTS, { token, json: { properties } });
      const found = await app.call("GET", `${CONTACTS}/by/lastname?value=${value}`, { token });
      expect([value, found.body.data?.id]).toEqual([value, made.body.data.id]);
    }
  });

  test("filters contacts of a workspace by an email with a plus", async () => {
    const { body } = await workspace.call("GET", "/contacts?email=ada+news@example.com");
    expect(body.data.map((one: { id: string }) => one.id)).toEqual([String(id)]);
  });

  test.each([
    ["T09:30Z"],
    ["T09:30:00z"],
    ["t09:30:00Z"],
    ["T09:30:00+0000"],
    ["T09:30:00%2B0000"],
    ["T11:30+02:00"],
    ["T11:30:00.123456+02"],
    ["T04:30:00-05:00"],
    [""],
  ])("takes updatedSince=<yesterday>%s", async (time) => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const { status, body } = await call("GET", `${CONTACTS}?updatedSince=${yesterday}${time}`);
    expect([status, body.data?.results.map((one: { id: number }) => one.id)]).toEqual([200, [id]]);
  });

  test.each(["2026-11-20T09:30:00", "yesterday", "2026-02-30", "10000-01-01T00:00Z"])(
    "refuses updatedSince=%s",
    async (text) => {
      const { status, body } = await call("GET", `${CONTACTS}?updatedSince=${text}`);
      const [{ path, code, message }] = body.issues;
      expect([status, path, code]).toEqual([400, "updatedSince", "invalid_format"]);
      expect(message).toMatch(/Example: "2026-11-20T09:30:00Z"$/);
    },
  );

  test("repeats properties and associations, but no other parameter", async () => {
    const path = `${CONTACTS}/${id}?properties=email&properties=phone,lastname&associations=deal&associations=companies`;
    const { properties, associations } = (await call("GET", path)).body.data;
    expect(Object.keys(properties)).toEqual(["email", "phone", "lastname"]);
    expect(Object.keys(associations)).toEqual(["deal", "company"]);
    const repeated = await call("GET", `${CONTACTS}?limit=1&limit=1`);
    expect([repeated.status, repeated.body.issues[0].code]).toEqual([400, "parameter_repeated"]);
  });

  test("repeats types of events, of which an empty list is none", async () => {
    const typesIn = async (query: string) => {
      const { body } = await call("GET", `/api/crm/events?${query}`);
      return [...new Set(body.data.results.map(({ type }: { type: string }) => type))].toSorted();
    };
    const both = ["contact.created", "schema.changed"];
    // The feed waits for the transactions that were open when its events were written, also those of others.
    await eventually(async () =>
      expect(await typesIn("types=contact.created&types=schema.*")).toEqual(both),
    );
    expect(await typesIn("types=")).toEqual(both);
  });
});

describe("names of object types", () => {
  const dialect = "sqlite";
  test("may be singular or plural wherever one is asked for", async () => {
    await using app = await sharedApp(dialect);
    const { token } = await app.caller();
    const call = (method: string, path: string, json?: unknown) =>
      app.call(`${method}`, `/api/crm/${path}`, { token, json });
    const company = (await call("POST", "objects/companies", { properties: { name: "E" } })).body
      .data.id;
    for (const object of ["company", "companies"]) {
      const properties = { email: `${object}@example.com` };
      const associations = [{ to: { object, id: String(company) } }];
      const made = await call("POST", "objects/contacts", { properties, associations });
      expect([object, made.status]).toEqual([object, 201]);
      const { id } = made.body.data;
      const name = `associations.${object}`;
      const filterGroups = [{ filters: [{ internal_name: name, operator: "EQ", value: company }] }];
      const columns = [{ column: "Company", object, idProperty: "name" }];
      const asked = [
        ["GET", `objects/contacts/${id}?associations=${object}`],
        ["GET", `objects/contacts/${id}/associations/${object}`],
        ["PUT", `objects/contacts/${id}/associations/${object}/${company}`],
        ["GET", `objects/contacts/${id}/history?internal_name=${name}`],
        ["GET", `properties/${object}`],
        ["GET", `properties/${object}/name`],
        ["GET", `pipelines/${object === "company" ? "ticket" : "tickets"}`],
        ["POST", "objects/contacts/search", { filterGroups, associations: [object] }],
        ["POST", "exports", { object, associations: ["contacts", "deal"] }],
        ["POST", "imports", { object: "contacts", mode: "create", associations: columns }],
        ["POST", "imports", { object, mode: "create" }],
      ] as const;
      for (const [method, path, json] of asked) {
        const { status, body } = await call(method, path, json);
        expect([path, status, body.issues]).toEqual([path, status < 300 ? status : 200, undefined]);
      }
    }
  });

  test("suggest the nearest one if neither form is known", async () => {
    await using app = await sharedApp(dialect);
    const { token } = await app.caller();
    const call = (method: string, path: string, json?: unknown) =>
      app.call(method, `/api/crm/${path}`, { token, json });
    const email = { properties: { email: "a@example.com" } };
    const filters = [{ internal_name: "associations.compny", operator: "HAS_PROPERTY" }];
    const asked = [
      [
        "POST",
        "objects/contacts",
        { ...email, associations: [{ to: { object: "compny", id: "1" } }] },
      ],
      ["GET", "objects/contacts?associations=compny"],
      ["GET", "objects/contacts/1/associations/compny"],
      ["POST", "objects/contacts/search", { filterGroups: [{ filters }] }],
      ["POST", "exports", { object: "compny" }],
      ["POST", "imports", { object: "compny", mode: "create" }],
    ] as const;
    for (const [method, path, json] of asked) {
      const { status, body } = await call(method, path, json);
      const [{ code, suggestion }] = body.issues;
      expect([path, status, code]).toEqual([path, 400, "object_type_unknown"]);
      expect([path, suggestion.replace("associations.", "")]).toEqual([path, "company"]);
    }
    const missing = await call("GET", "properties/compnies");
    expect([missing.status, missing.body.message]).toEqual([
      404,
      'There is no object type "compnies". Did you mean "companies"?',
    ]);
  });

  test("suggests the nearest type for an unknown one in any path", async () => {
    await using app = await sharedApp("sqlite");
    const { token } = await app.caller();
    const { body: document } = await app.call("GET", "/openapi/public.json");
    interface Described {
      readonly requestBody?: {
        readonly $ref?: string;
        readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
      };
    }
    const exampleOf = ({ requestBody = {} }: Described) => {
      const [name = ""] = requestBody.$ref?.split("/").slice(-1) ?? [];
      const { content } = { ...document.components.requestBodies?.[name], ...requestBody };
      return content?.["application/json"]?.example;
    };
    const operations = Object.entries<Readonly<Record<string, Described>>>(document.paths)
      .filter(([path]) => /\{(plural|toPlural)\}/.test(path))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(
          ([method, one]) => [method.toUpperCase(), path, exampleOf(one)] as const,
        ),
      );
    const ofRecords = [
      ["GET", "/api/crm/objects/{plural}", undefined],
      ["POST", "/api/objects/{plural}", { properties: { name: "x" } }],
    ] as const;
    for (const [method, path, json] of [...operations, ...ofRecords]) {
      const wrong = path.includes("{toPlural}") ? "toPlural" : "plural";
      const sent = path
        .replace(`{${wrong}}`, "contcts")
        .replace("{plural}", "deals")
        .replaceAll(/\{\w+\}/g, "1");
      const { status, body } = await app.call(method, sent, { token, json });
      const [{ code, suggestion }] = body.issues;
      const isOfRecord = path.includes("/objects/") && wrong === "toPlural";
      expect([method, path, status]).toEqual([method, path, isOfRecord ? 400 : 404]);
      expect([path, code, suggestion]).toEqual([
        path,
        "object_type_unknown",
        expect.stringMatching(/^contacts?$/),
      ]);
    }
    expect(operations.length).toBeGreaterThan(20);
  });
});
