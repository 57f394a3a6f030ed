import { appRouter, saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import {
  type Answer,
  type Caller,
  startApp,
  type TestApp,
  type Workspace,
} from "../support/app.ts";

const UNKNOWN = "\u0000faulty";

describe.each(DIALECTS)("the faults of one request on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let workspace: Workspace;
  let deal: number;
  beforeAll(async () => {
    app = await startApp({ dialect });
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

  test("are reported at once for an update of a record that does not exist", async () => {
    const path = "/api/crm/objects/deals/999999";
    const json = { internal_name: "amuont", value: 1, foo: 1 };
    const answer = await app.call("PATCH", path, { token: caller.token, json });
    expect(faultsOf(answer)).toEqual(["foo unrecognized_key", "internal_name property_unknown"]);
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
    const other = "limit=201&cursor=wrong&lifecycleStage=&foo=1";
    expect(faultsOf(await workspace.call("GET", `/contacts?${other}`)).toSorted()).toEqual([
      "cursor cursor_invalid",
      "foo unrecognized_key",
      "lifecycleStage too_short",
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

  test("can be found for every operation, because its input takes no unknown member", () => {
    const procedures = Object.entries(
      appRouter._def.procedures as unknown as Record<
        string,
        { _def: { inputs: readonly z.ZodType[]; meta?: { openapi?: object } } }
      >,
    );
    const served = procedures.filter(([, { _def }]) => _def.meta?.openapi !== undefined);
    expect(served.length).toBeGreaterThan(50);
    for (const [path, { _def }] of served) {
      const { error } = _def.inputs[0]?.safeParse({ [UNKNOWN]: true }) ?? {};
      const isRefused = error?.issues.some(
        (issue) =>
          issue.path.includes(UNKNOWN) ||
          (issue.code === "unrecognized_keys" && issue.keys.includes(UNKNOWN)),
      );
      expect([path, isRefused]).toEqual([path, true]);
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
