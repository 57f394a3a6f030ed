import { OBJECT_TYPES, PUBLIC_SCOPES, saveProperty } from "@rapport/core";
import type { AnyJson } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

const PATH = "/api/crm/openapi.json";

interface Operation {
  operationId: string;
  tags: string[];
  security: Record<string, string[]>[];
  requestBody?: AnyJson;
}

interface Found {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const ALL = [...PUBLIC_SCOPES.keys()].filter((scope) => !scope.includes(".custom.")).join(" ");

/** Returns the example of the body of a POST. */
function exampleOf(document: AnyJson, path: string): AnyJson {
  const { requestBody } = document.paths[path].post;
  const [, name] = /([^/]+)$/.exec(requestBody.$ref ?? "") ?? [];
  const body = name === undefined ? requestBody : document.components.requestBodies[name];
  return body.content["application/json"].example;
}

function operationsOf(document: AnyJson): readonly Found[] {
  return Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

// A document is made of the schema, which both databases return elsewhere.
describe("the document of a project", () => {
  let app: TestApp;
  let caller: Caller;
  let everyone: AnyJson;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
    caller = await app.caller();
    everyone = (await app.call("GET", "/openapi/public.json")).body;
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const documentOf = async (token: string) => {
    const { status, body } = await app.call("GET", PATH, { token });
    expect(status).toBe(200);
    return body;
  };

  it("has the operations of the public document for a token with all scopes", async () => {
    const idsOf = (document: AnyJson) =>
      operationsOf(document).map(
        ({ method, path, operation }) => `${method} ${path} ${operation.operationId}`,
      );
    const own = await documentOf(caller.token);
    expect(idsOf(own).toSorted()).toEqual(idsOf(everyone).toSorted());
  });

  it.each([
    ["crm.contacts.read", 1],
    ["crm.deals.write crm.schemas.read", 1],
    // Of the operations that these tokens may not call, one of five is called.
    ["crm.deals.write crm.deals.delete", 5],
    ["crm.schemas.write templates:read", 5],
    ["crm.events.read", 5],
    ["crm.notes.erase", 5],
  ])("has exactly the operations that a token with %s may call", async (scope, part) => {
    const { token } = await app.caller({ scope });
    const listed = new Set(
      operationsOf(await documentOf(token)).map(({ method, path }) => `${method} ${path}`),
    );
    for (const [i, { method, path }] of operationsOf(everyone).entries()) {
      const isListed = listed.has(`${method} ${path}`);
      if (path === "/oauth2/token" || (!isListed && i % part > 0)) continue;
      const url = path.replaceAll(/\{\w+\}/g, "1");
      // Otherwise it would stream.
      const query = path.endsWith("/stream") ? "?cursor=wrong" : "";
      const { status } = await app.call(method.toUpperCase(), `${url}${query}`, { token });
      const at = `${method} ${path}`;
      expect([at, isListed]).toEqual([at, status !== 403]);
    }
  });

  it("names only scopes that the token has, each of which the document explains", async () => {
    const scope = "crm.deals.read crm.deals.write crm.contacts.read";
    const { token } = await app.caller({ scope });
    const own = await documentOf(token);
    const named = operationsOf(own).flatMap(({ operation }) =>
      operation.security.flatMap((one) => Object.values(one).flat()),
    );
    const { scopes } = own.components.securitySchemes.oauth2.flows.clientCredentials;
    expect([...new Set(named)].toSorted()).toEqual(scope.split(" ").toSorted());
    expect(Object.keys(scopes).toSorted()).toEqual(scope.split(" ").toSorted());
    expect(own.tags.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(["Deal", "Contact"]),
    );
    expect(JSON.stringify(own)).not.toContain("TicketRecord");
  });

  it("refers only to components that it has, and has none that nothing refers to", async () => {
    for (const scope of ["crm.contacts.read", [...PUBLIC_SCOPES.keys()].join(" ")]) {
      const own = await documentOf((await app.caller({ scope })).token);
      const { securitySchemes: _, ...kinds } = own.components;
      const names = Object.entries(kinds).flatMap(([kind, named]) =>
        Object.keys(named as object).map((name) => `${kind}/${name}`),
      );
      const text = JSON.stringify(own);
      const used = [...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, name = ""]) => name);
      expect([...new Set(used)].toSorted()).toEqual(names.toSorted());
      expect(text).not.toMatch(/@@|\{object\}/);
    }
  });

  it("has no example that linters take for a schema, because it has a type and a default", async () => {
    const visit = (part: AnyJson, isExample: boolean): void => {
      if (typeof part !== "object" || part === null) return;
      if (isExample) expect("type" in part && "default" in part).toBe(false);
      for (const [name, one] of Object.entries(part)) visit(one, isExample || name === "example");
    };
    visit(await documentOf(caller.token), false);
  });

  it("shows own properties, options, pipelines and what a record needs", async () => {
    const { token, projectId } = await app.caller();
    const options = [
      { value: "gold", label: "Gold" },
      { value: "silver", label: "Silver" },
    ];
    for (const settings of [
      { name: "tier", label: "Tier", type: "enumeration", options, closed: true },
      { name: "colours", label: "Colours", type: "enumeration", options, multi: true },
      { name: "seats", label: "Seats", type: "number", description: "In the office" },
      { name: "vip", label: "VIP", type: "boolean" },
      { name: "since", label: "Since", type: "date" },
    ] as const) {
      await saveProperty(app.deps, projectId, "contact", settings);
    }
    const json = { label: "Renewals", stages: [{ label: "Due", probability: "0.5" }] };
    expect((await app.call("POST", "/api/crm/pipelines/deals", { token, json })).status).toBe(201);
    const { components } = await documentOf(token);
    const { schemas } = components;
    const listed = { type: "string", enum: ["gold", "silver"] };
    const text = { type: ["string", "null"] };
    expect(schemas.ContactValuesToWrite.properties).toMatchObject({
      tier: { anyOf: [listed, { type: "null" }], description: "Tier" },
      colours: { type: ["array", "null"], items: { anyOf: [listed, { type: "string" }] } },
      seats: { type: ["number", "string", "null"], description: "Seats: In the office" },
      vip: { type: ["boolean", "null"] },
      since: { type: ["string", "null"], format: "date" },
    });
    expect(schemas.ContactStoredValues.properties).toMatchObject({
      tier: { anyOf: [listed, text] },
      seats: text,
      vip: { type: ["boolean", "null"] },
    });
    expect(schemas.ContactPropertyName.enum).toEqual(expect.arrayContaining(["email", "seats"]));
    expect(schemas.DealPropertyName.enum).not.toContain("probability");
    expect(schemas.DealStoredValues.properties).toHaveProperty("probability");
    expect(schemas.DealValuesToWrite.properties.pipeline.anyOf[0].enum).toContain("renewals");
    expect(schemas.DealValuesToWrite.properties.stage.anyOf[0].enum).toContain("due");
    expect(schemas.ContactPropertiesToCreate.description).toContain("`email`, `phone`");
    expect(schemas.NoteValuesToCreate.allOf[1]).toMatchObject({
      required: ["body"],
      properties: { body: { type: "string" } },
    });
    expect(schemas.ContactRecord.properties.properties).toEqual({
      $ref: "#/components/schemas/ContactStoredValues",
    });
  });

  describe("with an object type of the project's own", () => {
    const TYPE = {
      ...{ name: "rental_car", plural: "rental_cars", label: "Rental car" },
      ...{ description: "Cars that we rent out", hasPipeline: true },
      ...{ nameProperties: [["plate"]], required: [["plate"], ["seats", "doors"]] },
      properties: [
        { internal_name: "plate", indexed: true, rules: { minLength: 2, pattern: "[A-Z0-9 -]+" } },
        { internal_name: "seats", type: "number", rules: { min: 2, max: 9, decimals: 0 } },
        { internal_name: "doors", type: "number", default: 4 },
        {
          internal_name: "fuel",
          type: "enumeration",
          closed: true,
          options: [{ value: "diesel" }],
        },
      ].map((one) => ({ label: one.internal_name, ...one })),
    };
    let owner: Caller;
    beforeAll(async () => {
      owner = await app.caller({ scope: `${ALL} crm.custom.read crm.custom.write` });
      const properties = TYPE.properties.map((one) =>
        one.options ? { ...one, options: [{ value: "diesel", label: "Diesel" }] } : one,
      );
      const json = { ...TYPE, properties };
      const made = await app.call("POST", "/api/crm/types", { token: owner.token, json });
      expect([made.status, made.body]).toEqual([201, made.body]);
    });

    it("has the operations of a built-in type that the token may call, at the paths of the type", async () => {
      const own = await documentOf(owner.token);
      const found = operationsOf(own);
      const at = (plural: string) =>
        found.flatMap(({ method, path, operation }) =>
          path.includes(`/objects/${plural}`)
            ? [
                `${method} ${path.replace(`/${plural}`, "").replace("contactId", "id")} ${operation.operationId.replace(`public-${plural}-`, "")}`,
              ]
            : [],
        );
      const mayNot = / (batch-delete|delete|erase|restore|merge|unmerge)$/;
      expect(at("rental_cars").toSorted()).toEqual(
        at("contacts")
          .filter((one) => !mayNot.test(one))
          .toSorted(),
      );
      const [create] = found.filter(({ path }) => path === "/api/objects/rental_cars");
      expect(create?.operation).toMatchObject({
        operationId: "public-rental_cars-create",
        summary: "Create a rental car",
        tags: ["Rental car"],
        security: [{ oauth2: ["crm.rental_cars.write"] }, { accessToken: [] }],
      });
      expect(own.tags).toContainEqual({
        name: "Rental car",
        description: expect.stringContaining("Cars that we rent out"),
      });
      const { scopes } = own.components.securitySchemes.oauth2.flows.clientCredentials;
      expect(scopes).toMatchObject({ "crm.rental_cars.read": "Read rental cars" });
      const listed = await app.call("GET", "/api/crm/objects/rental_cars", { token: owner.token });
      expect(listed.status).toBe(200);
    });

    it("has its properties with their rules and defaults, and what a record needs", async () => {
      const { schemas } = (await documentOf(owner.token)).components;
      expect(schemas.RentalCarValuesToWrite.properties).toMatchObject({
        plate: { minLength: 2, pattern: "^(?:[A-Z0-9 -]+)$" },
        seats: { minimum: 2, maximum: 9, description: expect.stringContaining("decimals 0") },
        doors: { description: expect.stringContaining("Default: 4.") },
        fuel: { anyOf: [{ enum: ["diesel"] }, { type: "null" }] },
        stage: { anyOf: [{ enum: ["new"] }, {}] },
      });
      expect(schemas.RentalCarValuesToCreate.allOf[1].required).toEqual(["plate"]);
      expect(schemas.RentalCarPropertiesToCreate.description).toContain("`seats`, `doors`");
    });

    it("has an example of a record that the server creates", async () => {
      const own = await documentOf(owner.token);
      const path = "/api/objects/rental_cars";
      const json = exampleOf(own, path);
      const { status, body } = await app.call("POST", path, { token: owner.token, json });
      expect([json, status, body]).toEqual([json, 201, body]);
    });

    it("is unknown to tokens without a scope for it, and to other projects", async () => {
      const { projectId } = owner;
      const { token } = await app.caller({ projectId, scope: "crm.contacts.read" });
      expect(JSON.stringify(await documentOf(token))).not.toContain("/rental_cars");
      const one = await app.caller({ projectId, scope: "crm.rental_cars.read" });
      const paths = Object.keys((await documentOf(one.token)).paths);
      expect(paths).toContain("/api/crm/objects/rental_cars/{id}");
      expect(JSON.stringify(await documentOf(caller.token))).not.toContain("rental_cars");
    });
  });

  it("has examples of requests that the server accepts", async () => {
    const own = await documentOf(caller.token);
    for (const { plural } of Object.values(OBJECT_TYPES)) {
      for (const path of [`/api/objects/${plural}`, `/api/crm/objects/${plural}/search`]) {
        const json = exampleOf(own, path);
        const { status } = await app.call("POST", path, { token: caller.token, json });
        expect([path, json, status]).toEqual([path, json, path.endsWith("search") ? 200 : 201]);
      }
    }
  });

  it("is for tokens and API keys with a scope of the CRM", async () => {
    expect((await app.call("GET", PATH)).status).toBe(401);
    expect((await app.call("GET", PATH, { token: "wrong" })).status).toBe(401);
    const { token } = await app.caller({ scope: "templates:read" });
    const refused = await app.call("GET", PATH, { token });
    expect([refused.status, refused.body.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
    const reads = await app.workspace({ scope: "contacts:read crm.contacts.read" });
    const { schemas } = (await documentOf(reads.key)).components;
    expect(schemas).toHaveProperty("ContactRecord");
    expect(schemas).not.toHaveProperty("DealRecord");
    const without = await app.workspace({ scope: "contacts:read" });
    expect((await app.call("GET", PATH, { token: without.key })).status).toBe(403);
  });

  it("is not sent again to who has it, until the schema changes", async () => {
    const { token, projectId } = await app.caller();
    const ask = (headers: Record<string, string>) =>
      fetch(`${app.url}${PATH}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
    const tags = [];
    for (const encoding of ["gzip", "identity"]) {
      const first = await ask({ "accept-encoding": encoding });
      const tag = first.headers.get("etag") ?? "";
      expect([first.status, first.headers.get("vary")]).toEqual([200, "Accept-Encoding"]);
      expect(await first.json()).toHaveProperty("paths");
      const again = await ask({ "accept-encoding": encoding, "if-none-match": tag });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      tags.push(tag);
    }
    expect(tags[0]).toBe(tags[1]?.replace(/"$/, '-gzip"'));
    await saveProperty(app.deps, projectId, "contact", { name: "shoe_size", label: "Shoe size" });
    const changed = await ask({ "accept-encoding": "gzip", "if-none-match": tags[0] ?? "" });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain("shoe_size");
  });

  it("is read with GET and HEAD, without parameters and a body", async () => {
    const { token } = caller;
    expect((await app.call("POST", PATH, { token, json: {} })).status).toBe(405);
    expect((await app.call("HEAD", PATH, { token })).status).toBe(200);
    const { status, body } = await app.call("GET", `${PATH}?type=contact`, { token });
    expect([status, body.issues[0].code]).toEqual([400, "unrecognized_key"]);
    const headers = { "if-match": '"1.1"' };
    expect((await app.call("GET", PATH, { token, headers })).status).toBe(400);
  });
});
