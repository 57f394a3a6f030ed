import { OBJECT_TYPES, saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

const PLURALS = Object.values(OBJECT_TYPES).map(({ plural }) => plural);

describe.each(DIALECTS)("reading the schema on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const get = (path: string, { token }: Caller = caller) =>
    app.call("GET", `/api/crm${path}`, { token });

  test.each(PLURALS)("lists the built-in properties of %s in one page", async (plural) => {
    const { status, body } = await get(`/properties/${plural}`);
    expect([status, body.success, body.data.nextCursor]).toEqual([200, true, null]);
    const type = Object.values(OBJECT_TYPES).find((one) => one.plural === plural);
    expect(body.data.results.map((one: { internal_name: string }) => one.internal_name)).toEqual(
      type?.properties.map(({ name }) => name),
    );
  });

  test("returns a property with exactly the documented members", async () => {
    const { status, body } = await get("/properties/tickets/priority");
    expect([status, body.data]).toEqual([
      200,
      {
        internal_name: "priority",
        label: "Priority",
        type: "enumeration",
        multi: false,
        indexed: expect.any(Boolean),
        unique: false,
        readOnly: false,
        builtIn: true,
        closed: false,
        options: [
          { value: "low", label: "Low" },
          { value: "medium", label: "Medium" },
          { value: "high", label: "High" },
          { value: "urgent", label: "Urgent" },
        ],
        description: null,
        rules: null,
        default: null,
        group: null,
      },
    ]);
    const { data } = (await get("/properties/deals/probability")).body;
    expect([data.readOnly, data.type, data.options]).toEqual([true, "number", []]);
  });

  test("shows a property of the project in that project only, at once", async () => {
    const [mine, other] = [await app.caller(), await app.caller()];
    expect((await get("/properties/contacts/shoe_size", mine)).status).toBe(404);
    await saveProperty(app.deps, mine.projectId, "contact", {
      name: "shoe_size",
      label: "Shoe size",
      type: "number",
      description: "European size",
    });
    const { body } = await get("/properties/contacts/shoe_size", mine);
    expect(body.data).toMatchObject({
      internal_name: "shoe_size",
      builtIn: false,
      description: "European size",
    });
    const names = (await get("/properties/contacts", mine)).body.data.results;
    expect(names.at(-1).internal_name).toBe("shoe_size");
    expect((await get("/properties/contacts/shoe_size", other)).status).toBe(404);
  });

  test("lists the pipelines of deals with their stages in order", async () => {
    const { status, body } = await get("/pipelines/deals");
    expect([status, body.data.nextCursor]).toEqual([200, null]);
    const [pipeline] = body.data.results;
    expect(Object.keys(pipeline)).toEqual(["key", "label", "isDefault", "stages"]);
    expect([pipeline.key, pipeline.isDefault]).toEqual(["default", true]);
    expect(pipeline.stages.map((one: { key: string }) => one.key)).toEqual([
      ...["new", "qualified", "proposal", "negotiation", "won", "lost"],
    ]);
    expect(pipeline.stages[4]).toEqual({
      ...{ key: "won", label: "Won", probability: "1", closed: true },
    });
    expect((await get("/pipelines/deals/default")).body.data).toEqual(pipeline);
  });

  test("returns stages without a probability for tickets, and no pipelines for contacts", async () => {
    const [pipeline] = (await get("/pipelines/tickets")).body.data.results;
    expect(pipeline.stages[0]).toMatchObject({ key: "new", probability: null });
    expect((await get("/pipelines/contacts")).body.data).toEqual({ results: [], nextCursor: null });
  });

  test.each([
    ["/properties/planets", "planets"],
    ["/properties/planets/name", "planets"],
    ["/properties/contcts", 'Did you mean "contacts"?'],
    ["/properties/contacts/emial", 'Did you mean "email"?'],
    ["/properties/contacts/__proto__", "__proto__"],
    ["/properties/constructor", "constructor"],
    ["/pipelines/planets", "planets"],
    ["/pipelines/deals/defualt", 'Did you mean "default"?'],
    ["/pipelines/contacts/default", "no pipeline"],
  ])("returns 404 for %s", async (path, said) => {
    const { status, body } = await get(path);
    expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
    expect(body.message).toContain(said);
  });

  test("returns 400 for a query parameter and 403 without crm.schemas.read", async () => {
    const refused = await get("/properties/deals?limit=5");
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, "limit"]);
    const reader = await app.caller({ scope: "crm.deals.read" });
    for (const path of ["/properties/deals", "/pipelines/deals/default"]) {
      const { status, body } = await get(path, reader);
      expect([status, body.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
      expect(body.message).toContain("crm.schemas.read");
    }
  });
});
