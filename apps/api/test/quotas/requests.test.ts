import { randomBytes } from "node:crypto";
import { readQuota, setQuota } from "@rapport/core";
import { DIALECTS, waitForOneDay } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Caller, startApp, type TestApp } from "../support/app.ts";

const secretKey = randomBytes(32);
const secretKeys = () => [secretKey];
const MIDNIGHT_SECONDS = 24 * 60 * 60;

beforeAll(waitForOneDay, 60_000);

describe.each(DIALECTS)("the quota of requests per day on %s", (dialect) => {
  let app: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    app = await startApp({ dialect, rateLimit: 100_000, settings: { secretKeys } });
    const settings = { databaseUrl: app.databaseUrl, secretKeys };
    other = await startApp({ dialect, settings });
  });
  afterAll(async () => {
    await other[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
  });

  const limit = async (tenantId: number, requestsPerDay: number) => {
    await setQuota(app.deps, tenantId, { requestsPerDay });
    await other.deps.quotas.refresh();
  };
  const list = (server: TestApp, { token }: Pick<Caller, "token">) =>
    server.call("GET", "/api/crm/objects/contacts?limit=1", { token });
  const used = async (tenantId: number) =>
    (await readQuota(app.deps, tenantId)).used.requestsPerDay;

  function expectRefusal(answer: Answer, counts: object) {
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({
      ...{ code: "QUOTA", quota: "requestsPerDay", issues: [], ...counts },
      message: expect.stringContaining("Wait until midnight UTC, or ask the operator"),
    });
    expect(answer.headers.get("ratelimit-policy")).toContain('"day";q=');
    expect(answer.headers.get("ratelimit")).toMatch(/"day";r=\d+;t=\d+$/);
    const wait = Number(answer.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(MIDNIGHT_SECONDS);
  }

  it("answers as many requests as the quota, then 429 until midnight, on every surface", async () => {
    const caller = await app.caller();
    const workspace = await app.workspace({ projectId: caller.projectId });
    await limit(caller.tenantId, 3);
    const first = await list(app, caller);
    expect(first.headers.get("ratelimit-policy")).toContain('"day";q=3;w=86400');
    expect(first.headers.get("ratelimit")).toMatch(/"default";r=\d+;t=\d+, "day";r=2;t=\d+/);
    expect((await workspace.call("GET", "/contacts?limit=1")).status).toBe(200);
    expect((await list(app, caller)).status).toBe(200);
    expectRefusal(await list(app, caller), { limit: 3, used: 3, success: false });
    expectRefusal(await workspace.call("GET", "/contacts"), { status: "error", limit: 3, used: 3 });
    const input = encodeURIComponent(JSON.stringify({ limit: 1 }));
    const refused = await app.call("GET", `/trpc/public.contacts.list?input=${input}`, {
      token: caller.token,
    });
    expect(refused.status).toBe(429);
    expect(refused.body.error.data).toMatchObject({
      ...{ crmCode: "QUOTA", quota: "requestsPerDay", limit: 3, used: 3 },
    });
    await expect.poll(() => used(caller.tenantId)).toBe(3);
    await limit(caller.tenantId, 4);
    expect((await list(app, caller)).status).toBe(200);
    expectRefusal(await list(app, caller), { limit: 4, used: 4 });
    await limit(caller.tenantId, 0);
    expect((await list(app, caller)).status).toBe(200);
  });

  it("counts each call of a tRPC batch, and runs none if they do not fit", async () => {
    const caller = await app.caller();
    await limit(caller.tenantId, 3);
    const one = JSON.stringify({ 0: { limit: 1 }, 1: { limit: 1 } });
    const batch = () =>
      app.call(
        "GET",
        `/trpc/public.contacts.list,public.leads.list?batch=1&input=${encodeURIComponent(one)}`,
        { token: caller.token },
      );
    expect((await batch()).status).toBe(200);
    expect((await batch()).status).toBe(429);
    expect((await list(app, caller)).status).toBe(200);
    expect((await list(app, caller)).status).toBe(429);
  });

  it("counts neither tokens nor requests that it refuses, but those that fail", async () => {
    const caller = await app.caller();
    await limit(caller.tenantId, 2);
    const { token } = caller;
    expect((await app.call("GET", "/api/crm/objects/contacts/0", { token })).status).not.toBe(429);
    expect((await list(app, { token: "wrong" })).status).toBe(401);
    await app.token(caller, "crm.contacts.read");
    expect((await list(app, caller)).status).toBe(200);
    for (let i = 0; i < 3; i++) expect((await list(app, caller)).status).toBe(429);
    expect(await app.token(caller, "crm.contacts.read")).toEqual(expect.any(String));
    await expect.poll(() => used(caller.tenantId)).toBe(2);
  });

  it("is exact for requests that come at once", async () => {
    const caller = await app.caller();
    await limit(caller.tenantId, 10);
    const answers = await Promise.all(Array.from({ length: 30 }, () => list(app, caller)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });

  it("is shared by all projects of the tenant, and by all servers", async () => {
    const caller = await app.caller();
    const second = await app.caller({ tenantId: caller.tenantId });
    const { key } = await app.workspace({ projectId: caller.projectId });
    await limit(caller.tenantId, 2);
    expect((await list(app, caller)).status).toBe(200);
    expect((await list(app, second)).status).toBe(200);
    expect((await list(app, second)).status).toBe(429);
    await expect.poll(() => used(caller.tenantId)).toBe(2);
    const there = await other.call("GET", "/v1/contacts", { token: key });
    expectRefusal(there, { limit: 2, used: 2 });
  });

  it("begins again on the next day", async () => {
    const caller = await app.caller();
    const { key } = await app.workspace({ projectId: caller.projectId });
    await limit(caller.tenantId, 1);
    expect((await list(app, caller)).status).toBe(200);
    await expect.poll(() => used(caller.tenantId)).toBe(1);
    await app.deps.db.transaction((tx) =>
      tx.execute(
        { name: "to_yesterday", sql: "update tenant_requests set day = '2020-01-01'" },
        [],
      ),
    );
    expect(await used(caller.tenantId)).toBe(0);
    expect((await other.call("GET", "/v1/contacts", { token: key })).status).toBe(200);
    expect((await other.call("GET", "/v1/contacts", { token: key })).status).toBe(429);
  });
});
