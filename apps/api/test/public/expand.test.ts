import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

const CONTACTS = "/api/crm/objects/contacts";
const NAMES = ["company.name", "company.domain", "deals.probability"];
const READ = "crm.contacts.read crm.companies.read crm.deals.read";

describe.each(DIALECTS)("expand on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let contact: number;
  let wanted: object;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    const make = async (plural: string, properties: object, associations: object[] = []) =>
      (await send("POST", `/api/crm/objects/${plural}`, { properties, associations })).body.data.id;
    const company = await make("companies", { name: "Engines", city: "London" });
    const deal = await make("deals", { name: "Engine", amount: 1, currency: "GBP" });
    const to = [
      { to: { object: "companies", id: String(company) } },
      { to: { object: "deal", id: String(deal) } },
    ];
    contact = await make("contacts", { email: "ada@example.com" }, to);
    wanted = {
      company: [
        {
          id: String(company),
          type: "contact_to_company",
          properties: { name: "Engines", domain: null },
        },
      ],
      deal: [{ id: String(deal), type: "deal_to_contact", properties: { probability: "0.1" } }],
    };
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const send = (method: string, path: string, json?: unknown, token = caller.token) =>
    app.call(method, path, { token, json });

  /** Requests that return the contact, and the place of its associations in the response. */
  const readers = (names: readonly string[]) => {
    const list = names.map(encodeURIComponent).join(",");
    const repeated = names.map((name) => `expand=${encodeURIComponent(name)}`).join("&");
    return [
      ["read", "GET", `${CONTACTS}/${contact}?expand=${list}`, undefined],
      ["repeated", "GET", `${CONTACTS}/${contact}?${repeated}`, undefined],
      ["key", "GET", `${CONTACTS}/by/email?value=ada@example.com&expand=${list}`, undefined],
      ["list", "GET", `${CONTACTS}?expand=${list}`, undefined],
      ["changes", "GET", `${CONTACTS}?updatedSince=${lately()}&expand=${list}`, undefined],
      ["search", "POST", `${CONTACTS}/search`, { expand: names }],
      ["batch", "POST", `${CONTACTS}/batch/read`, { inputs: [{ id: contact }], expand: names }],
      [
        "batch by key",
        "POST",
        `${CONTACTS}/batch/read`,
        { idProperty: "email", inputs: [{ value: "ada@example.com" }], expand: names },
      ],
    ] as const;
  };
  const lately = () => new Date(Date.now() - 60_000).toISOString();
  const recordIn = (data: { results?: { record?: object }[] }) =>
    (data.results?.[0]?.record ?? data.results?.[0] ?? data) as { associations: object };

  test("returns the properties of associated records with every read", async () => {
    for (const [name, method, path, json] of readers(NAMES)) {
      const { status, body } = await send(method, path, json);
      expect([name, status]).toEqual([name, 200]);
      expect([name, recordIn(body.data).associations]).toEqual([name, wanted]);
    }
    const trpc = encodeURIComponent(
      JSON.stringify({ contactId: contact, expand: NAMES.join(",") }),
    );
    const { body } = await send("GET", `/trpc/public.contacts.read?input=${trpc}`);
    expect(body.result.data.data.associations).toEqual(wanted);
  });

  test("needs the read scope of each type that it names, before anything else is checked", async () => {
    for (const scope of ["crm.contacts.read", "crm.contacts.read crm.companies.read"]) {
      const token = await app.token(caller, scope);
      for (const [name, method, path, json] of readers(NAMES)) {
        const { status, body } = await send(method, path, json, token);
        expect([name, status, body.code]).toEqual([name, 403, "INSUFFICIENT_SCOPE"]);
        expect(JSON.stringify(body)).not.toContain("Engines");
      }
    }
    const token = await app.token(caller, READ);
    const [[, method, path] = []] = readers(NAMES);
    expect((await send(method ?? "", path ?? "", undefined, token)).status).toBe(200);
  });

  test.each([
    ["company.nmae", "property_unknown"],
    ["company", "property_missing"],
    ["compny.name", "object_type_unknown"],
    ["company.cin", "property_forbidden"],
  ])("refuses %s", async (name, code) => {
    for (const [reader, method, path, json] of readers([name])) {
      const { status, body } = await send(method, path, json);
      const [issue] = body.issues;
      const at = json === undefined ? "expand" : "expand.0";
      expect([reader, status, issue.path, issue.code]).toEqual([reader, 400, at, code]);
    }
  });

  test("takes at most 20 names", async () => {
    const names = Array.from({ length: 21 }, () => "company.name");
    for (const [reader, method, path, json] of readers(names)) {
      const { status, body } = await send(method, path, json);
      expect([reader, status, body.issues[0].path]).toEqual([reader, 400, "expand"]);
    }
  });

  test("selects properties and associations in a batch read", async () => {
    const json = {
      inputs: [{ id: contact }],
      properties: ["email", "phone"],
      associations: ["deals"],
    };
    const { body } = await send("POST", `${CONTACTS}/batch/read`, json);
    const { properties, associations } = body.data.results[0].record;
    expect(properties).toEqual({ email: "ada@example.com", phone: null });
    expect(Object.keys(associations)).toEqual(["deal"]);
    const wrong = { inputs: [{ id: contact }], properties: ["emial"], associations: ["del"] };
    const refused = await send("POST", `${CONTACTS}/batch/read`, wrong);
    expect(
      refused.body.issues.map(({ path, suggestion }: Record<string, string>) => [path, suggestion]),
    ).toEqual([
      ["properties.0", "email"],
      ["associations.0", "deal"],
    ]);
  });
});
