import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { eventually, receiverOfTest, startDeliveringApp } from "./support/webhooks.ts";

describe.each(DIALECTS)("webhooks in the admin app on %s", (dialect) => {
  let app: AdminApp;
  let stop: () => Promise<void>;
  let trpc: SignedIn["trpc"];
  beforeAll(async () => {
    ({ app, stop } = await startDeliveringApp(dialect));
    ({ trpc } = await app.admin("owner"));
  });
  afterAll(() => stop());

  const refused = (httpStatus: number) => ({ data: { httpStatus } });

  async function newProject(): Promise<number> {
    return trpc.projects.create.mutate({ tenantId: app.tenantId, name: "Hooks" });
  }

  async function subscribed(url: string, projectId?: number) {
    const project = projectId ?? (await newProject());
    const events = ["contact.*"];
    const given = { projectId: project, url, events, allowDuplicateUrl: true };
    const made = await trpc.webhooks.endpoints.create.mutate(given);
    return { projectId: project, endpointId: made.id, secret: made.signingSecret };
  }

  /** Causes an event, waits until its delivery has ended, and returns the delivery's id. */
  async function delivered(
    { projectId, endpointId }: { projectId: number; endpointId: number },
    status: string,
  ): Promise<number> {
    const sent = await trpc.webhooks.endpoints.sendTest.mutate({ projectId, endpointId });
    const id = sent.deliveryId;
    await eventually(async () => {
      const read = await trpc.webhooks.deliveries.read.query({ projectId, id });
      expect(read).toMatchObject({ status, messageId: sent.messageId });
    });
    return id;
  }

  /** Marks waiting deliveries as failed, as the last attempt does. */
  async function failAll(endpointId: number): Promise<void> {
    const at = new Date().toISOString();
    await app.deps.db.kysely
      .updateTable("deliveries")
      .set({ status: "failed", finished_at: at, lease: null })
      .where("endpoint_id", "=", endpointId)
      .execute();
  }

  it("creates, changes, disables, enables and deletes an endpoint", async () => {
    const projectId = await newProject();
    const receiver = await receiverOfTest();
    const made = await trpc.webhooks.endpoints.create.mutate({
      projectId,
      url: receiver.url,
      events: ["contact.created", "contact.created"],
      description: " CRM sync ",
    });
    expect(made.signingSecret).toMatch(/^whsec_/);
    const one = { projectId, endpointId: made.id };
    const [listed] = await trpc.webhooks.endpoints.list.query({ projectId });
    expect(listed).toEqual({
      id: made.id,
      url: receiver.url,
      description: "CRM sync",
      events: ["contact.created"],
      payload: "compact",
      enabled: true,
      disabledReason: null,
      failingSince: null,
      notSent: null,
      hasAdminAccess: true,
      lastSuccessAt: null,
      lastFailureAt: null,
      pending: 0,
      oldSecretUntil: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    await trpc.webhooks.endpoints.update.mutate({
      ...{ ...one, events: ["*"], description: "" },
      payload: "full",
    });
    await trpc.webhooks.endpoints.disable.mutate(one);
    const state = async () => (await trpc.webhooks.endpoints.list.query({ projectId }))[0];
    expect(await state()).toMatchObject({
      events: ["*"],
      payload: "full",
      description: null,
      enabled: false,
      disabledReason: "Disabled by an admin.",
    });
    await expect(trpc.webhooks.endpoints.sendTest.mutate(one)).rejects.toMatchObject(refused(409));
    await trpc.webhooks.endpoints.enable.mutate(one);
    expect(await state()).toMatchObject({ enabled: true, disabledReason: null });
    await trpc.webhooks.endpoints.delete.mutate(one);
    expect(await trpc.webhooks.endpoints.list.query({ projectId })).toEqual([]);
    const { entries: log } = await trpc.audit.list.query({ projectId });
    expect(log.map(({ action }) => action.split(".").at(-1))).toEqual([
      "delete",
      "enable",
      "disable",
      "update",
      "create",
    ]);
    expect(JSON.stringify(log)).not.toContain("whsec_");
  });

  it("shows a rotated secret once, with the expiry of the old one", async () => {
    const receiver = await receiverOfTest();
    const one = await subscribed(receiver.url);
    const { projectId, endpointId } = one;
    const rotated = await trpc.webhooks.endpoints.rotateSecret.mutate({ projectId, endpointId });
    expect(rotated.signingSecret).not.toBe(one.secret);
    expect(Date.parse(rotated.oldSecretUntil)).toBeGreaterThan(Date.now());
    const [listed] = await trpc.webhooks.endpoints.list.query({ projectId });
    expect(listed?.oldSecretUntil).toBe(rotated.oldSecretUntil);
    const id = await delivered(one, "delivered");
    expect(receiver.received[0]?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    const read = await trpc.webhooks.deliveries.read.query({ projectId, id });
    const { entries: log } = await trpc.audit.list.query({ projectId });
    expect(JSON.stringify([listed, read, log])).not.toMatch(/whsec_|"secret"/);
  });

  it("returns the request and response of a delivery", async () => {
    const receiver = await receiverOfTest();
    receiver.behave(() => ({ status: 200, body: "thanks" }));
    const one = await subscribed(receiver.url);
    const { projectId, endpointId } = one;
    const id = await delivered(one, "delivered");
    const [arrived] = receiver.received;
    const read = await trpc.webhooks.deliveries.read.query({ projectId, id });
    expect(read).toMatchObject({
      id,
      endpointId,
      eventType: "webhook.test",
      status: "delivered",
      attemptCount: 1,
      nextAttemptAt: null,
      endpoint: { url: receiver.url, isDeleted: false },
      body: arrived?.body,
      attempts: [{ status: 200, error: null, response: "thanks", durationMs: expect.any(Number) }],
    });
    const shown = read.attempts[0]?.requestHeaders ?? {};
    expect(Object.keys(shown).length).toBeGreaterThan(0);
    expect(arrived?.headers).toMatchObject(shown);
    const [endpoint] = await trpc.webhooks.endpoints.list.query({ projectId });
    expect(endpoint?.lastSuccessAt).toEqual(expect.any(String));
    expect(endpoint?.lastFailureAt).toBeNull();
  });

  it("returns the status of a failure, and since when the endpoint is failing", async () => {
    const receiver = await receiverOfTest();
    receiver.behave(() => ({ status: 500, body: "broken" }));
    const { projectId, endpointId } = await subscribed(receiver.url);
    await trpc.webhooks.endpoints.sendTest.mutate({ projectId, endpointId });
    const list = () => trpc.webhooks.deliveries.list.query({ projectId, status: "pending" });
    await eventually(async () => {
      expect((await list()).deliveries).toMatchObject([{ lastStatus: 500, attemptCount: 1 }]);
    });
    const [endpoint] = await trpc.webhooks.endpoints.list.query({ projectId });
    expect(endpoint).toMatchObject({ pending: 1, lastSuccessAt: null });
    expect(endpoint?.lastFailureAt).toBe(endpoint?.failingSince);
  });

  it("pages deliveries, newest first, and filters them", async () => {
    const receiver = await receiverOfTest();
    const one = await subscribed(receiver.url);
    const { projectId, endpointId } = one;
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) ids.unshift(await delivered(one, "delivered"));
    const { list } = trpc.webhooks.deliveries;
    const first = await list.query({ projectId, limit: 2 });
    expect(first.deliveries.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const cursor = first.nextCursor ?? "";
    const second = await list.query({ projectId, limit: 2, cursor });
    expect(second).toMatchObject({ deliveries: [{ id: ids[2] }], nextCursor: null });

    const count = async (filter: Omit<Parameters<typeof list.query>[0], "projectId">) =>
      (await list.query({ projectId, ...filter })).deliveries.length;
    const future = new Date(Date.now() + 60_000).toISOString();
    expect(await count({ endpointId, status: "delivered", eventType: "webhook.test" })).toBe(3);
    expect(await count({ status: "delivered" })).toBe(3);
    expect(await count({ status: "failed" })).toBe(0);
    expect(await count({ status: "failed", endpointId })).toBe(0);
    expect(await count({ status: "pending", endpointId })).toBe(0);
    expect(await count({ eventType: "contact.created" })).toBe(0);
    expect(await count({ to: future })).toBe(3);
    expect(await count({ from: future })).toBe(0);
    await failAll(endpointId);
    expect(await count({ status: "failed" })).toBe(3);
    expect(await count({ status: "failed", endpointId })).toBe(3);
    const other = list.query({ projectId, status: "failed", cursor });
    await expect(other).rejects.toMatchObject(refused(400));
    const elsewhere = list.query({ projectId: await newProject(), limit: 2, cursor });
    await expect(elsewhere).rejects.toMatchObject(refused(400));
  });

  it("replays a delivery with the same webhook-id, even a successful one", async () => {
    const receiver = await receiverOfTest();
    const one = await subscribed(receiver.url);
    const { projectId, endpointId } = one;
    const id = await delivered(one, "delivered");
    await trpc.webhooks.deliveries.replay.mutate({ projectId, id });
    const [first, again] = await receiver.waitFor(2);
    expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    await eventually(async () => {
      const read = await trpc.webhooks.deliveries.read.query({ projectId, id });
      expect(read.attempts).toHaveLength(2);
    });

    await trpc.webhooks.endpoints.disable.mutate({ projectId, endpointId });
    const replay = () => trpc.webhooks.deliveries.replay.mutate({ projectId, id });
    await expect(replay()).rejects.toMatchObject(refused(409));
    await trpc.webhooks.endpoints.delete.mutate({ projectId, endpointId });
    await expect(replay()).rejects.toMatchObject(refused(404));
    const read = await trpc.webhooks.deliveries.read.query({ projectId, id });
    expect(read.endpoint.isDeleted).toBe(true);
  });

  it("replays all failed deliveries of an endpoint or of all enabled endpoints", async () => {
    const receiver = await receiverOfTest();
    const one = await subscribed(receiver.url);
    const { projectId, endpointId } = one;
    const other = await subscribed(receiver.url, projectId);
    for (const endpoint of [one, one, other]) await delivered(endpoint, "delivered");
    const { replayFailed } = trpc.webhooks.deliveries;
    const settled = () =>
      eventually(async () => {
        const { deliveries } = await trpc.webhooks.deliveries.list.query({ projectId });
        expect(deliveries.map(({ status }) => status)).toEqual(Array(3).fill("delivered"));
      });

    await failAll(endpointId);
    expect(await replayFailed.mutate({ projectId, endpointId })).toEqual({ replayed: 2 });
    await settled();
    for (const id of [endpointId, other.endpointId]) await failAll(id);
    expect(await replayFailed.mutate({ projectId })).toEqual({ replayed: 3 });
    await settled();
    const since = new Date(Date.now() + 60_000).toISOString();
    for (const id of [endpointId, other.endpointId]) await failAll(id);
    expect(await replayFailed.mutate({ projectId, since })).toEqual({ replayed: 0 });

    await trpc.webhooks.endpoints.disable.mutate({ projectId, endpointId });
    const disabled = replayFailed.mutate({ projectId, endpointId });
    await expect(disabled).rejects.toMatchObject(refused(409));
    expect(await replayFailed.mutate({ projectId })).toEqual({ replayed: 1 });
  });

  it("replays only the failed and retrying deliveries that the filters of the list show", async () => {
    const receiver = await receiverOfTest();
    const one = await subscribed(receiver.url);
    const { projectId, endpointId } = one;
    const other = await subscribed(receiver.url, projectId);
    for (const endpoint of [one, one, other]) await delivered(endpoint, "delivered");
    const { list, replayFailed, replayRetrying } = trpc.webhooks.deliveries;
    const [newest, ...older] = (await list.query({ projectId })).deliveries;
    const { createdAt: from = "", eventType = "" } = newest ?? {};
    for (const id of [endpointId, other.endpointId]) await failAll(id);

    receiver.behave(() => ({ status: 500 }));
    const replay = (filter: object) => replayFailed.mutate({ projectId, ...filter });
    expect(await replay({ eventType: "deal.created" })).toEqual({ replayed: 0 });
    expect(await replay({ endpointId, eventType, from })).toEqual({ replayed: 0 });
    expect(await replay({ eventType, from })).toEqual({ replayed: 1 });
    const retrying = async () => (await list.query({ projectId, status: "retrying" })).deliveries;
    await eventually(async () => expect(await retrying()).toMatchObject([{ id: newest?.id }]));

    receiver.behave(() => ({ status: 200 }));
    const again = (filter: object) => replayRetrying.mutate({ projectId, ...filter });
    expect(await again({ to: "2020-01-01T00:00:00.000Z" })).toEqual({ replayed: 0 });
    expect(await again({ from })).toEqual({ replayed: 1 });
    const failed = async () => (await list.query({ projectId, status: "failed" })).deliveries;
    await eventually(async () => expect(await retrying()).toEqual([]));
    expect((await failed()).map(({ id }) => id)).toEqual(older.map(({ id }) => id));

    await trpc.webhooks.endpoints.disable.mutate({ projectId, endpointId });
    await expect(replay({ endpointId, eventType })).rejects.toMatchObject(refused(409));
    expect(await replay({ eventType })).toEqual({ replayed: 0 });
  });

  it("lists the retrying deliveries, and replays them all for an endpoint or all enabled endpoints", async () => {
    const receiver = await receiverOfTest();
    const one = await subscribed(receiver.url);
    const { projectId, endpointId } = one;
    const other = await subscribed(receiver.url, projectId);
    await delivered(one, "delivered");
    receiver.behave(() => ({ status: 500 }));
    const { list, replayRetrying } = trpc.webhooks.deliveries;
    const { sendTest } = trpc.webhooks.endpoints;
    for (const id of [endpointId, endpointId, other.endpointId]) {
      await sendTest.mutate({ projectId, endpointId: id });
    }
    const retrying = async (filter: { endpointId?: number } = {}) =>
      (await list.query({ projectId, status: "retrying", ...filter })).deliveries;
    await eventually(async () => expect(await retrying()).toHaveLength(3));
    expect(await retrying({ endpointId })).toHaveLength(2);
    expect((await list.query({ projectId, status: "pending" })).deliveries).toHaveLength(3);

    receiver.behave(() => ({ status: 200 }));
    expect(await replayRetrying.mutate({ projectId, endpointId })).toEqual({ replayed: 2 });
    await eventually(async () => {
      const { deliveries } = await list.query({ projectId, endpointId });
      expect(deliveries.map(({ status }) => status)).toEqual(Array(3).fill("delivered"));
    });
    expect(await replayRetrying.mutate({ projectId })).toEqual({ replayed: 1 });
    await eventually(async () => expect(await retrying()).toEqual([]));
    expect(await replayRetrying.mutate({ projectId })).toEqual({ replayed: 0 });

    await trpc.webhooks.endpoints.disable.mutate({ projectId, endpointId });
    const disabled = replayRetrying.mutate({ projectId, endpointId });
    await expect(disabled).rejects.toMatchObject(refused(409));
  });

  it("leaves out retrying deliveries that a worker is sending", async () => {
    const receiver = await receiverOfTest();
    receiver.behave(() => ({ status: 500 }));
    const { projectId, endpointId } = await subscribed(receiver.url);
    await trpc.webhooks.endpoints.sendTest.mutate({ projectId, endpointId });
    const { list, replayRetrying } = trpc.webhooks.deliveries;
    await eventually(async () => {
      const { deliveries } = await list.query({ projectId, status: "retrying" });
      expect(deliveries).toHaveLength(1);
    });
    await app.deps.db.kysely
      .updateTable("deliveries")
      .set({ lease: "theirs", next_at: new Date(Date.now() + 60_000).toISOString() })
      .where("endpoint_id", "=", endpointId)
      .execute();
    expect(await replayRetrying.mutate({ projectId, endpointId })).toEqual({ replayed: 0 });
    await trpc.webhooks.endpoints.delete.mutate({ projectId, endpointId });
  });

  it("names the record of a delivery, unless it was erased", async () => {
    const receiver = await receiverOfTest();
    const { projectId } = await subscribed(receiver.url);
    const given = { firstname: "Ada", lastname: "Lovelace", email: "ada@example.com" };
    const properties = Object.entries(given).map(([internal_name, value]) => ({
      internal_name,
      value,
    }));
    const { id } = await trpc.records.create.mutate({ projectId, type: "contact", properties });
    const { list, read } = trpc.webhooks.deliveries;
    const records = async () =>
      (await list.query({ projectId, eventType: "contact.created" })).deliveries.map(
        ({ record }) => record,
      );
    const named = { type: "contact", id, name: "Ada Lovelace" };
    await eventually(async () => expect(await records()).toEqual([{ ...named, isDeleted: false }]));
    const [delivery] = (await list.query({ projectId })).deliveries;
    const details = await read.query({ projectId, id: delivery?.id ?? 0 });
    expect(details.record).toEqual({ ...named, isDeleted: false });
    await trpc.records.delete.mutate({ projectId, type: "contact", id });
    expect(await records()).toEqual([{ ...named, isDeleted: true }]);
    await trpc.records.restore.mutate({ projectId, type: "contact", id });
    await trpc.records.erase.mutate({ projectId, type: "contact", id });
    expect(await records()).toEqual([null]);
  });

  it("replays more deliveries than fit in one transaction", async () => {
    const receiver = await receiverOfTest();
    const one = await subscribed(receiver.url);
    const { projectId, endpointId } = one;
    const id = await delivered(one, "delivered");
    const { kysely } = app.deps.db;
    const row = await kysely
      .selectFrom("deliveries")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const { id: _, ...copy } = row;
    for (let i = 0; i < 11; i++) {
      await kysely.insertInto("deliveries").values(Array(500).fill(copy)).execute();
    }
    await failAll(endpointId);
    receiver.behave(() => ({ hang: true }));
    const { replayed } = await trpc.webhooks.deliveries.replayFailed.mutate({ projectId });
    expect(replayed).toBe(5_501);
    await trpc.webhooks.endpoints.delete.mutate({ projectId, endpointId });
  });

  it.each([
    ["http://example.com/hook", "url"],
    ["not an address", "url"],
    ["https://10.0.0.1/hook", "url"],
    ["https://169.254.169.254/latest", "url"],
  ])("returns 400 for an endpoint at %s, new or changed", async (url, path) => {
    const { projectId, endpointId } = await subscribed((await receiverOfTest()).url);
    const fault = { data: { httpStatus: 400, issues: [{ path }] } };
    const create = trpc.webhooks.endpoints.create.mutate({ projectId, url, events: ["*"] });
    await expect(create).rejects.toMatchObject(fault);
    const update = trpc.webhooks.endpoints.update.mutate({ projectId, endpointId, url });
    await expect(update).rejects.toMatchObject(fault);
  });

  it("returns 409 for the URL of another endpoint, unless asked", async () => {
    const { url } = await receiverOfTest();
    const { projectId, endpointId } = await subscribed(url);
    const given = { projectId, url, events: ["*"] };
    const issue = { path: "url", code: "url_taken", conflictingId: String(endpointId) };
    const taken = { data: { httpStatus: 409, issues: [issue] } };
    const { create, update } = trpc.webhooks.endpoints;
    await expect(create.mutate(given)).rejects.toMatchObject(taken);
    const other = await create.mutate({ ...given, url: `${url}?other` });
    const move = { projectId, endpointId: other.id, url };
    await expect(update.mutate(move)).rejects.toMatchObject(taken);
    await update.mutate({ ...move, allowDuplicateUrl: true });
  });

  it("returns 400 for a loopback address unless the operator allows it", async () => {
    await using strict = await startAdminApp(dialect);
    const { trpc } = await strict.admin("admin");
    const { projectId } = strict;
    const url = "https://127.0.0.1:8443/hook";
    const create = trpc.webhooks.endpoints.create.mutate({ projectId, url, events: ["*"] });
    await expect(create).rejects.toMatchObject({ data: { issues: [{ code: "url_refused" }] } });
  });

  it("says what the endpoint of a key is not sent, and lets an admin take it over", async () => {
    const { projectId, endpointId } = await subscribed((await receiverOfTest()).url);
    const scopes = ["webhooks:write", "contacts:read"];
    await trpc.access.keys.create.mutate({ projectId, name: "Shop", scopes });
    const [{ id } = { id: 0 }] = await trpc.access.keys.list.query({ projectId });
    await app.deps.db.kysely
      .updateTable("webhook_endpoints")
      .set({ sends_as: `key:${id}` })
      .where("id", "=", endpointId)
      .execute();
    const shown = async () => {
      const [one] = await trpc.webhooks.endpoints.list.query({ projectId });
      return [one?.hasAdminAccess, one?.notSent];
    };
    expect(await shown()).toEqual([false, null]);
    await trpc.webhooks.endpoints.update.mutate({ projectId, endpointId, events: ["deal.*"] });
    const lacks = "The API key “Shop” lacks the scopes deals:read.";
    expect(await shown()).toEqual([false, { events: ["deal.*"], reason: lacks }]);
    await trpc.access.keys.disable.mutate({ keyId: id });
    const reason = "The API key “Shop” is disabled.";
    expect(await shown()).toEqual([false, { events: ["deal.*"], reason }]);
    await trpc.webhooks.endpoints.takeOver.mutate({ projectId, endpointId });
    expect(await shown()).toEqual([true, null]);
  });

  it("returns 400 for an unknown event type and for invalid text", async () => {
    const { url } = await receiverOfTest();
    const projectId = await newProject();
    const create = (more: object) =>
      trpc.webhooks.endpoints.create.mutate({ projectId, url, events: ["*"], ...more });
    await expect(create({ events: ["contact.eaten"] })).rejects.toMatchObject({
      data: { httpStatus: 400, issues: [{ path: "events.0", code: "event_type_unknown" }] },
    });
    await expect(create({ events: [] })).rejects.toMatchObject(refused(400));
    await expect(create({ description: "\u0000" })).rejects.toMatchObject(refused(400));
    const { types, patterns } = await trpc.webhooks.eventTypes.query({ projectId });
    expect(types).toContain("contact.created");
    expect(patterns).toEqual(expect.arrayContaining(["*", "contact.*", ...types]));
  });

  it("returns 404 for unknown objects and those of another project", async () => {
    const receiver = await receiverOfTest();
    const one = await subscribed(receiver.url);
    const id = await delivered(one, "delivered");
    const projectId = await newProject();
    for (const endpointId of [one.endpointId, 999_999]) {
      const { endpoints, deliveries } = trpc.webhooks;
      const at = { projectId, endpointId };
      for (const call of [
        () => endpoints.update.mutate({ ...at, events: ["*"] }),
        () => endpoints.enable.mutate(at),
        () => endpoints.disable.mutate(at),
        () => endpoints.delete.mutate(at),
        () => endpoints.rotateSecret.mutate(at),
        () => endpoints.takeOver.mutate(at),
        () => endpoints.sendTest.mutate(at),
        () => deliveries.list.query(at),
        () => deliveries.replayFailed.mutate(at),
        () => deliveries.replayRetrying.mutate(at),
      ]) {
        await expect(call()).rejects.toMatchObject(refused(404));
      }
    }
    for (const at of [
      { projectId, id },
      { projectId, id: 999_999 },
    ]) {
      await expect(trpc.webhooks.deliveries.read.query(at)).rejects.toMatchObject(refused(404));
      await expect(trpc.webhooks.deliveries.replay.mutate(at)).rejects.toMatchObject(refused(404));
    }
    expect((await trpc.audit.list.query({ projectId })).entries).toEqual([]);
    await expect(trpc.webhooks.endpoints.list.query({ projectId: 999_999 })).rejects.toMatchObject(
      refused(404),
    );
  });

  it("lets a read-only admin read endpoints and deliveries only", async () => {
    const receiver = await receiverOfTest();
    const one = await subscribed(receiver.url);
    const { projectId, endpointId } = one;
    const id = await delivered(one, "delivered");
    const reader = (await app.admin("read-only")).trpc.webhooks;
    expect(await reader.endpoints.list.query({ projectId })).toHaveLength(1);
    expect((await reader.deliveries.list.query({ projectId })).deliveries).toHaveLength(1);
    expect(await reader.deliveries.read.query({ projectId, id })).toMatchObject({ id });
    const replay = reader.deliveries.replay.mutate({ projectId, id });
    await expect(replay).rejects.toMatchObject(refused(403));
    const remove = reader.endpoints.delete.mutate({ projectId, endpointId });
    await expect(remove).rejects.toMatchObject(refused(403));
  });
});
