import { EVENT_PATTERNS } from "@rapport/core";
import { endpoints } from "@rapport/db";
import { countBlocked, DIALECTS, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, type Workspace } from "../support/app.ts";
import {
  deadUrl,
  deliveriesOf,
  receiverOfTest,
  settled,
  subscribe,
  verified,
} from "../support/webhooks.ts";

const ENDPOINTS = "/webhooks/endpoints";
const URL = "https://127.0.0.1:9/hook";
const LATER = "2100-01-01T00:00:00.000Z";
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

describe.each(DIALECTS)("webhook endpoints on %s", (dialect) => {
  // Refused by the form of the request, before a statement.
  const onSqlite = test.runIf(dialect === "sqlite");
  let app: TestApp;
  let workspace: Workspace;
  beforeAll(async () => {
    await trustReceivers();
    app = await startApp({ dialect });
    workspace = await app.workspace();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const create = (json: object, one = workspace) =>
    one.call("POST", ENDPOINTS, { json: { allowDuplicateUrl: true, ...json } });

  test.each([
    "https://127.0.0.1:9/Hook?a=b~",
    "HTTPS://127.0.0.1:9/Hook?a=b~",
    "https://127.0.0.1:9/%48ook?a=b%7E",
    "https://127.0.0.1:9/x/../Hook?a=b~",
    "https://127.1:9/Hook?a=b~",
  ])("returns 409 with the id of the endpoint that has the URL, as %s", async (url) => {
    const one = await app.workspace();
    const given = { url: "https://127.0.0.1:9/Hook?a=b~", events: ["*"], allowDuplicateUrl: false };
    const { id } = (await create(given, one)).body.data;
    const refused = await create({ ...given, url }, one);
    expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"]);
    expect(refused.body.issues).toEqual([
      {
        path: "url",
        code: "url_taken",
        conflictingId: id,
        message: expect.stringContaining(`Endpoint ${id} has this URL.`),
      },
    ]);
    const other = (await create({ ...given, url: "https://127.0.0.1:9/hook" }, one)).body.data;
    const path = `${ENDPOINTS}/${other.id}`;
    const moved = await one.call("PATCH", path, { json: { url } });
    expect([moved.status, moved.body.issues[0].conflictingId]).toEqual([409, id]);
    const same = await one.call("PATCH", path, { json: { url: other.url } });
    expect(same.status).toBe(200);
    const json = { url, allowDuplicateUrl: true };
    expect((await one.call("PATCH", path, { json })).status).toBe(200);
    expect((await create({ ...given, url, allowDuplicateUrl: true }, one)).status).toBe(201);
    expect((await create({ ...given, url }, await app.workspace())).status).toBe(201);
  });

  test("registers one of many equal URLs at the same time", async () => {
    const one = await app.workspace();
    const given = { url: URL, events: ["*"], allowDuplicateUrl: false };
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(given, one)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  test("returns 201 with the endpoint and its secret of 32 bytes in base64", async () => {
    const { status, body } = await create({ url: URL, events: ["contact.created"] });
    expect(status).toBe(201);
    expect(body).toEqual({
      status: "success",
      data: {
        id: expect.stringMatching(/^[1-9][0-9]*$/),
        url: URL,
        events: ["contact.created"],
        payload: "compact",
        enabled: true,
        disabledReason: null,
        failingSince: null,
        notSent: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        signingSecret: expect.stringMatching(SECRET),
      },
    });
    expect(Buffer.from(body.data.signingSecret.slice(6), "base64")).toHaveLength(32);
  });

  test("accepts events as a JSON-encoded array", async () => {
    const { status, body } = await create({ url: URL, events: '["deal.*","contact.created"]' });
    expect([status, body.data.events]).toEqual([201, ["deal.*", "contact.created"]]);
  });

  test("stores a repeated event type once", async () => {
    const { body } = await create({ url: URL, events: ["deal.created", "*", "deal.created"] });
    expect(body.data.events).toEqual(["deal.created", "*"]);
  });

  test("accepts every event type and pattern", async () => {
    const other = await app.workspace();
    const { status, body } = await create({ url: URL, events: EVENT_PATTERNS }, other);
    expect([status, body.data.events]).toEqual([201, EVENT_PATTERNS]);
  });

  test("returns 409 for the 21st endpoint until one is deleted", async () => {
    const one = await app.workspace();
    const { path } = await subscribe(one, URL);
    for (let i = 1; i < 20; i++) await subscribe(one, URL);
    const refused = await create({ url: URL, events: ["*"] }, one);
    expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"]);
    await one.call("DELETE", path);
    expect((await create({ url: URL, events: ["*"] }, one)).status).toBe(201);
  });

  test("creates at most 20 of many simultaneous endpoints", async () => {
    const one = await app.workspace();
    for (let i = 0; i < 18; i++) await subscribe(one, URL);
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 30 }, () => create({ url: URL, events: ["*"] }, one)));
      const { data } = (await one.call("GET", ENDPOINTS)).body;
      expect(data.length).toBeLessThanOrEqual(20);
      for (const { id } of data.slice(18)) await one.call("DELETE", `${ENDPOINTS}/${id}`);
    }
  });

  test("reads, lists, updates and deletes an endpoint", async () => {
    const one = await app.workspace();
    const { path, id } = await subscribe(one, URL, ["deal.created"]);
    const before = (await one.call("GET", path)).body.data;
    expect(before).toMatchObject({ id, url: URL, events: ["deal.created"], enabled: true });
    expect((await one.call("GET", ENDPOINTS)).body.data).toEqual([before]);

    const json = { url: "https://127.0.0.1:9/other", events: ["deal.*", "deal.*"] };
    const updated = await one.call("PATCH", path, { json });
    expect(updated).toMatchObject({ status: 200, body: { data: { ...json, events: ["deal.*"] } } });
    expect((await one.call("GET", path)).body).toEqual(updated.body);

    const deleted = await one.call("DELETE", path);
    expect([deleted.status, deleted.body]).toEqual([200, { status: "success", data: null }]);
    for (const method of ["GET", "DELETE"]) expect((await one.call(method, path)).status).toBe(404);
    expect((await one.call("GET", ENDPOINTS)).body.data).toEqual([]);
  });

  test("lists the endpoints in pages, like every list", async () => {
    const one = await app.workspace();
    expect((await one.call("GET", ENDPOINTS)).body).toEqual({
      status: "success",
      data: [],
      pagination: { nextCursor: null },
    });
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push((await subscribe(one, URL)).id);

    const list = async (query: string) => (await one.call("GET", `${ENDPOINTS}${query}`)).body;
    const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);
    const first = await list("?limit=2");
    const second = await list(`?limit=2&cursor=${first.pagination.nextCursor}`);
    expect([idsOf(first), idsOf(second)]).toEqual([ids.slice(0, 2), ids.slice(2)]);
    expect(second.pagination.nextCursor).toBeNull();
    expect(idsOf(await list("?limit=3"))).toEqual(ids);

    const { body } = await one.call("GET", `${ENDPOINTS}?limit=201&cursor=x`);
    const paths = body.issues.map(({ path }: { path: string }) => path);
    expect(paths.toSorted()).toEqual(["cursor", "limit"]);
  });

  onSqlite(
    "returns 400 for an update with a refused url and unknown event types, and changes nothing",
    async () => {
      const { path } = await subscribe(await app.workspace(), URL);
      const one = await app.workspace();
      const mine = await subscribe(one, URL);
      const before = (await one.call("GET", mine.path)).body;
      const json = { url: "https://10.0.0.1/", events: ["a"], enabled: false };
      const { status, body } = await one.call("PATCH", mine.path, { json });
      expect(status).toBe(400);
      expect(body.issues.map((issue: { path: string }) => issue.path)).toEqual(["url", "events.0"]);
      expect((await one.call("GET", mine.path)).body).toEqual(before);
      expect((await one.call("PATCH", path, { json: { enabled: false } })).status).toBe(404);
    },
  );

  test("never returns, logs or stores the secret in plain text after the create", async () => {
    const one = await app.workspace();
    const json = { url: await deadUrl(), events: ["*"] };
    const headers = { "idempotency-key": "endpoint-1" };
    const { body } = await one.call("POST", ENDPOINTS, { json, headers });
    const path = `${ENDPOINTS}/${body.data.id}`;
    const rotated = await one.call("POST", `${path}/rotate-secret`);
    const tested = await one.call("POST", `${path}/test`);
    const answers = [
      await one.call("GET", path),
      await one.call("GET", ENDPOINTS),
      await one.call("PATCH", path, { json: { events: ["deal.*"] } }),
      await one.call("GET", `${path}/deliveries`),
      tested,
    ];
    const kept = [JSON.stringify(answers), app.logged.join("\n")];
    for (const table of ["webhook_endpoints", "idempotency_keys", "events", "attempts"] as const) {
      kept.push(JSON.stringify(await app.deps.db.kysely.selectFrom(table).selectAll().execute()));
    }
    for (const secret of [body.data.signingSecret, rotated.body.data.signingSecret]) {
      expect(secret).toMatch(SECRET);
      for (const text of kept) expect(text).not.toContain(secret.slice("whsec_".length));
    }
  });

  test("returns a new secret from rotate-secret", async () => {
    const { path, secret } = await subscribe(await app.workspace(), URL);
    const one = await app.workspace();
    const mine = await subscribe(one, URL);
    const { status, body } = await one.call("POST", `${mine.path}/rotate-secret`);
    expect([status, body.data.id]).toEqual([200, mine.id]);
    expect(body.data.signingSecret).toMatch(SECRET);
    expect([secret, mine.secret]).not.toContain(body.data.signingSecret);
    expect((await one.call("POST", `${path}/rotate-secret`)).status).toBe(404);
  });

  test("returns the same secret to a repeated rotation with its key, and ends the oldest at the next", async () => {
    const one = await app.workspace();
    const mine = await subscribe(one, URL);
    const rotate = (key: string) =>
      one.call("POST", `${mine.path}/rotate-secret`, { headers: { "idempotency-key": key } });
    const openSecrets = async () => {
      const row = await endpoints.findEndpoint.first(app.deps.db, one, { id: Number(mine.id) });
      return [row?.secret, row?.old_secret].map((sealed) => app.deps.secrets.open(sealed ?? ""));
    };
    const first = await rotate("first");
    const again = await rotate("first");
    expect(again.body).toEqual(first.body);
    const { signingSecret } = first.body.data;
    expect(await openSecrets()).toEqual([signingSecret, mine.secret]);
    const next = await rotate("next");
    expect(await openSecrets()).toEqual([next.body.data.signingSecret, signingSecret]);
  });

  // SQLite has one writer at a time.
  test.runIf(dialect === "postgres")(
    "keeps a rotated secret if the endpoint is updated at the same time",
    async () => {
      const { data } = (await create({ url: URL, events: ["*"] })).body;
      const path = `${ENDPOINTS}/${data.id}`;
      const blocked = () => countBlocked(app.databaseUrl, "webhook_endpoints");
      const { rotating, updating } = await app.deps.db.transaction(async (tx) => {
        await endpoints.markWorking.all(tx, { ids: `[${data.id}]`, at: LATER, before: LATER });
        const rotating = workspace.call("POST", `${path}/rotate-secret`);
        await expect.poll(blocked).toBeGreaterThan(0);
        const before = await blocked();
        const updating = workspace.call("PATCH", path, { json: { events: ["deal.*"] } });
        await expect.poll(blocked).toBeGreaterThan(before);
        return { rotating, updating };
      });
      const rotated = (await rotating).body.data;
      expect((await updating).status).toBe(200);
      const saved = await endpoints.findEndpoint.first(app.deps.db, workspace, {
        id: Number(data.id),
      });
      expect(app.deps.secrets.open(saved?.secret ?? "")).toBe(rotated.signingSecret);
      expect(saved?.event_types).toEqual(["deal.*"]);
    },
  );

  test("sends a test event to this endpoint only, also without a matching event type", async () => {
    const one = await app.workspace();
    const [receiver, other] = [await receiverOfTest(), await receiverOfTest()];
    const bystander = await subscribe(one, other.url, ["*"]);
    const mine = await subscribe(one, receiver.url, ["deal.created"]);
    const { status, body } = await one.call("POST", `${mine.path}/test`);
    const [request] = await receiver.waitFor(1);
    expect(status).toBe(202);
    expect(request?.headers["webhook-id"]).toBe(body.data.messageId);
    expect(verified(mine.secret, request!)).toMatchObject({
      type: "webhook.test",
      data: { endpointId: mine.id },
    });
    expect(await deliveriesOf(bystander)).toEqual([]);
  });

  test("returns 409 for a test event to a disabled endpoint", async () => {
    const one = await app.workspace();
    const { path } = await subscribe(one, URL);
    await one.call("PATCH", path, { json: { enabled: false } });
    expect((await one.call("POST", `${path}/test`)).status).toBe(409);
  });

  test("returns 404 for every operation on another workspace's endpoint", async () => {
    const { path } = await subscribe(await app.workspace(), URL);
    const other = await app.workspace();
    for (const [method, suffix, json] of [
      ["GET", ""],
      ["PATCH", "", { enabled: false }],
      ["DELETE", ""],
      ["POST", "/rotate-secret"],
      ["POST", "/test"],
      ["GET", "/deliveries"],
      ["POST", "/deliveries/1/replay"],
      ["POST", "/replay", { since: "2020-01-01T00:00:00Z" }],
    ] as const) {
      const { status, body } = await other.call(method, `${path}${suffix}`, { json });
      expect([method, suffix, status, body.code]).toEqual([method, suffix, 404, "NOT_FOUND"]);
    }
    expect((await other.call("GET", ENDPOINTS)).body.data).toEqual([]);
  });

  test("names no other id for one that is too large", async () => {
    const one = await app.workspace();
    const { path } = await subscribe(one, URL);
    const large = "9".repeat(20);
    const none = await one.call("GET", `${ENDPOINTS}/${large}`);
    expect(none.body.message).toBe(
      "There is no webhook endpoint with so large an id in this workspace.",
    );
    const unsent = await one.call("POST", `${path}/deliveries/${large}/replay`);
    expect(unsent.body.message).toBe("There is no delivery with so large an id of this endpoint.");
  });

  test("returns 404 for a replay of an unknown delivery or another endpoint's", async () => {
    const workspace = await app.workspace();
    const hook = await subscribe(workspace, (await receiverOfTest()).url);
    const other = await subscribe(workspace, await deadUrl(), ["deal.*"]);
    await workspace.call("POST", `${hook.path}/test`);
    const [delivery] = await settled(hook, 1, "delivered");
    for (const path of [
      `${other.path}/deliveries/${delivery?.id}`,
      `${hook.path}/deliveries/99999`,
    ])
      expect((await workspace.call("POST", `${path}/replay`)).status).toBe(404);
    expect((await deliveriesOf(hook))[0]).toEqual(delivery);
  });

  onSqlite("returns 403 for a key without the scope", async () => {
    const reader = await app.workspace({ scope: "webhooks:read" });
    expect((await create({ url: URL, events: ["*"] }, reader)).status).toBe(403);
    const writer = await app.workspace({ scope: "webhooks:write" });
    expect((await writer.call("GET", ENDPOINTS)).status).toBe(403);
  });
});
