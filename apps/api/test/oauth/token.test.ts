import { addSecret, disableClient } from "@rapport/core";
import { DIALECTS, migratedDatabase } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";

const FORM = "application/x-www-form-urlencoded";

describe.each(DIALECTS)("POST /oauth2/token on %s", (dialect) => {
  // Attempts are counted in memory.
  const onSqlite = test.runIf(dialect === "sqlite");
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await startApp({ dialect });
    caller = await app.caller({ scope: "crm.contacts.read crm.contacts.write" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const basic = (id: string, secret: string) =>
    `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;
  const ask = (body: string, headers: Record<string, string> = {}) =>
    app.call("POST", "/oauth2/token", {
      body,
      headers: {
        authorization: basic(caller.clientId, caller.clientSecret),
        "content-type": FORM,
        ...headers,
      },
    });
  const good = "grant_type=client_credentials&scope=crm.contacts.read";

  test("returns 200 exactly as in specification §2.8, with Cache-Control: no-store", async () => {
    const { status, body, headers } = await ask(good);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(["access_token", "expires_in", "scope", "token_type"]);
    expect(body).toMatchObject({
      token_type: "Bearer",
      expires_in: 1800,
      scope: "crm.contacts.read",
    });
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test.each([
    ["no grant type", "scope=crm.contacts.read", "invalid_request"],
    ["an empty grant type", "grant_type=&scope=crm.contacts.read", "invalid_request"],
    ["another grant type", "grant_type=password&scope=crm.contacts.read", "unsupported_grant_type"],
    ["no scope", "grant_type=client_credentials", "invalid_scope"],
    ["an empty scope", "grant_type=client_credentials&scope=", "invalid_scope"],
    ["an unknown scope", "grant_type=client_credentials&scope=everything", "invalid_scope"],
    [
      "a scope that is another's",
      "grant_type=client_credentials&scope=crm.deals.read",
      "invalid_scope",
    ],
    [
      "one scope of two that is not the client's",
      "grant_type=client_credentials&scope=crm.contacts.read+crm.deals.read",
      "invalid_scope",
    ],
    ["a malformed scope", "grant_type=client_credentials&scope=%22", "invalid_scope"],
    ["a repeated parameter", `${good}&scope=crm.contacts.write`, "invalid_request"],
    ["a secret in the body", `${good}&client_secret=x`, "invalid_request"],
    ["the id of another client in the body", `${good}&client_id=rpcother`, "invalid_request"],
    ["an empty body", "", "invalid_request"],
  ])("returns 400 for %s", async (_, body, error) => {
    const answer = await ask(body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
    expect(typeof answer.body.error_description).toBe("string");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("returns 200 with the client's own id in the body too", async () => {
    expect((await ask(`${good}&client_id=${caller.clientId}`)).status).toBe(200);
  });

  test.each(["revoke", "introspect"])(
    "returns 400 for /oauth2/%s with the id of another client",
    async (path) => {
      const answer = await app.call("POST", `/oauth2/${path}`, {
        body: `token=${caller.token}&client_id=rpcother`,
        headers: {
          authorization: basic(caller.clientId, caller.clientSecret),
          "content-type": FORM,
        },
      });
      expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
    },
  );

  test.each(["/oauth2/jwks", "/.well-known/oauth-authorization-server"])(
    "lets caches keep %s for 300 seconds",
    async (path) => {
      const { headers } = await app.call("GET", path);
      expect([headers.get("cache-control"), headers.get("pragma")]).toEqual([
        ...["public, max-age=300", null],
      ]);
    },
  );

  test("returns 400 for JSON instead of a form", async () => {
    const answer = await ask("{}", { "content-type": "application/json" });
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
  });

  test.each([
    ["no credentials", {}],
    ["a wrong secret", { authorization: basic("rpcunknown", "x") }],
    ["another scheme", { authorization: "Bearer abc" }],
    ["no colon", { authorization: `Basic ${btoa("abc")}` }],
    ["malformed base64", { authorization: "Basic ???" }],
    ["a malformed form encoding", { authorization: `Basic ${btoa("%zz:x")}` }],
  ])("returns 401 for %s", async (_, headers) => {
    const answer = await app.call("POST", "/oauth2/token", {
      body: good,
      headers: { "content-type": FORM, ...headers },
    });
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
    expect(answer.headers.get("www-authenticate")).toBe(
      'Basic realm="rapport", error="invalid_client"',
    );
  });

  test.each(["\u0000", "rpc\u0000", "é"])("returns 401 for the client id %j", async (id) => {
    const { status, body } = await ask(good, { authorization: basic(id, caller.clientSecret) });
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  });

  test("returns 401 for a disabled client, and refuses its tokens", async () => {
    const other = await app.caller({ scope: "crm.contacts.read" });
    await disableClient(app.deps, other.clientId);
    const answer = await ask(good, { authorization: basic(other.clientId, other.clientSecret) });
    expect(answer.status).toBe(401);
    await expect
      .poll(
        async () =>
          (await app.call("GET", "/api/crm/objects/contacts/1", { token: other.token })).status,
      )
      .toBe(401);
  });

  test("accepts two live secrets until the older one is ended", async () => {
    const other = await app.caller({ scope: "crm.contacts.read" });
    const { clientSecret } = await addSecret(app.deps, other.clientId);
    for (const secret of [other.clientSecret, clientSecret]) {
      expect((await ask(good, { authorization: basic(other.clientId, secret) })).status).toBe(200);
    }
    const third = await addSecret(app.deps, other.clientId, { endOthersNow: true });
    expect(
      (await ask(good, { authorization: basic(other.clientId, other.clientSecret) })).status,
    ).toBe(401);
    expect(
      (await ask(good, { authorization: basic(other.clientId, third.clientSecret) })).status,
    ).toBe(200);
  });

  test("returns 405 for another method", async () => {
    const answer = await app.call("GET", "/oauth2/token");
    expect([answer.status, answer.headers.get("allow"), typeof answer.body.error]).toEqual([
      405,
      "POST",
      "string",
    ]);
  });

  test("returns 413 for a body over 64 KiB", async () => {
    const answer = await ask(`${good}&x=${"y".repeat(70_000)}`);
    expect([answer.status, answer.body.error]).toEqual([413, "invalid_request"]);
  });

  onSqlite(
    "returns 429 after ten wrong secrets of one client, but accepts the right one",
    async () => {
      const other = await app.caller({ scope: "crm.contacts.read" });
      const wrong = { authorization: basic(other.clientId, "wrong") };
      for (let i = 0; i < 10; i++) expect((await ask(good, wrong)).status).toBe(401);
      const answer = await ask(good, wrong);
      expect([answer.status, answer.body.error]).toEqual([429, "temporarily_unavailable"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      const right = { authorization: basic(other.clientId, other.clientSecret) };
      expect((await ask(good, right)).status).toBe(200);
    },
  );

  onSqlite(
    "returns 429 after a hundred wrong secrets of any clients from one IPv6 /64",
    async () => {
      await using proxied = await startApp({ dialect, trustedProxies: ["127.0.0.0/8"] });
      const from = async (address: string, id: string) => {
        const headers = { authorization: basic(id, "wrong"), "x-forwarded-for": address };
        return (await proxied.call("POST", "/oauth2/token", { body: good, headers })).status;
      };
      const statuses: number[] = [];
      for (let i = 0; i < 101; i++) {
        statuses.push(await from(`2001:db8:1:2::${i}`, `unknown${i}`.padEnd(200, "x")));
      }
      expect([...new Set(statuses.slice(0, 100)), statuses[100]]).toEqual([401, 429]);
      expect(await from("2001:db8:1:3::1", "unknown")).toBe(401);
    },
  );

  onSqlite("returns 429 over the rate limit of a client, for that client only", async () => {
    await using strict = await startApp({ dialect, rateLimit: 2 });
    const [limited, other] = [await strict.caller(), await strict.caller()];
    const token = async ({ clientId, clientSecret }: Caller) =>
      strict.call("POST", "/oauth2/introspect", {
        body: "token=x",
        headers: { authorization: basic(clientId, clientSecret), "content-type": FORM },
      });
    expect((await token(limited)).status).toBe(200);
    const refused = await token(limited);
    expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await token(other)).status).toBe(200);
  });
});

// Tokens are checked without the database.
describe("access tokens", () => {
  const dialect = "sqlite";
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await startApp({ dialect });
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const statusOf = async (token: string) =>
    (await app.call("GET", "/api/crm/objects/contacts/1", { token })).status;
  const parts = () => caller.token.split(".") as [string, string, string];
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());

  test("accepts a valid token (404, because there is no contact 1)", async () => {
    expect(await statusOf(caller.token)).toBe(404);
  });

  test("returns 401 for the algorithm none", async () => {
    const [header, payload] = parts();
    expect(await statusOf(`${encode({ ...decode(header), alg: "none" })}.${payload}.`)).toBe(401);
  });

  test("returns 401 for a changed payload", async () => {
    const [header, payload, signature] = parts();
    const other = encode({ ...decode(payload), project: 999 });
    expect(await statusOf(`${header}.${other}.${signature}`)).toBe(401);
  });

  test("returns 401 for any other last character of the signature, and for more after it", async () => {
    const [sign = ""] = caller.token.slice(-1);
    const others = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
    const ends = others.filter((one) => one !== sign);
    expect(ends).toHaveLength(63);
    for (const end of [...ends, `${sign}=`, `${sign}A`, `${sign}.`]) {
      expect([end, await statusOf(caller.token.slice(0, -1) + end)]).toEqual([end, 401]);
    }
  });

  test("returns 401 for an HMAC made with the public key", async () => {
    const { createHmac } = await import("node:crypto");
    const [header, payload] = parts();
    const content = `${encode({ ...decode(header), alg: "HS256" })}.${payload}`;
    const key = JSON.stringify(app.deps.signingKeys.published().keys[0]);
    expect(
      await statusOf(`${content}.${createHmac("sha256", key).update(content).digest("base64url")}`),
    ).toBe(401);
  });

  test("returns 401 for a token of another installation", async () => {
    // Of a database that has no signing key yet, so that the server makes one.
    const database = await migratedDatabase(dialect);
    onTestFinished(database.drop);
    await using other = await startApp({ dialect, settings: { databaseUrl: database.url } });
    expect(await statusOf((await other.caller()).token)).toBe(401);
  });

  test.each(["typ", "iss", "aud", "exp"])(
    "returns 401 for a signed token with a wrong %s",
    async (name) => {
      const { sign } = await import("node:crypto");
      const [header, payload] = parts();
      const wrong = { typ: "JWT", iss: "http://other", aud: "http://other", exp: 1_000_000 }[name];
      const content =
        name === "typ"
          ? `${encode({ ...decode(header), typ: wrong })}.${payload}`
          : `${header}.${encode({ ...decode(payload), [name]: wrong })}`;
      const { privateKey } = app.deps.signingKeys.current();
      const signature = sign("sha256", Buffer.from(content), privateKey).toString("base64url");
      expect(await statusOf(`${content}.${signature}`)).toBe(401);
    },
  );

  test("accepts tokens of the oldest key if the clock is a day behind", async () => {
    await using behind = await startApp({ dialect });
    const before = await behind.caller();
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
    const { kysely } = behind.deps.db;
    await kysely.updateTable("signing_keys").set({ signs_from: tomorrow }).execute();
    await behind.deps.signingKeys.refresh();
    const token = await behind.token(before, "crm.contacts.read");
    const answer = await behind.call("GET", "/api/crm/objects/contacts/1", { token });
    expect(answer.status).toBe(404);
  });

  test("returns 401 for a token of another issuer whose key has the same id", async () => {
    const { generateKeyPairSync, sign } = await import("node:crypto");
    const [header, payload] = parts();
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const iss = "https://issuer.example.com";
    for (const claims of [decode(payload), { ...decode(payload), iss, aud: `${iss}/api` }]) {
      const content = `${header}.${encode(claims)}`;
      const signature = sign("sha256", Buffer.from(content), privateKey).toString("base64url");
      const token = `${content}.${signature}`;
      expect(await statusOf(token)).toBe(401);
      const introspected = await app.call("POST", "/oauth2/introspect", {
        body: new URLSearchParams({ token }).toString(),
        headers: {
          authorization: `Basic ${btoa(`${caller.clientId}:${caller.clientSecret}`)}`,
          "content-type": FORM,
        },
      });
      expect(introspected.body).toEqual({ active: false });
    }
  });
});
