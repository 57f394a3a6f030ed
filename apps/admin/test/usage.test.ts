import { startServer } from "@rapport/api/server";
import { createApiKey, createClient, createProject } from "@rapport/core";
import { requestLog } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

const RATE_LIMIT = 20;
const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(DIALECTS)("API usage on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let api: Awaited<ReturnType<typeof startServer>>;
  let clientId: string;
  let token: string;
  let apiKey: string;
  let keyId: string;

  beforeAll(async () => {
    const settings = { PORT: "0", STOP_GRACE: "0", RATE_LIMIT: String(RATE_LIMIT) };
    app = await startAdminApp(dialect, undefined, settings);
    admin = await app.admin("read-only");
    api = await startServer(app.config, pino({ level: "silent" }));
    const { deps, projectId } = app;
    ({ clientId, token } = await newClient(projectId));
    ({ apiKey } = await createApiKey(deps, {
      projectId,
      name: "Automation",
      scopes: ["contacts:read"],
    }));
    const [key] = await (await app.admin("owner")).trpc.access.keys.list.query({ projectId });
    keyId = String(key?.id);
  });
  afterAll(async () => {
    await api.stop();
    await app[Symbol.asyncDispose]();
  });

  async function newClient(projectId: number) {
    const scope = "crm.contacts.read crm.contacts.write";
    const { clientId, clientSecret } = await createClient(app.deps, {
      projectId,
      name: "Nightly sync",
      scopes: scope.split(" "),
    });
    const response = await fetch(`http://127.0.0.1:${api.port}/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials", scope }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return { clientId, token };
  }

  async function call(method: string, path: string, credential: string, json?: unknown) {
    const response = await fetch(`http://127.0.0.1:${api.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    await response.text();
    return { status: response.status, id: response.headers.get("x-request-id") ?? "" };
  }

  const list = (
    input: Partial<Parameters<SignedIn["trpc"]["usage"]["requests"]["query"]>[0]> = {},
  ) => admin.trpc.usage.requests.query({ projectId: app.projectId, ...input });

  const report = (projectId: number) =>
    admin.trpc.reports.usage.query({ projectId, period: "24h", timeZone: "UTC" });

  it("counts the requests, errors and throttled requests of each credential", async () => {
    const email = { internal_name: "email", value: "ada@example.com" };
    await call("POST", "/api/objects/contacts", token, { properties: [email] });
    await call("GET", "/api/crm/objects/contacts/999999", token);
    await call("GET", "/v1/contacts", apiKey);
    let last = 0;
    for (let i = 0; last !== 429 && i <= RATE_LIMIT; i++) {
      last = (await call("GET", "/api/crm/objects/contacts", token)).status;
    }
    expect(last).toBe(429);
    const usage = await vi.waitFor(async () => {
      const { credentials: found } = await report(app.projectId);
      expect(found.map(({ requests }) => requests)).toEqual([RATE_LIMIT + 1, 1]);
      return found;
    }, 10_000);
    expect(usage).toEqual([
      {
        credential: { kind: "client", id: clientId, label: "Nightly sync" },
        requests: RATE_LIMIT + 1,
        refused: 2,
        failed: 0,
        throttled: 1,
        p95Ms: expect.any(Number),
        peakPercent: 100,
      },
      {
        credential: { kind: "key", id: keyId, label: "Automation" },
        requests: 1,
        refused: 0,
        failed: 0,
        throttled: 0,
        p95Ms: expect.any(Number),
        peakPercent: 5,
      },
    ]);
  });

  it("logs each request, newest first, in pages", async () => {
    const first = await list({ limit: 5 });
    expect(first.requests).toHaveLength(5);
    const rest = await list({ limit: 200, cursor: first.nextCursor ?? "" });
    expect(rest.nextCursor).toBeNull();
    const all = [...first.requests, ...rest.requests];
    expect(all).toHaveLength(RATE_LIMIT + 2);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(all.at(-1)).toMatchObject({
      method: "POST",
      route: "/api/objects/contacts",
      status: 201,
      code: null,
      credential: { label: "Nightly sync" },
    });
  });

  it("filters the log by credential, outcome, method and route", async () => {
    const routes = async (input: Parameters<typeof list>[0]) =>
      (await list(input)).requests.map(({ status, route }) => `${status} ${route}`);
    expect(await routes({ credential: `key:${keyId}` })).toEqual(["200 /v1/contacts"]);
    expect(await routes({ outcome: "throttled" })).toEqual(["429 /api/crm/objects/contacts"]);
    expect(await routes({ outcome: "refused", route: "/9999" })).toEqual([
      "404 /api/crm/objects/contacts/999999",
    ]);
    expect(await routes({ method: "POST" })).toEqual(["201 /api/objects/contacts"]);
    expect(await routes({ to: new Date(Date.now() - DAY_MS).toISOString() })).toEqual([]);
  });

  it("logs the path with its ids and types, and no other value of it", async () => {
    const projectId = await createProject(app.deps, app.tenantId, "Paths");
    const { token: own } = await newClient(projectId);
    const paths = [
      ["/api/crm/objects/deals/41", "/api/crm/objects/deals/41"],
      ["/api/crm/objects/contacts/7?associations=company", "/api/crm/objects/contacts/7"],
      ["/api/crm/objects/contacts/ada@example.com", "/api/crm/objects/contacts/{contactId}"],
    ] as const;
    for (const [path] of paths) await call("GET", path, own);
    const { requests } = await vi.waitFor(async () => {
      const found = await list({ projectId });
      expect(found.requests.length).toBe(paths.length);
      return found;
    }, 10_000);
    expect(requests.map(({ route }) => route).toReversed()).toEqual(
      paths.map(([, route]) => route),
    );
  });

  it("logs what was wrong with a request, without the values that it sent", async () => {
    const projectId = await createProject(app.deps, app.tenantId, "Faulty");
    const faulty = await newClient(projectId);
    const properties = [
      { internal_name: "email", value: "Ada-Lovelace" },
      { internal_name: "emial", value: "Ada-Lovelace" },
    ];
    const body = { properties, "Ada-Lovelace": "Ada-Lovelace" };
    const { id } = await call("POST", "/api/objects/contacts", faulty.token, body);
    const at = await vi.waitFor(async () => {
      const [request] = (await list({ projectId })).requests;
      expect(request).toMatchObject({ id, status: 400, code: "INVALID_INPUT" });
      return request?.at ?? "";
    }, 10_000);
    const details = await admin.trpc.usage.request.query({ projectId, at, id });
    expect(details.issues.map(({ path }) => path)).toContain("properties.0.value");
    expect(details.input).toEqual({
      properties: [
        { internal_name: "email", value: "(12 characters)" },
        { internal_name: "emial", value: "(12 characters)" },
      ],
      "(member)": "(12 characters)",
    });
    expect(JSON.stringify(details)).not.toContain("Lovelace");
  });

  it("does not show the requests of another project", async () => {
    const projectId = await createProject(app.deps, app.tenantId, "Other");
    expect(await list({ projectId })).toEqual({ requests: [], nextCursor: null });
    expect((await report(projectId)).credentials).toEqual([]);
    const [request] = (await list({ limit: 1 })).requests;
    const key = { projectId, at: request?.at ?? "", id: request?.id ?? "" };
    await expect(admin.trpc.usage.request.query(key)).rejects.toMatchObject({
      data: { code: "NOT_FOUND" },
    });
  });

  it("finds old requests between many that do not match", async () => {
    const projectId = await createProject(app.deps, app.tenantId, "Busy");
    const rows = Array.from({ length: 1_200 }, (_, i) => ({
      project_id: projectId,
      at: new Date(Date.UTC(2026, 0, 1) + i).toISOString(),
      id: `req_${i}`,
      method: "GET",
      route: "/v1/contacts",
      status: i === 0 ? 500 : 200,
      microseconds: 1_000,
      credential: "key:1",
      code: null,
      details: null,
    }));
    await app.deps.db.transaction((tx) => requestLog.insertRequests(tx, rows));
    const found = await list({ projectId, outcome: "broken" });
    expect(found).toMatchObject({ requests: [{ id: "req_0", status: 500 }], nextCursor: null });
  });
});
