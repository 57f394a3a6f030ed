import { createApiKey, createClient, listApiKeys } from "@rapport/core";
import { appRouter, listProcedures } from "@rapport/core/routers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { authenticator } from "./support/authenticator.ts";
import { codeOf } from "./support/totp.ts";

/** All procedures, so that the test finds a new one without a guard. */
const PROCEDURES = Object.entries(listProcedures(appRouter));
const adminPaths = (type: "query" | "mutation") =>
  PROCEDURES.filter(([path, { _def }]) => path.startsWith("admin.") && _def.type === type).map(
    ([path]) => path,
  );
const [QUERIES, MUTATIONS] = [adminPaths("query"), adminPaths("mutation")];
const OTHERS = PROCEDURES.filter(([path]) => !path.startsWith("admin."));

type NewView = Parameters<SignedIn["trpc"]["views"]["create"]["mutate"]>[0];

const VIEW: Omit<NewView, "projectId"> = {
  type: "deal",
  name: "Mine",
  isShared: false,
  content: {
    layout: "table",
    groups: [],
    sort: null,
    columns: null,
    board: { pipeline: null, collapsed: [], cards: null },
  },
};

/** Procedures that a read-only admin may call, because they concern only that admin. */
const OWN: Readonly<
  Record<string, (admin: SignedIn, projectId: number) => object | Promise<object>>
> = {
  "admin.access.sessions.endMine": () => ({}),
  "admin.access.sessions.endMyOthers": () => ({}),
  "admin.access.sessions.endOneOfMine": async ({ trpc }) => ({
    sessionId: (await trpc.access.sessions.mine.query())[0]?.id,
  }),
  "admin.access.secondFactor.begin": ({ password }) => ({ password }),
  "admin.access.secondFactor.confirm": async (admin) => ({ code: codeOf(await begun(admin)) }),
  "admin.access.secondFactor.renewCodes": async (admin) => ({
    code: codeOf(await turnedOn(admin), 1),
  }),
  "admin.access.secondFactor.remove": async (admin) => ({
    password: admin.password,
    code: codeOf(await turnedOn(admin), 1),
  }),
  "admin.access.passkeys.begin": ({ password }) => ({ password }),
  "admin.access.passkeys.finish": async (admin) => ({ name: "Key", ...(await created(admin)) }),
  "admin.access.passkeys.rename": async (admin) => ({ id: await added(admin), name: "Other" }),
  "admin.access.passkeys.remove": async (admin) => ({
    id: await added(admin),
    password: admin.password,
  }),
  "admin.access.admins.setMyPassword": ({ password }) => ({
    current: password,
    next: "another password that is long",
  }),
  "admin.home.seeMentions": (_, projectId) => ({
    projectId,
    until: "2026-11-28T09:00:00.000Z",
  }),
  "admin.reports.pins.set": (_, projectId) => ({ projectId, pins: [] }),
  "admin.views.create": (_, projectId) => ({ projectId, ...VIEW }),
  "admin.views.change": async ({ trpc }, projectId) => {
    const { id, version } = await trpc.views.create.mutate({ projectId, ...VIEW });
    return { projectId, id, version, changes: { name: "Other" } };
  },
  "admin.views.delete": async ({ trpc }, projectId) => {
    const { id } = await trpc.views.create.mutate({ projectId, ...VIEW });
    return { projectId, id };
  },
};

/** Procedures that let a read-only admin change some rows, as their own tests show. */
const SOME: ReadonlySet<string> = new Set(["admin.exports.cancel", "admin.exports.delete"]);

async function begun({ trpc, password }: SignedIn): Promise<string> {
  return (await trpc.access.secondFactor.begin.mutate({ password })).secret;
}

async function turnedOn(admin: SignedIn): Promise<string> {
  const secret = await begun(admin);
  await admin.trpc.access.secondFactor.confirm.mutate({ code: codeOf(secret) });
  return secret;
}

async function created({ trpc, password }: SignedIn) {
  return {
    response: authenticator().create(await trpc.access.passkeys.begin.mutate({ password })),
  };
}

async function added(admin: SignedIn): Promise<string> {
  const { response } = await created(admin);
  await admin.trpc.access.passkeys.finish.mutate({ name: "Key", response });
  return response.id;
}

// Refusals come before anything is read, so the database makes no difference.
describe("every procedure", () => {
  let app: AdminApp;
  let reader: SignedIn;
  let owner: SignedIn;
  /** What the input of a procedure names before the role is checked. */
  let ids: object;
  beforeAll(async () => {
    // Passkeys need a host name.
    app = await startAdminApp("sqlite", "http://localhost:3001");
    reader = await app.admin("read-only");
    owner = await app.admin("owner");
    const { projectId, tenantId } = app;
    const scopes = ["crm.contacts.read"];
    const { clientId } = await createClient(app.deps, { projectId, name: "Sync", scopes });
    await createApiKey(app.deps, { projectId, name: "Sync", scopes });
    const [key] = await listApiKeys(app.deps, projectId);
    ids = { projectId, tenantId, clientId, keyId: key?.id };
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const call = (path: string, type: string, cookie?: string) => {
    const signedIn = cookie === undefined ? {} : { cookie };
    return type === "mutation"
      ? app.send("POST", `/trpc/${path}`, { ...signedIn, json: ids })
      : app.send("GET", `/trpc/${path}?input={}`, signedIn);
  };
  const statusOf = async (...given: Parameters<typeof call>) => (await call(...given)).status;

  it("is a query or a mutation of this test", () => {
    expect(MUTATIONS.length).toBeGreaterThan(20);
    expect(QUERIES.length).toBeGreaterThan(10);
    expect(OTHERS.length).toBeGreaterThan(20);
  });

  const forbidden = MUTATIONS.filter((path) => !Object.hasOwn(OWN, path) && !SOME.has(path));
  it.each(forbidden)("returns 403 if a read-only admin calls %s", async (path) => {
    expect(await statusOf(path, "mutation", reader.cookie)).toBe(403);
  });

  it.each(QUERIES)("returns 401 for %s without a session", async (path) => {
    expect(await statusOf(path, "query")).toBe(401);
  });

  it.each(MUTATIONS)("returns 401 for %s without a session", async (path) => {
    expect(await statusOf(path, "mutation")).toBe(401);
  });

  it.each(MUTATIONS)("returns 405 for a GET of %s", async (path) => {
    expect(await statusOf(path, "query", owner.cookie)).toBe(405);
  });

  it.each(OTHERS.map(([path, { _def }]) => [path, _def.type]))(
    "returns 401 for %s, which belongs to another surface",
    async (path, type) => {
      expect(await statusOf(path, type, owner.cookie)).toBe(401);
    },
  );

  it("returns 400 for a batch of more than 100 calls and makes none of them", async () => {
    const paths = Array(101).fill("admin.tenants.create").join();
    const calls = Object.fromEntries(
      Array.from({ length: 101 }, (_, i) => [i, { name: `Batch ${i}` }]),
    );
    const request = { cookie: owner.cookie, json: calls };
    expect((await app.send("POST", `/trpc/${paths}?batch=1`, request)).status).toBe(400);
    const tenants = JSON.stringify(await owner.trpc.tenants.list.query());
    expect(tenants).not.toContain("Batch");
  });

  it.each(Object.entries(OWN))("a read-only admin may call %s", async (path, inputOf) => {
    const other = await app.admin("read-only");
    const request = { cookie: other.cookie, json: await inputOf(other, app.projectId) };
    expect((await app.send("POST", `/trpc/${path}`, request)).status).toBe(200);
  });
});
