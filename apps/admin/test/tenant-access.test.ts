import {
  createApiKey,
  createClient,
  createProject,
  createTenant,
  listApiKeys,
  setRoleByHand,
} from "@rapport/core";
import { appRouter, listProcedures } from "@rapport/core/routers";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { make } from "./support/records.ts";

/** Procedures on the whole installation. Roles in tenants do not count there. */
const INSTALLATION: ReadonlySet<string> = new Set([
  "tenants.create",
  ...["list", "invite", "update", "resetPassword", "revokeInvitation"].map(
    (name) => `access.admins.${name}`,
  ),
  ...["list", "end", "endAllOf"].map((name) => `access.sessions.${name}`),
  ...["list", "rotate"].map((name) => `access.signingKeys.${name}`),
  ...["reset", "rule", "require", "lift"].map((name) => `access.secondFactor.${name}`),
]);

/** Procedures on the admin who calls them, or on no admin. Their own tests show that they concern no other admin. */
const OWN: ReadonlySet<string> = new Set([
  ...["me", "tenants.list", "tenants.deleted"],
  ...["mine", "endOneOfMine", "endMyOthers", "endMine"].map((name) => `access.sessions.${name}`),
  ...["read", "begin", "confirm", "renewCodes", "remove"].map(
    (name) => `access.secondFactor.${name}`,
  ),
  ...["list", "begin", "finish", "rename", "remove"].map((name) => `access.passkeys.${name}`),
  "access.admins.setMyPassword",
]);

/** All procedures, so that a new one must answer as the others do or be in a list above. */
const PROCEDURES = Object.entries(listProcedures(appRouter)).flatMap(([path, { _def }]) =>
  path.startsWith("admin.") ? [[path.slice("admin.".length), _def.type] as const] : [],
);
const OF_TENANTS = PROCEDURES.filter(([path]) => !INSTALLATION.has(path) && !OWN.has(path));

/** Every route outside the procedures that names a project. */
const ROUTES = [
  ["GET", "/live/:project"],
  ["HEAD", "/live/:project"],
  ["PUT", "/uploads/imports/:project?object=contact&name=a.csv"],
  ["PUT", "/uploads/attachments/:project/note/1?name=a.pdf"],
  ["POST", "/downloads/records"],
  ["GET", "/downloads/exports/:project/1"],
  ["GET", "/downloads/attachments/:project/kept.a"],
  ["GET", "/downloads/imports/:project/1/refused.csv"],
  ["GET", "/downloads/changes/:project/1/refused.csv"],
  ["GET", "/downloads/changes/:project/1/left.csv"],
] as const;

describe.each(DIALECTS)("roles in tenants on %s", (dialect) => {
  // The roles of an admin decide this in one place, with statements that the other tests run on both.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: AdminApp;
  let theirs: Readonly<Record<"projectId" | "tenantId" | "keyId", number>> & {
    readonly clientId: string;
  };
  const unknown = { projectId: 999_999, tenantId: 999_999, keyId: 999_999, clientId: "rpcnone" };
  /** An owner of another tenant, an admin without any role, and a reader of that tenant. */
  let other: SignedIn;
  let nobody: SignedIn;
  let reader: SignedIn;
  let own: { tenantId: number; projectId: number };
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    const { deps, projectId, tenantId } = app;
    const scopes = ["crm.contacts.read"];
    const { clientId } = await createClient(deps, { projectId, name: "Sync", scopes });
    await createApiKey(deps, { projectId, name: "Sync", scopes });
    const [key] = await listApiKeys(deps, projectId);
    theirs = { projectId, tenantId, clientId, keyId: key?.id ?? 0 };
    const otherTenant = await createTenant(deps, "Other");
    own = { tenantId: otherTenant, projectId: await createProject(deps, otherTenant, "Own") };
    other = await app.admin(null, { [otherTenant]: "owner" });
    reader = await app.admin(null, { [otherTenant]: "read-only" });
    nobody = await app.admin(null);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const call = (path: string, type: string, { cookie }: SignedIn, input: object) =>
    type === "query"
      ? app.send("GET", `/trpc/admin.${path}?input=${encodeURIComponent(JSON.stringify(input))}`, {
          cookie,
        })
      : app.send("POST", `/trpc/admin.${path}`, { cookie, json: input });
  /** Returns an answer without the ids that its sentence names. */
  const answerOf = async (response: Response) => ({
    status: response.status,
    body: (await response.text())
      .replaceAll(/ id \w+/g, " id …")
      .replace(/"requestId":"[^"]*"/, ""),
  });

  it("the lists name procedures that exist", () => {
    const known = new Set(PROCEDURES.map(([path]) => path));
    expect([...INSTALLATION, ...OWN].filter((path) => !known.has(path))).toEqual([]);
    expect(OF_TENANTS.length).toBeGreaterThan(90);
  });

  onSqlite.each(OF_TENANTS)(
    "%s answers another tenant's admin as if nothing existed",
    async (path, type) => {
      const refused = await answerOf(await call(path, type, other, theirs));
      expect(refused.status, refused.body).toBe(404);
      expect(refused).toEqual(await answerOf(await call(path, type, other, unknown)));
      for (const admin of [reader, nobody]) {
        expect(await answerOf(await call(path, type, admin, theirs))).toEqual(refused);
      }
    },
  );

  onSqlite.each(PROCEDURES.filter(([path]) => INSTALLATION.has(path)))(
    "%s refuses an owner of a tenant",
    async (path, type) => {
      expect((await call(path, type, other, {})).status).toBe(403);
    },
  );

  onSqlite.each(ROUTES)(
    "%s %s answers another tenant's admin as if nothing existed",
    async (method, path) => {
      const send = async (projectId: number, { cookie }: SignedIn) => {
        const table = { projectId, type: "contact", columns: ["email"], format: "csv" };
        const json = method === "POST" ? { json: table } : {};
        const to = path.replace(":project", String(projectId));
        return answerOf(await app.send(method, to, { cookie, ...json }));
      };
      const refused = await send(theirs.projectId, other);
      expect(refused.status, refused.body).toBe(404);
      expect(refused).toEqual(await send(unknown.projectId, other));
      expect(refused).toEqual(await send(theirs.projectId, nobody));
    },
  );

  it("shows an admin only the tenants of their roles, and all to one of the installation", async () => {
    expect(await other.trpc.tenants.list.query()).toMatchObject([
      { id: own.tenantId, role: "owner", projects: [{ id: own.projectId, name: "Own" }] },
    ]);
    expect(await nobody.trpc.tenants.list.query()).toEqual([]);
    const both = await app.admin("read-only", { [own.tenantId]: "admin" });
    expect((await both.trpc.tenants.list.query()).map(({ id, role }) => [id, role])).toEqual([
      [theirs.tenantId, "read-only"],
      [own.tenantId, "admin"],
    ]);
  });

  it("counts the stronger role in each tenant", async () => {
    const create = async ({ trpc }: SignedIn, projectId: number) => {
      const properties = [{ internal_name: "email", value: `${Math.random()}@example.com` }];
      const made = trpc.records.create.mutate({ projectId, type: "contact", properties });
      return made.then(
        () => 200,
        (error) => error.data.httpStatus,
      );
    };
    const both = await app.admin("read-only", { [own.tenantId]: "admin" });
    expect(await create(both, own.projectId)).toBe(200);
    expect(await create(both, theirs.projectId)).toBe(403);
    const demoted = await app.admin("admin", { [own.tenantId]: "read-only" });
    expect(await create(demoted, own.projectId)).toBe(200);
    expect(await create(reader, own.projectId)).toBe(403);
    expect(await create(other, own.projectId)).toBe(200);
    expect(await create(other, theirs.projectId)).toBe(404);
  });

  it("lets an owner of a tenant rename it and its projects and create others, but no tenant", async () => {
    const { tenantId } = own;
    const { trpc } = other;
    await trpc.tenants.rename.mutate({ tenantId, name: "Renamed" });
    await trpc.projects.rename.mutate({ projectId: own.projectId, name: "Second" });
    await trpc.projects.create.mutate({ tenantId, name: "Third" });
    expect(await trpc.tenants.list.query()).toMatchObject([
      { name: "Renamed", projects: [{ name: "Second" }, { name: "Third" }] },
    ]);
    const log = await trpc.audit.list.query({ projectId: own.projectId });
    expect(log.entries.map(({ action }) => action)).toContain("projects.rename");
    const refused = (httpStatus: number) => ({ data: { httpStatus } });
    await expect(trpc.audit.list.query({})).rejects.toMatchObject(refused(403));
    const project = reader.trpc.projects.create.mutate({ tenantId, name: "No" });
    await expect(project).rejects.toMatchObject(refused(403));
  });

  it("does what the role of the tenant allows with clients and keys", async () => {
    const { projectId } = own;
    const { trpc } = other;
    const scopes = ["crm.contacts.read"];
    const { clientId } = await trpc.access.clients.create.mutate({
      ...{ projectId, name: "Own", scopes },
    });
    await trpc.access.clients.update.mutate({ clientId, name: "Mine" });
    const refused = reader.trpc.access.clients.disable.mutate({ clientId });
    await expect(refused).rejects.toMatchObject({ data: { httpStatus: 403 } });
    const { entries } = await trpc.audit.list.query({ projectId });
    expect(entries.map(({ action }) => action)).toContain("clients.update");
  });

  // Shorter than the minute after which every stream ends.
  const TIMEOUT = { timeout: 50_000 };

  it("ends a live stream that loses the role, and what follows is not found", TIMEOUT, async () => {
    const guest = await app.admin(null, { [own.tenantId]: "read-only" });
    const staying = await app.admin(null, { [own.tenantId]: "read-only" });
    const open = async ({ cookie }: SignedIn) => {
      const answer = await fetch(`${app.url}/live/${own.projectId}`, { headers: { cookie } });
      expect(answer.status).toBe(200);
      return answer;
    };
    const [ending, stays] = [await open(guest), await open(staying)];
    await guest.trpc.records.list.query({ projectId: own.projectId, type: "contact" });
    await setRoleByHand(app.deps, { email: guest.email, role: null, tenantId: own.tenantId });
    // Ends, or the test fails by its time limit.
    await ending.text();
    const list = guest.trpc.records.list.query({ projectId: own.projectId, type: "contact" });
    await expect(list).rejects.toMatchObject({ data: { httpStatus: 404 } });
    const reader = stays.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
  });

  it("loses the rows of a tenant that is removed", async () => {
    const { kysely } = app.deps.db;
    const tenantId = await createTenant(app.deps, "Short-lived");
    const admin = await app.admin(null, { [tenantId]: "owner" });
    await kysely.deleteFrom("tenants").where("id", "=", tenantId).execute();
    expect(await admin.trpc.tenants.list.query()).toEqual([]);
    const rows = kysely.selectFrom("admin_tenants").selectAll().where("tenant_id", "=", tenantId);
    expect(await rows.execute()).toEqual([]);
  });

  it("finds a record of the own tenant by search, and none of another", async () => {
    const theirAdmin = await app.admin("admin");
    const { projectId } = theirs;
    await make(theirAdmin, projectId, "contact", { email: "found@theirs.example" });
    await make(other, own.projectId, "contact", { email: "found@own.example" });
    const search = { projectId: own.projectId, text: "found" };
    const found = JSON.stringify(await other.trpc.records.search.query(search));
    expect(found).toContain("found@own.example");
    expect(found).not.toContain("theirs.example");
  });
});
