import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import { hubspot, idsIn } from "../support/hubspot.ts";

/*
 * The requests of the HubSpot node of n8n (n8n-nodes-base 2.41) and of the HubSpot piece of Activepieces (0.2), whose address is
 * fixed in their code. docs/hubspot.md says what of them works.
 */

let app: TestApp;
let client: ReturnType<typeof hubspot>;
beforeAll(async () => {
  app = await sharedApp("sqlite");
  client = hubspot(app, await app.caller());
});
afterAll(() => app[Symbol.asyncDispose]());

it.each(["contacts", "deals"])(
  "answers a search of %s by n8n's node, page by page",
  async (type) => {
    const names = type === "contacts" ? ["email", "firstname"] : ["dealname", "amount"];
    const [first = "", second = ""] = names;
    const named = (i: number) => (type === "contacts" ? `n8n${i}@example.com` : `n8n ${i}`);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push(await client.make(type, { [first]: named(i) }));
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await client.post(`${type}/search`, {
        filterGroups: [{ filters: [{ propertyName: first, operator: "HAS_PROPERTY" }] }],
        ...{ properties: names, sortBy: first, direction: "DESCENDING", query: "n8n", limit: 2 },
        ...(after !== undefined && { after }),
      });
      expect([page.status, page.body.results[0].properties]).toMatchObject([
        200,
        { [second]: null },
      ]);
      found.push(...idsIn(page));
      after = page.body.paging?.next.after;
    } while (after !== undefined);
    expect(found).toEqual(ids);
  },
);

it("answers what n8n's node asks for its menus, and its archive of a company", async () => {
  const menus = ["owners", "properties/contacts", "properties/companies", "pipelines/deals"];
  for (const menu of menus) {
    const { status, body } = await client.call("GET", `/crm/v3/${menu}`);
    expect([menu, status, Array.isArray(body.results)]).toEqual([menu, 200, true]);
  }
  const id = await client.make("companies", { name: "Engines" });
  expect((await client.call("DELETE", `/crm/v3/objects/companies/${id}`)).status).toBe(204);
});

it.each([
  ["POST", "/contacts/v1/contact/createOrUpdate/email/ada@example.com"],
  ["GET", "/contacts/v1/lists/all/contacts/all"],
  ["POST", "/contacts/v1/contact"],
  ["POST", "/contacts/v1/lists/1/add"],
  ["POST", "/companies/v2/companies"],
  ["POST", "/deals/v1/deal"],
  ["GET", "/crm-objects/v1/objects/tickets/paged"],
  ["GET", "/crm-pipelines/v1/pipelines/tickets"],
  ["POST", "/engagements/v1/engagements"],
  ["GET", "/properties/v1/deals/properties/named/dealtype"],
  ["GET", "/forms/v2/forms"],
  ["GET", "/email/public/v1/subscriptions"],
  ["POST", "/oauth/v1/token"],
])("refuses %s %s, an older path of theirs, with 501", async (method, path) => {
  const { status, body } = await client.call(method, path, method === "POST" ? {} : undefined);
  expect([status, body.category]).toEqual([501, "NOT_IMPLEMENTED"]);
});
