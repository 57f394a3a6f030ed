import { restoreRecord, saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";
import { faultsOf, type RecordApi, recordApi } from "../support/records.ts";

describe.each(DIALECTS)("POST /api/crm/objects/{plural}/{id}/erase on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let api: RecordApi;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  beforeEach(async () => {
    caller = await app.caller();
    api = recordApi(app, caller);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const pathOf = (plural: string, id: number | string) => `/api/crm/objects/${plural}/${id}`;
  const erase = (plural: string, id: number | string, token = caller.token, json?: unknown) =>
    app.call("POST", `${pathOf(plural, id)}/erase`, { token, json });
  const contact = async () => (await api.make("contacts", { email: "ada@example.com" })).id;
  const systemIn = ({ projectId, tenantId }: Caller) =>
    ({ kind: "system", id: "test", projectId, tenantId, scopes: new Set<string>() }) as const;

  test.each(OBJECTS)("200: erases a $type, with its id, version and time", async (one) => {
    const made = await app.call("POST", `/api/objects/${one.plural}`, {
      token: caller.token,
      json: { properties: one.create },
    });
    const { id } = made.body.data;
    const answer = await erase(one.plural, id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.data).toEqual({ id, version: 2, erasedAt: expect.any(String) });
    const read = await api.get(pathOf(one.plural, id));
    expect(read.status).toBe(410);
    expect(read.body).toMatchObject({ success: false, data: null, code: "ERASED", issues: [] });
  });

  test("410: reads, history, associations, PATCH, DELETE and a second erasure", async () => {
    const id = await contact();
    await erase("contacts", id);
    const { token } = caller;
    const path = pathOf("contacts", id);
    const answers = [
      await api.get(path),
      await api.get(`${path}?associations=company`),
      await api.get(`${path}/history`),
      await api.get(`${path}/associations/companies`),
      await app.call("PATCH", path, { token, json: { internal_name: "firstname", value: "A" } }),
      await app.call("DELETE", path, { token }),
      await erase("contacts", id),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [410, "ERASED"]),
    );
  });

  test("410 over tRPC and in the Workspace API", async () => {
    const id = await contact();
    await erase("contacts", id);
    const input = encodeURIComponent(JSON.stringify({ contactId: id }));
    const trpc = await app.call("GET", `/trpc/public.contacts.read?input=${input}`, caller);
    expect(trpc.body.error.data).toMatchObject({ httpStatus: 410, crmCode: "ERASED" });
    const workspace = await app.workspace({ projectId: caller.projectId });
    const read = await workspace.call("GET", `/contacts/${id}`);
    expect([read.status, read.body.code]).toEqual([410, "ERASED"]);
  });

  test("erases over tRPC", async () => {
    const id = await contact();
    const answer = await app.call("POST", "/trpc/public.contacts.erase", {
      token: caller.token,
      json: { contactId: id },
    });
    expect(answer.body.result.data.data).toMatchObject({ id, version: 2 });
  });

  test("404 for an unknown id, another type's and another project's, which erases nothing", async () => {
    const id = await contact();
    const other = await app.caller();
    expect((await erase("contacts", 999_999_999)).status).toBe(404);
    expect((await erase("companies", id)).status).toBe(404);
    expect((await erase("contacts", id, other.token)).status).toBe(404);
    expect((await api.get(pathOf("contacts", id))).body.data.properties.email).toBe(
      "ada@example.com",
    );
  });

  test("403 without the scope crm.contacts.erase, which the delete scope does not contain", async () => {
    const id = await contact();
    const { token } = await app.caller({
      scope: "crm.contacts.read crm.contacts.write crm.contacts.delete crm.companies.erase",
      tenantId: caller.tenantId,
      projectId: caller.projectId,
    });
    const answer = await erase("contacts", id, token);
    expect(answer.status).toBe(403);
    expect(answer.body.message).toContain("crm.contacts.erase");
    expect((await api.get(pathOf("contacts", id))).status).toBe(200);
  });

  test("400 for a wrong id, a member of a body and a query parameter, which erases nothing", async () => {
    const id = await contact();
    const named = await erase("contacts", id, caller.token, { reason: "GDPR" });
    expect(faultsOf(named)).toEqual(["reason unrecognized_key"]);
    expect((await erase("contacts", "x1")).status).toBe(400);
    expect((await erase("contacts", `${id}`, caller.token, {})).status).toBe(200);
  });

  test("erases a deleted record, which a restore then refuses with 409", async () => {
    const id = await contact();
    await api.remove("contacts", id);
    expect((await erase("contacts", id)).body.data).toMatchObject({ version: 3 });
    await expect(
      restoreRecord({ deps: app.deps, principal: systemIn(caller) }, "contact", id),
    ).rejects.toMatchObject({
      code: "CONFLICT",
    });
    const deleted = await api.pages("/api/crm/objects/contacts?archived=true&limit=200");
    expect(deleted.flatMap(({ results }) => results)).toEqual([]);
  });

  test("updatedSince lists an erased record as its id, version and times", async () => {
    const since = new Date(Date.now() - 60_000).toISOString();
    const id = await contact();
    const { erasedAt } = (await erase("contacts", id)).body.data;
    const [page] = await api.pages(`/api/crm/objects/contacts?updatedSince=${since}`);
    expect(page?.results).toEqual([{ id, version: 2, deletedAt: erasedAt, erasedAt }]);
  });

  test("ends its associations, each with an event and an entry in the other record's history", async () => {
    const company = (await api.make("companies", { name: "Engines" })).id;
    const made = await app.call("POST", "/api/objects/contacts", {
      token: caller.token,
      json: {
        properties: [{ internal_name: "email", value: "ada@example.com" }],
        associations: [{ to: { object: "company", id: String(company) } }],
      },
    });
    const { id } = made.body.data;
    await erase("contacts", id);
    const read = await api.get(`${pathOf("companies", company)}?associations=contact`);
    expect(read.body.data.associations).toEqual({ contact: [] });
    const history = await api.get(`${pathOf("companies", company)}/history`);
    expect(history.body.data.results[0]).toMatchObject({
      action: "dissociated",
      changes: [{ internal_name: "associations.contact", old: String(id), new: null }],
    });
    const rows = await app.deps.db.kysely
      .selectFrom("associations")
      .selectAll()
      .where("project_id", "=", caller.projectId)
      .execute();
    expect(rows).toEqual([]);
    const events = await app.deps.db.kysely
      .selectFrom("events")
      .select(["type", "payload"])
      .where("project_id", "=", caller.projectId)
      .orderBy("id")
      .execute();
    expect(events.map(({ type }) => type)).toEqual([
      "company.created",
      "contact.created",
      "association.created",
      "contact.erased",
      "association.deleted",
    ]);
  });

  test("has erased records that were merged into it, over a chain of merges, when it answers", async () => {
    const { token } = caller;
    const json = { properties: [{ internal_name: "email", value: "chained@example.com" }] };
    const keyed = () =>
      app.call("POST", "/api/objects/contacts", {
        ...{ token, json, headers: { "idempotency-key": "chain" } },
      });
    const ids: number[] = [(await keyed()).body.data.id];
    for (let i = 0; i < 3; i++) {
      const { id } = await api.make("contacts", { email: `chained${i}@example.com` });
      const merge = { primaryId: id, mergeIds: [ids.at(-1)] };
      const merged = await app.call("POST", "/api/crm/objects/contacts/merge", {
        ...{ token, json: merge },
      });
      expect(merged.status, JSON.stringify(merged.body)).toBe(200);
      ids.push(id);
    }
    expect((await erase("contacts", ids.at(-1) ?? 0)).status).toBe(200);
    const replay = await keyed();
    const reads = [];
    for (const id of ids) reads.push((await api.get(pathOf("contacts", id))).status);
    const events = await app.call("GET", "/api/crm/events?limit=200", { token });
    expect([replay.status, replay.body.code]).toEqual([410, "ERASED"]);
    expect(reads).toEqual([410, 410, 410, 410]);
    expect(JSON.stringify(events.body)).not.toContain("chained");
  });

  test("frees its unique value", async () => {
    await saveProperty(app.deps, caller.projectId, "contact", { name: "email", unique: true });
    const id = await contact();
    await erase("contacts", id);
    expect(await contact()).not.toBe(id);
  });
});
