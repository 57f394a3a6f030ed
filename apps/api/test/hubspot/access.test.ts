import { request } from "node:http";
import { text } from "node:stream/consumers";
import { setQuota } from "@rapport/core";
import { hubspotRoutes } from "@rapport/core/routers";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, sharedApp, startApp, type TestApp } from "../support/app.ts";
import { hubspot } from "../support/hubspot.ts";

/** A body that has what the operations on records need. */
const bodyWith = (id: string) => ({
  ...{ objectId: id, primaryObjectId: id, objectIdToMerge: "900000001" },
  properties: { hubspot_owner_id: "theirs" },
  inputs: [{ id, properties: { hubspot_owner_id: "theirs" } }],
});

const ROUTES = hubspotRoutes().filter(({ template }) => template.includes("/objects/"));
const OBJECT_ROUTES = ROUTES.filter(({ template }) => !template.includes("/associations"));
const nameOf = ({ method, template }: (typeof ROUTES)[number]) => `${method} ${template}`;
const pathOf = (template: string, type: string, id: string) =>
  template
    .replaceAll(/\{(objectType|fromObjectType|toObjectType)\}/g, type)
    .replaceAll(/\{\w+\}/g, id);
const hasBody = (method: string) => method !== "GET" && method !== "DELETE";

describe.each(DIALECTS)("what callers of HubSpot's paths may do on %s", (dialect) => {
  // Credentials and scopes are checked before the operation asks the database.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: TestApp;
  let owner: Caller;
  let other: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    owner = await app.caller();
    other = await app.caller();
    const listing = {
      ...{ name: "listing", plural: "listings", nameProperties: [["firstname"]] },
      properties: [{ internal_name: "firstname", label: "Name", indexed: true }],
    };
    const made = await app.call("POST", "/api/crm/types", { token: owner.token, json: listing });
    expect(made.status).toBe(201);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const call = (
    { method, template }: (typeof ROUTES)[number],
    { type, id, token }: { type: string; id: string; token?: string | undefined },
  ) =>
    app.call(method, pathOf(template, type, id), {
      token,
      ...(hasBody(method) && { json: bodyWith(id) }),
    });

  onSqlite.each(ROUTES.map((route) => [nameOf(route), route] as const))(
    "%s needs a credential, and its method",
    async (_, route) => {
      for (const token of [undefined, "nonsense"]) {
        const { status, body, headers } = await call(route, { type: "contacts", id: "1", token });
        expect([status, body.status, body.category]).toEqual([
          401,
          "error",
          "INVALID_AUTHENTICATION",
        ]);
        expect(body.correlationId).toMatch(/^[0-9a-f-]{36}$/);
        expect(headers.get("x-request-id")).toBe(`req_${body.correlationId}`);
      }
      const path = pathOf(route.template, "contacts", "1");
      const wrong = await app.call("PURGE", path, { token: owner.token });
      expect([wrong.status, wrong.body.category]).toEqual([405, "METHOD_NOT_ALLOWED"]);
    },
  );

  onSqlite.each(OBJECT_ROUTES.map((route) => [nameOf(route), route] as const))(
    "%s needs the scopes of the type, and names them",
    async (_, route) => {
      const { token } = await app.caller({ ...owner, scope: "crm.emails.read crm.emails.write" });
      for (const type of ["contacts", "listings"]) {
        const { status, body } = await call(route, { type, id: "1", token });
        expect([type, status, body.category]).toEqual([type, 403, "MISSING_SCOPES"]);
        const scopes = body.errors[0].context.requiredGranularScopes;
        expect(scopes[0]).toMatch(new RegExp(`^crm\\.${type}\\.(read|write|delete|erase)$`));
      }
    },
  );

  it.each(OBJECT_ROUTES.map((route) => [nameOf(route), route] as const))(
    "%s neither finds nor changes a record of another project",
    async (_, route) => {
      const client = hubspot(app, owner);
      const id = await client.make("contacts", { email: "own@example.com", firstname: "Own" });
      const { status, body } = await call(route, { type: "contacts", id, token: other.token });
      if (route.template.includes("/batch/") && !route.template.endsWith("/create")) {
        expect(body.results ?? []).toEqual([]);
        const isArchive = route.template.endsWith("/archive");
        expect(status).toBe(isArchive ? 204 : 207);
        if (!isArchive) expect(body.errors[0].category).toBe("OBJECT_NOT_FOUND");
      } else if (/\{objectId\}$|merge$|gdpr-delete$/.test(route.template)) {
        expect([status, body.category]).toEqual([404, "OBJECT_NOT_FOUND"]);
      } else {
        expect(JSON.stringify(body)).not.toContain("own@example.com");
      }
      const query = "properties=firstname,hubspot_owner_id";
      const kept = await client.call("GET", `/crm/v3/objects/contacts/${id}?${query}`);
      expect(kept.body.properties).toMatchObject({ firstname: "Own", hubspot_owner_id: null });
      // An id of a record of another type is that of no record.
      const wrongType = await call(route, { type: "deals", id, token: owner.token });
      if (/\{objectId\}$/.test(route.template)) expect(wrongType.status).toBe(404);
    },
  );

  it.each(OBJECT_ROUTES.map((route) => [nameOf(route), route] as const))(
    "%s knows no type of another project",
    async (_, route) => {
      for (const type of ["listings", "nonsense", "2-999999", "p_listing", "__proto__"]) {
        const { status, body } = await call(route, { type, id: "1", token: other.token });
        expect([status, body.category, body.message]).toEqual([
          400,
          "VALIDATION_ERROR",
          `Unable to infer object type from: ${type}`,
        ]);
      }
    },
  );

  it("shows a writer without the scope to read only that it was written", async () => {
    const { token } = await app.caller({ ...owner, scope: "crm.contacts.write" });
    const json = { properties: { email: "secret@example.com" } };
    const made = await app.call("POST", "/crm/v3/objects/contacts", { token, json });
    expect([made.status, Object.keys(made.body.properties).toSorted()]).toEqual([
      201,
      ["createdate", "hs_object_id", "lastmodifieddate"],
    ]);
    const path = `/crm/v3/objects/contacts/${made.body.id}`;
    const changed = await app.call("PATCH", path, { token, json });
    expect(JSON.stringify([changed.status, changed.body])).not.toContain("secret@");
    const inputs = [{ id: made.body.id, ...json }];
    for (const verb of ["update", "create", "upsert"]) {
      const some = verb === "upsert" ? [{ ...inputs[0], idProperty: "hs_object_id" }] : inputs;
      const batch = await app.call("POST", `/crm/v3/objects/contacts/batch/${verb}`, {
        ...{ token, json: { inputs: some } },
      });
      expect([verb, batch.body.results.length]).toEqual([verb, 1]);
      expect(JSON.stringify(batch.body)).not.toContain("secret@");
    }
  });

  it("takes an API key with scopes of the CRM", async () => {
    const { key } = await app.workspace({ projectId: owner.projectId, scope: "crm.contacts.read" });
    const read = await app.call("GET", "/crm/v3/objects/contacts", { token: key });
    expect(read.status).toBe(200);
    const write = await app.call("POST", "/crm/v3/objects/contacts", { token: key, json: {} });
    expect([write.status, write.body.category]).toEqual([403, "MISSING_SCOPES"]);
  });
});

describe("requests that HubSpot's clients send", () => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await startApp({ dialect: "sqlite" });
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it.each([
    ["GET", "/crm/v3/lists/", "/search"],
    ["POST", "/crm/lists/2026-03/search", "/search"],
    ["POST", "/crm/v3/imports", "/api/crm/imports"],
    ["GET", "/crm/v4/associations/definitions/configurations/all", "/api/crm/association-labels"],
    ["GET", "/crm/associations/v4/definitions/configurations/0-1/0-2", "association-labels"],
    ["GET", "/crm/imports/2026-09", "/api/crm/imports"],
    ["POST", "/crm/v3/exports/export/async", "/api/crm/exports"],
    ["POST", "/crm/v3/timeline/events", "/crm/v3/objects"],
    ["GET", "/automation/v4/flows", "/docs/webhooks.md"],
    ["GET", "/marketing/v3/emails", "/docs/hubspot.md"],
    ["POST", "/files/v3/files", "url"],
    ["GET", "/webhooks/v3/1/subscriptions", "/v1/webhooks/endpoints"],
    ["POST", "/oauth/v1/token", "/oauth2/token"],
    ["GET", "/contacts/v1/contact/email/ada@example.com/profile", "/crm/v3"],
    ["GET", "/account-info/v3/details", "/api/crm/openapi.json"],
    ["GET", "/crm/v3/extensions/calling/1/settings", "/v1/webhooks/endpoints"],
    ["POST", "/events/v3/send", "/docs/hubspot.md"],
  ])("%s %s is 501, with what to use instead", async (method, path, instead) => {
    for (const token of [caller.token, undefined]) {
      const { status, body } = await app.call(method, path, { token });
      expect([status, body.status, body.category]).toEqual([501, "error", "NOT_IMPLEMENTED"]);
      expect(body.message).toContain(instead);
    }
    const refused = await app.call(method, path, { token: "nonsense" });
    expect([refused.status, refused.body.category]).toEqual([401, "INVALID_AUTHENTICATION"]);
  });

  it.each([
    "/crm/v3/objects",
    "/crm/v3/objects/contacts/1/nonsense",
    "/crm/v9/nonsense",
    "/crm/objects/2020-01/contacts",
  ])("%s is nothing", async (path) => {
    const { status, body } = await app.call("GET", path, { token: caller.token });
    expect([status, body.status]).toEqual([path.includes("v9") ? 501 : 404, "error"]);
  });

  it("refuses what is no JSON, no object, or has parameters out of bounds", async () => {
    const path = "/crm/v3/objects/contacts";
    const post = (options: object) => app.call("POST", path, { token: caller.token, ...options });
    const json = { "content-type": "application/json" };
    const refusals = [
      [415, await post({ body: "{}", headers: { "content-type": "text/plain" } })],
      [400, await post({ body: "{", headers: json })],
      [400, await post({ json: [] })],
      [400, await post({ json: { properties: [{ name: "email" }] } })],
      [400, await post({ json: { properties: "x" } })],
      [400, await post({ json: {} })],
      [400, await post({ body: '{"properties":{"phone":"1","__proto__":"x"}}', headers: json })],
      [400, await post({})],
      [413, await post({ body: `"${"x".repeat(1024 * 1024)}"`, headers: json })],
      [400, await app.call("GET", `${path}?limit=101`, { token: caller.token })],
      [400, await app.call("GET", `${path}?limit=x`, { token: caller.token })],
      [400, await app.call("GET", `${path}?after=nonsense`, { token: caller.token })],
      [404, await app.call("GET", `${path}/nonsense`, { token: caller.token })],
      [404, await app.call("GET", `${path}/99999999999999999999`, { token: caller.token })],
      [400, await app.call("GET", `${path}/1?idProperty=nonsense`, { token: caller.token })],
      [404, await app.call("GET", `${path}/a@b.example?idProperty=email`, caller)],
    ] as const;
    for (const [i, [expected, { status, body }]] of refusals.entries()) {
      expect([i, status, body.status]).toEqual([i, expected, "error"]);
      expect([i, body.category]).toEqual([
        i,
        expected === 404 ? "OBJECT_NOT_FOUND" : "VALIDATION_ERROR",
      ]);
    }
  });

  it("refuses what never reaches the application in HubSpot's form too", async () => {
    const { port } = new URL(app.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const options = { port, path: "/crm/v3/objects/contacts", headers: { Expect: "nonsense" } };
      request(options, async (res) => resolve(await text(res)))
        .on("error", reject)
        .end();
    });
    expect(JSON.parse(answer)).toMatchObject({ status: "error", category: "VALIDATION_ERROR" });
  });

  it("logs requests by their paths, without values", async () => {
    const own = await app.caller();
    const client = hubspot(app, own);
    await client.make("contacts", { email: "logged@example.com" });
    await client.call("POST", "/crm/objects/2026-03/contacts/search", { limit: 1_000 });
    await client.call("GET", "/contacts/v1/contact/email/logged@example.com/profile");
    const logged = () =>
      app.deps.db.kysely
        .selectFrom("request_log")
        .select(["method", "route", "status", "code", "details"])
        .where("project_id", "=", own.projectId)
        .orderBy("route")
        .execute();
    await expect.poll(logged, { timeout: 10_000 }).toHaveLength(3);
    const rows = await logged();
    expect(rows.map(({ details: _, ...row }) => row)).toEqual([
      { method: "GET", route: "/crm (not served)", status: 501, code: null },
      {
        ...{ method: "POST", route: "/crm/objects/2026-03/contacts/search" },
        ...{ status: 400, code: "INVALID_INPUT" },
      },
      { method: "POST", route: "/crm/v3/objects/contacts", status: 201, code: null },
    ]);
    expect(JSON.stringify(rows[0]?.details)).toContain("/contacts/v1/contact");
    expect(JSON.stringify(rows)).not.toContain("logged@example.com");
    const { body } = await client.call("GET", "/api/crm/objects/contacts?limit=1");
    const history = `/api/crm/objects/contacts/${body.data.results[0].id}/history`;
    const [entry] = (await client.call("GET", history)).body.data.results;
    expect(entry).toMatchObject({ action: "created", actor: { type: "client", name: "Client" } });
  });
});

describe("the rate limit of HubSpot's paths", () => {
  it("is announced in HubSpot's headers, and refused in its form", async () => {
    await using app = await startApp({ dialect: "sqlite", rateLimit: 2 });
    const { token } = await app.caller();
    const list = () => app.call("GET", "/crm/v3/objects/contacts", { token });
    const first = await list();
    expect(first.headers.get("x-hubspot-ratelimit-max")).toBe("2");
    expect(first.headers.get("x-hubspot-ratelimit-remaining")).toBe("1");
    expect(first.headers.get("x-hubspot-ratelimit-interval-milliseconds")).toBe("10000");
    await list();
    const { status, body, headers } = await list();
    expect(status).toBe(429);
    expect(body).toMatchObject({
      status: "error",
      category: "RATE_LIMITS",
      errorType: "RATE_LIMIT",
    });
    expect(["TEN_SECONDLY_ROLLING", "SECONDLY"]).toContain(body.policyName);
    expect(body.message).toBe(`You have reached your ${body.policyName.toLowerCase()} limit.`);
    expect(headers.get("x-hubspot-ratelimit-remaining")).toBe("0");
    expect(headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("names the quota of a day", async () => {
    await using app = await startApp({ dialect: "sqlite" });
    const { token, tenantId } = await app.caller();
    await setQuota(app.deps, tenantId, { requestsPerDay: 1 });
    const list = () => app.call("GET", "/crm/v3/objects/contacts", { token });
    const { headers } = await list();
    expect(headers.get("x-hubspot-ratelimit-daily")).toBe("1");
    expect(headers.get("x-hubspot-ratelimit-daily-remaining")).toBe("0");
    const { status, body } = await list();
    expect([status, body.category, body.policyName]).toEqual([429, "RATE_LIMITS", "DAILY"]);
    expect(body.context).toEqual({ quota: ["requestsPerDay"], limit: ["1"], used: ["1"] });
  });

  it("says how many records there may be and are", async () => {
    await using app = await startApp({ dialect: "sqlite" });
    const { token, tenantId } = await app.caller();
    const json = { properties: { email: "ada@example.com" } };
    await app.call("POST", "/crm/v3/objects/contacts", { token, json });
    await setQuota(app.deps, tenantId, { records: 1 });
    const { status, body } = await app.call("POST", "/crm/v3/objects/contacts", { token, json });
    expect([status, body.category, body.context]).toEqual([
      ...[409, "CONFLICT", { quota: ["records"], limit: ["1"], used: ["1"] }],
    ]);
    const batch = { inputs: [json] };
    const many = await app.call("POST", "/crm/v3/objects/contacts/batch/create", {
      ...{ token, json: batch },
    });
    expect([many.status, many.body.errors[0].context]).toEqual([
      ...[207, { index: ["0"], quota: ["records"], limit: ["1"], used: ["1"] }],
    ]);
  });
});
