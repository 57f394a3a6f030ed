import { authenticateClient } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

const SCOPES = ["crm.contacts.read"];

describe.each(DIALECTS)("access in the admin app on %s", (dialect) => {
  let app: AdminApp;
  let trpc: SignedIn["trpc"];
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    ({ trpc } = await app.admin("owner"));
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const refused = (httpStatus: number) => ({ data: { httpStatus } });

  /** A project of another tenant. */
  async function newProject(): Promise<number> {
    const tenantId = await trpc.tenants.create.mutate({ name: "Access" });
    return trpc.projects.create.mutate({ tenantId, name: "Sales" });
  }

  async function newClient() {
    const projectId = await newProject();
    const made = await trpc.access.clients.create.mutate({
      projectId,
      name: "Sync",
      scopes: SCOPES,
    });
    const state = async () => (await trpc.access.clients.list.query({ projectId }))[0];
    const works = async (secret: string) =>
      (await authenticateClient(app.deps, made.clientId, secret)) !== null;
    return { projectId, ...made, state, works };
  }

  it("returns 400 for unknown fields of tenants and projects", async () => {
    const projectId = await newProject();
    const extra = { name: "Sales", plan: "large" };
    const { id: tenantId = 0 } = (await trpc.tenants.list.query())[0] ?? {};
    const { tenants, projects } = trpc;
    for (const send of [
      () => tenants.rename.mutate({ tenantId, ...extra }),
      () => projects.create.mutate({ tenantId, ...extra }),
      () => projects.rename.mutate({ projectId, ...extra }),
    ]) {
      await expect(send()).rejects.toMatchObject(refused(400));
    }
  });

  it("lists a client with its scopes and the expiry of its secrets, without a secret", async () => {
    const { clientId, clientSecret, projectId, state, works } = await newClient();
    const listed = await state();
    expect(listed).toEqual({
      id: clientId,
      name: "Sync",
      scopes: SCOPES,
      createdAt: expect.any(String),
      disabledAt: null,
      lastUsedAt: null,
      secrets: [{ createdAt: expect.any(String), expiresAt: null }],
    });
    expect(await works(clientSecret)).toBe(true);
    await expect.poll(async () => (await state())?.lastUsedAt).toEqual(expect.any(String));
    await trpc.access.clients.disable.mutate({ clientId });
    expect((await state())?.disabledAt).toEqual(expect.any(String));
    expect(await works(clientSecret)).toBe(false);
    const { entries: log } = await trpc.audit.list.query({ projectId });
    expect(log[0]).toMatchObject({ action: "clients.disable", projectId });
    expect(JSON.stringify([listed, log])).not.toContain(clientSecret);
  });

  it("adds a second secret and ends the older one", async () => {
    const { clientId, clientSecret, projectId, state, works } = await newClient();
    const endSecret = () => trpc.access.clients.endSecret.mutate({ clientId });
    await expect(endSecret()).rejects.toMatchObject(refused(409));
    const added = await trpc.access.clients.addSecret.mutate({ clientId });
    expect(await works(clientSecret)).toBe(true);
    expect(await works(added.clientSecret)).toBe(true);
    expect((await state())?.secrets).toMatchObject([
      { expiresAt: expect.any(String) },
      { expiresAt: null },
    ]);
    const third = trpc.access.clients.addSecret.mutate({ clientId });
    await expect(third).rejects.toMatchObject(refused(409));
    await endSecret();
    expect(await works(clientSecret)).toBe(false);
    expect(await works(added.clientSecret)).toBe(true);
    await expect(endSecret()).rejects.toMatchObject(refused(409));
    const shown = JSON.stringify([await state(), await trpc.audit.list.query({ projectId })]);
    expect(shown).not.toContain(added.clientSecret);
  });

  it("adds one secret if several are asked for at the same time", async () => {
    const { clientId, state } = await newClient();
    const add = () => trpc.access.clients.addSecret.mutate({ clientId });
    const added = await Promise.allSettled(Array.from({ length: 6 }, add));
    const failed = added.filter((one) => one.status === "rejected").map(({ reason }) => reason);
    expect(failed).toMatchObject(Array(5).fill(refused(409)));
    expect((await state())?.secrets).toMatchObject([
      { expiresAt: expect.any(String) },
      { expiresAt: null },
    ]);
  });

  it("shows a key once, lists its prefix, and disables it", async () => {
    const projectId = await newProject();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const made = await trpc.access.keys.create.mutate({
      projectId,
      name: "Automation",
      scopes: ["contacts:read"],
      expiresAt,
    });
    const state = async () => (await trpc.access.keys.list.query({ projectId }))[0];
    const listed = await state();
    expect(listed).toEqual({
      id: expect.any(Number),
      name: "Automation",
      prefix: made.prefix,
      scopes: ["contacts:read"],
      createdAt: expect.any(String),
      expiresAt,
      disabledAt: null,
      lastUsedAt: null,
      older: null,
    });
    await trpc.access.keys.disable.mutate({ keyId: listed?.id ?? 0 });
    expect((await state())?.disabledAt).toEqual(expect.any(String));
    const { entries: log } = await trpc.audit.list.query({ projectId });
    expect(log[0]).toMatchObject({ action: "keys.disable", projectId });
    expect(JSON.stringify([listed, log])).not.toContain(made.apiKey);
  });

  it("renames a client, changes its scopes and enables it again, each with an entry in the log", async () => {
    const { clientId, clientSecret, projectId, state, works } = await newClient();
    const { clients } = trpc.access;
    await clients.update.mutate({ clientId, name: "Nightly" });
    expect(await state()).toMatchObject({ name: "Nightly", scopes: SCOPES });
    const scopes = ["crm.deals.read"];
    await clients.update.mutate({ clientId, scopes });
    expect(await state()).toMatchObject({ name: "Nightly", scopes });
    await clients.disable.mutate({ clientId });
    await clients.enable.mutate({ clientId });
    expect(await state()).toMatchObject({ disabledAt: null });
    expect(await works(clientSecret)).toBe(true);
    const { entries: log } = await trpc.audit.list.query({ projectId });
    expect(log.slice(0, 4).map(({ action, details }) => [action, details])).toEqual([
      ["clients.enable", { clientId }],
      ["clients.disable", { clientId }],
      ["clients.update", { clientId, scopes }],
      ["clients.update", { clientId, name: "Nightly" }],
    ]);
    const unknown = clients.update.mutate({ clientId, scopes: ["contacts:read"] });
    await expect(unknown).rejects.toMatchObject(refused(400));
  });

  it("rotates a key with an overlap, and logs neither form of it", async () => {
    const projectId = await newProject();
    const { keys } = trpc.access;
    const made = await keys.create.mutate({ projectId, name: "Bot", scopes: ["contacts:read"] });
    const state = async () => (await keys.list.query({ projectId }))[0];
    const keyId = (await state())?.id ?? 0;
    await keys.update.mutate({ keyId, name: "Robot", scopes: ["contacts:read", "deals:read"] });
    const rotated = await keys.rotate.mutate({ keyId });
    expect(await state()).toMatchObject({
      name: "Robot",
      prefix: rotated.prefix,
      scopes: ["contacts:read", "deals:read"],
      older: { prefix: made.prefix, expiresAt: expect.any(String) },
    });
    await expect(keys.rotate.mutate({ keyId })).rejects.toMatchObject(refused(409));
    await keys.endOlder.mutate({ keyId });
    await keys.disable.mutate({ keyId });
    await keys.enable.mutate({ keyId });
    expect(await state()).toMatchObject({ older: null, disabledAt: null });
    const { entries: log } = await trpc.audit.list.query({ projectId });
    expect(log.map(({ action }) => action).slice(0, 5)).toEqual([
      "keys.enable",
      "keys.disable",
      "keys.endOlder",
      "keys.rotate",
      "keys.update",
    ]);
    const shown = JSON.stringify([log, await state()]);
    expect(shown).not.toContain(made.apiKey);
    expect(shown).not.toContain(rotated.apiKey);
  });

  it("refuses to rotate an expired key until its expiry is changed", async () => {
    const projectId = await newProject();
    const { keys } = trpc.access;
    await keys.create.mutate({ projectId, name: "Bot", scopes: ["contacts:read"] });
    const keyId = (await keys.list.query({ projectId }))[0]?.id ?? 0;
    const { kysely } = app.deps.db;
    const expired = { expires_at: new Date(Date.now() - 1).toISOString() };
    await kysely.updateTable("api_keys").set(expired).where("id", "=", keyId).execute();
    await expect(keys.rotate.mutate({ keyId })).rejects.toMatchObject(refused(409));
    await keys.update.mutate({ keyId, expiresAt: null });
    await keys.rotate.mutate({ keyId });
  });

  it("lists signing keys without their private part, and lets an owner rotate them", async () => {
    const { signingKeys } = trpc.access;
    const [first] = await signingKeys.list.query();
    expect(first).toMatchObject({ signsUntil: null, retiredAt: null });
    const rotated = await signingKeys.rotate.mutate();
    const [before, next] = await signingKeys.list.query();
    expect(before).toEqual({
      kid: first?.kid,
      createdAt: first?.createdAt,
      signsFrom: first?.signsFrom,
      signsUntil: rotated.signsFrom,
      retiredAt: expect.any(String),
    });
    expect(next).toMatchObject({ ...rotated, signsUntil: null });
    const admin = (await app.admin("admin")).trpc.access.signingKeys;
    expect(await admin.list.query()).toHaveLength(2);
    await expect(admin.rotate.mutate()).rejects.toMatchObject(refused(403));
  });

  it("returns 404 for an unknown client or key, without an audit entry", async () => {
    const before = await trpc.audit.list.query({});
    const { clients, keys } = trpc.access;
    const clientId = "rpcnobody";
    for (const call of [
      () => clients.disable.mutate({ clientId }),
      () => clients.addSecret.mutate({ clientId }),
      () => clients.endSecret.mutate({ clientId }),
      () => clients.list.query({ projectId: 999_999 }),
      () => keys.disable.mutate({ keyId: 999_999 }),
      () => keys.list.query({ projectId: 999_999 }),
    ]) {
      await expect(call()).rejects.toMatchObject(refused(404));
    }
    expect(await trpc.audit.list.query({})).toEqual(before);
  });

  it("returns 400 for an unknown scope and for an expiry in the past", async () => {
    const { projectId } = app;
    const [name, expiresAt] = ["Bad", "2020-01-01T00:00:00Z"];
    const { clients, keys } = trpc.access;
    for (const call of [
      () => clients.create.mutate({ projectId, name, scopes: ["crm.everything"] }),
      () => keys.create.mutate({ projectId, name, scopes: ["cats:read"] }),
      () => keys.create.mutate({ projectId, name, scopes: ["contacts:read"], expiresAt }),
    ]) {
      await expect(call()).rejects.toMatchObject(refused(400));
    }
  });
});
