import { hubspotRoutes } from "@rapport/core/routers";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, sharedApp, type TestApp, type Workspace } from "../support/app.ts";
import { hubspot } from "../support/hubspot.ts";

/** The operations on anything but single records and their batches, at every path. */
const ROUTES = hubspotRoutes().filter(
  ({ template }) => !template.includes("/objects/") || template.includes("/associations"),
);
type Route = (typeof ROUTES)[number];

/** Operations by their numbered path, with all their paths. */
const named = (routes: readonly Route[]) =>
  [...Map.groupBy(routes, ({ operation }) => operation)].map(
    ([{ method, path }, paths]) => [`${method} ${path}`, paths] as const,
  );
const isOfRecords = ({ template }: Route) =>
  template.includes("associations") && !/labels(\/\{|$)|types$|schemas/.test(template);
const OWNERS = ROUTES.filter(({ template }) => template.includes("/owners"));
const OF_SCHEMA = ROUTES.filter((route) => !isOfRecords(route) && !OWNERS.includes(route));
const OF_TYPES = ROUTES.filter(({ template }) => /ObjectType|objectType/.test(template));

interface Names {
  readonly type: string;
  readonly toType: string;
  readonly id: string;
  readonly toId: string;
}

describe.each(DIALECTS)("what callers of HubSpot's schema paths may do on %s", (dialect) => {
  let app: TestApp;
  let owner: Caller;
  let other: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    owner = await app.caller();
    other = await app.caller();
    const listing = { name: "listing", plural: "listings", nameProperties: [["street"]] };
    const properties = [{ internal_name: "street", label: "Street" }];
    const json = { ...listing, properties };
    const made = await app.call("POST", "/api/crm/types", { token: owner.token, json });
    expect(made.status).toBe(201);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Calls an operation with a body that has what any of them needs. */
  function call(
    { method, template }: Route,
    { type, toType, id, toId }: Names,
    token: string | undefined,
  ) {
    const path = template
      .replaceAll(/\{(objectType|fromObjectType)\}/g, type)
      .replaceAll("{toObjectType}", toType)
      .replaceAll("{toObjectId}", toId)
      .replaceAll("{associationType}", "279")
      .replaceAll(/\{\w+\}/g, id);
    const pair = { from: { id }, to: { id: toId }, type: "contact_to_company", types: [] };
    const json = template.endsWith("/{toObjectId}")
      ? []
      : {
          ...{ name: "theirs", label: "Theirs", type: "string", fieldType: "text" },
          ...{ labels: { singular: "Their", plural: "Theirs" }, associationTypeId: 1 },
          ...{ fromObjectTypeId: type, toObjectTypeId: toType, displayOrder: 0 },
          inputs: template.includes("schemas") ? [type] : [{ ...pair, id, name: "theirs" }],
        };
    const hasBody = method !== "GET" && method !== "DELETE";
    return app.call(method, path, { token, ...(hasBody && { json }) });
  }

  /** The paths of one operation do the same, so PostgreSQL has one of them. */
  const pathsOf = (routes: readonly Route[]) =>
    dialect === "sqlite" ? routes : routes.slice(0, 1);
  const NAMES = { type: "contacts", toType: "companies", id: "1", toId: "2" };

  // Credentials and scopes are checked before the operation asks the database.
  if (dialect === "sqlite") {
    let ofEmails: Caller;
    let reader: Caller;
    let ofContacts: Workspace;
    beforeAll(async () => {
      ofEmails = await app.caller({ ...owner, scope: "crm.emails.read" });
      reader = await app.caller({ ...owner, scope: "crm.schemas.read" });
      ofContacts = await app.workspace({ projectId: owner.projectId, scope: "contacts:read" });
    });

    it.each(named(ROUTES))("%s needs a credential", async (_, routes) => {
      for (const route of routes) {
        const { status, body } = await call(route, NAMES, undefined);
        expect([status, body.category]).toEqual([401, "INVALID_AUTHENTICATION"]);
      }
    });

    it.each(named(ROUTES))("%s needs the scope, and names it", async (_, routes) => {
      for (const route of routes) {
        const { status, body } = await call(route, { ...NAMES, type: "listings" }, ofEmails.token);
        if (OWNERS.includes(route)) expect([200, 404]).toContain(status);
        else {
          expect([status, body.category]).toEqual([403, "MISSING_SCOPES"]);
          const [scope] = body.errors[0].context.requiredGranularScopes;
          const wanted = OF_SCHEMA.includes(route) ? "schemas" : "listings";
          expect(scope).toMatch(new RegExp(`^crm\\.${wanted}\\.(read|write)$`));
        }
      }
    });

    it.each(
      named(
        OF_SCHEMA.filter(({ method, template }) => method !== "GET" && !/read$/.test(template)),
      ),
    )("%s needs more than the scope to read the schema", async (_, routes) => {
      for (const route of routes) {
        const { status, body } = await call(route, { ...NAMES, type: "listings" }, reader.token);
        expect([status, body.errors?.[0].context?.requiredGranularScopes]).toEqual([
          ...[403, ["crm.schemas.write"]],
        ]);
      }
    });

    it.each(named(OWNERS))("%s needs a scope of the CRM", async (_, routes) => {
      for (const route of routes) {
        const { status, body } = await call(route, NAMES, ofContacts.key);
        expect([status, body.category]).toEqual([403, "MISSING_SCOPES"]);
      }
    });
  }

  it.each(named(OF_TYPES))("%s knows no type of another project", async (_, routes) => {
    for (const route of pathsOf(routes)) {
      for (const type of ["listings", "2-1", "p_listing", "nonsense"]) {
        const { status, body } = await call(route, { ...NAMES, type }, other.token);
        const message = `Unable to infer object type from: ${type}`;
        expect([status, body.category, body.message]).toEqual([400, "VALIDATION_ERROR", message]);
      }
    }
  });

  it.each(named(ROUTES.filter(isOfRecords)))(
    "%s neither finds nor changes records of another project",
    async (_, routes) => {
      const client = hubspot(app, owner);
      const id = await client.make("contacts", { email: `${crypto.randomUUID()}@example.com` });
      const toId = await client.make("companies", { name: "Own" });
      const path = `/crm/v4/objects/contacts/${id}/associations/companies`;
      const set = `/crm/v4/objects/contacts/${id}/associations/default/companies/${toId}`;
      expect((await client.call("PUT", set)).status).toBe(200);
      const { body: before } = await client.call("GET", path);
      const theirs = await hubspot(app, other).make("companies", { name: "Theirs" });
      for (const route of pathsOf(routes)) {
        for (const names of [
          { ...NAMES, id, toId },
          { ...NAMES, id, toId: theirs },
        ]) {
          const { status, body } = await call(route, names, other.token);
          const isRefused = [404, 207].includes(status);
          const isNothing = status === 204 || body.results?.length === 0;
          expect([status, isRefused || isNothing]).toEqual([status, true]);
          expect(JSON.stringify(body.results ?? [])).not.toContain(toId);
        }
      }
      expect((await client.call("GET", path)).body).toEqual(before);
    },
  );

  it("changes nothing in another project's schema", async () => {
    const read = async () => {
      const paths = ["properties/deals", "pipelines/deals", "schemas", "objects/deals"];
      const calls = paths.map((path) => app.call("GET", `/crm/v3/${path}`, { token: owner.token }));
      return (await Promise.all(calls)).map(({ body }) => body.results);
    };
    const before = await read();
    const names = { ...NAMES, id: "default", type: "deals" };
    for (const route of OF_SCHEMA) await call(route, names, other.token);
    expect(await read()).toEqual(before);
  });
});
