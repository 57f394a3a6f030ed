import { setQuota } from "@rapport/core";
import { waitForOneDay } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createPublicClient,
  createWorkspaceClient,
  type PublicClientOptions,
  type WorkspaceClient,
} from "../src/index.ts";
import { errorOf, SCOPE, startRapport, type TestRapport } from "./support/rapport.ts";

describe("an error message says how to fix the mistake", () => {
  let rapport: TestRapport;
  let workspace: WorkspaceClient;
  beforeAll(waitForOneDay, 60_000);
  beforeAll(async () => {
    rapport = await startRapport("sqlite");
    workspace = await rapport.workspaceClient();
  });
  beforeEach(() => rapport.proxy.clear());
  afterAll(() => rapport[Symbol.asyncDispose]());

  const credentials = { clientId: "rpc1", clientSecret: "rps1", scope: SCOPE };
  const open = (options: Partial<PublicClientOptions>) => () =>
    createPublicClient({ baseUrl: "https://rapport.example", ...credentials, ...options });
  const without = undefined as unknown as string;

  test("rejects a credential that is missing or ends in a line break", () => {
    for (const name of ["clientId", "clientSecret"] as const) {
      for (const none of ["", without]) {
        expect(open({ [name]: none })).toThrow(`${name} is empty.`);
      }
      expect(open({ [name]: "secret-0\n" })).toThrow(/line breaks/);
      expect(open({ [name]: "secret-0\n" })).not.toThrow(/secret-0/);
    }
    const baseUrl = "https://rapport.example";
    expect(() => createWorkspaceClient({ baseUrl, apiKey: without })).toThrow("apiKey is empty.");
  });

  test("says which quota of the tenant is used up, and waits for no new day", async () => {
    const { app, baseUrl } = rapport;
    const { tenantId, clientId, clientSecret } = await app.caller();
    const client = createPublicClient({ baseUrl, clientId, clientSecret, scope: SCOPE });
    const create = (value: string) => client.contacts.create({ email: value });
    await setQuota(app.deps, tenantId, { records: 1, requestsPerDay: 3 });
    await create("first@example.com");
    expect(await errorOf(create("second@example.com"))).toMatchObject({
      ...{ status: 409, code: "QUOTA", quota: { quota: "records", limit: 1, used: 1 } },
    });
    await errorOf(create("third@example.com"));
    const last = await errorOf(create("fourth@example.com"));
    expect(last).toMatchObject({
      ...{ status: 429, code: "QUOTA", quota: { quota: "requestsPerDay", limit: 3, used: 3 } },
    });
    expect(last.retryAfter).toBeGreaterThan(0);
  });

  test("rejects an address without a scheme", () => {
    for (const baseUrl of ["localhost:3000", "rapport.example", without]) {
      expect(open({ baseUrl })).toThrow("https://rapport.example");
    }
  });

  test("rejects an address that differs from the server's public URL", async () => {
    const { app } = rapport;
    const client = await rapport.publicClient({ baseUrl: app.url });
    const error = await errorOf(client.contacts.read(1));
    expect(error.code).toBe("TOKEN_REFUSED");
    expect(error.message).toContain(`${app.url} names ${rapport.baseUrl} as its issuer`);
  });

  test("rejects an address that includes the path of an API", async () => {
    const client = await rapport.publicClient({ baseUrl: `${rapport.baseUrl}/api` });
    const error = await errorOf(client.contacts.read(1));
    expect(error).toMatchObject({ code: "TOKEN_REFUSED", status: 404 });
    expect(error.message).toContain("without a path");
  });

  test("reports an address where nothing listens or TLS is missing", async () => {
    const { port } = new URL(rapport.baseUrl);
    const failing = (baseUrl: string) =>
      errorOf(createWorkspaceClient({ baseUrl, apiKey: "k", retries: 0 }).contacts.read("1"));
    expect((await failing("http://127.0.0.1:1023")).message).toContain("(ECONNREFUSED)");
    expect((await failing(`https://127.0.0.1:${port}`)).message).toMatch(/\([A-Z_]*SSL[A-Z_]*\)/);
  });

  test("includes the server's issues in the message", async () => {
    const client = await rapport.publicClient();
    const error = await errorOf(client.contacts.create({ emial: "ada@example.com" }));
    expect(error.message).toContain('Did you mean "email"?');
    expect(error.message).toContain("properties.0.internal_name: ");
    expect(error.issues).toHaveLength(2);
  });

  test("rejects an update without a value", async () => {
    const client = await rapport.publicClient();
    const { id } = await client.contacts.create({ email: "ada@example.com", city: "London" });
    expect(await errorOf(client.contacts.update(id, "city", without))).toMatchObject({
      code: "INVALID_OPTIONS",
      message: "Give city a value. null clears it.",
    });
    expect((await client.contacts.read(id)).properties.city).toBe("London");
  });

  test("rejects invalid times", async () => {
    const invalid = new Date("never");
    const replayed = errorOf(workspace.webhooks.deliveries.replayFailed("1", invalid));
    expect(await replayed).toMatchObject({ code: "INVALID_OPTIONS" });
    const late = await errorOf(workspace.contacts.read("1", { timeoutMs: Number.NaN }));
    expect(late.message).toContain("timeoutMs");
    const whole = await workspace.contacts.list({}, { timeoutMs: Infinity }).page();
    expect(whole.items).toEqual([]);
  });

  test.each([Number.NaN, -1])("rejects %s retries", (retries) => {
    expect(() => createWorkspaceClient({ baseUrl: rapport.baseUrl, apiKey: "k", retries })).toThrow(
      "retries must be a number of 0 or more.",
    );
  });

  test("rejects an idempotency key that is not a valid header value", async () => {
    const sent = rapport.proxy.requests.length;
    const error = await errorOf(
      workspace.contacts.create({ email: "ada@example.com" }, { idempotencyKey: "ключ" }),
    );
    expect(error).toMatchObject({ code: "INVALID_OPTIONS" });
    expect(error.message).toContain("idempotencyKey");
    expect(rapport.proxy.requests).toHaveLength(sent);
  });

  test("rejects an empty id asynchronously", async () => {
    expect(await errorOf(workspace.contacts.read(""))).toMatchObject({ code: "INVALID_OPTIONS" });
    expect(await errorOf(workspace.webhooks.endpoints.test(""))).toMatchObject({
      code: "INVALID_OPTIONS",
    });
  });
});
