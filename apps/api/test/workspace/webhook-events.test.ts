import { type Principal, restoreRecord, saveProperty } from "@rapport/core";
import { DIALECTS, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";
import { receiverOfTest, settled, subscribe, verified } from "../support/webhooks.ts";

const STAGES = {
  deal: ["new", "won"],
  ticket: ["new", "closed"],
  lead: ["new", "connected"],
  appointment: ["scheduled", "confirmed"],
};

describe.each(DIALECTS)("events on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    await trustReceivers();
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const call = (caller: Caller, method: string, path: string, json?: unknown) =>
    app.call(method, path, { token: caller.token, ...(json === undefined ? {} : { json }) });
  const make = async (caller: Caller, plural: string, properties: unknown, more: object = {}) => {
    const json = { properties, ...more };
    const { status, body } = await call(caller, "POST", `/api/objects/${plural}`, json);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data.id as number;
  };
  const principal = ({ tenantId, projectId }: Caller): Principal => ({
    kind: "system",
    id: "test",
    tenantId,
    projectId,
    scopes: new Set(),
  });
  const eventsOf = async ({ projectId }: Caller) =>
    (
      await app.deps.db.kysely
        .selectFrom("events")
        .select(["type", "payload", "created_at"])
        .where("project_id", "=", projectId)
        .orderBy("id")
        .execute()
    ).map(({ type, payload, created_at }) => ({ type, created_at, data: JSON.parse(payload) }));
  const typesOf = async (caller: Caller) => (await eventsOf(caller)).map(({ type }) => type);

  test.each(OBJECTS)("$type.created, updated, deleted and restored are delivered", async (row) => {
    const caller = await app.caller();
    const receiver = await receiverOfTest();
    const workspace = await app.workspace({ projectId: caller.projectId });
    const hook = await subscribe(workspace, receiver.url, [`${row.type}.*`]);
    const set =
      row.type === "deal" ? { internal_name: "description", value: "An engine" } : row.set;
    const id = await make(caller, row.plural, row.create);
    const path = `/api/crm/objects/${row.plural}/${id}`;
    await call(caller, "PATCH", path, set);
    await call(caller, "DELETE", path);
    await restoreRecord({ deps: app.deps, principal: principal(caller) }, row.type, id);

    await settled(hook, 4, "delivered");
    const order = ["created", "updated", "deleted", "restored"];
    const bodies = receiver.received.map((request) => verified(hook.secret, request));
    const byAction = order.map((action) => bodies.find(({ type }) => type.endsWith(`.${action}`)));
    expect(byAction.map((body) => body?.type)).toEqual(order.map((one) => `${row.type}.${one}`));
    for (const [i, { data }] of byAction.entries()) {
      expect(data).toMatchObject({ object: row.type, id: String(id), version: i + 1 });
    }
    expect(byAction[0].data.changes).toBeUndefined();
    const field = set.internal_name === "firstname" ? "firstName" : set.internal_name;
    expect(byAction[1].data.changes).toEqual({ [field]: { old: null, new: set.value } });
    const { changes, ...updated } = byAction[1].data;
    expect([byAction[2].data, byAction[3].data]).toEqual([
      { ...updated, version: 3 },
      { ...updated, version: 4 },
    ]);
  });

  test.each(Object.entries(STAGES))(
    "%s: a change of stage causes stage_changed and updated",
    async (type, [from, to]) => {
      const row = OBJECTS.find((one) => one.type === type)!;
      const caller = await app.caller();
      const receiver = await receiverOfTest();
      const workspace = await app.workspace({ projectId: caller.projectId });
      const hook = await subscribe(workspace, receiver.url, [`${type}.stage_changed`]);
      const id = await make(caller, row.plural, row.create);
      const path = `/api/crm/objects/${row.plural}/${id}`;
      await call(caller, "PATCH", path, { internal_name: "name", value: "Renamed" });
      await call(caller, "PATCH", path, { internal_name: "stage", value: from });
      await call(caller, "PATCH", path, { internal_name: "stage", value: to });
      await settled(hook, 1, "delivered");
      expect(verified(hook.secret, receiver.received[0]!)).toMatchObject({
        type: `${type}.stage_changed`,
        data: { id: String(id), stage: to, changes: { stage: { old: from, new: to } } },
      });
      expect(await typesOf(caller)).toEqual(
        ["created", "updated", "updated", "stage_changed"].map((action) => `${type}.${action}`),
      );
    },
  );

  test("association.created has the same order of types from either side", async () => {
    const caller = await app.caller();
    const receiver = await receiverOfTest();
    const workspace = await app.workspace({ projectId: caller.projectId });
    const hook = await subscribe(workspace, receiver.url, ["association.created"]);
    const to = (object: string, id: number) => ({ to: { object, id: String(id) } });
    const [contact, company, deal] = OBJECTS;
    const companyId = await make(caller, "companies", company.create);
    const dealId = await make(caller, "deals", deal.create, {
      associations: [to("company", companyId)],
    });
    const contactId = await make(caller, "contacts", contact.create, {
      associations: [to("deal", dealId), to("company", companyId), to("deal", dealId)],
    });
    const json = { name: "d", amount: 1, currency: "GBP", companyId: String(companyId) };
    const other = (await workspace.call("POST", "/deals", { json })).body.data.id;

    await settled(hook, 4, "delivered");
    const data = receiver.received.map((request) => verified(hook.secret, request).data);
    const edge = (from: [string, unknown], target: [string, unknown]) => ({
      object: "association",
      id: `${from[1]}-${target[1]}`,
      version: expect.any(Number),
      label: `${from[0]}_to_${target[0]}`,
      type: `${from[0]}_to_${target[0]}`,
      from: { object: from[0], id: String(from[1]) },
      to: { object: target[0], id: String(target[1]) },
    });
    const wanted = [
      edge(["deal", dealId], ["company", companyId]),
      edge(["deal", dealId], ["contact", contactId]),
      edge(["contact", contactId], ["company", companyId]),
      edge(["deal", other], ["company", companyId]),
    ];
    expect(data).toHaveLength(4);
    expect(data).toEqual(expect.arrayContaining(wanted));
  });

  test("a change that is refused or changes nothing causes no event", async () => {
    const caller = await app.caller();
    const workspace = await app.workspace({ projectId: caller.projectId });
    await saveProperty(app.deps, caller.projectId, "contact", { name: "email", unique: true });
    const post = (json: object) => workspace.call("POST", "/contacts", { json });
    const first = await post({ email: "a@example.com" });
    const second = await post({ email: "b@example.com" });
    const path = `/contacts/${second.body.data.id}`;
    const before = await eventsOf(caller);
    const statuses = [
      (await post({ email: "no address" })).status,
      (await post({ email: "a@example.com" })).status,
      (await workspace.call("PATCH", path, { json: { email: "a@example.com" } })).status,
      (await workspace.call("PATCH", path, { json: { email: null } })).status,
      (await workspace.call("PATCH", path, { json: { email: "b@example.com" } })).status,
      (await workspace.call("DELETE", "/contacts/99999999")).status,
      (await workspace.call("POST", "/deals", { json: { name: "d" } })).status,
    ];
    expect(first.status).toBe(201);
    expect(statuses).toEqual([400, 409, 409, 400, 200, 404, 400]);
    expect(await eventsOf(caller)).toEqual(before);
    expect(before.map(({ type }) => type)).toEqual([
      "schema.changed",
      "contact.created",
      "contact.created",
    ]);
  });

  test("every change has its event if many changes collide", async () => {
    const caller = await app.caller();
    const workspace = await app.workspace({ projectId: caller.projectId });
    await saveProperty(app.deps, caller.projectId, "contact", { name: "email", unique: true });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        workspace.call("POST", "/contacts", { json: { email: `c${i % 20}@example.com` } }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(40);
    const path = `/contacts/${made[0]?.body.data.id}`;
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        workspace.call("PATCH", path, { json: { firstName: `n${i}` } }),
      ),
    );

    const events = await eventsOf(caller);
    const records = await app.deps.db.kysely
      .selectFrom("records")
      .select(["id", "created_at"])
      .where("project_id", "=", caller.projectId)
      .execute();
    const created = events.filter(({ type }) => type === "contact.created");
    expect(created.map(({ data, created_at }) => [data.id, created_at]).toSorted()).toEqual(
      records.map(({ id, created_at }) => [id, created_at]).toSorted(),
    );
    const names = events
      .filter(({ type }) => type === "contact.updated")
      .map(({ data }) => data.changes.firstname);
    expect(names).toHaveLength(20);
    for (const [i, { old }] of names.entries()) expect(old).toBe(names[i - 1]?.new ?? null);
    const last = (await workspace.call("GET", path)).body.data.firstName;
    expect(names.at(-1).new).toBe(last);
  });

  test("a replayed Idempotency-Key causes no second event", async () => {
    const caller = await app.caller();
    const workspace = await app.workspace({ projectId: caller.projectId });
    const request = { json: { email: "a@example.com" }, headers: { "idempotency-key": "k" } };
    await workspace.call("POST", "/contacts", request);
    await workspace.call("POST", "/contacts", request);
    expect(await typesOf(caller)).toEqual(["contact.created"]);
  });
});
