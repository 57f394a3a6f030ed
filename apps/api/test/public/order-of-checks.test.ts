import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";

// The checks come before any statement.
describe("the order of checks", () => {
  const dialect = "sqlite";
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await startApp({ dialect });
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test.each([
    "/",
    "/api",
    "/api/objects",
    "/api/objects/contacts/",
    "/API/objects/contacts",
    "/apixobjects/contacts",
    "/api/crm/objects/contacts/1/2",
    "/v1/nothing",
    "/constructor",
    "/__proto__",
  ])("returns 404 in JSON for %s before it checks the credential", async (path) => {
    const { status, body, headers } = await app.call("GET", path);
    expect(status).toBe(404);
    expect(body.code).toBe("NOT_FOUND");
    expect(headers.get("x-request-id")).toBe(body.requestId);
  });

  test("returns 405 with Allow before it checks the credential", async () => {
    for (const [method, path, allow] of [
      ["GET", "/api/objects/contacts", "POST"],
      ["PUT", "/api/crm/objects/deals/1", "GET, HEAD, PATCH, DELETE"],
      ["HEAD", "/api/objects/contacts", "POST"],
      ["OPTIONS", "/api/objects/contacts", "POST"],
      ["GET", "/api/crm/objects/contacts/search", "POST"],
      ["PATCH", "/api/crm/objects/contacts/upsert", "POST"],
      ["DELETE", "/api/crm/objects/contacts/merge", "POST"],
      ["GET", "/v1/contacts/upsert", "POST"],
      ["GET", "/api/objects/planets", "POST"],
    ] as const) {
      const { status, headers } = await app.call(method, path);
      expect([method, status, headers.get("allow")]).toEqual([method, 405, allow]);
    }
  });

  test("returns 401 before it checks type, size and body", async () => {
    const { status, body, headers } = await app.call("POST", "/api/objects/contacts", {
      body: "x".repeat(2_000_000),
      headers: { "content-type": "text/plain" },
    });
    expect([status, body.code]).toEqual([401, "UNAUTHENTICATED"]);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer /);
  });

  test.each([
    ["no token", {}],
    ["another scheme", { authorization: "Basic YTpi" }],
    ["an empty token", { authorization: "Bearer " }],
    ["a malformed token", { authorization: "Bearer abc" }],
    ["two tokens", { authorization: "Bearer a b" }],
  ])("returns 401 for %s", async (_, headers) => {
    const answer = await app.call("GET", "/api/crm/objects/contacts/1", { headers });
    expect([answer.status, answer.body.code]).toEqual([401, "UNAUTHENTICATED"]);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm=/);
  });

  test("returns 401 for a token in the query", async () => {
    const { status } = await app.call(
      "GET",
      `/api/crm/objects/contacts/1?access_token=${caller.token}`,
    );
    expect(status).toBe(401);
  });

  test("returns 403 with the missing scope before it checks type and body", async () => {
    const limited = await app.caller({ scope: "crm.contacts.read" });
    const { status, body, headers } = await app.call("POST", "/api/objects/contacts", {
      token: limited.token,
      body: "x",
    });
    expect([status, body.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
    expect(body.message).toContain("crm.contacts.write");
    expect(headers.get("www-authenticate")).toContain('error="insufficient_scope"');
  });

  test("returns 415 before 400, and 400 before 404", async () => {
    const path = "/api/crm/objects/contacts/999999";
    expect((await app.call("PATCH", path, { token: caller.token, body: "{" })).status).toBe(415);
    expect((await app.call("PATCH", path, { token: caller.token, json: {} })).status).toBe(400);
    const fine = { internal_name: "firstname", value: "x" };
    expect((await app.call("PATCH", path, { token: caller.token, json: fine })).status).toBe(404);
  });

  test("returns 429 with Retry-After over the limit, before it checks the scope", async () => {
    await using strict = await startApp({ dialect, rateLimit: 3 });
    const limited = await strict.caller({ scope: "crm.contacts.read" });
    const answers = [];
    for (let i = 0; i < 4; i++)
      answers.push(
        await strict.call("DELETE", "/api/crm/objects/contacts/1", { token: limited.token }),
      );
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 429]);
    expect(answers[0]?.headers.get("ratelimit-policy")).toBe('"default";q=3;w=10');
    expect(answers[0]?.headers.get("ratelimit")).toMatch(/^"default";r=2;t=\d+$/);
    expect(answers[3]?.body.code).toBe("RATE_LIMITED");
    expect(Number(answers[3]?.headers.get("retry-after"))).toBeGreaterThan(0);
    const other = await strict.caller({ scope: "crm.contacts.read" });
    expect(
      (await strict.call("GET", "/api/crm/objects/contacts/1", { token: other.token })).status,
    ).toBe(404);
  });

  test("sends an X-Request-Id of its own with every response, and only logs a client's", async () => {
    const { headers } = await app.call("GET", "/healthz", {
      headers: { "x-request-id": "theirs-1" },
    });
    expect(headers.get("x-request-id")).toMatch(/^req_/);
    expect(app.logged.join("")).toContain("theirs-1");
  });

  test("logs no token, no secret and no value of a record", async () => {
    await app.call("POST", "/api/objects/contacts", {
      token: caller.token,
      json: { properties: [{ internal_name: "email", value: "private@example.com" }] },
    });
    const log = app.logged.join("\n");
    expect(log).toContain("/api/objects/contacts");
    for (const secret of [caller.token, caller.clientSecret, "private@example.com"])
      expect(log).not.toContain(secret);
  });

  test("reports readiness in /readyz and its counts in /metrics", async () => {
    expect((await app.call("GET", "/readyz")).body).toEqual({ status: "ready" });
    const { body } = await app.call("GET", "/metrics");
    expect(body).toContain(
      'rapport_http_request_duration_seconds_count{method="POST",route="/api/objects/contacts",status="201"}',
    );
    expect(body).toMatch(/rapport_tokens_issued_total [1-9]/);
    expect(body).toContain("nodejs_eventloop_lag_seconds");
  });
});
