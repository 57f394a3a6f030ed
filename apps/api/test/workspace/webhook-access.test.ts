import { disableApiKey, enableApiKey, updateApiKey } from "@rapport/core";
import { type AnyJson, DIALECTS, type Receiver, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, startApp, type TestApp, type Workspace } from "../support/app.ts";
import {
  deliveriesOf,
  eventually,
  makeDue,
  receiverOfTest,
  type Subscription,
  settled,
  subscribe,
  verified,
} from "../support/webhooks.ts";

const HOOKS = "webhooks:read webhooks:write";

describe.each(DIALECTS)("what an endpoint is sent on %s", (dialect) => {
  let app: TestApp;
  let owner: Caller;
  beforeAll(async () => {
    await trustReceivers();
    app = await startApp({ dialect });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Creates a key with these scopes, in a project of its own. */
  async function keyWith(scope: string): Promise<Workspace> {
    owner = await app.caller();
    return app.workspace({ scope: `${HOOKS} ${scope}`, projectId: owner.projectId });
  }
  async function make(plural: string, values: object): Promise<string> {
    const properties = Object.entries(values).map(([internal_name, value]) => ({
      internal_name,
      value,
    }));
    const { token } = owner;
    const made = await app.call("POST", `/api/objects/${plural}`, { token, json: { properties } });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return String(made.body.data.id);
  }
  async function set(plural: string, id: string, internal_name: string, value: string) {
    const json = { internal_name, value };
    const path = `/api/crm/objects/${plural}/${id}`;
    expect((await app.call("PATCH", path, { token: owner.token, json })).status).toBe(200);
  }
  const keyId = async ({ key }: Workspace) => {
    const { id } = await app.deps.db.kysely
      .selectFrom("api_keys")
      .select("id")
      .where("prefix", "=", key.slice(0, 12))
      .executeTakeFirstOrThrow();
    return Number(id);
  };
  const notSent = async ({ api, path }: Subscription) =>
    (await api.call("GET", path)).body.data.notSent;
  const dataOf = ({ secret }: Subscription, { received }: Receiver): readonly AnyJson[] =>
    received.map((one) => verified(secret, one));
  /** Changes a record last, so that the events before it were numbered when its event arrives. */
  const typesUntil = async (hook: Subscription, receiver: Receiver, last: string) => {
    await eventually(() => expect(dataOf(hook, receiver).map(({ type }) => type)).toContain(last));
    return dataOf(hook, receiver).map(({ type }) => type);
  };

  test("`*` stands for what its key may read, and says what it leaves out", async () => {
    const key = await keyWith("contacts:read crm.notes.read");
    const receiver = await receiverOfTest();
    const hook = await subscribe(key, receiver.url, ["*"]);
    const company = await make("companies", { name: "Engines" });
    await make("tickets", { name: "Jam" });
    const contact = await make("contacts", { email: "ada@example.com" });
    const path = `/api/crm/objects/contacts/${contact}/associations/companies/${company}`;
    await app.call("PUT", path, { token: owner.token });
    await make("notes", { body: "Called" });
    const types = await typesUntil(hook, receiver, "note.created");
    expect(types.toSorted()).toEqual(["contact.created", "note.created"]);
    const { events, reason } = await notSent(hook);
    expect(events).toContain("company.*");
    expect(events).not.toContain("contact.*");
    expect(reason).toMatch(/^The API key “Key” lacks the scopes .*companies:read/);
  });

  test("403: `*` needs a scope that reads something", async () => {
    const key = await keyWith("contacts:write");
    const json = { url: "https://127.0.0.1:9/", events: ["*"] };
    const { status, body } = await key.call("POST", "/webhooks/endpoints", { json });
    expect([status, body.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
  });

  test.each([
    ["contacts", { email: "a@b.example", notes: "hidden" }, "jobtitle", "lastname", "lastName"],
    ["companies", { name: "A", annualrevenue: 7 }, "industry", "domain", "domain"],
    ["deals", { name: "A", description: "hidden" }, "lost_reason", "currency", "currency"],
  ])("%s:read gets only the fields of the Workspace API", async (plural, values, ...names) => {
    const [hidden, shown, field] = names as unknown as [string, string, string];
    const key = await keyWith(`${plural}:read`);
    const receiver = await receiverOfTest();
    const hook = await subscribe(key, receiver.url, ["*"]);
    const id = await make(plural, values);
    await set(plural, id, hidden, "hidden");
    await set(plural, id, shown, "GBP");
    await settled(hook, 3, "delivered");
    expect(JSON.stringify(receiver.received.map(({ body }) => body))).not.toContain("hidden");
    const { data } = (await key.call("GET", `/${plural}/${id}`)).body;
    const updated = dataOf(hook, receiver).find((one) => one.data.version === 3);
    const { companyIds, ...fields } = data;
    expect(updated.data).toMatchObject(fields);
    expect(updated.data.changes).toEqual({ [field]: { old: null, new: "GBP" } });
    expect(Object.keys(updated.data).toSorted()).toEqual(
      [...Object.keys(fields), "object", "version", "changes"].toSorted(),
    );
  });

  test("an association needs the read scopes of both its types", async () => {
    const key = await keyWith("contacts:read deals:read");
    const receiver = await receiverOfTest();
    const hook = await subscribe(key, receiver.url, ["association.*"]);
    const [contact, deal] = [
      await make("contacts", { email: "a@b.example" }),
      await make("deals", { name: "A" }),
    ];
    const company = await make("companies", { name: "A" });
    const { token } = owner;
    const link = (to: string) =>
      app.call("PUT", `/api/crm/objects/contacts/${contact}/associations/${to}`, { token });
    await link(`companies/${company}`);
    await link(`deals/${deal}`);
    await settled(hook, 1, "delivered");
    expect(dataOf(hook, receiver)[0].data.label).toBe("deal_to_contact");
    expect(await notSent(hook)).toBeNull();
  });

  const losses: readonly [
    string,
    (id: number) => Promise<unknown>,
    (id: number) => Promise<unknown>,
    RegExp,
  ][] = [
    [
      "loses the scope",
      (id) => updateApiKey(app.deps, id, { scopes: HOOKS.split(" ") }),
      (id) => updateApiKey(app.deps, id, { scopes: [...HOOKS.split(" "), "contacts:read"] }),
      /“Key” lacks the scopes contacts:read/,
    ],
    [
      "is disabled",
      (id) => disableApiKey(app.deps, id),
      (id) => enableApiKey(app.deps, id),
      /“Key” is disabled/,
    ],
    [
      "expires",
      (id) => expire(id, "2020-01-01T00:00:00.000Z"),
      (id) => expire(id, null),
      /“Key” has expired/,
    ],
  ];
  const expire = (id: number, at: string | null) =>
    app.deps.db.kysely
      .updateTable("api_keys")
      .set({ expires_at: at })
      .where("id", "=", id)
      .execute();

  test.each(losses)("nothing, pending or new, once its key %s", async (_, lose, regain, reason) => {
    const key = await keyWith("contacts:read");
    const reader = await app.workspace({ projectId: owner.projectId });
    const receiver = await receiverOfTest();
    receiver.behave(() => ({ status: 500 }));
    const made = await subscribe(key, receiver.url, ["contact.created"]);
    const hook = { ...made, api: reader };
    const control = await receiverOfTest();
    const other = await subscribe(reader, control.url, ["contact.created"]);
    await make("contacts", { email: "pending@example.com" });
    await eventually(async () => expect((await deliveriesOf(hook))[0]?.attempts).toHaveLength(1));
    const id = await keyId(key);
    await lose(id);
    await makeDue(app.deps.db, hook);
    const [failed] = await settled(hook, 1, "failed");
    expect(failed?.attempts[1]).toMatchObject({
      status: null,
      error: expect.stringMatching(/^Not sent: /),
    });
    await make("contacts", { email: "new@example.com" });
    await settled(other, 2, "delivered");
    expect(await deliveriesOf(hook)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
    expect(await notSent(hook)).toEqual({
      events: ["contact.created"],
      reason: expect.stringMatching(reason),
    });

    await regain(id);
    receiver.behave(() => ({ status: 204 }));
    await reader.call("POST", `${hook.path}/deliveries/${failed?.id}/replay`);
    await settled(hook, 1, "delivered");
    expect(await notSent(hook)).toBeNull();
    expect((await reader.call("GET", hook.path)).body.data.enabled).toBe(true);
  });

  test("what the key may read that set its URL last", async () => {
    const first = await keyWith("contacts:read deals:read");
    const hook = await subscribe(first, "https://127.0.0.1:9/", ["deal.*"]);
    const other = await app.workspace({
      scope: `${HOOKS} contacts:read`,
      projectId: owner.projectId,
    });
    const receiver = await receiverOfTest();
    const change = async (json: object) => (await other.call("PATCH", hook.path, { json })).status;
    expect(await change({ url: receiver.url })).toBe(403);
    expect(await change({ enabled: true })).toBe(200);
    expect(await change({ url: receiver.url, events: ["contact.*"] })).toBe(200);
    await make("contacts", { email: "ada@example.com" });
    await settled(hook, 1, "delivered");
    await disableApiKey(app.deps, await keyId(other));
    expect((await notSent(hook)).reason).toMatch(/is disabled/);
    const json = { events: ["contact.*"] };
    expect((await first.call("PATCH", hook.path, { json })).body.data.notSent).toBeNull();
  });

  test("if its key is not recorded: what every key may read that can have registered it", async () => {
    const key = await keyWith("contacts:read deals:read");
    const hook = await subscribe(key, "https://127.0.0.1:9/", ["contact.*", "deal.*"]);
    await app.deps.db.kysely
      .updateTable("webhook_endpoints")
      .set({ sends_as: null })
      .where("id", "=", Number(hook.id))
      .execute();
    expect(await notSent(hook)).toBeNull();
    const later = await app.workspace({ scope: HOOKS, projectId: owner.projectId });
    expect(await notSent(hook)).toBeNull();
    await app.deps.db.kysely
      .updateTable("api_keys")
      .set({ created_at: "2020-01-01T00:00:00.000Z" })
      .where("id", "=", await keyId(later))
      .execute();
    expect((await notSent(hook)).events).toEqual(["contact.*", "deal.*"]);
    await disableApiKey(app.deps, await keyId(later));
    expect(await notSent(hook)).toBeNull();
  });

  test("a key that may not read an event does not see how its receiver responded", async () => {
    const key = await keyWith("contacts:read");
    const receiver = await receiverOfTest();
    receiver.behave(({ body }) => ({ status: 200, body }));
    const hook = await subscribe(key, receiver.url, ["contact.*"]);
    await make("contacts", { email: "hidden@example.com" });
    const [own] = await settled(hook, 1, "delivered");
    expect(own?.attempts[0]?.response).toContain("hidden@example.com");
    const scope = `${HOOKS} contacts:write`;
    const other = await app.workspace({ scope, projectId: owner.projectId });
    const [seen] = await deliveriesOf({ ...hook, api: other });
    expect(seen?.attempts[0]).toMatchObject({ status: 200, response: null });
    expect((await other.call("POST", `${hook.path}/test`)).status).toBe(202);
  });
});
