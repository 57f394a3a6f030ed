import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Caller, sharedApp, type TestApp } from "../support/app.ts";

describe.each(DIALECTS)("records for clients of HubSpot on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  function call(method: string, path: string, json?: unknown): Promise<Answer> {
    return app.call(method, path, { token: caller.token, json });
  }

  async function make(type: string, properties: object): Promise<string> {
    const { status, body } = await call("POST", `/crm/v3/objects/${type}`, { properties });
    expect([status, body.message]).toEqual([201, undefined]);
    return body.id;
  }

  it.each(["/crm/v3/objects", "/crm/objects/2026-03", "/crm/objects/2026-09"])(
    "creates, reads, updates, lists and archives at %s",
    async (base) => {
      const email = `${base.replaceAll("/", "-")}@example.com`;
      const properties = { email, firstname: "Ada", hs_lead_status: "NEW" };
      const made = await call("POST", `${base}/contacts`, { properties });
      expect(made.status).toBe(201);
      const { id, createdAt } = made.body;
      expect(made.body).toEqual({
        id,
        properties: {
          ...properties,
          hs_object_id: id,
          createdate: createdAt,
          lastmodifieddate: createdAt,
        },
        createdAt,
        updatedAt: createdAt,
        archived: false,
      });
      const read = await call("GET", `${base}/0-1/${id}?properties=phone,hs_lead_status,nonsense`);
      expect(read.body.properties).toEqual({
        phone: null,
        hs_lead_status: "NEW",
        hs_object_id: id,
        createdate: createdAt,
        lastmodifieddate: createdAt,
      });
      const byEmail = await call("GET", `${base}/contact/${email}?idProperty=email`);
      expect(byEmail.body.id).toBe(id);
      const changed = await call("PATCH", `${base}/contacts/${id}`, {
        properties: { firstname: "", lastname: "Lovelace" },
      });
      expect([changed.status, changed.body.properties]).toEqual([
        200,
        expect.objectContaining({ lastname: "Lovelace" }),
      ]);
      expect(changed.body.properties).not.toHaveProperty("firstname");
      const gone = await call("DELETE", `${base}/contacts/${id}`);
      expect([gone.status, gone.body]).toEqual([204, ""]);
      const missing = await call("GET", `${base}/contacts/${id}`);
      expect([missing.status, missing.body.category]).toEqual([404, "OBJECT_NOT_FOUND"]);
      const archived = await call("GET", `${base}/contacts/${id}?archived=true`);
      expect(archived.body).toMatchObject({ id, archived: true, archivedAt: expect.any(String) });
    },
  );

  it("pages with after, from the first page on", async () => {
    const ids = [];
    for (const name of ["One", "Two", "Three"]) ids.push(await make("companies", { name }));
    const seen: string[] = [];
    let path = "/crm/v3/objects/companies?limit=2&after=0&properties=name";
    for (;;) {
      const { status, body } = await call("GET", path);
      expect(status).toBe(200);
      seen.push(...body.results.map((one: { id: string }) => one.id));
      if (body.paging === undefined) break;
      const { after, link } = body.paging.next;
      expect(new URL(link).searchParams.get("after")).toBe(after);
      path = `/crm/v3/objects/companies?limit=2&properties=name&after=${encodeURIComponent(after)}`;
    }
    expect(seen).toEqual(ids);
  });

  it("names wrong properties as HubSpot does", async () => {
    const refused = await call("POST", "/crm/v3/objects/deals", {
      properties: { dealnam: "x", amount: "many", hs_object_id: "1", closedate: "soon" },
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ status: "error", category: "VALIDATION_ERROR" });
    const codes = Object.fromEntries(
      refused.body.errors.map((one: { in: string; code: string }) => [one.in, one.code]),
    );
    expect(codes).toEqual({
      dealnam: "PROPERTY_DOESNT_EXIST",
      amount: "INVALID_NUMBER",
      hs_object_id: "READ_ONLY_VALUE",
      closedate: "INVALID_DATE",
    });
  });
});
