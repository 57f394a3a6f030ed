import { once } from "node:events";
import http from "node:http";
import { json } from "node:stream/consumers";
import {
  createClient,
  disableApiKey,
  disableClient,
  enableApiKey,
  enableClient,
  endOlderKey,
  listApiKeys,
  listClients,
  rotateApiKey,
  updateApiKey,
  updateClient,
} from "@rapport/core";
import { stateVersions } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";

/** A change is applied within seconds, but a busy test machine may need longer. */
const SOON = { timeout: 60_000, interval: 100 };
const [READ, WRITE] = ["crm.contacts.read", "crm.contacts.write"] as const;

/** Returns the `iat` of an access token. */
function issuedAt(token: string): number {
  const [, payload = ""] = token.split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString("utf8")).iat;
}

describe.each(DIALECTS)("a changed client or key on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const list = async (token: string) =>
    (await app.call("GET", "/api/crm/objects/contacts", { token })).status;
  const listBy = async (key: string, path = "/v1/contacts") =>
    (await app.call("GET", path, { token: key })).status;

  async function newKey(scope: string) {
    const { key, projectId } = await app.workspace({ scope });
    const id = (await listApiKeys(app.deps, projectId)).at(-1)?.id ?? 0;
    return { key, id, projectId };
  }

  it("voids the tokens of a client that loses a scope, and issues none with that scope", async () => {
    const client = await app.caller({ scope: `${READ} ${WRITE}` });
    expect(await list(client.token)).toBe(200);
    await updateClient(app.deps, client.clientId, { scopes: [READ] });
    await expect.poll(() => list(client.token), SOON).toBe(401);
    await expect(app.token(client, `${READ} ${WRITE}`)).rejects.toThrow("invalid_scope");
    await expect.poll(async () => list(await app.token(client, READ)), SOON).toBe(200);
  });

  it.each([
    ["is disabled", (clientId: string) => disableClient(app.deps, clientId)],
    ["loses a scope", (id: string) => updateClient(app.deps, id, { scopes: [READ] })],
  ])(
    "voids the tokens that a client got while its change waited, once it %s",
    async (_, change) => {
      const client = await app.caller({ scope: `${READ} ${WRITE}` });
      const held = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const holder = app.deps.db.transaction(async (tx) => {
        await stateVersions.bumpVersion.all(tx, { name: "access" });
        held.resolve();
        await released.promise;
      });
      await held.promise;
      const asked = Math.floor(Date.now() / 1000);
      const changed = change(client.clientId);
      let token = client.token;
      await expect
        .poll(async () => {
          token = await app.token(client, `${READ} ${WRITE}`);
          return issuedAt(token);
        }, SOON)
        .toBeGreaterThan(asked + 1);
      released.resolve();
      await Promise.all([holder, changed]);
      await expect.poll(() => list(token), SOON).toBe(401);
    },
  );

  it("voids a token whose request began before the client was disabled", async () => {
    const { projectId } = await app.workspace();
    const settings = { projectId, name: "Slow", scopes: [READ] };
    const { clientId, clientSecret } = await createClient(app.deps, settings);
    const form = `grant_type=client_credentials&scope=${READ}`;
    const request = http.request(`${app.url}/oauth2/token`, {
      method: "POST",
      auth: `${clientId}:${clientSecret}`,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": form.length,
      },
    });
    const answered = once(request, "response");
    request.write(form.slice(0, 1));
    const lastUse = async () => (await listClients(app.deps, projectId))[0]?.last_used_at;
    await expect.poll(lastUse, SOON).toEqual(expect.any(String));
    await disableClient(app.deps, clientId);
    const disabled = Math.floor(Date.now() / 1000);
    await expect.poll(() => Math.floor(Date.now() / 1000), SOON).toBeGreaterThan(disabled);
    request.end(form.slice(1));
    const [response] = await answered;
    const { access_token: token } = (await json(response)) as { access_token: string };
    await expect.poll(() => list(token), SOON).toBe(401);
  });

  it("keeps the tokens of a client that gets another name and a further scope", async () => {
    const client = await app.caller({ scope: READ });
    await updateClient(app.deps, client.clientId, { name: "Renamed", scopes: [WRITE, READ] });
    const wider = await app.token(client, `${READ} ${WRITE}`);
    await app.deps.revocations.refresh();
    expect([await list(client.token), await list(wider)]).toEqual([200, 200]);
  });

  it("serves an enabled client again, but not its tokens from before", async () => {
    const client = await app.caller({ scope: READ });
    await disableClient(app.deps, client.clientId);
    await expect(app.token(client, READ)).rejects.toThrow("invalid_client");
    await expect.poll(() => list(client.token), SOON).toBe(401);
    await enableClient(app.deps, client.clientId);
    await expect.poll(async () => list(await app.token(client, READ)), SOON).toBe(200);
    expect(await list(client.token)).toBe(401);
  });

  it("applies changed scopes of a key", async () => {
    const { key, id } = await newKey("contacts:read");
    expect([await listBy(key), await listBy(key, "/v1/deals")]).toEqual([200, 403]);
    await updateApiKey(app.deps, id, { scopes: ["deals:read"] });
    await expect.poll(() => listBy(key, "/v1/deals"), SOON).toBe(200);
    expect(await listBy(key)).toBe(403);
  });

  it("refuses a key whose expiry was set and has come, until it is removed", async () => {
    const { key, id } = await newKey("contacts:read");
    await expect(
      updateApiKey(app.deps, id, { expiresAt: "2020-01-01T00:00:00.000Z" }),
    ).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await updateApiKey(app.deps, id, { expiresAt: new Date(Date.now() + 2_000).toISOString() });
    await expect.poll(() => listBy(key), SOON).toBe(401);
    await updateApiKey(app.deps, id, { name: "Still expired" });
    expect(await listBy(key)).toBe(401);
    await updateApiKey(app.deps, id, { expiresAt: null });
    await expect.poll(() => listBy(key), SOON).toBe(200);
  });

  it("serves both forms of a rotated key until the older one is ended", async () => {
    const { key, id } = await newKey("contacts:read");
    expect(await listBy(key)).toBe(200);
    const { apiKey } = await rotateApiKey(app.deps, id);
    expect([await listBy(key), await listBy(apiKey)]).toEqual([200, 200]);
    await expect(rotateApiKey(app.deps, id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await listBy(apiKey)).toBe(200);
    await endOlderKey(app.deps, id);
    await expect.poll(() => listBy(key), SOON).toBe(401);
    expect(await listBy(apiKey)).toBe(200);
    await expect(endOlderKey(app.deps, id)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("refuses all older forms of a leaked key", async () => {
    const { key, id } = await newKey("contacts:read");
    const second = await rotateApiKey(app.deps, id);
    const third = await rotateApiKey(app.deps, id, { endOlderNow: true });
    await expect.poll(() => listBy(key), SOON).toBe(401);
    await expect.poll(() => listBy(second.apiKey), SOON).toBe(401);
    expect(await listBy(third.apiKey)).toBe(200);
  });

  it("refuses both forms of a disabled key, and serves both once it is enabled again", async () => {
    const { key, id } = await newKey("contacts:read");
    const { apiKey } = await rotateApiKey(app.deps, id);
    expect([await listBy(key), await listBy(apiKey)]).toEqual([200, 200]);
    await disableApiKey(app.deps, id);
    await expect.poll(() => listBy(key), SOON).toBe(401);
    await expect.poll(() => listBy(apiKey), SOON).toBe(401);
    await expect(rotateApiKey(app.deps, id)).rejects.toMatchObject({ code: "CONFLICT" });
    await enableApiKey(app.deps, id);
    await expect.poll(() => listBy(key), SOON).toBe(200);
    await expect.poll(() => listBy(apiKey), SOON).toBe(200);
  });

  it("says which client or key does not exist, and refuses a bad name or scope", async () => {
    const { id } = await newKey("contacts:read");
    const { clientId } = await app.caller({ scope: READ });
    const missing = { code: "NOT_FOUND" };
    const invalid = { code: "INVALID_INPUT" };
    for (const [call, refusal] of [
      [() => updateClient(app.deps, "rpcnobody", { name: "x" }), missing],
      [() => enableClient(app.deps, "rpcnobody"), missing],
      [() => updateApiKey(app.deps, 999_999, { name: "x" }), missing],
      [() => enableApiKey(app.deps, 999_999), missing],
      [() => rotateApiKey(app.deps, 999_999), missing],
      [() => endOlderKey(app.deps, 999_999), missing],
      [() => updateClient(app.deps, clientId, { name: " " }), invalid],
      [() => updateClient(app.deps, clientId, { scopes: [] }), invalid],
      [() => updateClient(app.deps, clientId, { scopes: ["contacts:read"] }), invalid],
      [() => updateApiKey(app.deps, id, { name: "" }), invalid],
      [() => updateApiKey(app.deps, id, { scopes: ["nothing"] }), invalid],
    ] as const) {
      await expect(call()).rejects.toMatchObject(refusal);
    }
  });
});
