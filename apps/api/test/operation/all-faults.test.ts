import { saveProperty } from "@rapport/core";
import { appRouter, listProcedures } from "@rapport/core/routers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  type Caller,
  sharedApp,
  type TestApp,
  type Workspace,
} from "../support/app.ts";

/** The operations of both APIs: their paths in the router, and what tRPC keeps of them. */
const SERVED = Object.entries(listProcedures(appRouter)).filter(
  ([, { _def }]) => _def.meta?.openapi !== undefined,
);

/** Returns the texts in an answer that have half a surrogate pair, which strict parsers of JSON refuse. */
function halvedIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.isWellFormed() ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(halvedIn);
}

// An input is checked before the database has any part in it.
describe("the faults of one request", () => {
  let app: TestApp;
  let caller: Caller;
  let workspace: Workspace;
  let deal: number;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
    caller = await app.caller();
    workspace = await app.workspace({ projectId: caller.projectId });
    const json = { properties: [{ internal_name: "name", value: "Engine" }] };
    const made = await app.call("POST", "/api/objects/deals", { token: caller.token, json });
    deal = made.body.data.id;
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const patch = (json: object) =>
    app.call("PATCH", `/api/crm/objects/deals/${deal}`, { token: caller.token, json });
  const faultsOf = ({ status, body }: Answer) => {
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"]);
    return body.issues.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
  };

  test("are reported at once for an update of one property", async () => {
    expect(faultsOf(await patch({ internal_name: "amuont", value: 1, foo: 1, bar: 2 }))).toEqual([
      "foo unrecognized_key",
      "bar unrecognized_key",
      "internal_name property_unknown",
    ]);
    expect(faultsOf(await patch({ internal_name: "stage", value: "nowhere", foo: 1 }))).toEqual([
      "foo unrecognized_key",
      "value unknown_stage",
    ]);
    expect(faultsOf(await patch({ internal_name: "amount", value: {}, values: "x" }))).toEqual([
      "value invalid_type",
      "values invalid_type",
    ]);
  });

  test("name each missing member as required", async () => {
    const post = async (path: string, json: object) =>
      faultsOf(await app.call("POST", path, { token: caller.token, json }));
    expect(await post("/api/crm/exports", {})).toEqual(["object required"]);
    expect(await post("/api/crm/objects/deals/merge", {})).toEqual([
      "primaryId required",
      "mergeIds required",
    ]);
    const filterGroups = [{ filters: [{}] }];
    expect(await post("/api/crm/objects/deals/search", { filterGroups })).toEqual([
      "filterGroups.0.filters.0.internal_name required",
      "filterGroups.0.filters.0.operator required",
    ]);
    const path = "/api/crm/objects/deals/by/name";
    expect(faultsOf(await app.call("GET", path, { token: caller.token }))).toEqual([
      "value required",
    ]);
    const endpoint = await workspace.call("POST", "/webhooks/endpoints", { json: {} });
    expect(faultsOf(endpoint)).toEqual(["url required", "events required"]);
    const replay = await workspace.call("POST", "/webhooks/endpoints/1/replay", { json: {} });
    expect(faultsOf(replay)).toEqual(["since required"]);
  });

  test("are reported at once for an update of a record that does not exist", async () => {
    const path = "/api/crm/objects/deals/999999";
    const json = { internal_name: "amuont", value: 1, foo: 1 };
    const answer = await app.call("PATCH", path, { token: caller.token, json });
    expect(faultsOf(answer)).toEqual(["foo unrecognized_key", "internal_name property_unknown"]);
  });

  test("are reported at once for an update with a malformed id", async () => {
    const json = { properties: [{ internal_name: "cin", value: 1 }] };
    const path = "/api/crm/objects/deals/abc";
    expect(faultsOf(await app.call("PATCH", path, { token: caller.token, json }))).toEqual([
      "dealId invalid_format",
      "properties.0.internal_name property_forbidden",
    ]);
  });

  test("are reported at once for each association of a create", async () => {
    const associations = [
      { to: { id: "x" } },
      { to: { object: "person", id: "y" } },
      { to: { object: "company", id: "z" }, type: "x" },
      { to: { object: 1, id: "z" } },
      {},
    ];
    const json = { properties: [{ internal_name: "name", value: "Engine" }], associations };
    const answer = await app.call("POST", "/api/objects/deals", { token: caller.token, json });
    expect(faultsOf(answer).toSorted()).toEqual([
      "associations.0.to.id association_id_not_numeric",
      "associations.0.to.object required",
      "associations.1.to.id association_id_not_numeric",
      "associations.1.to.object object_type_unknown",
      "associations.2.to.id association_id_not_numeric",
      "associations.2.type association_label_unknown",
      "associations.3.to.id association_id_not_numeric",
      "associations.3.to.object invalid_type",
      "associations.4.to required",
    ]);
  });

  test("are the same in each write of a record, malformed or not, alone or in a batch", async () => {
    const properties = [
      { internal_name: "name", value: "Engine" },
      { internal_name: "amuont", value: 1 },
      { internal_name: "amount", value: "much" },
      { internal_name: "stage", value: "nowhere" },
    ];
    const associations = [{ to: { object: "company", id: "999999" } }];
    const values = [
      "properties.1.internal_name property_unknown",
      "properties.2.value value_invalid",
      "properties.3.value unknown_stage",
    ];
    const all = [...values, "associations.0.to.id association_not_found"];
    const whole = { properties, associations };
    const deals = "/api/crm/objects/deals";
    const writes: readonly (readonly [string, object, readonly string[]])[] = [
      ["POST /api/objects/deals", whole, all],
      [`POST ${deals}`, whole, all],
      [`PATCH ${deals}/${deal}`, { properties }, values],
      [`POST ${deals}/upsert`, { idProperty: "name", ...whole }, all],
    ];
    for (const [operation, json, expected] of writes) {
      const [method = "", path = ""] = operation.split(" ");
      for (const more of [{}, { foo: 1 }]) {
        const answer = await app.call(method, path, {
          token: caller.token,
          json: { ...json, ...more },
        });
        const shape = Object.keys(more).map((name) => `${name} unrecognized_key`);
        expect([operation, faultsOf(answer)]).toEqual([operation, [...shape, ...expected]]);
      }
    }
    const batches: readonly (readonly [string, object, readonly string[]])[] = [
      ["create", { inputs: [whole] }, all],
      ["update", { inputs: [{ id: deal, properties }] }, values],
      ["upsert", { inputs: [whole], idProperty: "name" }, all],
    ];
    for (const [verb, json, expected] of batches) {
      const path = `${deals}/batch/${verb}`;
      const answer = await app.call("POST", path, {
        token: caller.token,
        json: { ...json, atomic: true },
      });
      expect([verb, faultsOf(answer)]).toEqual([
        verb,
        expected.map((fault) => `inputs.0.${fault}`),
      ]);
    }
  });

  test("are reported for the entries that a list may have, and not beyond", async () => {
    const many = <T>(entry: T) => Array.from({ length: 10_000 }, () => entry);
    const item = { internal_name: "naem", value: "x" };
    const requests: readonly (readonly [path: string, json: object, issues: number])[] = [
      ["crm/objects/deals/search", { properties: many("naem") }, 201],
      ["crm/objects/deals/search", { associations: many("person") }, 201],
      ["objects/deals", { properties: many(item) }, 201],
      ["crm/objects/deals/merge", { primaryId: 1, mergeIds: many(1) }, 10],
      ["crm/exports", { object: "deal", format: "csv", properties: many("naem") }, 201],
    ];
    for (const [path, json, issues] of requests) {
      const answer = await app.call("POST", `/api/${path}`, { token: caller.token, json });
      expect([path, faultsOf(answer).length]).toEqual([path, issues]);
    }
  });

  test("get suggestions for few wrong names, so that many hold up no other request", async () => {
    const own = await app.caller();
    const nameOf = (i: number) => `a_property_with_a_name_that_is_very_long_${i}`;
    for (let i = 0; i < 100; i++) {
      const property = { name: nameOf(i), label: nameOf(i), type: "string" } as const;
      await saveProperty(app.deps, own.projectId, "deal", property);
    }
    const properties = Array.from({ length: 200 }, (_, i) => `${nameOf(i)}x0`);
    const search = "/api/crm/objects/deals/search";
    const { body } = await app.call("POST", search, { token: own.token, json: { properties } });
    expect(body.issues).toHaveLength(200);
    const suggestions = body.issues.filter((one: { suggestion?: string }) => one.suggestion);
    expect(suggestions.length).toBeGreaterThan(20);
    expect(suggestions.length).toBeLessThan(100);
  });

  describe("of a batch are reported with those of its inputs", () => {
    const batch = async (verb: string, json: object) => {
      const path = `/api/crm/objects/contacts/batch/${verb}`;
      return faultsOf(await app.call("POST", path, { token: caller.token, json }));
    };
    const bad = { properties: [{ internal_name: "emial", value: "x" }] };
    const good = { properties: [{ internal_name: "email", value: "a@example.com" }] };
    const unknown = "inputs.1.properties.0.internal_name property_unknown";

    test("if a member is malformed or unknown", async () => {
      expect(await batch("create", { inputs: [good, bad, 7], atomic: 1, foo: 1 })).toEqual([
        "atomic invalid_type",
        "foo unrecognized_key",
        unknown,
        "inputs.2 invalid_type",
      ]);
      expect(await batch("update", { inputs: [{ id: "x", ...bad }], atomic: 1 })).toEqual([
        "atomic invalid_type",
        "inputs.0.id invalid_format",
        "inputs.0.properties.0.internal_name property_unknown",
      ]);
      expect(await batch("delete", { inputs: [{ id: 1 }, { id: 0 }], atomic: "true" })).toEqual([
        "atomic invalid_type",
        "inputs.1.id out_of_range",
      ]);
    });

    test("if idProperty finds no records", async () => {
      const inputs = [good, bad];
      expect(await batch("upsert", { inputs, idProperty: "notes" })).toEqual([
        "idProperty property_not_indexed",
        unknown,
      ]);
      expect(await batch("upsert", { inputs })).toEqual(["idProperty required", unknown]);
      const ids = [{ id: 1 }, { id: "x" }];
      const badId = "inputs.1.id invalid_format";
      for (const idProperty of ["nothing", 5]) {
        const code = idProperty === 5 ? "invalid_type" : "property_unknown";
        const faults = await batch("read", { inputs: ids, idProperty });
        expect(faults).toEqual([`idProperty ${code}`, badId]);
      }
    });

    test("if a read by values is malformed", async () => {
      const inputs = [{ value: "a@example.com" }, { value: "x" }, {}, { id: 1, value: "x" }];
      expect(await batch("read", { inputs, idProperty: "email", atomic: 1 })).toEqual([
        "atomic invalid_type",
        "inputs.1.value value_invalid",
        "inputs.2.value required",
        "inputs.3 id_and_value",
      ]);
    });
  });

  test("are reported at once for the stages of a new pipeline", async () => {
    const stages = [
      { label: 5, probability: 2 },
      7,
      { label: "Signed", probability: 2, foo: 1 },
      { label: "Signed", probability: true },
    ];
    const json = { label: "Default pipeline", stages };
    const path = "/api/crm/pipelines/deals";
    const answer = await app.call("POST", path, { token: caller.token, json });
    expect(faultsOf(answer).toSorted()).toEqual([
      "stages.0.label invalid_type",
      "stages.0.probability probability_invalid",
      "stages.1 invalid_type",
      "stages.2.foo unrecognized_key",
      "stages.2.probability probability_invalid",
      "stages.3.label label_taken",
      "stages.3.probability invalid_type",
    ]);
  });

  test("are reported at once for the order of pipelines and stages", async () => {
    const put = (path: string) =>
      app.call("PUT", `/api/crm/pipelines/deals${path}`, {
        token: caller.token,
        json: { order: ["nothing"], foo: 1 },
      });
    const faults = ["foo unrecognized_key", "order order_incomplete"];
    expect(faultsOf(await put(""))).toEqual(faults);
    expect(faultsOf(await put("/default/stages"))).toEqual(faults);
  });

  test("are reported at once for the lists of the Workspace API", async () => {
    const query = "limit=0&cursor=wrong&stage=%00&companyId=x&foo=1";
    expect(faultsOf(await workspace.call("GET", `/deals?${query}`)).toSorted()).toEqual([
      "companyId invalid_format",
      "cursor cursor_invalid",
      "foo unrecognized_key",
      "limit out_of_range",
      "stage value_invalid",
    ]);
    const other = `limit=201&cursor=wrong&lifecycleStage=${"x".repeat(256)}&foo=1`;
    expect(faultsOf(await workspace.call("GET", `/contacts?${other}`)).toSorted()).toEqual([
      "cursor cursor_invalid",
      "foo unrecognized_key",
      "lifecycleStage too_long",
      "limit out_of_range",
    ]);
  });

  test("are reported at once for the list of templates", async () => {
    const query = `limit=x&cursor=wrong&name=${"x".repeat(600)}&foo=1`;
    const answer = await app.call("GET", `/templates?${query}`, { token: caller.token });
    expect(faultsOf(answer).toSorted()).toEqual([
      "cursor cursor_invalid",
      "foo unrecognized_key",
      "limit value_invalid",
      "name too_long",
    ]);
  });

  test("are reported at once for the options of an import", async () => {
    const create = (json: object) =>
      app.call("POST", "/api/crm/imports", { token: caller.token, json });
    const mapping = { A: "nmae", B: "name" };
    expect(
      faultsOf(await create({ object: "deal", mode: "upsert", mapping, dateFormat: "x", foo: 1 })),
    ).toEqual([
      "dateFormat value_not_allowed",
      "foo unrecognized_key",
      "idProperty required",
      "mapping.A property_unknown",
    ]);
    expect(faultsOf(await create({ object: "deal", mode: "create", mapping: 7, foo: 1 }))).toEqual([
      "mapping invalid_type",
      "foo unrecognized_key",
    ]);
    const fields = { A: "pipeline_id", B: "cin", C: "nmae" };
    const options = { object: "deal", mode: "merge", mapping: fields, idProperty: "nope" };
    const answer = await create(options);
    expect(faultsOf(answer)).toEqual([
      "mode value_not_allowed",
      "idProperty property_unknown",
      "mapping.A property_forbidden",
      "mapping.B property_forbidden",
      "mapping.C property_unknown",
    ]);
    expect(answer.body.issues[2].suggestion).toBe("pipeline");
  });

  test("of the query and the path are reported with those of the schema", async () => {
    const get = (path: string) => app.call("GET", `/api/crm${path}`, { token: caller.token });
    expect(faultsOf(await get("/objects/deals?limit=1&limit=0&foo=1&properties=nmae"))).toEqual([
      "limit parameter_repeated",
      "foo unrecognized_key",
      "properties property_unknown",
    ]);
    expect(faultsOf(await get(`/objects/deals/${deal}?dealId=1&__proto__=1&foo=1`))).toEqual([
      "__proto__ unrecognized_key",
      "dealId unrecognized_key",
      "foo unrecognized_key",
    ]);
    expect(faultsOf(await get("/events/stream?from=now&from=now&types=x&foo=1"))).toEqual([
      "from parameter_repeated",
      "foo unrecognized_key",
      "types event_type_unknown",
    ]);
    expect(faultsOf(await patch({ internal_name: "amuont", dealId: 1, foo: 1 }))).toEqual([
      "dealId unrecognized_key",
      "foo unrecognized_key",
      "internal_name property_unknown",
    ]);
    const proto = '{"internal_name": "amuont", "value": {"__proto__": 1}, "foo": 1}';
    const answer = await app.call("PATCH", `/api/crm/objects/deals/${deal}?bar=1`, {
      token: caller.token,
      body: proto,
      headers: { "content-type": "application/json" },
    });
    expect(faultsOf(answer).toSorted()).toEqual([
      "bar unrecognized_key",
      "foo unrecognized_key",
      "internal_name property_unknown",
      "value invalid_type",
      "value.__proto__ unrecognized_key",
    ]);
  });

  test("of the query alone refuse a change, which is not made", async () => {
    const path = `/api/crm/objects/deals/${deal}`;
    const json = { internal_name: "name", value: "Changed" };
    const answer = await app.call("PATCH", `${path}?dry=1`, { token: caller.token, json });
    expect(faultsOf(answer)).toEqual(["dry unrecognized_key"]);
    const made = await workspace.call("POST", "/contacts?x=1&x=2", {
      json: { email: "a@example.com" },
    });
    expect(faultsOf(made)).toEqual(["x unrecognized_key"]);
    const read = await app.call("GET", path, { token: caller.token });
    expect(read.body.data).toMatchObject({ version: 1, properties: { name: "Engine" } });
    expect((await workspace.call("GET", "/contacts")).body.data).toEqual([]);
  });

  test("of no schema are reported by every operation, which then does nothing", async () => {
    expect(SERVED.length).toBeGreaterThan(50);
    for (const [name, { _def }] of SERVED) {
      const { method = "GET", path = "" } = _def.meta?.openapi ?? {};
      const isPublic = name.startsWith("public.");
      const at = path.replace(/\{(object|plural)\}/, "contacts").replaceAll(/\{\w+\}/g, "1");
      const answer = await app.call(method, `${isPublic ? "" : "/v1"}${at}?foo=1&foo=1&bar=1`, {
        token: isPublic ? caller.token : workspace.key,
        ...(method !== "GET" && method !== "DELETE" && { json: {} }),
      });
      // Of an operation with a body, a parameter is unknown, however often it is given.
      const foo = expect.stringMatching(/^foo (parameter_repeated|unrecognized_key)$/);
      expect([name, answer.status, faultsOf(answer)]).toEqual([
        ...[name, 400],
        expect.arrayContaining([foo, "bar unrecognized_key"]),
      ]);
    }
  });

  test("have no half a character, where names of the caller have one or are cut within one", async () => {
    const halves = ["\ud83d", "a\udc00", "😀".repeat(200), `a${"😀".repeat(200)}`];
    for (const name of halves) {
      const email = "ada@example.com";
      const properties = { [name]: name, email: name, phone: name };
      const filters = [{ internal_name: name, operator: name, value: name }];
      const inputs = [{ properties }, { id: name, [name]: 1 }];
      const mapping = { [name]: name };
      const bodies: readonly (readonly [string, object])[] = [
        ["/api/objects/contacts", { properties, [name]: 1 }],
        [
          "/api/objects/contacts",
          { properties: { email }, associations: [{ to: { object: name, id: name } }] },
        ],
        [
          "/api/objects/deals",
          { properties: { name: "x", stage: name, amount: name, currency: name } },
        ],
        [
          "/api/crm/objects/contacts/search",
          { filterGroups: [{ filters }], sorts: filters, [name]: 1 },
        ],
        ["/api/crm/objects/contacts/batch/create", { inputs }],
        ["/api/crm/objects/contacts/batch/create", { inputs, atomic: true }],
        ["/api/crm/objects/contacts/batch/update", { inputs }],
        ["/api/crm/objects/contacts/upsert", { idProperty: name, properties }],
        ["/api/crm/imports", { object: name, mode: name, encoding: name, mapping }],
        ["/api/crm/imports", { object: "contact", mode: "create", mapping }],
        ["/api/crm/properties/contacts", { internal_name: name, label: name, [name]: 1 }],
        ["/trpc/public.contacts.create", { properties, [name]: 1 }],
      ];
      for (const [path, json] of bodies) {
        const { status, body } = await app.call("POST", path, { token: caller.token, json });
        expect([path, status >= 200 && status < 500, halvedIn(body)]).toEqual([path, true, []]);
      }
      const url = "https://127.0.0.1:9/hook";
      for (const [path, json] of [
        ["/contacts", { email, [name]: 1 }],
        ["/webhooks/endpoints", { url, events: [name] }],
      ] as const) {
        const { status, body } = await workspace.call("POST", path, { json });
        expect([path, status, halvedIn(body)]).toEqual([path, 400, []]);
      }
      const encoded = encodeURIComponent(name.toWellFormed());
      const query = `${encoded}=1&${encoded}=2&properties=${encoded}&associations=${encoded}`;
      const read = await app.call("GET", `/api/crm/objects/deals/${deal}?${query}`, {
        token: caller.token,
      });
      expect([read.status, halvedIn(read.body)]).toEqual([400, []]);
    }
  });

  test("list the allowed values of stages, closed enumerations, object types and event types", async () => {
    const allowedBy = async (answer: Promise<Answer>) => (await answer).body.issues[0].allowed;
    expect(await allowedBy(patch({ internal_name: "stage", value: "nowhere" }))).toEqual([
      ...["new", "qualified", "proposal", "negotiation", "won", "lost"],
    ]);
    await saveProperty(app.deps, caller.projectId, "deal", { name: "priority", closed: true });
    expect(await allowedBy(patch({ internal_name: "priority", value: "someday" }))).toEqual([
      ...["low", "medium", "high", "urgent"],
    ]);
    const read = `/api/crm/objects/deals/${deal}?associations=planet`;
    expect(await allowedBy(app.call("GET", read, { token: caller.token }))).toContain("company");
    const json = { url: "https://127.0.0.1:9/hook", events: ["contact.made"] };
    const registered = workspace.call("POST", "/webhooks/endpoints", { json });
    expect(await allowedBy(registered)).toContain("contact.created");
    const status = "/webhooks/endpoints/1/deliveries?status=lost";
    expect(await allowedBy(workspace.call("GET", status))).toEqual([
      ...["pending", "delivered", "failed"],
    ]);
  });
});
