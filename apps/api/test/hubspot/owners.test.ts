import { createAdmin, setRoleByHand } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import { hubspot } from "../support/hubspot.ts";

describe.each(DIALECTS)("owners for clients of HubSpot on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function admin(): Promise<string> {
    const email = `${crypto.randomUUID()}@example.com`;
    return (await createAdmin(app.deps, { email, role: null })).email;
  }

  it.each(["/crm/v3/owners", "/crm/owners/2026-03", "/crm/owners/2026-09"])(
    "are the admins of the tenant, at %s",
    async (path) => {
      const { token, tenantId } = await app.caller();
      const emails = [await admin(), await admin(), await admin()];
      for (const email of emails) {
        await setRoleByHand(app.deps, { email, role: "admin", tenantId });
      }
      const get = (more = "") => hubspot(app, { token }).call("GET", `${path}${more}`);
      const all = await get();
      expect(all.body.results.map((one: { email: string }) => one.email)).toEqual(emails);
      const [first, second] = all.body.results;
      expect(first).toEqual({
        ...{ id: String(first.userId), userId: expect.any(Number), type: "PERSON" },
        ...{ email: emails[0], firstName: "", lastName: "", archived: false },
        ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
      });
      expect((await get(`/${first.id}`)).body).toEqual(first);
      const found = await get(`?email=${emails[1]?.toUpperCase()}`);
      expect(found.body).toEqual({ results: [second] });
      const page = await get("?limit=2");
      const { after } = page.body.paging.next;
      const rest = await get(`?limit=2&after=${after}`);
      expect([...page.body.results, ...rest.body.results]).toEqual(all.body.results);
      expect(rest.body.paging).toBeUndefined();
      expect((await get("?archived=true")).body).toEqual({ results: [] });
      const other = await app.caller();
      const hidden = await app.call("GET", `${path}/${first.id}`, { token: other.token });
      expect([hidden.status, hidden.body.category]).toEqual([404, "OBJECT_NOT_FOUND"]);
    },
  );

  it("have their ids in records, searches and histories, and their emails in the API", async () => {
    const { token, tenantId } = await app.caller();
    const email = await admin();
    await setRoleByHand(app.deps, { email, role: "admin", tenantId });
    const call = (method: string, path: string, json?: unknown) =>
      app.call(method, path, { token, json });
    const { body: list } = await call("GET", "/crm/v3/owners");
    const hubspot_owner_id: string = list.results[0].id;
    const properties = { email: "ada@example.com", hubspot_owner_id };
    const made = await call("POST", "/crm/v3/objects/contacts", { properties });
    expect([made.status, made.body.properties]).toMatchObject([201, properties]);
    const own = await call("GET", `/api/crm/objects/contacts/${made.body.id}`);
    expect(own.body.data.properties.owner_id).toBe(email);
    const search = await call("POST", "/crm/v3/objects/contacts/search", {
      ...{ properties: ["hubspot_owner_id"], limit: 1 },
      filters: [{ propertyName: "hubspot_owner_id", operator: "EQ", value: hubspot_owner_id }],
    });
    const others = { filters: [{ propertyName: "hubspot_owner_id", operator: "NEQ", value: "0" }] };
    expect(search.body.total).toBe(1);
    const all = await call("POST", "/crm/v3/objects/contacts/search", others);
    const none = await call("POST", "/crm/v3/objects/contacts/search", {
      filters: [{ ...others.filters[0], operator: "EQ" }],
    });
    expect([all.body.total, none.body.total]).toEqual([1, 0]);
    expect(search.body.results).toMatchObject([
      { id: made.body.id, properties: { hubspot_owner_id } },
    ]);
    const history = "propertiesWithHistory=hubspot_owner_id";
    const read = await call("GET", `/crm/v3/objects/contacts/${made.body.id}?${history}`);
    expect(read.body.propertiesWithHistory.hubspot_owner_id).toMatchObject([
      { value: hubspot_owner_id },
    ]);
    const named = { properties: { hubspot_owner_id: "Grace" } };
    const changed = await call("PATCH", `/crm/v3/objects/contacts/${made.body.id}`, named);
    expect(changed.body).toMatchObject(named);
  });

  it("are the admins of the installation for a tenant that has none of its own", async () => {
    const { token } = await app.caller();
    const email = `${crypto.randomUUID()}@example.com`;
    await createAdmin(app.deps, { email });
    const { body } = await app.call("GET", `/crm/v3/owners?email=${email}`, { token });
    expect(body.results).toMatchObject([{ email }]);
  });
});
