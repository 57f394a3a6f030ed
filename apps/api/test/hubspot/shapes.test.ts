import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import { hubspot } from "../support/hubspot.ts";
import { documentedShapes, seenShapes, withoutShapes } from "../support/hubspot-shapes.ts";

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp("sqlite");
});
afterAll(() => app[Symbol.asyncDispose]());

it("every operation on records answers as HubSpot documents, at each path and status", async () => {
  const client = hubspot(app, await app.caller());
  const missing = "900000001";
  const types = [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 279 }];
  for (const base of ["/crm/v3/objects", "/crm/objects/2026-03", "/crm/objects/2026-09"]) {
    seenShapes.clear();
    const at = (method: string, path: string, json?: object) =>
      client.call(method, `${base}/${path}`, json);
    const company = await client.make("companies", { name: "Engines" });
    const associations = [{ to: { id: company }, types }];
    const properties = { email: `${base.length}@example.com`, lifecyclestage: "customer" };
    const { id } = (await at("POST", "contacts", { properties, associations })).body;
    const second = (await at("POST", "contacts", { properties: { phone: "+1 555" } })).body.id;
    const every = "associations=companies&propertiesWithHistory=email,lifecyclestage&limit=1";
    await at("GET", `contacts?${every}`);
    await at("GET", `contacts/${id}?${every}`);
    await at("GET", `contacts/${missing}`);
    await at("PATCH", `contacts/${id}`, { properties: { lifecyclestage: "" } });
    await at("POST", "contacts", { properties: { nonsense: "x" } });
    await at("POST", "contacts/search", { query: "example", limit: 1, properties: ["email"] });
    const input = { id, properties: { firstname: "Ada" }, objectWriteTraceId: "1" };
    const lost = { ...input, id: missing };
    const wrong = { properties: { email: "no email" } };
    await at("POST", "contacts/batch/create", { inputs: [{ properties, associations }] });
    await at("POST", "contacts/batch/create", { inputs: [wrong] });
    await at("POST", "contacts/batch/update", { inputs: [input] });
    await at("POST", "contacts/batch/update", { inputs: [input, lost] });
    await at("POST", "contacts/batch/upsert", { inputs: [input] });
    await at("POST", "contacts/batch/upsert", { inputs: [{ ...input, ...wrong }] });
    const propertiesWithHistory = ["firstname"];
    await at("POST", "contacts/batch/read", { inputs: [{ id }], propertiesWithHistory });
    await at("POST", "contacts/batch/read", { inputs: [{ id }, { id: missing }] });
    await at("POST", "contacts/merge", { primaryObjectId: id, objectIdToMerge: second });
    await at("DELETE", `contacts/${id}`);
    await at("GET", "contacts?archived=true");
    await at("GET", `contacts/${id}?archived=true`);
    await at("POST", "companies/batch/archive", { inputs: [{ id: company }] });
    const forgotten = await client.make("contacts", { phone: "+1 556" });
    await at("POST", "contacts/gdpr-delete", { objectId: forgotten });
    expect(documentedShapes().filter((one) => !seenShapes.has(one))).toEqual([]);
  }
});

it("every operation that is served has the shape that HubSpot documents", () => {
  expect(withoutShapes()).toEqual([]);
});
