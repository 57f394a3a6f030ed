import { randomUUID } from "node:crypto";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, sharedApp, type TestApp, type Workspace } from "../support/app.ts";
import { startFleet } from "../support/fleet.ts";
import type { ServerProcess } from "../support/process.ts";
import { expectRefusal } from "../support/refusals.ts";

const DAY = 24 * 60 * 60 * 1000;
const ADA = { email: "ada@example.com", firstName: "Ada" };
const POSTS = [
  ["/contacts", ADA],
  ["/deals", { name: "Engine", amount: 12.5, currency: "GBP" }],
  [
    "/webhooks/endpoints",
    { url: "https://127.0.0.1/hooks", events: ["contact.created"], allowDuplicateUrl: true },
  ],
] as const;

describe.each(DIALECTS)("idempotency keys on %s", (dialect) => {
  let app: TestApp;
  let workspace: Workspace;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    workspace = await app.workspace();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const post = (key: string, json: unknown = ADA, path = "/contacts", from = workspace) =>
    from.call("POST", path, { json, headers: { "idempotency-key": key } });
  const count = async ({ projectId } = workspace) => {
    const { kysely } = app.deps.db;
    const [records, endpoints] = await Promise.all(
      (["records", "webhook_endpoints"] as const).map((table) =>
        kysely.selectFrom(table).select("id").where("project_id", "=", projectId).execute(),
      ),
    );
    return (records?.length ?? 0) + (endpoints?.length ?? 0);
  };

  test.each(POSTS)("repeats the response of POST %s, and creates once", async (path, json) => {
    const key = randomUUID();
    const before = await count();
    const first = await post(key, json, path);
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
    for (let again = 0; again < 2; again++) {
      const replayed = await post(key, json, path);
      expect(replayed.headers.get("idempotent-replayed")).toBe("true");
      expect([replayed.status, replayed.body]).toEqual([first.status, first.body]);
    }
    expect(await count()).toBe(before + 1);
  });

  test("returns 201 for many requests at once while the schema is not cached", async () => {
    app.deps.schemas.clear();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => post(randomUUID(), POSTS[1][1], POSTS[1][0])),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });

  test("replays the original response even if the record has changed since", async () => {
    const key = randomUUID();
    const { body } = await post(key);
    await workspace.call("PATCH", `/contacts/${body.data.id}`, { json: { firstName: "x" } });
    await workspace.call("DELETE", `/contacts/${body.data.id}`);
    expect((await post(key)).body).toEqual(body);
  });

  test("accepts the members of a replay in another order", async () => {
    const key = randomUUID();
    const { body } = await post(key, { email: "a@example.com", firstName: "A" });
    const replayed = await post(key, { firstName: "A", email: "a@example.com" });
    expect([replayed.status, replayed.body]).toEqual([201, body]);
  });

  test.each(POSTS)(
    "returns 422 for a used key with another body or path: %s",
    async (path, json) => {
      const key = randomUUID();
      const first = await post(key, { email: "first@example.com" });
      const before = await count();
      expectRefusal(await post(key, json, path), 422, "IDEMPOTENCY_KEY_REUSED");
      expect(await count()).toBe(before);
      expect((await post(key, { email: "first@example.com" })).body).toEqual(first.body);
    },
  );

  test.each([
    ["/contacts", { email: "none" }, ADA],
    ["/contacts", { ...ADA, lifecycleStage: "x".repeat(256) }, ADA],
    ["/deals", { ...POSTS[1][1], companyId: "999999999" }, POSTS[1][1]],
    ["/webhooks/endpoints", { ...POSTS[2][1], url: "http://93.184.215.14/" }, POSTS[2][1]],
  ])("accepts the key of a failed POST %s again", async (path, bad, good) => {
    const key = randomUUID();
    expectRefusal(await post(key, bad, path), 400, "INVALID_INPUT");
    const made = await post(key, good, path);
    expect([made.status, made.headers.get("idempotent-replayed")]).toEqual([201, null]);
  });

  test.each([
    ["256 characters", "k".repeat(256)],
    ["a tab", "a\tb"],
    ["a letter outside of ASCII", "clé"],
    ["a C1 control character", "a\u0085b"],
    ["nothing", ""],
  ])("returns 400 for a key of %s, and creates nothing", async (_, key) => {
    const before = await count();
    const answer = await post(key);
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(answer.body.issues[0].path).toBe("Idempotency-Key");
    expect(await count()).toBe(before);
  });

  test.each(["k", "k".repeat(255), "a b~!\"'%"])("accepts the key %s", async (key) => {
    expect((await post(key)).status).toBe(201);
    expect((await post(key)).headers.get("idempotent-replayed")).toBe("true");
  });

  test("creates one record for 20 identical simultaneous requests", async () => {
    const key = randomUUID();
    const before = await count();
    expectOneRecord(await Promise.all(Array.from({ length: 20 }, () => post(key))));
    expect(await count()).toBe(before + 1);
  });

  test("forgets a key after 24 hours, also for another body", async () => {
    const [old, recent] = [randomUUID(), randomUUID()];
    const first = await post(old);
    const kept = await post(recent);
    await age(old, DAY + 60_000);
    await age(recent, DAY - 60_000);
    const second = await post(old, { email: "other@example.com" });
    expect([second.status, second.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect(second.body.data.id).not.toBe(first.body.data.id);
    expect((await post(old, { email: "other@example.com" })).body).toEqual(second.body);
    expect((await post(recent)).body).toEqual(kept.body);
  });

  test("keeps keys per workspace, not per API key", async () => {
    const key = randomUUID();
    const { body } = await post(key);
    const elsewhere = await post(key, ADA, "/contacts", await app.workspace());
    expect([elsewhere.status, elsewhere.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect(elsewhere.body.data.id).not.toBe(body.data.id);
    const colleague = await app.workspace({ projectId: workspace.projectId });
    expect((await post(key, ADA, "/contacts", colleague)).body).toEqual(body);
  });

  async function age(key: string, by: number) {
    const { numUpdatedRows } = await app.deps.db.kysely
      .updateTable("idempotency_keys")
      .set({ created_at: new Date(Date.now() - by).toISOString() })
      .where("key", "=", key)
      .executeTakeFirst();
    expect(Number(numUpdatedRows)).toBe(1);
  }
});

describe.each(DIALECTS)("idempotency keys across %s processes", (dialect) => {
  async function send({ url }: ServerProcess, apiKey: string, key: string): Promise<Answer> {
    const response = await fetch(`${url}/v1/contacts`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify({ email: `${key}@example.com`, lifecycleStage: key }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  async function idsOf({ url }: ServerProcess, apiKey: string, key: string): Promise<string[]> {
    const headers = { authorization: `Bearer ${apiKey}` };
    const response = await fetch(`${url}/v1/contacts?lifecycleStage=${key}`, { headers });
    const { data } = (await response.json()) as { data: { id: string }[] };
    return data.map(({ id }) => id);
  }

  test("create one record for the same key on two servers at once", async () => {
    const fleet = await startFleet(dialect);
    const apiKey = await fleet.apiKey(["contacts:write", "contacts:read"]);
    const servers = [await fleet.start(), await fleet.start()] as const;
    for (let round = 0; round < 10; round++) {
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => send(servers[i % 2 === 0 ? 0 : 1], apiKey, key)),
      );
      const id = expectOneRecord(answers);
      expect(await idsOf(servers[0], apiKey, key)).toEqual([id]);
    }
  });
});

function expectOneRecord(answers: readonly Answer[]): string {
  const made = answers.filter(({ status }) => status === 201);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expectRefusal(answer, 409, "CONFLICT");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const ids = new Set<string>(made.map(({ body }) => body.data.id));
  expect(ids.size).toBe(1);
  expect(made.filter(({ headers }) => !headers.has("idempotent-replayed"))).toHaveLength(1);
  return [...ids][0] as string;
}
