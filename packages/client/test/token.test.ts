import { rotateSigningKey } from "@rapport/core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createPublicClient } from "../src/index.ts";
import { errorOf, SCOPE, startRapport, type TestRapport } from "./support/rapport.ts";

// The client never sees which database answers.
describe("the client's tokens", () => {
  let rapport: TestRapport;
  beforeAll(async () => {
    rapport = await startRapport("sqlite");
  });
  beforeEach(() => rapport.proxy.clear());
  afterEach(() => void vi.useRealTimers());
  afterAll(() => rapport[Symbol.asyncDispose]());

  const asked = (path: string) =>
    rapport.proxy.requests.filter((request) => request.path.startsWith(path)).length;
  const readOften = (client: Awaited<ReturnType<TestRapport["publicClient"]>>) =>
    Promise.all(Array.from({ length: 50 }, () => errorOf(client.contacts.read(1))));

  test("requests one token for fifty concurrent calls", async () => {
    const client = await rapport.publicClient();
    for (const { code } of await readOften(client)) expect(code).toBe("NOT_FOUND");
    expect(asked("/.well-known/oauth-authorization-server")).toBe(1);
    expect(asked("/oauth2/token")).toBe(1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_750_000 });
    await readOften(client);
    expect(asked("/.well-known")).toBe(1);
    expect(asked("/oauth2/token")).toBe(2);
  });

  test("replaces a token once if the server refuses it", async () => {
    const client = await rapport.publicClient();
    await readOften(client);
    expect(asked("/oauth2/token")).toBe(1);
    const { clientId, clientSecret } = await rapport.app.caller();
    let header = "";
    const watched = createPublicClient({
      baseUrl: rapport.baseUrl,
      clientId,
      clientSecret,
      scope: SCOPE,
      fetch: (url, init) => {
        header = new Headers(init?.headers as Record<string, string>).get("authorization") ?? "";
        return fetch(url, init);
      },
    });
    await errorOf(watched.contacts.read(1));
    const first = header;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    await rapport.app.call("POST", "/oauth2/revoke", {
      headers: {
        authorization: `Basic ${basic}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ token: first.slice("Bearer ".length) }).toString(),
    });
    rapport.proxy.clear();
    for (const { code } of await readOften(watched)) expect(code).toBe("NOT_FOUND");
    expect(asked("/oauth2/token")).toBe(1);
    expect(header).not.toBe(first);
  });

  test("gives up if the server refuses every token", async () => {
    const client = await rapport.publicClient();
    const challenge = { "www-authenticate": 'Bearer error="invalid_token"' };
    rapport.proxy.fail(({ path }) =>
      path.startsWith("/api") ? { status: 401, headers: challenge } : undefined,
    );
    expect((await errorOf(client.contacts.read(1))).status).toBe(401);
    expect(asked("/api")).toBe(2);
  });

  test("retries discovery and token requests like any call", async () => {
    const client = await rapport.publicClient();
    await rotateSigningKey(rapport.app.deps);
    rapport.proxy.fail((_, n) =>
      n === 1
        ? { breakBefore: true }
        : n === 3
          ? { status: 503, headers: { "retry-after": "0" } }
          : undefined,
    );
    expect((await errorOf(client.contacts.read(1))).code).toBe("NOT_FOUND");
    expect(rapport.proxy.requests).toHaveLength(5);
  });

  test("keeps renewing the token if one caller aborts", async () => {
    const client = await rapport.publicClient();
    const leaving = new AbortController();
    const left = errorOf(client.contacts.read(1, { signal: leaving.signal }));
    const stayed = errorOf(client.contacts.read(1));
    leaving.abort();
    expect((await left).code).toBe("ABORTED");
    expect((await stayed).code).toBe("NOT_FOUND");
    expect(asked("/oauth2/token")).toBe(1);
  });

  test("throws typed errors without the secret for refused token requests, and tries again next time", async () => {
    const secret = "wrong-secret-0123456789";
    const wrong = await errorOf(
      (await rapport.publicClient({ clientSecret: secret })).contacts.read(1),
    );
    expect(wrong).toMatchObject({ status: 401, code: "TOKEN_REFUSED" });
    expect(JSON.stringify([wrong.message, wrong.stack])).not.toContain(secret);
    const scope = await errorOf((await rapport.publicClient({ scope: "none" })).contacts.read(1));
    expect(scope).toMatchObject({ status: 400, code: "TOKEN_REFUSED" });

    const client = await rapport.publicClient();
    rapport.proxy.fail(() => ({ status: 404, body: "<html>" }));
    expect(await errorOf(client.contacts.read(1))).toMatchObject({
      status: 404,
      code: "TOKEN_REFUSED",
    });
    rapport.proxy.clear();
    expect((await errorOf(client.contacts.read(1))).code).toBe("NOT_FOUND");
  });

  test("sends the secret only to the server's own address", async () => {
    const client = await rapport.publicClient({ baseUrl: rapport.app.url });
    expect(await errorOf(client.contacts.read(1))).toMatchObject({ code: "TOKEN_REFUSED" });
    const other = await rapport.publicClient();
    const metadata = {
      issuer: rapport.baseUrl,
      token_endpoint: "http://elsewhere.example/token",
    };
    rapport.proxy.fail(() => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(metadata),
    }));
    expect((await errorOf(other.contacts.read(1))).message).toContain("PUBLIC_URL");
    expect(rapport.proxy.requests).toHaveLength(1);
  });
});
