import { DIALECTS, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import {
  attempted,
  deliveriesOf,
  eventually,
  makeContact,
  makeDue,
  receiverOfTest,
  settled,
  subscribe,
  verified,
} from "../support/webhooks.ts";

const DAY = 24 * 60 * 60 * 1000;

describe.each(DIALECTS)("webhook deliveries on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    await trustReceivers();
    app = await startApp({ dialect });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function subscribed(events?: readonly string[]) {
    const workspace = await app.workspace();
    const receiver = await receiverOfTest();
    return { workspace, receiver, hook: await subscribe(workspace, receiver.url, events) };
  }

  test("are verified by the Standard Webhooks library, for changes of both surfaces", async () => {
    const caller = await app.caller();
    const workspace = await app.workspace({ projectId: caller.projectId });
    const receiver = await receiverOfTest();
    const { secret } = await subscribe(workspace, receiver.url);
    const before = Math.floor(Date.now() / 1000);

    const email = [{ internal_name: "email", value: "public@example.com" }];
    const { token } = caller;
    await app.call("POST", "/api/objects/contacts", { token, json: { properties: email } });
    await makeContact(workspace, "workspace@example.com");
    await workspace.call("POST", "/deals", { json: { name: "d", amount: 7.5, currency: "GBP" } });

    const requests = await receiver.waitFor(3);
    const bodies = requests.map((request) => verified(secret, request));
    const data = bodies.toSorted((a, b) => a.data.id - b.data.id).map((body) => body.data);
    expect(data).toMatchObject([
      { email: "public@example.com" },
      { email: "workspace@example.com" },
      { name: "d", amount: 7.5 },
    ]);
    expect(new Set(requests.map(({ headers }) => headers["webhook-id"])).size).toBe(3);
    for (const { headers, body } of requests) {
      expect(headers["webhook-id"]).toMatch(/^msg_[0-9a-f]{32}$/);
      expect(headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
      expect(headers["content-type"]).toBe("application/json");
      expect(Number(headers["webhook-timestamp"])).toBeGreaterThanOrEqual(before);
      expect(Number(headers["webhook-timestamp"])).toBeLessThanOrEqual(Date.now() / 1000);
      expect(Object.keys(JSON.parse(body))).toEqual(["type", "timestamp", "data"]);
    }
  });

  test("contain the contact as the Workspace API returns it, and the changes of an update", async () => {
    const { workspace, receiver, hook } = await subscribed(["contact.*"]);
    const json = { email: "ada@example.com", firstName: "Ada", lastName: "Byron" };
    const created = (await workspace.call("POST", "/contacts", { json })).body.data;
    await receiver.waitFor(1);
    const change = { firstName: "Augusta Ada", lastName: null };
    const path = `/contacts/${created.id}`;
    const updated = (await workspace.call("PATCH", path, { json: change })).body.data;
    await receiver.waitFor(2);
    await workspace.call("DELETE", path);
    const bodies = (await receiver.waitFor(3)).map((request) => verified(hook.secret, request));
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const changes = {
      firstName: { old: "Ada", new: "Augusta Ada" },
      lastName: { old: "Byron", new: null },
    };
    const object = "contact";
    expect(bodies).toEqual([
      { type: "contact.created", timestamp, data: { ...created, object, version: 1 } },
      { type: "contact.updated", timestamp, data: { ...updated, object, version: 2, changes } },
      { type: "contact.deleted", timestamp, data: { ...updated, object, version: 3 } },
    ]);
  });

  test("are signed with both secrets for a day after a rotation, then with the new one", async () => {
    const { workspace, receiver, hook } = await subscribed();
    const { body } = await workspace.call("POST", `${hook.path}/rotate-secret`);
    const fresh = body.data.signingSecret as string;
    await makeContact(workspace, "a@example.com");
    const [first] = await receiver.waitFor(1);
    expect(verified(hook.secret, first!)).toEqual(verified(fresh, first!));

    const row = await app.deps.db.kysely
      .selectFrom("webhook_endpoints")
      .select(["old_secret_until", "updated_at"])
      .where("id", "=", Number(hook.id))
      .executeTakeFirstOrThrow();
    const kept = Date.parse(row.old_secret_until as string) - Date.parse(row.updated_at);
    expect(Math.abs(kept - DAY)).toBeLessThan(DAY / 100);
    await app.deps.db.kysely
      .updateTable("webhook_endpoints")
      .set({ old_secret_until: new Date(Date.now() - 1).toISOString() })
      .where("id", "=", Number(hook.id))
      .execute();
    await makeContact(workspace, "b@example.com");
    const [, second] = await receiver.waitFor(2);
    expect(verified(fresh, second!)).toMatchObject({ data: { email: "b@example.com" } });
    expect(() => verified(hook.secret, second!)).toThrow("No matching signature");
  });

  test("go to the subscribed endpoints of their workspace only", async () => {
    const workspace = await app.workspace();
    const other = await app.workspace();
    const { url } = await receiverOfTest();
    const of = (events: readonly string[], one = workspace) => subscribe(one, url, events);
    const [all, contacts, exact, two, elsewhere] = [
      await of(["*"]),
      await of(["contact.*"]),
      await of(["contact.updated"]),
      await of(["deal.created", "contact.deleted"]),
      await of(["*"], other),
    ];
    const id = await makeContact(workspace, "a@example.com");
    await workspace.call("PATCH", `/contacts/${id}`, { json: { firstName: "A" } });
    await workspace.call("DELETE", `/contacts/${id}`);
    await workspace.call("POST", "/deals", { json: { name: "d", amount: 1, currency: "GBP" } });
    await makeContact(other, "b@example.com");
    await settled(elsewhere, 1, "delivered");

    const contactEvents = ["contact.created", "contact.updated", "contact.deleted"];
    for (const [hook, events] of [
      [all, [...contactEvents, "deal.created"]],
      [contacts, contactEvents],
      [exact, ["contact.updated"]],
      [two, ["contact.deleted", "deal.created"]],
    ] as const) {
      const delivered = await settled(hook, events.length, "delivered");
      expect(delivered.map(({ event }) => event)).toEqual(events);
    }
  });

  test("have the same webhook-id in a retry, a replay and at another endpoint", async () => {
    const { workspace, receiver, hook } = await subscribed();
    const other = await receiverOfTest();
    await subscribe(workspace, other.url);
    receiver.behave((_, n) => ({ status: n === 1 ? 503 : 200 }));
    await makeContact(workspace, "a@example.com");
    await attempted(hook, 1);
    await makeDue(app.deps.db, hook);
    const { id, messageId } = await attempted(hook, 2);
    const replayed = await workspace.call("POST", `${hook.path}/deliveries/${id}/replay`);
    expect([replayed.status, replayed.body.data]).toEqual([202, { replayed: 1 }]);
    const again = await attempted(hook, 3);
    expect(again).toMatchObject({ id, status: "delivered", nextAttemptAt: null });

    const requests = [...(await receiver.waitFor(3)), ...(await other.waitFor(1))];
    expect(requests.map(({ headers }) => headers["webhook-id"])).toEqual(Array(4).fill(messageId));
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  });

  test("list each attempt with time, status, duration and the first KiB of the response", async () => {
    const { workspace, receiver, hook } = await subscribed();
    const body = "é".repeat(400) + "x".repeat(5_000);
    receiver.behave(() => ({ status: 200, body }));
    await makeContact(workspace, "a@example.com");
    const [delivery] = await settled(hook, 1, "delivered");
    expect(delivery).toMatchObject({ event: "contact.created", nextAttemptAt: null });
    expect(delivery?.finishedAt).not.toBeNull();
    expect(delivery?.attempts).toEqual([
      {
        at: expect.any(String),
        status: 200,
        error: null,
        durationMs: expect.any(Number),
        response: "é".repeat(400) + "x".repeat(224),
      },
    ]);
  });

  test("are listed in pages and by status", async () => {
    const { workspace, receiver, hook } = await subscribed();
    receiver.behave(({ body }) => ({ status: body.includes("odd") ? 500 : 200 }));
    for (let i = 0; i < 7; i++) await makeContact(workspace, `${i % 2 ? "odd" : "even"}${i}@x.com`);
    await eventually(async () => {
      const attempts = (await deliveriesOf(hook)).map((one) => one.attempts.length);
      expect(attempts.filter((count) => count > 0)).toHaveLength(7);
    });
    const all = await deliveriesOf(hook);
    expect(all.map((one) => Number(one.id))).toEqual(
      all.map((one) => Number(one.id)).toSorted((a, b) => a - b),
    );
    expect(await deliveriesOf(hook, "status=delivered")).toHaveLength(4);
    expect(await deliveriesOf(hook, "status=pending")).toHaveLength(3);
    expect(await deliveriesOf(hook, "status=failed")).toEqual([]);

    const pages: string[][] = [];
    let query = "?limit=3";
    while (query !== "") {
      const { body } = await workspace.call("GET", `${hook.path}/deliveries${query}`);
      pages.push(body.data.map((one: { id: string }) => one.id));
      const { nextCursor } = body.pagination;
      query = nextCursor ? `?limit=3&cursor=${encodeURIComponent(nextCursor)}` : "";
    }
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(all.map((one) => one.id));
    const refused = await workspace.call("GET", `${hook.path}/deliveries?status=lost`);
    expect(refused.status).toBe(400);
  });

  test("fail if their endpoint is disabled, and are replayed by time once it is enabled", async () => {
    const { workspace, receiver, hook } = await subscribed();
    receiver.behave(() => ({ status: 500 }));
    await makeContact(workspace, "a@example.com");
    await attempted(hook, 1);
    const off = await workspace.call("PATCH", hook.path, { json: { enabled: false } });
    expect(off.body.data).toMatchObject({ enabled: false, disabledReason: expect.any(String) });
    const [failed] = await settled(hook, 1, "failed");
    expect(failed).toMatchObject({ nextAttemptAt: null, finishedAt: expect.any(String) });
    const since = (time: string) =>
      workspace.call("POST", `${hook.path}/replay`, { json: { since: time } });
    expect((await since("2020-01-01T00:00:00Z")).status).toBe(409);
    const one = `${hook.path}/deliveries/${failed?.id}/replay`;
    expect((await workspace.call("POST", one)).status).toBe(409);

    const bystander = await subscribe(workspace, (await receiverOfTest()).url);
    await makeContact(workspace, "missed@example.com");
    await settled(bystander, 1, "delivered");
    receiver.behave(() => ({ status: 204 }));
    const on = await workspace.call("PATCH", hook.path, { json: { enabled: true } });
    const enabled = { enabled: true, disabledReason: null, failingSince: null };
    expect(on.body.data).toMatchObject(enabled);
    await makeContact(workspace, "b@example.com");
    await eventually(async () =>
      expect((await deliveriesOf(hook)).map(({ status }) => status)).toEqual([
        "failed",
        "delivered",
      ]),
    );
    const later = new Date(Date.parse(failed?.finishedAt as string) + 1).toISOString();
    expect((await since(later)).body.data).toEqual({ replayed: 0 });
    expect((await since(failed?.finishedAt as string)).body.data).toEqual({ replayed: 1 });
    const [replayed] = await settled(hook, 2, "delivered");
    expect(replayed?.attempts.map(({ status }) => status)).toEqual([500, 204]);
    expect((await since("yesterday")).status).toBe(400);
  });
});
