import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createPublicClient,
  createWorkspaceClient,
  type PublicClientOptions,
  type WorkspaceClient,
} from "../src/index.ts";
import { errorOf, SCOPE, startRapport, type TestRapport } from "./support/rapport.ts";

describe("a mistake is answered with how to mend it", () => {
  let rapport: TestRapport;
  let workspace: WorkspaceClient;
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

  test("a credential that is not set, or has caught a line's end", () => {
    for (const name of ["clientId", "clientSecret"] as const) {
      for (const none of ["", without]) {
        expect(open({ [name]: none })).toThrow(`${name} is empty.`);
      }
      expect(open({ [name]: "secret-0\n" })).toThrow(/line ends/);
      expect(open({ [name]: "secret-0\n" })).not.toThrow(/secret-0/);
    }
    const baseUrl = "https://rapport.example";
    expect(() => createWorkspaceClient({ baseUrl, apiKey: without })).toThrow("apiKey is empty.");
  });

  test("an address without its scheme", () => {
    for (const baseUrl of ["localhost:3000", "rapport.example", without]) {
      expect(open({ baseUrl })).toThrow("https://rapport.example");
    }
  });

  test("an address by which the server does not know itself", async () => {
    const { app } = rapport;
    const client = await rapport.publicClient({ baseUrl: app.url });
    const error = await errorOf(client.contacts.read(1));
    expect(error.code).toBe("TOKEN_REFUSED");
    expect(error.message).toContain(`${app.url} calls itself ${rapport.baseUrl}`);
  });

  test("an address with the path of an API", async () => {
    const client = await rapport.publicClient({ baseUrl: `${rapport.baseUrl}/api` });
    const error = await errorOf(client.contacts.read(1));
    expect(error).toMatchObject({ code: "TOKEN_REFUSED", status: 404 });
    expect(error.message).toContain("without a path");
  });

  test("an address where nothing listens, or not over TLS", async () => {
    const { port } = new URL(rapport.baseUrl);
    const failing = (baseUrl: string) =>
      errorOf(createWorkspaceClient({ baseUrl, apiKey: "k", retries: 0 }).contacts.read("1"));
    expect((await failing("http://127.0.0.1:1023")).message).toContain("(ECONNREFUSED)");
    expect((await failing(`https://127.0.0.1:${port}`)).message).toMatch(/\([A-Z_]*SSL[A-Z_]*\)/);
  });

  test("what the server found fault with is in the message", async () => {
    const client = await rapport.publicClient();
    const error = await errorOf(client.contacts.create({ emial: "ada@example.com" }));
    expect(error.message).toContain('Did you mean "email"?');
    expect(error.message).toContain("properties.0.internal_name: ");
    expect(error.issues).toHaveLength(2);
  });

  test("an update without a value, which would clear the property", async () => {
    const client = await rapport.publicClient();
    const { id } = await client.contacts.create({ email: "ada@example.com", city: "London" });
    expect(await errorOf(client.contacts.update(id, "city", without))).toMatchObject({
      code: "INVALID_OPTIONS",
      message: "Give city a value; null clears it.",
    });
    expect((await client.contacts.read(id)).properties.city).toBe("London");
  });

  test("times that are none", async () => {
    const invalid = new Date("never");
    const replayed = errorOf(workspace.webhooks.deliveries.replayFailed("1", invalid));
    expect(await replayed).toMatchObject({ code: "INVALID_OPTIONS" });
    const late = await errorOf(workspace.contacts.read("1", { timeoutMs: Number.NaN }));
    expect(late.message).toContain("timeoutMs");
    const whole = await workspace.contacts.list({}, { timeoutMs: Infinity }).page();
    expect(whole.items).toEqual([]);
  });

  test("a key that no header can hold", async () => {
    const sent = rapport.proxy.requests.length;
    const error = await errorOf(
      workspace.contacts.create({ email: "ada@example.com" }, { idempotencyKey: "ключ" }),
    );
    expect(error).toMatchObject({ code: "INVALID_OPTIONS" });
    expect(error.message).toContain("idempotencyKey");
    expect(rapport.proxy.requests).toHaveLength(sent);
  });

  test("an id that is empty rejects, as everything does", async () => {
    expect(await errorOf(workspace.contacts.read(""))).toMatchObject({ code: "INVALID_OPTIONS" });
    expect(await errorOf(workspace.webhooks.endpoints.test(""))).toMatchObject({
      code: "INVALID_OPTIONS",
    });
  });
});
