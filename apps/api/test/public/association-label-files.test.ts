import { DIALECTS } from "@rapport/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { exportApi } from "../support/exports.ts";
import { importFile } from "../support/imports.ts";

const PAIRS = [
  { plural: "companies", type: "company", key: "name" },
  { plural: "contacts", type: "contact", key: "email" },
  { plural: "listings", type: "listing", key: "street" },
] as const;
const CASES = DIALECTS.flatMap((dialect) => PAIRS.map((pair) => ({ dialect, pair })));

describe.each(CASES)("labels with $pair.plural in files on $dialect", ({ dialect, pair }) => {
  let app: TestApp;
  let caller: Caller;
  let other: number;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    const properties = [{ internal_name: "street", label: "Street", indexed: true }];
    const listing = { name: "listing", plural: "listings", label: "Listing", properties };
    await call("POST", "/api/crm/types", { ...listing, required: [["street"]] });
    await call("POST", `/api/crm/association-labels/contacts/${pair.plural}`, {
      ...{ key: "decides", label: "Decides", inverseKey: "decided_by", maxPerTarget: 2 },
    });
    const made = await call("POST", `/api/objects/${pair.plural}`, {
      properties: { [pair.key]: "first@example.com" },
    });
    other = made.data.id;
  });

  async function call(method: string, path: string, json?: object) {
    const { token } = caller;
    const answer = await app.call(method, path, json === undefined ? { token } : { token, json });
    return answer.body;
  }

  test("are given by an import, and kept by exports", async () => {
    const column = { column: "Decides", object: pair.type, idProperty: pair.key };
    const rows = ["a", "b", "c"].map((name) => `${name}@example.com,first@example.com\n`).join("");
    const done = await importFile(
      ...([app, caller.token, { associations: [{ ...column, type: "decides" }] }] as const),
      { body: `email,Decides\n${rows}` },
    );
    expect(done).toMatchObject({ created: 2, refused: 1 });
    const { text } = exportApi(app, caller.token);
    const request = { object: "contact", properties: ["email"], associations: [pair.type] };
    const csv = (await text({ ...request, format: "csv" })).split("\r\n");
    const name = `associations.${pair.type}`;
    expect(csv[0]).toContain(`,${name},${name}.decides`);
    expect(csv.find((line) => line.includes("a@example.com"))).toMatch(`,${other},${other}`);
    const lines = (await text({ ...request, format: "ndjson" })).split("\n");
    const line = lines.find((one) => one.includes("a@example.com")) ?? "";
    const types = JSON.parse(line).associations[pair.type].map((one: { type: string }) => one.type);
    expect(types.slice(1)).toEqual(["decides"]);
  });

  test("refuse an import with an unknown label", async () => {
    const column = { column: "A", object: pair.type, idProperty: "id", type: "decide" };
    const { code, issues } = await call("POST", "/api/crm/imports", {
      ...{ object: "contact", mode: "create", associations: [column] },
    });
    expect([code, issues]).toMatchObject([
      "INVALID_INPUT",
      [{ path: "associations.0.type", code: "association_label_unknown", suggestion: "decides" }],
    ]);
  });

  test("are added once for a repeated idempotency key", async () => {
    const add = () =>
      app.call("POST", `/api/crm/association-labels/contacts/${pair.plural}`, {
        ...{ token: caller.token, headers: { "idempotency-key": `label-${pair.plural}` } },
        json: { key: "friend", label: "Friend" },
      });
    expect((await add()).status).toBe(201);
    const again = await add();
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
  });

  test("are served over tRPC by the front of the type and by that of every type", async () => {
    const found = async (path: string, input: object) => {
      const query = encodeURIComponent(JSON.stringify(input));
      const { token } = caller;
      return (await app.call("GET", `/trpc/public.${path}?input=${query}`, { token })).body;
    };
    const sides = { plural: "contacts", toPlural: pair.plural };
    const labels = await found("associationLabels.list", sides);
    expect(JSON.stringify(labels)).toContain("decides");
    const made = await call("POST", "/api/objects/contacts", {
      properties: { email: "trpc@example.com" },
      associations: [{ to: { object: pair.type, id: String(other) } }],
    });
    const ofAny = { object: "contacts", id: made.data.id, toPlural: pair.plural };
    const ofContact = { contactId: made.data.id, toPlural: pair.plural };
    const [any, typed] = [
      await found("objects.associations", ofAny),
      await found("contacts.associations", ofContact),
    ];
    expect(any).toEqual(typed);
    expect(JSON.stringify(any)).toContain(`"id":"${other}"`);
  });
});
