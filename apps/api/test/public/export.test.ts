import { DIALECTS, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";
import { type RecordApi, recordApi } from "../support/records.ts";
import { deadUrl, eventually, subscribe } from "../support/webhooks.ts";

describe.each(DIALECTS)("GET /api/crm/objects/{plural}/{id}/export on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let api: RecordApi;
  beforeAll(async () => {
    await trustReceivers();
    app = await sharedApp(dialect);
  });
  beforeEach(async () => {
    caller = await app.caller();
    api = recordApi(app, caller);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test.each(OBJECTS)("200: has everything that is kept about a $type", async (one) => {
    const made = await app.call("POST", `/api/objects/${one.plural}`, {
      token: caller.token,
      json: { properties: one.create },
    });
    const { id } = made.body.data;
    await api.set(one.plural, id, one.set.internal_name, one.set.value);
    const path = `/api/crm/objects/${one.plural}/${id}`;
    const { data } = (await api.get(`${path}/export`)).body;
    expect(data.record).toEqual((await api.get(path)).body.data);
    expect(data.history.map(({ action }: { action: string }) => action)).toEqual([
      "updated",
      "created",
    ]);
    expect(data.events.at(-1)).toMatchObject({ type: `${one.type}.created`, data: { id } });
    expect(data).toMatchObject({ associations: [], deliveries: [], truncated: [] });
  });

  test("has associations from both sides, their events, and only the hosts of deliveries", async () => {
    const workspace = await app.workspace({ projectId: caller.projectId });
    const url = new URL(await deadUrl());
    await subscribe(workspace, `${url.href}?token=secret`, ["contact.*"]);
    const contact = (await api.make("contacts", { email: "ada@example.com" })).id;
    const made = await app.call("POST", "/api/objects/deals", {
      token: caller.token,
      json: {
        properties: [{ internal_name: "name", value: "Engine" }],
        associations: [{ to: { object: "contact", id: String(contact) } }],
      },
    });
    const path = `/api/crm/objects/contacts/${contact}/export`;
    await eventually(async () => {
      expect((await api.get(path)).body.data.deliveries).toHaveLength(1);
    });
    const { data } = (await api.get(path)).body;
    const deal = String(made.body.data.id);
    const createdAt = expect.any(String);
    expect(data.associations).toEqual([
      { object: "deal", id: deal, type: "deal_to_contact", createdAt },
    ]);
    expect(data.events.map(({ type }: { type: string }) => type)).toEqual([
      "association.created",
      "contact.created",
    ]);
    expect(data.deliveries).toMatchObject([{ event: data.events[1].id, host: url.host }]);
    expect(JSON.stringify(data)).not.toContain("secret");
  });

  test("has the values of records that were merged into it, through any chain of merges", async () => {
    const make = async (email: string) => (await api.make("contacts", { email })).id;
    const [last, middle] = [await make("last@x.test"), await make("middle@x.test")];
    const [first, other] = [await make("1@x.test"), await make("2@x.test")];
    const post = async (path: string, json?: object) => {
      const made = await app.call("POST", `/api/crm/objects/contacts/${path}`, {
        token: caller.token,
        ...(json && { json }),
      });
      expect(made.status).toBe(200);
    };
    await post("merge", { primaryId: middle, mergeIds: [first] });
    await post("merge", { primaryId: last, mergeIds: [middle, other] });
    const merged = [
      { id: middle, mergedInto: last, properties: { email: "middle@x.test" } },
      { id: other, mergedInto: last, properties: { email: "2@x.test" } },
      { id: first, mergedInto: middle, properties: { email: "1@x.test" } },
    ];
    for (const id of [last, first]) {
      const { data } = (await api.get(`/api/crm/objects/contacts/${id}/export`)).body;
      expect(data).toMatchObject({ record: { id: last }, merged, truncated: [] });
    }
    await post(`${last}/unmerge`, { mergeId: other });
    const { data } = (await api.get(`/api/crm/objects/contacts/${last}/export`)).body;
    expect(data.merged.map(({ id }: { id: number }) => id)).toEqual([middle, first]);
  });

  test("says which parts have more than 1,000 rows", async () => {
    const { id } = await api.make("leads", { name: "Charles" });
    const entry = {
      project_id: caller.projectId,
      record_id: id,
      action: "updated",
      changes: "{}",
      actor: "client:c",
      at: new Date().toISOString(),
      version: 2,
    };
    for (let i = 0; i < 10; i++) {
      await app.deps.db.kysely
        .insertInto("record_history")
        .values(Array.from({ length: 101 }, () => entry))
        .execute();
    }
    const { data } = (await api.get(`/api/crm/objects/leads/${id}/export`)).body;
    expect(data.history).toHaveLength(1_000);
    expect(data.truncated).toEqual(["history"]);
  });

  test("404 for another project's record, 403 without the read scope", async () => {
    const { id } = await api.make("leads", { name: "Charles" });
    const other = await app.caller();
    const path = `/api/crm/objects/leads/${id}/export`;
    expect((await api.get(path, other.token)).status).toBe(404);
    const scope = "crm.leads.write crm.leads.erase";
    const { tenantId, projectId } = caller;
    const writer = await app.caller({ scope, tenantId, projectId });
    expect((await api.get(path, writer.token)).status).toBe(403);
  });
});
