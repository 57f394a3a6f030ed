import { randomBytes } from "node:crypto";
import { saveProperty } from "@rapport/core";
import { appRouter } from "@rapport/core/routers";
import { COLORS } from "@rapport/model";
import { openService } from "@rapport/service/service";
import { readConfig } from "@rapport/service/settings/config";
import { amount, DIALECTS } from "@rapport/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { numbered, restOf } from "../support/feed.ts";
import { fingerprint } from "../support/fingerprint.ts";
import { expectOwnWords } from "../support/own-words.ts";

const SECRET_KEY = randomBytes(32);
const CONTRACT = { internal_name: "contract", label: "Contract" };
const DUE = { label: "Due", probability: "0.5" };
const DONE = { label: "Done", probability: 1, closed: true };

describe.each(DIALECTS)("the schema changed by API on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await startApp({ dialect, settings: { secretKeys: () => [SECRET_KEY] } });
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const call = (method: string, path: string, json?: unknown, { token } = caller) =>
    app.call(method, `/api/crm${path}`, { token, ...(json === undefined ? {} : { json }) });
  const create = (plural: string, values: Record<string, unknown>, { token } = caller) =>
    app.call("POST", `/api/objects/${plural}`, {
      token,
      json: {
        properties: Object.entries(values).map(([internal_name, value]) => ({
          internal_name,
          value,
        })),
      },
    });
  const faults = ({ body }: { body: { issues: { path: string; code: string }[] } }) =>
    body.issues.map(({ path, code }) => `${path} ${code}`);

  test("adds a property, which records have at once", async () => {
    const options = [{ value: "gold", label: "Gold" }];
    const json = {
      internal_name: "tier",
      label: "Tier",
      type: "enumeration",
      closed: true,
      indexed: true,
      options,
      description: "Of the service",
    };
    const made = await call("POST", "/properties/contacts", json);
    const whole = {
      ...{ ...json, multi: false, unique: false, readOnly: false, builtIn: false },
      ...{ rules: null, default: null, group: null },
    };
    expect([made.status, made.body.success, made.body.data]).toEqual([201, true, whole]);
    expect((await call("GET", "/properties/contacts/tier")).body.data).toEqual(whole);
    const properties = { email: "ada@example.com", tier: "gold" };
    expect((await create("contacts", properties)).status).toBe(201);
    const refused = await create("contacts", { ...properties, tier: "tin" });
    expect(refused.body.issues[0].allowed).toEqual(["gold"]);
    const found = await call("GET", "/objects/contacts/by/tier?value=gold");
    expect(found.body.data.properties.tier).toBe("gold");
  });

  test("changes only the given settings of a property, and null clears the description", async () => {
    await call("POST", "/properties/leads", { ...CONTRACT, description: "On paper" });
    const path = "/properties/leads/contract";
    const renamed = await call("PATCH", path, { label: "Agreement", indexed: true });
    expect([renamed.status, renamed.body.data]).toMatchObject([
      200,
      { label: "Agreement", indexed: true, type: "string", description: "On paper" },
    ]);
    expect((await call("PATCH", path, { description: null })).body.data.description).toBeNull();
    const built = await call("PATCH", "/properties/leads/source", { label: "Origin" });
    expect(built.body.data).toMatchObject({ label: "Origin", builtIn: true });
  });

  test("removes a property that no record uses", async () => {
    await call("POST", "/properties/tickets", CONTRACT);
    const path = "/properties/tickets/contract";
    const { status, body } = await call("DELETE", path);
    expect([status, body.data]).toEqual([200, null]);
    expect((await call("GET", path)).status).toBe(404);
    expect((await call("DELETE", path)).status).toBe(404);
    expect((await call("PATCH", path, { label: "X" })).status).toBe(404);
  });

  test("returns 409 with the counts for a property that records use", async () => {
    await call("POST", "/properties/companies", CONTRACT);
    const live = await create("companies", { name: "A", contract: "1" });
    const deleted = await create("companies", { name: "B", contract: "2" });
    await call("DELETE", `/objects/companies/${deleted.body.data.id}`);
    const path = "/properties/companies/contract";
    const refused = await call("DELETE", path);
    expect(refused.body.message).toBe(
      'The property "contract" is used by 1 record, and by 1 record in the bin. Restore what is in the bin first, then clear its value in those records.',
    );
    expect([refused.status, refused.body.code, refused.body.issues]).toMatchObject([
      409,
      "CONFLICT",
      [{ path: "internal_name", code: "in_use", records: 1, deleted: 1, merged: 0, isMore: false }],
    ]);
    await call("PATCH", `/objects/companies/${live.body.data.id}`, { internal_name: "contract" });
    const held = await call("DELETE", path);
    expect(held.body.issues[0]).toMatchObject({ records: 0, deleted: 1 });
    expect(held.body.message).toBe(
      'The property "contract" is used by 1 record in the bin. Restore that record first, then clear its value in it.',
    );
  });

  test("returns 409 for a property that only a merged record uses, and says what holds it", async () => {
    await call("POST", "/properties/leads", { ...CONTRACT, internal_name: "only_merged" });
    const kept = await create("leads", { name: "A" });
    const merged = await create("leads", { name: "B", only_merged: "1" });
    const ids = { primaryId: kept.body.data.id, mergeIds: [merged.body.data.id] };
    await call("POST", "/objects/leads/merge", ids);
    const item = { internal_name: "only_merged", value: null };
    await call("PATCH", `/objects/leads/${ids.primaryId}`, item);
    const { status, body } = await call("DELETE", "/properties/leads/only_merged");
    expect([status, body.issues]).toMatchObject([409, [{ records: 0, deleted: 0, merged: 1 }]]);
    expect(body.message).toMatch(
      /is used by 1 record merged into others\. Undo that merge first, or wait until it is more than/,
    );
  });

  test.each([false, true])(
    "returns 409 for options of a closed enumeration that records have (several values: %s)",
    async (multi) => {
      const name = multi ? "levels" : "level";
      const option = (value: string) => ({ value, label: value.toUpperCase() });
      const path = `/properties/appointments/${name}`;
      await call("POST", "/properties/appointments", {
        ...{ internal_name: name, label: "Level", type: "enumeration", multi, closed: true },
        options: ["a", "b", "c", "d"].map(option),
      });
      const value = (one: string) => (multi ? { values: [one, "b"] } : { value: one });
      const made: number[] = [];
      for (const one of ["a", "c", "c"]) {
        const { body } = await app.call("POST", "/api/objects/appointments", {
          token: caller.token,
          json: {
            properties: [
              { internal_name: "name", value: one },
              { internal_name: name, ...value(one) },
            ],
          },
        });
        made.push(body.data.id);
      }
      const before = (await call("GET", path)).body.data;
      const refused = await call("PATCH", path, { options: [option("b")] });
      expect([refused.status, refused.body.code, refused.body.issues]).toMatchObject([
        409,
        "CONFLICT",
        [
          { path: "options", code: "in_use", value: "a", records: 1, isMore: false },
          { path: "options", code: "in_use", value: "c", records: 2, isMore: false },
        ],
      ]);
      expect(refused.body.message).toBe(
        `The option "a" of "${name}" is used by 1 record. Change it there first, or keep the option.`,
      );
      expect((await call("GET", path)).body.data).toEqual(before);

      const change = { internal_name: name, ...value("b") };
      await call("PATCH", `/objects/appointments/${made[0]}`, change);
      const left = await call("PATCH", path, { options: ["b", "c"].map(option) });
      expect([left.status, left.body.data.options]).toEqual([200, ["b", "c"].map(option)]);
      const opened = await call("PATCH", path, { options: [option("b")], closed: false });
      expect(opened.status).toBe(200);
      expect((await call("PATCH", path, { closed: true })).status).toBe(200);
    },
  );

  test("returns 409 for a name that is taken, and for values that are not unique", async () => {
    const taken = await call("POST", "/properties/contacts", {
      internal_name: "email",
      label: "Mail",
    });
    expect([taken.status, faults(taken)]).toEqual([409, ["internal_name name_taken"]]);
    const ids = [];
    for (const name of ["A", "B"]) {
      const made = await create("deals", { name, lost_reason: "Price" });
      ids.push(String(made.body.data.id));
    }
    const shared = await call("PATCH", "/properties/deals/lost_reason", { unique: true });
    expect([shared.status, shared.body.issues]).toMatchObject([
      409,
      [{ path: "unique", code: "value_not_unique", conflictingId: ids[0], recordId: ids[1] }],
    ]);
  });

  test.each([
    [{}, ["internal_name required", "label required"]],
    [{ ...CONTRACT, internal_name: "tenant_id" }, ["internal_name property_forbidden"]],
    [{ ...CONTRACT, internal_name: "CIN" }, ["internal_name property_forbidden"]],
    [{ ...CONTRACT, internal_name: "Id" }, ["internal_name property_forbidden"]],
    [{ ...CONTRACT, internal_name: "Project_Id" }, ["internal_name property_forbidden"]],
    [{ ...CONTRACT, internal_name: "TENANTID" }, ["internal_name property_forbidden"]],
    [{ ...CONTRACT, internal_name: "constructor" }, ["internal_name property_forbidden"]],
    [{ ...CONTRACT, internal_name: "no spaces" }, ["internal_name name_invalid"]],
    [{ ...CONTRACT, internal_name: "x".repeat(65) }, ["internal_name name_invalid"]],
    [{ ...CONTRACT, label: " " }, ["label label_invalid"]],
    [{ ...CONTRACT, label: "x".repeat(256) }, ["label label_invalid"]],
    [{ ...CONTRACT, label: "\u0000" }, ["label value_invalid"]],
    [{ ...CONTRACT, type: "money" }, ["type value_not_allowed"]],
    [{ ...CONTRACT, closed: true }, ["closed not_an_enumeration"]],
    [{ ...CONTRACT, type: "enumeration", closed: true }, ["options options_missing"]],
    [{ ...CONTRACT, options: [{ value: "a", label: "A" }] }, ["options not_an_enumeration"]],
    [
      {
        ...{ internal_name: "email", label: "", type: "enumeration" },
        options: [
          { value: "a", label: "A" },
          { value: "a", label: " " },
          { value: "", label: "B" },
        ],
      },
      [
        "label label_invalid",
        "options.1.value option_repeated",
        "options.1.label option_invalid",
        "options.2.value option_invalid",
      ],
    ],
    [
      { ...CONTRACT, options: [{ value: 1 }] },
      ["options.0.value invalid_type", "options.0.label required"],
    ],
    [{ ...CONTRACT, description: "x".repeat(1_001) }, ["description too_long"]],
    [
      { ...CONTRACT, readOnly: true, name: "x" },
      ["readOnly unrecognized_key", "name unrecognized_key"],
    ],
    [{ ...CONTRACT, plural: "deals" }, ["plural unrecognized_key"]],
    [
      { internal_name: "1", label: "", multi: 1, closed: true, foo: 1 },
      [
        "multi invalid_type",
        "foo unrecognized_key",
        "internal_name name_invalid",
        "label label_invalid",
        "closed not_an_enumeration",
      ],
    ],
  ])("returns 400 with every fault for the property %j", async (json, expected) => {
    const answer = await call("POST", "/properties/contacts", json);
    expect([answer.status, faults(answer)]).toEqual([400, expected]);
  });

  test.each([
    ["type", { type: "number" }, ["type type_fixed"]],
    ["multi", { multi: true, foo: 1 }, ["foo unrecognized_key", "multi multi_fixed"]],
    ["an index that is needed", { indexed: false }, ["indexed index_needed"]],
    ["internal_name", { internal_name: "mail" }, ["internal_name unrecognized_key"]],
    ["label", { label: 1, closed: true }, ["label invalid_type", "closed not_an_enumeration"]],
  ])("returns 400 for a change of %s of a property", async (_, json, expected) => {
    const answer = await call("PATCH", "/properties/contacts/email", json);
    expect([answer.status, faults(answer)]).toEqual([400, expected]);
  });

  test("takes the index of a built-in property back that the project added", async () => {
    for (const indexed of [true, false, false]) {
      const answer = await call("PATCH", "/properties/contacts/city", { indexed });
      expect([answer.status, answer.body.data.indexed]).toEqual([200, indexed]);
    }
  });

  test("returns 400 with one fault for another type of a closed enumeration", async () => {
    const answer = await call("PATCH", "/properties/tasks/status", { type: "string" });
    expect([answer.status, faults(answer)]).toEqual([400, ["type type_fixed"]]);
  });

  test("returns 409 for a name that differs from another one in case only", async () => {
    await call("POST", "/properties/contacts", { ...CONTRACT, internal_name: "vat" });
    for (const internal_name of ["VAT", "Vat", "Email"]) {
      const answer = await call("POST", "/properties/contacts", { ...CONTRACT, internal_name });
      expect([internal_name, answer.status]).toEqual([internal_name, 409]);
    }
  });

  test("returns 400 for the removal of a built-in property", async () => {
    const answer = await call("DELETE", "/properties/contacts/email");
    expect([answer.status, faults(answer)]).toEqual([400, ["internal_name property_built_in"]]);
  });

  test("adds a pipeline with stages, changes it, makes it the default and removes another", async () => {
    const made = await call("POST", "/pipelines/deals", {
      label: "Große Kunden",
      stages: [DUE, DONE],
    });
    const stages = [
      { key: "due", label: "Due", probability: "0.5", closed: false },
      { key: "done", label: "Done", probability: "1", closed: true },
    ];
    const pipeline = { key: "groe_kunden", label: "Große Kunden", isDefault: false, stages };
    expect([made.status, made.body.data]).toEqual([201, { ...pipeline, key: made.body.data.key }]);
    const path = `/pipelines/deals/${made.body.data.key}`;
    const changed = await call("PATCH", path, { label: "Key accounts", isDefault: true });
    expect([changed.status, changed.body.data]).toMatchObject([
      200,
      { key: made.body.data.key, label: "Key accounts", isDefault: true },
    ]);
    const deal = await create("deals", { name: "X" });
    const read = await call("GET", `/objects/deals/${deal.body.data.id}`);
    expect(read.body.data.properties).toMatchObject({ stage: "due", pipeline: made.body.data.key });
    const order = [made.body.data.key, "default"];
    const ordered = await call("PUT", "/pipelines/deals", { order });
    expect([ordered.status, ordered.body.data.nextCursor]).toEqual([200, null]);
    expect(ordered.body.data.results.map(({ key }: { key: string }) => key)).toEqual(order);
    const inUse = await call("DELETE", "/pipelines/deals/default");
    expect([inUse.status, inUse.body.issues[0]]).toMatchObject([
      409,
      { path: "key", code: "in_use", records: 2, deleted: 0 },
    ]);
    const isDefault = await call("DELETE", path);
    expect([isDefault.status, faults(isDefault)]).toEqual([409, ["key default_pipeline"]]);
    const spare = await call("POST", "/pipelines/deals", { label: "Spare" });
    const removed = await call("DELETE", `/pipelines/deals/${spare.body.data.key}`);
    expect([removed.status, removed.body.data]).toEqual([200, null]);
  });

  test("adds a stage last, changes, orders and removes it", async () => {
    const path = "/pipelines/tickets/default/stages";
    const made = await call("POST", path, { label: "On hold" });
    const stage = { key: "on_hold", label: "On hold", probability: null, closed: false };
    expect([made.status, made.body.data]).toEqual([201, stage]);
    const changed = await call("PATCH", `${path}/on_hold`, { label: "Parked", closed: true });
    expect(changed.body.data).toEqual({ ...stage, label: "Parked", closed: true });
    const order = ["on_hold", "new", "waiting_on_contact", "waiting_on_us", "closed"];
    const ordered = await call("PUT", path, { order });
    expect(ordered.body.data.results.map(({ key }: { key: string }) => key)).toEqual(order);
    await create("tickets", { name: "Jam", stage: "Parked" });
    const inUse = await call("DELETE", `${path}/on_hold`);
    expect([inUse.status, inUse.body.issues[0]]).toMatchObject([
      409,
      { path: "stage", code: "in_use", records: 1 },
    ]);
    expect((await call("DELETE", `${path}/waiting_on_us`)).status).toBe(200);
    const left = (await call("GET", "/pipelines/tickets/default")).body.data.stages;
    expect(left.map(({ key }: { key: string }) => key)).toEqual(
      order.filter((key) => key !== "waiting_on_us"),
    );
  });

  test("gives options and stages colours, keeps them, and takes them away", async () => {
    const options = [
      { value: "low", label: "Low", color: "grey" },
      { value: "high", label: "High", color: "red" },
      { value: "none", label: "None" },
    ];
    const property = "/properties/tickets/urgency";
    const made = await call("POST", "/properties/tickets", {
      ...{ internal_name: "urgency", label: "Urgency", type: "enumeration" },
      options: options.map((one) => ({ color: null, ...one })),
    });
    expect([made.status, made.body.data.options]).toEqual([201, options]);
    expect((await call("PATCH", property, { label: "How urgent" })).body.data.options).toEqual(
      options,
    );
    expect((await call("GET", property)).body.data.options).toEqual(options);
    const plain = options.map(({ value, label }) => ({ value, label }));
    expect((await call("PATCH", property, { options: plain })).body.data.options).toEqual(plain);

    const stages = [{ label: "Asked", color: "purple" }, { label: "Told" }];
    const pipeline = await call("POST", "/pipelines/tickets", { label: "Colours", stages });
    const state = { probability: null, closed: false };
    const [asked, told] = [
      { key: "asked", label: "Asked", ...state },
      { key: "told", label: "Told", ...state },
    ];
    expect(pipeline.body.data.stages).toEqual([{ ...asked, color: "purple" }, told]);
    const at = "/pipelines/tickets/colours/stages";
    const added = await call("POST", at, { label: "Left", color: "pink" });
    expect(added.body.data).toEqual({ key: "left", label: "Left", ...state, color: "pink" });
    const change = async (json: object) => (await call("PATCH", `${at}/asked`, json)).body.data;
    expect(await change({ closed: true })).toEqual({ ...asked, closed: true, color: "purple" });
    expect(await change({ color: "teal" })).toEqual({ ...asked, closed: true, color: "teal" });
    expect(await change({ closed: false, color: null })).toEqual(asked);
    expect((await call("GET", "/pipelines/tickets/colours")).body.data.stages[0]).toEqual(asked);
  });

  test.each([
    ["POST", "/properties/deals", "options.0.color"],
    ["PATCH", "/properties/deals/priority", "options.0.color"],
    ["POST", "/pipelines/deals", "stages.0.color"],
    ["POST", "/pipelines/deals/default/stages", "color"],
    ["PATCH", "/pipelines/deals/default/stages/new", "color"],
  ])(
    "refuses a colour that there is not in %s %s, and lists the right ones",
    async (method, path, at) => {
      const colored = { label: "Mauve", color: "mauve" };
      const stage = { ...colored, probability: "0.5" };
      const json = path.startsWith("/properties")
        ? { options: [{ value: "mauve", ...colored }] }
        : at.startsWith("stages")
          ? { label: "Mauve", stages: [stage] }
          : stage;
      const named = { internal_name: "shade", label: "Shade", type: "enumeration" };
      const sent = path === "/properties/deals" ? { ...named, ...json } : json;
      const { status, body } = await call(method, path, sent);
      expect([status, body.issues]).toMatchObject([
        400,
        [{ path: at, code: "value_not_allowed", allowed: COLORS }],
      ]);
      for (const color of COLORS) expect(body.issues[0].message).toContain(color);
    },
  );

  test.each([
    ["/pipelines/leads", {}, ["label required"]],
    ["/pipelines/leads", { label: "Default" }, ["label label_taken"]],
    [
      "/pipelines/leads",
      { label: "A", key: "a", stages: [] },
      ["stages too_few", "key unrecognized_key"],
    ],
    [
      "/pipelines/leads",
      { label: "", stages: [{ label: "A", probability: 1 }, { label: "a" }, {}], foo: 1 },
      [
        "foo unrecognized_key",
        "label label_invalid",
        "stages.0.probability probability_not_allowed",
        "stages.1.label label_taken",
        "stages.2.label label_invalid",
      ],
    ],
    [
      "/pipelines/leads",
      { label: "A", stages: [{ label: "B", foo: 1 }, { label: "b" }] },
      ["stages.0.foo unrecognized_key", "stages.1.label label_taken"],
    ],
    ["/pipelines/contacts", { label: "A" }, ["plural no_pipelines"]],
    [
      "/pipelines/appointments/default/stages",
      { label: "A", probability: 1, foo: 1 },
      ["foo unrecognized_key", "probability probability_not_allowed"],
    ],
    ["/pipelines/appointments/default/stages", { label: "Confirmed" }, ["label label_taken"]],
    [
      "/pipelines/appointments/default/stages",
      { label: 1, closed: "no" },
      ["label invalid_type", "closed invalid_type"],
    ],
  ])("returns 400 with every fault for %s %j", async (path, json, expected) => {
    const answer = await call("POST", path, json);
    expect([answer.status, faults(answer)]).toEqual([400, expected]);
  });

  test.each([
    [
      "PATCH",
      "/pipelines/leads/default",
      { isDefault: false, label: "" },
      ["label label_invalid", "isDefault default_needed"],
    ],
    [
      "PATCH",
      "/pipelines/leads/default",
      { stages: [{ label: "A" }] },
      ["stages unrecognized_key"],
    ],
    ["PUT", "/pipelines/leads", { order: [] }, ["order too_few"]],
    ["PUT", "/pipelines/leads", { order: ["default", "default"] }, ["order order_incomplete"]],
    ["PUT", "/pipelines/leads/default/stages", { order: ["new"] }, ["order order_incomplete"]],
    ["PUT", "/pipelines/leads/default/stages", {}, ["order required"]],
    [
      "PATCH",
      "/pipelines/leads/default/stages/new",
      { label: "connected", probability: 2 },
      ["label label_taken", "probability probability_not_allowed"],
    ],
  ])("returns 400 for %s %s %j", async (method, path, json, expected) => {
    const answer = await call(method, path, json);
    expect([answer.status, faults(answer)]).toEqual([400, expected]);
  });

  test.each([
    ["POST", "/properties/planets", CONTRACT],
    ["POST", "/properties/kontakt", CONTRACT],
    ["PATCH", "/properties/contacts/emial", { label: "X" }],
    ["DELETE", "/properties/contacts/__proto__", undefined],
    ["POST", "/pipelines/planets", { label: "X" }],
    ["PATCH", "/pipelines/deals/nope", { label: "X" }],
    ["PATCH", "/pipelines/leads/Default", { label: "X" }],
    ["DELETE", "/pipelines/leads/nope", undefined],
    ["POST", "/pipelines/leads/nope/stages", { label: "X" }],
    ["PUT", "/pipelines/leads/nope/stages", { order: ["new"] }],
    ["PATCH", "/pipelines/leads/default/stages/New", { label: "X" }],
    ["DELETE", "/pipelines/leads/default/stages/nope", undefined],
  ])("returns 404 for %s %s", async (method, path, json) => {
    const { status, body } = await call(method, path, json);
    expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
  });

  test("returns 405 for methods that a path does not accept", async () => {
    const allowed = async (method: string, path: string) =>
      (await call(method, path)).headers.get("allow");
    expect(await allowed("PUT", "/properties/deals")).toBe("GET, HEAD, POST");
    expect(await allowed("DELETE", "/pipelines/deals")).toBe("GET, HEAD, POST, PUT");
    expect(await allowed("GET", "/pipelines/deals/default/stages")).toBe("POST, PUT");
  });

  test("returns 403 without crm.schemas.write", async () => {
    const reader = await app.caller({ scope: "crm.schemas.read crm.contacts.write" });
    for (const [method, path] of [
      ["POST", "/properties/contacts"],
      ["PATCH", "/properties/contacts/email"],
      ["PUT", "/pipelines/deals"],
      ["DELETE", "/pipelines/deals/default/stages/new"],
    ] as const) {
      const { status, body } = await call(method, path, undefined, reader);
      expect([status, body.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
      expect(body.message).toContain("crm.schemas.write");
    }
  });

  test("changes nothing in another project", async () => {
    const [mine, other] = [await app.caller(), await app.caller()];
    const inUse = { internal_name: "mine", label: "Mine" };
    await call("POST", "/properties/contacts", inUse, mine);
    await call("POST", "/pipelines/deals", { label: "Mine" }, mine);
    const before = await Promise.all(
      ["/properties/contacts", "/pipelines/deals"].map((path) =>
        call("GET", path, undefined, mine),
      ),
    );
    for (const [method, path, json] of [
      ["PATCH", "/properties/contacts/mine", { label: "X" }],
      ["DELETE", "/properties/contacts/mine", undefined],
      ["PATCH", "/pipelines/deals/mine", { label: "X" }],
      ["DELETE", "/pipelines/deals/mine", undefined],
      ["POST", "/pipelines/deals/mine/stages", { label: "X", probability: 0 }],
      ["PATCH", "/pipelines/deals/mine/stages/new", { label: "X" }],
      ["DELETE", "/pipelines/deals/mine/stages/new", undefined],
    ] as const) {
      expect([path, (await call(method, path, json, other)).status]).toEqual([path, 404]);
    }
    await call("PATCH", "/properties/contacts/email", { label: "Theirs" }, other);
    await call("DELETE", "/pipelines/deals/default/stages/new", undefined, other);
    const after = await Promise.all(
      ["/properties/contacts", "/pipelines/deals"].map((path) =>
        call("GET", path, undefined, mine),
      ),
    );
    expect(after.map(({ body }) => body.data)).toEqual(before.map(({ body }) => body.data));
  });

  test("raises schema.changed for each change, and none for a change of nothing", async () => {
    const own = await app.caller();
    const make = (method: string, path: string, json?: unknown) => call(method, path, json, own);
    await make("POST", "/properties/deals", CONTRACT);
    await make("PATCH", "/properties/deals/contract", { label: "Contract", indexed: false });
    await make("PATCH", "/properties/deals/contract", { label: "Paper" });
    await make("POST", "/pipelines/deals", { label: "Big", stages: [DUE], isDefault: true });
    await make("PATCH", "/pipelines/deals/big", { label: "Big", isDefault: true });
    await make("PUT", "/pipelines/deals", { order: ["default", "big"] });
    await make("PUT", "/pipelines/deals", { order: ["big", "default"] });
    await make("POST", "/pipelines/deals/big/stages", DONE);
    await make("PATCH", "/pipelines/deals/big/stages/done", { probability: "1" });
    await make("PATCH", "/pipelines/deals/big/stages/done", { probability: "0.9" });
    await make("PUT", "/pipelines/deals/big/stages", { order: ["done", "due"] });
    await make("DELETE", "/pipelines/deals/big/stages/due");
    await make("DELETE", "/properties/deals/contract");
    await numbered(app);
    const { events } = await restOf(app, own.token);
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(["schema.changed"]));
    const seen = events.map(({ data }) => data as unknown as Record<string, unknown>);
    expect(seen.map(({ id, action }) => `${id} ${action}`)).toEqual([
      "deal.property.contract created",
      "deal.property.contract updated",
      "deal.pipeline.big created",
      "deal.pipeline.default updated",
      "deal.pipeline reordered",
      "deal.stage.big.done created",
      "deal.stage.big.done updated",
      "deal.stage.big reordered",
      "deal.stage.big.due deleted",
      "deal.property.contract deleted",
    ]);
    expect(seen[5]).toEqual({
      object: "schema",
      id: "deal.stage.big.done",
      version: expect.any(Number),
      objectType: "deal",
      part: "stage",
      pipeline: "big",
      key: "done",
      action: "created",
    });
    const versions = seen.map(({ version }) => version as number);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    const without = await app.caller({
      scope: "crm.events.read crm.deals.read",
      projectId: own.projectId,
    });
    expect((await restOf(app, without.token)).events).toEqual([]);
    const named = await call("GET", "/events?types=schema.*", undefined, without);
    expect([named.status, named.body.message]).toEqual([
      403,
      expect.stringContaining("crm.schemas.read"),
    ]);
  });

  test("names the client as the author in the audit log, and logs no change of nothing", async () => {
    const own = await app.caller();
    await call("POST", "/properties/deals", CONTRACT, own);
    await call("PATCH", "/properties/deals/contract", { label: "Contract" }, own);
    await call("DELETE", "/pipelines/deals/default", undefined, own);
    await call("DELETE", "/pipelines/deals/default/stages/lost", undefined, own);
    const entries = await app.deps.db.kysely
      .selectFrom("audit_log")
      .select(["actor", "surface", "action", "subject", "details"])
      .where("project_id", "=", own.projectId)
      .orderBy("id")
      .execute();
    const author = { actor: `client:${own.clientId}`, surface: "public" };
    const settings = { ...{ name: "contract", label: "Contract" }, type: "string" };
    // Without the schema of its columns, SQLite returns JSON as text.
    const parsed = entries.map((entry) => ({
      ...entry,
      details: typeof entry.details === "string" ? JSON.parse(entry.details) : entry.details,
    }));
    expect(parsed).toEqual([
      {
        ...author,
        ...{ action: "schema.saveProperty", subject: "property:deal.contract" },
        details: { type: "deal", isNew: true, settings },
      },
      {
        ...author,
        ...{ action: "schema.removeStage", subject: "stage:deal.default.lost" },
        details: { type: "deal", pipeline: "default", stage: "lost" },
      },
    ]);
  });

  // The schema that was read says how many there are.
  test.runIf(dialect === "sqlite")(
    "returns 409 for more than 50 pipelines and 100 stages",
    async () => {
      const own = await app.caller();
      const stages = Array.from({ length: 100 }, (_, i) => ({ label: `S${i}` }));
      const full = await call("POST", "/pipelines/tickets", { label: "Full", stages }, own);
      expect(full.body.data.stages).toHaveLength(100);
      const more = await call("POST", "/pipelines/tickets/full/stages", { label: "S100" }, own);
      expect([more.status, more.body.code]).toEqual([409, "CONFLICT"]);
      const tooMany = { label: "Fuller", stages: [...stages, { label: "S100" }] };
      expect(faults(await call("POST", "/pipelines/tickets", tooMany, own))).toEqual([
        "stages too_many",
      ]);
      for (let n = 2; n < 50; n++)
        await call("POST", "/pipelines/tickets", { label: `P${n}` }, own);
      expect((await call("POST", "/pipelines/tickets", { label: "P50" }, own)).status).toBe(409);
    },
  );

  test("one of two callers gets a name, and changes of both are kept", async () => {
    const own = await app.caller();
    const both = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        call("POST", "/properties/leads", { ...CONTRACT, label: `L${i}` }, own),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
    const path = "/properties/leads/contract";
    await Promise.all([
      call("PATCH", path, { label: "Both" }, own),
      call("PATCH", path, { description: "Kept" }, own),
      call("PATCH", path, { indexed: true }, own),
    ]);
    expect((await call("GET", path, undefined, own)).body.data).toMatchObject({
      ...{ label: "Both", description: "Kept", indexed: true },
    });
  });

  test("changes of one part in two processes are both kept, and a removed part stays removed", async () => {
    const own = await app.caller();
    const config = readConfig({
      DATABASE_URL: app.databaseUrl,
      SECRET_KEY: SECRET_KEY.toString("base64"),
    });
    const other = await openService(config);
    try {
      const path = "/properties/leads/contract";
      for (let round = 0; round < 5; round++) {
        await call("POST", "/properties/leads", CONTRACT, own);
        const [label, description] = [`Label ${round}`, `Description ${round}`];
        await Promise.all([
          call("PATCH", path, { label }, own),
          saveProperty(other.deps, own.projectId, "lead", {
            name: "contract",
            description,
            isNew: false,
          }),
        ]);
        expect((await call("GET", path, undefined, own)).body.data.label).toBe(label);
        await expect
          .poll(async () => (await call("GET", path, undefined, own)).body.data.description)
          .toBe(description);
        const [removed, saved] = await Promise.allSettled([
          call("DELETE", path, undefined, own),
          saveProperty(other.deps, own.projectId, "lead", {
            name: "contract",
            indexed: true,
            isNew: false,
          }),
        ]);
        expect(removed).toMatchObject({ status: "fulfilled", value: { status: 200 } });
        if (saved.status === "rejected") expect(saved.reason).toMatchObject({ code: "NOT_FOUND" });
        await expect.poll(async () => (await call("GET", path, undefined, own)).status).toBe(404);
      }
    } finally {
      await other.close();
    }
  });

  test("a write that races a removal either keeps the part or is refused", async () => {
    const own = await app.caller();
    for (let round = 0; round < 10; round++) {
      const name = `raced${round}`;
      await call("POST", "/properties/contacts", { internal_name: name, label: name }, own);
      const [written, removed] = await Promise.all([
        create("contacts", { email: "ada@example.com", [name]: "x" }, own),
        call("DELETE", `/properties/contacts/${name}`, undefined, own),
      ]);
      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([written.status, removed.status]);
    }
  });

  test.each([
    ["/properties/leads", { internal_name: "once", label: "Once" }],
    ["/pipelines/leads", { label: "Once" }],
    ["/pipelines/leads/default/stages", { label: "Once" }],
  ])("creates at %s once per Idempotency-Key, and shows it at once", async (path, json) => {
    const send = (json: object) =>
      app.call("POST", `/api/crm${path}`, {
        token: caller.token,
        json,
        headers: { "idempotency-key": `once ${path}` },
      });
    const first = await send(json);
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
    const shown = await call("GET", path.replace("/default/stages", ""));
    expect(JSON.stringify(shown.body)).toContain('"label":"Once"');
    const again = await send(json);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(again.body).toEqual(first.body);
    expect((await send({ ...json, label: "Twice" })).status).toBe(422);
  });

  test("never answers 5xx to generated requests, and changes nothing if it refuses one", async () => {
    const own = await app.caller();
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 70 }),
      fc.constantFrom("a", "b", "default", "new", "email", "__proto__", "toString", "\ud800"),
    );
    const value = fc.oneof(text, fc.boolean(), fc.double(), fc.constant(null), fc.jsonValue());
    const option = fc.record({ value: text, label: text });
    const json = fc.record(
      {
        internal_name: fc.oneof(text, value),
        label: fc.oneof(text, value),
        type: fc.oneof(fc.constantFrom("string", "number", "enumeration"), value),
        multi: value,
        indexed: fc.oneof(fc.boolean(), value),
        unique: fc.oneof(fc.boolean(), value),
        closed: fc.oneof(fc.boolean(), value),
        options: fc.oneof(fc.array(option, { maxLength: 3 }), value),
        description: value,
        isDefault: fc.boolean(),
        probability: fc.oneof(fc.double({ min: 0, max: 1 }), value),
        stages: fc.array(fc.record({ label: text, closed: fc.boolean() }), { maxLength: 3 }),
        order: fc.array(text, { maxLength: 3 }),
      },
      { requiredKeys: [] },
    );
    const METHODS = ["POST", "PUT", "PATCH", "DELETE"];
    const likely = { POST: ["internal_name", "label", "stages"], PUT: ["order"] };
    const request = fc.record({
      method: fc.constantFrom(...METHODS),
      path: fc.constantFrom("properties", "pipelines"),
      plural: fc.constantFrom("contacts", "tickets", "tickets", "planets"),
      rest: fc.constantFrom("", "/{key}", "/{key}/stages", "/default/stages/{key}"),
      key: text,
      json,
      isLikely: fc.boolean(),
    });
    let before = await fingerprint(app.deps.db);
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, plural, rest, key, json, isLikely }) => {
        const filled = rest.replace("{key}", encodeURIComponent(key.toWellFormed()));
        const names = isLikely ? likely[method as "POST"] : undefined;
        const body = names
          ? Object.fromEntries(Object.entries(json).filter(([name]) => names.includes(name)))
          : json;
        const sent = method === "DELETE" ? undefined : body;
        const answer = await call(method, `/${path}/${plural}${filled}`, sent, own);
        statuses.add(answer.status);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        if (answer.status >= 400) expectOwnWords(answer.body.issues);
        const previous = before;
        before = await fingerprint(app.deps.db);
        if (answer.status >= 400) expect(before).toBe(previous);
      }),
      { numRuns: amount("requests", 300) },
    );
    expect([...statuses]).toEqual(expect.arrayContaining([400, 404]));
  });

  test("is served by tRPC under the same names", () => {
    const names = Object.keys(appRouter._def.procedures);
    expect(names).toEqual(
      expect.arrayContaining([
        "public.properties.create",
        "public.pipelines.order",
        "public.pipelines.stages.delete",
      ]),
    );
  });
});
