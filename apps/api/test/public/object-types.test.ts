import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { numbered } from "../support/feed.ts";

const LISTING = {
  name: "listing",
  plural: "listings",
  label: "Listing",
  pluralLabel: "Listings",
  hasPipeline: true,
  nameProperties: [["street"]],
  required: [["street"]],
  icon: "home",
  properties: [
    { internal_name: "street", label: "Street", indexed: true },
    { internal_name: "price", label: "Price", type: "number", indexed: true },
    { internal_name: "agent_email", label: "Agent's email", type: "email" },
  ],
  pipeline: { label: "Sale", stages: [{ label: "Draft" }, { label: "Sold", closed: true }] },
};

describe.each(DIALECTS)("types of a project's own on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  const call = (method: string, path: string, json?: unknown, token = caller.token) =>
    app.call(method, path, { token, ...(json === undefined ? {} : { json }) });

  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    caller = await app.caller();
  });

  test("has a type with its properties and pipeline at once", async () => {
    const made = await call("POST", "/api/crm/types", LISTING);
    expect(made.status).toBe(201);
    const { properties, pipeline, ...shown } = LISTING;
    expect(made.body.data).toEqual({ ...shown, description: null, builtIn: false });
    const { body } = await call("GET", "/api/crm/types");
    const plurals = body.data.results.map((one: { plural: string }) => one.plural);
    expect([plurals.at(-1), plurals[0], body.data.nextCursor]).toEqual([
      "listings",
      "contacts",
      null,
    ]);
    expect((await call("GET", "/api/crm/types/listings")).body.data).toEqual(made.body.data);
    const own = await call("GET", "/api/crm/properties/listings");
    expect(
      own.body.data.results.map((one: { internal_name: string }) => one.internal_name),
    ).toEqual(["pipeline", "stage", "owner_id", "agent_email", "price", "street"]);
    const pipelines = await call("GET", "/api/crm/pipelines/listings");
    expect(pipelines.body.data.results).toMatchObject([
      {
        key: "default",
        label: "Sale",
        isDefault: true,
        stages: [{ key: "draft" }, { key: "sold" }],
      },
    ]);
  });

  test("serves every operation on records of it", async () => {
    await call("POST", "/api/crm/types", LISTING);
    const created = await call("POST", "/api/objects/listings", {
      properties: { street: "1 Main St", price: "250000", agent_email: "ada@example.com" },
    });
    expect(created).toMatchObject({
      status: 201,
      body: { message: "Listing created.", data: { street: "1 Main St", stage: "draft" } },
    });
    const { id } = created.body.data;
    const path = `/api/crm/objects/listings/${id}`;
    expect(await call("GET", path)).toMatchObject({
      status: 200,
      body: { data: { properties: { price: "250000", pipeline: "default" } } },
    });
    expect(await call("PATCH", path, { properties: { stage: "Sold" } })).toMatchObject({
      status: 200,
    });
    const found = await call("POST", "/api/crm/objects/listings/search", {
      query: "main",
      filterGroups: [{ filters: [{ internal_name: "price", operator: "GT", value: "1000" }] }],
    });
    expect(found.body.data.results).toMatchObject([{ id, properties: { stage: "sold" } }]);
    const batch = await call("POST", "/api/crm/objects/listings/batch/create", {
      inputs: [{ properties: { street: "2 Main St" } }, { properties: { price: "x" } }],
    });
    expect([batch.status, batch.body.data.errors.length]).toEqual([207, 1]);
    await numbered(app);
    const events = await call("GET", "/api/crm/events?types=listing.*");
    expect(events.body.data.results.map((one: { type: string }) => one.type)).toContain(
      "listing.created",
    );
    expect((await call("DELETE", path)).status).toBe(200);
    expect((await call("GET", path)).status).toBe(404);
  });
});
