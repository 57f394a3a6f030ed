import { deleteProject, disableClient } from "@rapport/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rpc } from "../support/agents.ts";
import { type Caller, sharedApp, startApp, type TestApp } from "../support/app.ts";

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const METADATA = "http://127.0.0.1:3000/.well-known/oauth-protected-resource/mcp";
const INITIALIZE = (protocolVersion: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } },
});

// Messages, versions and headers are read before any statement; jobs.test.ts uses every tool on both.
describe("the protocol", () => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
    "speaks version %s",
    async (version) => {
      const { status, headers, body } = await rpc(app, caller.token, INITIALIZE(version));
      expect(status).toBe(200);
      expect(headers.get("content-type")).toMatch(/^application\/json/);
      expect(headers.get("mcp-session-id")).toBeNull();
      expect(body.result).toMatchObject({
        protocolVersion: version,
        capabilities: { tools: {} },
        serverInfo: { name: "rapport" },
        instructions: expect.stringContaining("list_types"),
      });
      const listed = await rpc(app, caller.token, LIST, { "mcp-protocol-version": version });
      expect(listed.body.result.tools).toHaveLength(12);
    },
  );

  it("offers an unknown version one that it speaks", async () => {
    const { body } = await rpc(app, caller.token, INITIALIZE("1999-01-01"));
    expect(body.result.protocolVersion).toMatch(/^2025-/);
  });

  it.each([
    "application/json, text/event-stream",
    "text/event-stream, application/json",
    "application/json",
    "*/*",
  ])("answers JSON to Accept: %s", async (accept) => {
    const answer = await rpc(app, caller.token, LIST, { accept });
    expect(answer.status).toBe(200);
    expect(answer.body.result.tools).toHaveLength(12);
  });

  it.each(["GET", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS"])("refuses %s", async (method) => {
    const { token } = caller;
    const answer = await app.call(method, "/mcp", {
      token,
      headers: { accept: "text/event-stream" },
    });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("acknowledges notifications, and answers each request of a batch", async () => {
    const note = { jsonrpc: "2.0", method: "notifications/initialized" };
    const noted = await rpc(app, caller.token, note);
    expect([noted.status, noted.body]).toEqual([202, ""]);
    const { body } = await rpc(app, caller.token, [
      LIST,
      note,
      { ...LIST, id: "b", method: "ping" },
    ]);
    expect(body.map(({ id }: { id: unknown }) => id).toSorted()).toEqual([1, "b"]);
  });

  it("answers a batch that cancels a request of its own", async () => {
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    for (const batch of [
      [LIST, cancel],
      [cancel, LIST],
      [cancel, LIST, { ...LIST, id: 2 }, cancel],
    ]) {
      const { status, body } = await rpc(app, caller.token, batch);
      const answers = [body].flat().map(({ id, result }) => [id, result.tools.length]);
      expect([status, answers[0]]).toEqual([200, [1, 12]]);
      expect(answers).toHaveLength(batch.filter((one) => "id" in one).length);
    }
    expect((await rpc(app, caller.token, [cancel])).status).toBe(202);
  });

  it.each([
    ["two requests with one id", [LIST, { ...LIST, method: "ping" }]],
    ["no message", []],
    ["101 messages", Array.from({ length: 101 }, (_, id) => ({ ...LIST, id }))],
  ])("refuses a batch of %s", async (_, batch) => {
    const { status, body } = await rpc(app, caller.token, batch);
    expect([status, body.error]).toEqual([
      400,
      { code: -32_600, message: expect.stringContaining("1 to 100 messages") },
    ]);
  });

  it.each([
    ["initialize", {}, "params.protocolVersion"],
    ["tools/call", { name: "list_types", arguments: "x" }, "params.arguments"],
  ])("says in words which parameter of %s is wrong", async (method, params, path) => {
    const { body } = await rpc(app, caller.token, { ...LIST, method, params });
    expect(body.error).toEqual({ code: -32_602, message: expect.stringContaining(path) });
    expect(body.error.message).not.toContain("[");
  });

  it("refuses what is no JSON, no message, too large, or of another type", async () => {
    const { token } = caller;
    const send = (body: string, type = "application/json") =>
      app.call("POST", "/mcp", { token, body, headers: { "content-type": type } });
    const noJson = await send("{");
    expect([noJson.status, noJson.body.error.code]).toEqual([400, -32_700]);
    expect((await send('{"a": 1}')).status).toBe(400);
    expect((await send("[]")).status).toBe(400);
    expect((await send("{}", "text/plain")).status).toBe(415);
    const large = await send(JSON.stringify({ ...LIST, params: { a: "x".repeat(1_100_000) } }));
    expect([large.status, large.body.error.data.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    const unknown = await rpc(app, token, { ...LIST, method: "resources/list" });
    expect(unknown.body.error.code).toBe(-32_601);
  });

  it("keeps no stream open for subscriptions", async () => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const message = {
      ...LIST,
      method: "subscriptions/listen",
      params: { _meta: meta, notifications: { toolsListChanged: true } },
    };
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": message.method };
    const { body } = await rpc(app, caller.token, message, headers);
    expect(body.error.message).toContain("limit");
  });

  it("names its metadata to who has no credential, and serves it", async () => {
    for (const token of [undefined, "wrong", `rpk_${"a".repeat(32)}`]) {
      const { status, headers, body } = await rpc(app, token, LIST);
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toContain(`Bearer resource_metadata="${METADATA}"`);
      expect(body).toMatchObject({ jsonrpc: "2.0", error: { data: { code: "UNAUTHENTICATED" } } });
    }
    const metadata = await app.call("GET", new URL(METADATA).pathname);
    expect(metadata).toMatchObject({
      status: 200,
      body: {
        resource: "http://127.0.0.1:3000/mcp",
        authorization_servers: ["http://127.0.0.1:3000"],
        bearer_methods_supported: ["header"],
        scopes_supported: expect.arrayContaining(["crm.contacts.read", "crm.custom.write"]),
      },
    });
    expect((await app.call("POST", new URL(METADATA).pathname)).status).toBe(405);
  });

  it("takes an access token or an API key", async () => {
    const { key } = await app.workspace({ scope: "crm.deals.read", projectId: caller.projectId });
    const { body } = await rpc(app, key, LIST);
    const names = body.result.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual([
      ...["list_types", "search_records", "get_records", "get_history", "count_records"],
    ]);
  });

  it("refuses a revoked token, a disabled client and a deleted project", async () => {
    const one = await app.caller();
    expect((await rpc(app, one.token, LIST)).status).toBe(200);
    await app.call("POST", "/oauth2/revoke", {
      headers: {
        authorization: `Basic ${btoa(`${one.clientId}:${one.clientSecret}`)}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ token: one.token }).toString(),
    });
    const status = async (token: string) => (await rpc(app, token, LIST)).status;
    await expect.poll(() => status(one.token), { timeout: 10_000 }).toBe(401);
    const two = await app.caller();
    await disableClient(app.deps, two.clientId);
    await expect.poll(() => status(two.token), { timeout: 10_000 }).toBe(401);
    const three = await app.caller();
    await deleteProject(app.deps, "system:test", three.projectId, { confirm: "Project" });
    await expect.poll(() => status(three.token), { timeout: 10_000 }).toBe(401);
  });

  it.each(["https://evil.example", "null", "http://127.0.0.1:3000.evil.example"])(
    "refuses pages of the origin %s",
    async (origin) => {
      const host = { host: "evil.example" };
      for (const headers of [{ origin }, { origin, ...host }]) {
        const { status, body } = await rpc(app, caller.token, LIST, headers);
        expect([status, body.error.data.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
      }
      const own = await rpc(app, caller.token, LIST, { origin: "http://127.0.0.1:3000" });
      expect(own.status).toBe(200);
    },
  );
});

describe("the endpoint behind a proxy", () => {
  const dialect = "sqlite";
  it("names the public URL", async () => {
    await using app = await startApp({ dialect, publicUrl: "https://crm.example" });
    const { headers } = await rpc(app, undefined, LIST);
    const path = "/.well-known/oauth-protected-resource/mcp";
    expect(headers.get("www-authenticate")).toContain(`"https://crm.example${path}"`);
    const { body } = await app.call("GET", path);
    expect(body).toMatchObject({
      resource: "https://crm.example/mcp",
      authorization_servers: ["https://crm.example"],
    });
  });

  it("counts calls as requests, and each call of a batch", async () => {
    await using app = await startApp({ dialect, rateLimit: 5 });
    const { token } = await app.caller();
    const { headers } = await rpc(app, token, LIST);
    expect(headers.get("ratelimit")).toMatch(/"default";r=4/);
    const batch = await rpc(app, token, [LIST, { ...LIST, id: 2 }, { ...LIST, id: 3 }]);
    expect(batch.headers.get("ratelimit")).toMatch(/"default";r=1/);
    expect((await rpc(app, token, [LIST, { ...LIST, id: 2 }])).status).toBe(429);
    const refused = await rpc(app, token, LIST);
    expect([refused.status, refused.body.error.data.code]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const rest = await app.call("GET", "/api/crm/objects/contacts", { token });
    expect(rest.status).toBe(429);
  });
});
