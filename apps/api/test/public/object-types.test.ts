import { createClient, purgeRemovedTypes } from "@rapport/core";
import { DIALECTS, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { exportApi } from "../support/exports.ts";
import { numbered } from "../support/feed.ts";
import { startFleet } from "../support/fleet.ts";
import { receiverOfTest, settled, subscribe, verified } from "../support/webhooks.ts";

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

const OWNED = { properties: { owner_id: "grace@example.com" } };

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

  test("makes activities of a type's records, at the time of their creation if none is given", async () => {
    const visit = {
      ...{ name: "visit", plural: "visits", nameProperties: [["topic"]] },
      activity: { at: "visited_at", body: "report" },
      properties: [
        { internal_name: "topic", label: "Topic" },
        { internal_name: "visited_at", label: "Date", type: "datetime", indexed: true },
        { internal_name: "report", label: "Report", type: "text" },
        { internal_name: "days", label: "Days", type: "datetime", multi: true },
      ],
    };
    const bad = [
      [{ at: "gone", body: null }, "activity.at"],
      [{ at: "topic" }, "activity.at"],
      [{ at: "days" }, "activity.at"],
      [{ at: "visited_at", body: "visited_at" }, "activity.body"],
      [{ at: "visited_at", body: "gone" }, "activity.body"],
      [{ at: "visited_at", text: "report" }, "activity.text"],
    ] as const;
    for (const [activity, path] of bad) {
      const { status, body } = await call("POST", "/api/crm/types", { ...visit, activity });
      expect([status, body.issues.map((one: { path: string }) => one.path)]).toEqual([400, [path]]);
    }
    const made = await call("POST", "/api/crm/types", visit);
    expect(made.body.data.activity).toEqual(visit.activity);
    const before = Date.now();
    const record = await call("POST", "/api/crm/objects/visits", { properties: { topic: "Roof" } });
    expect(Date.parse(record.body.data.properties.visited_at)).toBeGreaterThanOrEqual(before);
    const removal = await call("DELETE", "/api/crm/properties/visits/report");
    expect([removal.status, removal.body.message]).toEqual([
      409,
      expect.stringContaining("`activity`"),
    ]);
    const change = await call("PATCH", "/api/crm/types/visits", { activity: { at: "visited_at" } });
    expect(change.body.data.activity).toEqual({ at: "visited_at", body: null });
    expect((await call("DELETE", "/api/crm/properties/visits/report")).status).toBe(200);
    const none = await call("PATCH", "/api/crm/types/visits", { activity: null });
    expect(none.body.data.activity).toBeNull();
  });

  test("shows which built-in types are activities, and does not change that", async () => {
    const { body } = await call("GET", "/api/crm/types");
    const shown = body.data.results.map((one: { name: string; activity: object | null }) => [
      one.name,
      one.activity,
    ]);
    expect(Object.fromEntries(shown)).toMatchObject({
      note: { at: "occurred_at", body: "body" },
      task: { at: "completed_at", body: "body" },
      contact: null,
    });
    for (const plural of ["notes", "deals"]) {
      const change = await call("PATCH", `/api/crm/types/${plural}`, { activity: null });
      expect([change.status, change.body.issues?.[0]?.path]).toEqual([400, "activity"]);
    }
  });

  test("has a type with its properties and pipeline at once", async () => {
    const told = await call("POST", "/api/crm/types", { ...LISTING, builtIn: true });
    expect([told.status, told.body.issues]).toMatchObject([400, [{ path: "builtIn" }]]);
    const made = await call("POST", "/api/crm/types", { ...LISTING, builtIn: false });
    expect(made.status).toBe(201);
    const { properties, pipeline, ...shown } = LISTING;
    expect(made.body.data).toEqual({
      ...{ ...shown, description: null, builtIn: false, activity: null, layout: null },
    });
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
        key: "sale",
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
      body: { data: { properties: { price: "250000", pipeline: "sale" } } },
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

  const minimal = (name: string, plural = `${name}s`) => ({ name, plural });

  test.each([
    ["an upper case letter", { name: "Listing", plural: "listings" }, ["name"]],
    ["a name that is too long", minimal("a".repeat(51)), ["name", "plural"]],
    ["a digit at the start", minimal("1st"), ["name", "plural"]],
    ["a plural like the name", minimal("sheep", "sheep"), ["plural"]],
    ["the name of a built-in type", { name: "contact", plural: "persons" }, ["name"]],
    ["the plural of a built-in type", { name: "person", plural: "contacts" }, ["plural"]],
    ["a built-in name as the plural", { name: "person", plural: "deal" }, ["plural"]],
    ["words of paths", minimal("batch", "search"), ["name", "plural"]],
    ["words of scopes and events", minimal("schema", "custom"), ["name", "plural"]],
    ["the form of an association", minimal("home_to_let"), ["name", "plural"]],
    ["a member of every object", minimal("constructor"), ["name"]],
    ["an unknown property", { ...minimal("home"), required: [["street"]] }, ["required.0.0"]],
    ["an empty set", { ...minimal("home"), nameProperties: [[]] }, ["nameProperties"]],
    [
      "a wrong property and a wrong pipeline",
      {
        ...minimal("home"),
        properties: [
          { internal_name: "street", label: "Street" },
          { internal_name: "street", label: "Again" },
          { internal_name: "owner_id", label: "Owner" },
          { internal_name: "x y", label: "" },
        ],
        pipeline: { label: "Sale" },
      },
      [
        "pipeline",
        "properties.1.internal_name",
        "properties.2.internal_name",
        "properties.3.internal_name",
        "properties.3.label",
      ],
    ],
    [
      "names that differ only in case",
      {
        ...minimal("home"),
        properties: ["VAT", "vat", "TAGS", "tags"].map((name) => ({
          internal_name: name,
          label: name,
        })),
      },
      ["properties.1.internal_name", "properties.3.internal_name"],
    ],
    ["a bad icon", { ...minimal("home"), icon: "<svg>" }, ["icon"]],
    ["an unknown member", { ...minimal("home"), colour: "red" }, ["colour"]],
  ])("refuses %s, and makes nothing", async (_, json, paths) => {
    const { status, body } = await call("POST", "/api/crm/types", json);
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual(paths);
    const { types } = await app.deps.schemas.get(caller.projectId);
    expect(types.every(({ builtIn }) => builtIn)).toBe(true);
  });

  // The types of the schema are counted before anything is written.
  test.runIf(dialect === "sqlite")(
    "refuses names that are taken, the 101st type and the 1,001st property",
    async () => {
      const made = await Promise.all(
        Array.from({ length: 100 }, (_, i) => call("POST", "/api/crm/types", minimal(`own${i}`))),
      );
      expect(made.filter(({ status }) => status !== 201)).toEqual([]);
      expect(await call("POST", "/api/crm/types", minimal("own7"))).toMatchObject({
        status: 400,
        body: { issues: [{ path: "name", code: "name_taken" }, { path: "plural" }] },
      });
      expect((await call("POST", "/api/crm/types", minimal("one_more"))).status).toBe(409);
      const properties = Array.from({ length: 1_001 }, (_, i) => ({
        internal_name: `p${i}`,
        label: `P ${i}`,
      }));
      const full = { ...minimal("wide"), properties };
      expect((await call("POST", "/api/crm/types", full)).status).toBe(400);
    },
  );

  test("changes how types are shown, built-in ones too, and keeps their names", async () => {
    await call("POST", "/api/crm/types", LISTING);
    const changes = {
      label: "Home",
      pluralLabel: "Homes",
      description: "To let",
      icon: "building",
    };
    expect(await call("PATCH", "/api/crm/types/listings", changes)).toMatchObject({
      status: 200,
      body: { data: { name: "listing", plural: "listings", hasPipeline: true, ...changes } },
    });
    expect(await call("PATCH", "/api/crm/types/deals", { label: "Opportunity" })).toMatchObject({
      status: 200,
      body: { data: { name: "deal", plural: "deals", label: "Opportunity", builtIn: true } },
    });
    const created = await call("POST", "/api/objects/deals", { properties: { name: "Roof" } });
    expect(created).toMatchObject({ status: 201, body: { message: "Deal created." } });
    for (const [json, path] of [
      [{ nameProperties: [["nope"]] }, "nameProperties.0.0"],
      [{ required: [["nope"]] }, "required.0.0"],
      [{ label: " " }, "label"],
      [{ name: "home" }, "name"],
      [{ hasPipeline: false }, "hasPipeline"],
    ] as const) {
      const { status, body } = await call("PATCH", "/api/crm/types/listings", json);
      expect([status, body.issues[0].path]).toEqual([400, path]);
    }
    expect((await call("PATCH", "/api/crm/types/listings", { required: [["price"]] })).status).toBe(
      200,
    );
    const without = await call("POST", "/api/objects/listings", { properties: { street: "1" } });
    expect(without).toMatchObject({ status: 400, body: { issues: [{ code: "price_required" }] } });
  });

  test("keeps the properties that name its records or that these need", async () => {
    await call("POST", "/api/crm/types", LISTING);
    const remove = () => call("DELETE", "/api/crm/properties/listings/street");
    for (const left of [{ nameProperties: [] }, { required: [] }]) {
      expect(await remove()).toMatchObject({
        status: 409,
        body: { issues: [{ path: "internal_name", code: "property_needed" }] },
      });
      expect((await call("PATCH", "/api/crm/types/listings", left)).status).toBe(200);
    }
    expect((await remove()).status).toBe(200);
    expect((await call("POST", "/api/objects/listings", OWNED)).status).toBe(201);
  });

  test("is named with its article after a new label that needs another one", async () => {
    const changes = { label: "Opportunity", required: [["amount"]] };
    expect((await call("PATCH", "/api/crm/types/deals", changes)).status).toBe(200);
    const { status, body } = await call("POST", "/api/objects/deals", {
      properties: { name: "A" },
    });
    expect([status, body.issues[0].message]).toEqual([
      ...[400, "A deal needs an amount. Give it a value."],
    ]);
    expect(
      (await call("PATCH", "/api/crm/types/deals", { label: "Deal", required: [] })).status,
    ).toBe(200);
  });

  test("is removed once it has no live records, which the worker then purges", async () => {
    await call("POST", "/api/crm/types", LISTING);
    const made = await call("POST", "/api/objects/listings", { properties: { street: "1" } });
    expect((await call("DELETE", "/api/crm/types/contacts")).status).toBe(400);
    expect(await call("DELETE", "/api/crm/types/listings")).toMatchObject({
      status: 409,
      body: {
        ...{ code: "IN_USE", count: 1 },
        message: "There is 1 record of the type listing. Delete it first.",
      },
    });
    const path = `/api/crm/objects/listings/${made.body.data.id}`;
    const exported = exportApi(app, caller.token);
    const { id: exportId } = await exported.run({ object: "listing", format: "csv" });
    expect(await (await exported.file(exportId)).text()).toContain("street");
    expect((await call("DELETE", path)).status).toBe(200);
    expect((await call("DELETE", "/api/crm/types/listings")).status).toBe(200);
    expect((await call("GET", path)).status).toBe(404);
    expect((await call("GET", "/api/crm/types/listings")).status).toBe(404);
    expect((await call("POST", "/api/crm/types", LISTING)).status).toBe(409);
    await purgeRemovedTypes(app.deps, new AbortController().signal);
    expect((await call("POST", "/api/crm/types", LISTING)).status).toBe(201);
    expect((await call("GET", `${path}`)).status).toBe(404);
    const listed = await call("GET", "/api/crm/objects/listings?archived=true");
    expect(listed.body.data.results).toEqual([]);
    expect((await exported.file(exportId)).status).toBe(410);
  });

  test("needs the scopes of its plural, or those of all own types", async () => {
    await call("POST", "/api/crm/types", LISTING);
    const make = (token: string) =>
      call("POST", "/api/objects/listings", { properties: { street: "1" } }, token);
    const { projectId } = caller;
    const scoped = (scope: string) => app.caller({ projectId, scope }).then(({ token }) => token);
    const all = await scoped("crm.custom.read crm.custom.write");
    const own = await scoped("crm.listings.write");
    const others = await scoped("crm.contacts.write crm.schemas.write crm.events.read");
    expect([(await make(all)).status, (await make(own)).status]).toEqual([201, 201]);
    expect(await make(others)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("crm.listings.write") },
    });
    const { body } = await make(own);
    const path = `/api/crm/objects/listings/${body.data.id}`;
    expect((await call("GET", path, undefined, all)).status).toBe(200);
    expect((await call("GET", path, undefined, own)).status).toBe(403);
    expect((await call("DELETE", path, undefined, all)).status).toBe(403);
    expect((await call("POST", "/api/objects/contacts", {}, all)).status).toBe(403);
    expect((await call("GET", "/api/crm/properties/listings", undefined, all)).status).toBe(403);
    for (const token of [all, own, others]) {
      expect((await call("GET", "/api/crm/objects/homes/1", undefined, token)).status).toBe(404);
    }
    await expect(
      createClient(app.deps, { projectId, name: "x", scopes: ["crm.homes.read"] }),
    ).rejects.toMatchObject({ code: "INVALID_INPUT" });
    const other = await app.caller();
    await expect(
      createClient(app.deps, {
        projectId: other.projectId,
        name: "x",
        scopes: ["crm.listings.read"],
      }),
    ).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect((await call("GET", path, undefined, other.token)).status).toBe(404);
  });

  test("two requests for one name make one type, and a write beside the removal is whole or refused", async () => {
    const both = await Promise.all([1, 2].map(() => call("POST", "/api/crm/types", LISTING)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    const writes = Array.from({ length: 8 }, (_, i) =>
      call("POST", "/api/crm/objects/listings/batch/create", {
        inputs: [{ properties: { street: `${i} a` } }, { properties: { street: `${i} b` } }],
      }),
    );
    const [removed, ...made] = await Promise.all([
      call("DELETE", "/api/crm/types/listings"),
      ...writes,
    ]);
    const statuses = new Set(made.map(({ status }) => status));
    if (removed?.status === 200) expect([...statuses].every((one) => one >= 400)).toBe(true);
    else expect([removed?.status, ...statuses]).toEqual([409, 200]);
    const left = await app.deps.db.kysely
      .selectFrom("records")
      .select("id")
      .where("project_id", "=", caller.projectId)
      .where("type", "=", "listing")
      .execute();
    expect(left.length).toBe(removed?.status === 200 ? 0 : 16);
  });

  test("associates, merges, restores, erases and keeps the history of its records", async () => {
    await call("POST", "/api/crm/types", LISTING);
    await call("POST", "/api/crm/types", { name: "agency", plural: "agencies" });
    const make = async (street: string) =>
      (await call("POST", "/api/objects/listings", { properties: { street } })).body.data.id;
    const [one, other, third] = [await make("1"), await make("2"), await make("3")];
    const path = `/api/crm/objects/listings/${one}`;
    const agency = (await call("POST", "/api/objects/agencies", OWNED)).body.data.id;
    const { body: contact } = await call("POST", "/api/objects/contacts", {
      properties: { email: "eve@example.com" },
      associations: [{ to: { object: "listing", id: String(one) } }],
    });
    for (const target of [`agency/${agency}`, `listings/${other}`]) {
      expect((await call("PUT", `${path}/associations/${target}`)).status, target).toBe(200);
    }
    const read = await call("GET", `${path}?associations=contacts,agencies,listing`);
    expect(read.body.data.associations).toEqual({
      contact: [{ id: String(contact.data.id), type: "listing_to_contact" }],
      agency: [{ id: String(agency), type: "agency_to_listing" }],
      listing: [{ id: String(other), type: "listing_to_listing" }],
    });
    const expanded = await call(
      "GET",
      `/api/crm/objects/contacts/${contact.data.id}?expand=listing.street`,
    );
    expect(expanded.body.data.associations.listing).toMatchObject([
      { properties: { street: "1" } },
    ]);
    const near = await call("POST", "/api/crm/objects/listings/search", {
      filterGroups: [
        {
          filters: [
            {
              internal_name: "associations.contact",
              operator: "EQ",
              value: String(contact.data.id),
            },
          ],
        },
      ],
    });
    expect(near.body.data.results.map(({ id }: { id: number }) => id)).toEqual([one]);
    const merged = await call("POST", "/api/crm/objects/listings/merge", {
      primaryId: one,
      mergeIds: [third],
    });
    expect(merged.status, JSON.stringify(merged.body)).toBe(200);
    expect((await call("POST", `${path}/unmerge`, { mergeId: third })).status).toBe(200);
    const history = await call("GET", `${path}/history?limit=100`);
    expect(history.body.data.results.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(["created", "associated", "merged", "unmerged"]),
    );
    expect((await call("DELETE", path)).status).toBe(200);
    expect((await call("POST", `${path}/restore`)).status).toBe(200);
    expect((await call("POST", `${path}/erase`)).status).toBe(200);
    expect((await call("GET", path)).status).toBe(410);
    await numbered(app);
    const { body } = await call("GET", "/api/crm/events?types=listing.*,association.*&limit=200");
    expect(new Set(body.data.results.map(({ type }: { type: string }) => type))).toEqual(
      new Set([
        ...["created", "merged", "unmerged", "deleted", "restored", "erased"].map(
          (action) => `listing.${action}`,
        ),
        "association.created",
        "association.deleted",
      ]),
    );
  });

  test("sends its events to the endpoint of a key that may read all own types", async () => {
    await trustReceivers();
    await call("POST", "/api/crm/types", LISTING);
    const receiver = await receiverOfTest();
    const scope = "webhooks:read webhooks:write crm.custom.read";
    const key = await app.workspace({ projectId: caller.projectId, scope });
    const hook = await subscribe(key, receiver.url, ["listing.*"]);
    await call("POST", "/api/objects/listings", { properties: { street: "1 Main St" } });
    await settled(hook, 1, "delivered");
    const [sent] = receiver.received.map((request) => verified(hook.secret, request));
    expect(sent).toMatchObject({ type: "listing.created", data: { object: "listing" } });
    const other = { url: "https://127.0.0.1:9/hook", events: ["contact.created"] };
    expect((await key.call("POST", "/webhooks/endpoints", { json: other })).status).toBe(403);
  });

  test("tRPC takes the type in `object`, and upserts by key", async () => {
    await call("POST", "/api/crm/types", LISTING);
    const input = {
      object: "listings",
      ...{ idProperty: "street", properties: { street: "5 Main St", price: "1.50" } },
    };
    for (const status of ["created", "unchanged"]) {
      const answer = await call("POST", "/trpc/public.objects.upsert", input);
      expect(answer.body.result?.data.data.status, JSON.stringify(answer.body)).toBe(status);
    }
    const wrong = await call("POST", "/trpc/public.objects.upsert", { ...input, object: "homes" });
    expect(wrong.status).toBe(404);
  });
});

// Both databases have the version of the schema in one table, and SQLite has two processes elsewhere.
describe.runIf(DIALECTS.includes("postgres"))("a type that another process made", () => {
  test("is served at once", { timeout: 120_000 }, async () => {
    const fleet = await startFleet("postgres");
    const [one, other] = [await fleet.start(), await fleet.start()];
    const scopes = ["crm.schemas.write", "crm.custom.read", "crm.custom.write", "crm.events.read"];
    const token = await fleet.token(one, scopes);
    const send = async (server: typeof one, path: string, json: object) => {
      const answer = await fetch(`${server.url}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(json),
      });
      return answer.status;
    };
    for (let i = 0; i < 5; i++) {
      const type = { name: `kind${i}`, plural: `kinds${i}` };
      // The process that does not know the type has the schema in its cache.
      expect(await send(other, `/api/objects/${type.plural}`, OWNED)).toBe(404);
      expect(await send(one, "/api/crm/types", type)).toBe(201);
      expect(await send(other, `/api/objects/${type.plural}`, OWNED)).toBe(201);
    }
  });
});
