import {
  BY_HAND,
  createApiKey,
  createProject,
  createTenant,
  deleteProject,
  deleteTenant,
  importTemplates,
  KEY_SCOPES,
  listProjects,
  listTenants,
  moveProject,
  restoreProject,
  restoreTenant,
  setAccount,
  syncDue,
} from "@rapport/core";
import type { AppRouter } from "@rapport/core/routers";
import { DIALECTS, startGraphPlatform, tampered } from "@rapport/testing";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import {
  type Answer,
  type Caller,
  startApp,
  type TestApp,
  type Workspace,
} from "../support/app.ts";
import { createImport, endOf, readImport, sendData } from "../support/imports.ts";
import { freeJobs, holdJobs } from "../support/jobs.ts";
import {
  apiOf,
  attempted,
  makeContact,
  makeDue,
  receiverOfTest,
  settled,
  startWorkspaces,
  subscribe,
} from "../support/webhooks.ts";

/** A change is applied within seconds, but a busy test machine may need longer. */
const SOON = { timeout: 60_000, interval: 100 };

interface Held extends Caller {
  readonly key: Workspace;
}

const ENDS = {
  tenant: {
    delete: (app: TestApp, { tenantId }: Held, confirm = "Tenant") =>
      deleteTenant(app.deps, BY_HAND, tenantId, { confirm }),
    restore: (app: TestApp, { tenantId }: Held) => restoreTenant(app.deps, BY_HAND, tenantId),
  },
  project: {
    delete: (app: TestApp, { projectId }: Held, confirm = "Project") =>
      deleteProject(app.deps, BY_HAND, projectId, { confirm }),
    restore: (app: TestApp, { projectId }: Held) => restoreProject(app.deps, BY_HAND, projectId),
  },
} as const;

const MATRIX = DIALECTS.flatMap((dialect) =>
  (["tenant", "project"] as const).map((what) => [what, dialect] as const),
);

/** A tenant and a project leave in the same way, so the slower tests run one of them on each database. */
const isPaired = (what: string, dialect: string) =>
  (what === "tenant") === (dialect === "postgres");
const PAIRS = MATRIX.filter(([what, dialect]) => isPaired(what, dialect));

describe.each(MATRIX)("a deleted %s on %s", (what, dialect) => {
  let app: TestApp;
  const end = ENDS[what];
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function hold(): Promise<Held> {
    const caller = await app.caller();
    return { ...caller, key: await app.workspace({ projectId: caller.projectId }) };
  }
  const list = (token: string) => app.call("GET", "/api/crm/objects/contacts", { token });
  const statuses = async ({ token, key }: Held) => [
    (await list(token)).status,
    (await key.call("GET", "/contacts")).status,
  ];

  /** The operations of both documents, with ids and bodies that any record could have. */
  async function operations(): Promise<(readonly [api: string, method: string, path: string])[]> {
    const found: (readonly [string, string, string])[] = [];
    for (const api of ["public", "workspace"]) {
      const { body } = await app.call("GET", `/openapi/${api}.json`);
      for (const [path, methods] of Object.entries(body.paths as Record<string, object>)) {
        if (path.startsWith("/oauth2/")) continue;
        for (const method of Object.keys(methods)) {
          if (!/^(get|put|post|patch|delete)$/.test(method)) continue;
          found.push([api, method.toUpperCase(), path.replaceAll(/\{\w+\}/g, "1")]);
        }
      }
    }
    return found;
  }
  const shape = ({ status, body, headers }: Answer) => ({
    status,
    code: body?.error?.code ?? body?.code,
    challenge: headers.get("www-authenticate"),
  });

  it("refuses its credentials on every operation as unknown ones, and takes them again once restored", {
    timeout: 120_000,
  }, async () => {
    const held = await hold();
    const other = await hold();
    const all = await operations();
    expect(all.length).toBeGreaterThan(100);
    // The credential is checked before the operation, in the same way for all. What was deleted makes no difference to that.
    const isWhole = what === "tenant" && dialect === "sqlite";
    const called = isWhole
      ? all
      : [...new Map(all.map((one) => [`${one[0]} ${one[1]}`, one])).values()];
    expect(await statuses(held)).toEqual([200, 200]);

    await end.delete(app, held);
    await expect.poll(() => statuses(held), SOON).toEqual([401, 401]);
    for (const [api, method, path] of called) {
      const json = method === "GET" || method === "DELETE" ? {} : { json: {} };
      const [token, unknown] =
        api === "public"
          ? [held.token, tampered(held.token)]
          : [held.key.key, `rpk_${"x".repeat(32)}`];
      const refused = shape(await app.call(method, path, { token, ...json }));
      expect(refused, `${method} ${path}`).toMatchObject({ status: 401 });
      expect(refused).toEqual(shape(await app.call(method, path, { token: unknown, ...json })));
    }
    const basic = btoa(`${held.clientId}:${held.clientSecret}`);
    const asked = await app.call("POST", "/oauth2/token", {
      headers: {
        authorization: `Basic ${basic}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
    });
    expect(asked).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    expect(await statuses(other)).toEqual([200, 200]);

    await end.restore(app, held);
    await expect.poll(() => statuses(held), SOON).toEqual([200, 200]);
    expect(await app.token(held, "crm.contacts.read")).toMatch(/^ey/);
  });

  it.runIf(isPaired(what, dialect))(
    "refuses its credentials over tRPC, and ends its open streams",
    async () => {
      const held = await hold();
      const calls = [held.token, held.key.key].map((token) =>
        createTRPCClient<AppRouter>({
          links: [
            httpLink({ url: `${app.url}/trpc`, headers: { authorization: `Bearer ${token}` } }),
          ],
        }),
      );
      const codes = () =>
        Promise.all([
          calls[0]?.public.contacts.list.query({}).then(() => 200, statusOf),
          calls[1]?.workspace.contacts.list.query({}).then(() => 200, statusOf),
        ]);
      expect(await codes()).toEqual([200, 200]);
      const stream = await fetch(`${app.url}/api/crm/events/stream`, {
        headers: { authorization: `Bearer ${held.token}` },
      });
      expect(stream.status).toBe(200);
      await end.delete(app, held);
      await expect.poll(codes, SOON).toEqual([401, 401]);
      // Ends, or the test fails by its time limit.
      await stream.text();
      await end.restore(app, held);
      await expect.poll(codes, SOON).toEqual([200, 200]);
    },
  );

  it.runIf(isPaired(what, dialect))(
    "stops its jobs, and continues them once restored",
    async () => {
      const held = await hold();
      await holdJobs(app.deps.db);
      const id = await createImport(app, held.token);
      const rows = Array.from({ length: 200 }, (_, i) => `job${i}@example.com`);
      await sendData(app, held.token, id, { body: `email\n${rows.join("\n")}\n` });
      await end.delete(app, held);
      await freeJobs(app.deps.db);
      // The worker takes another project's job meanwhile.
      const other = await hold();
      const theirs = await createImport(app, other.token);
      await sendData(app, other.token, theirs, { body: "email\nother@example.com\n" });
      expect((await endOf(app, other.token, theirs)).state).toBe("done");
      const job = app.deps.db.kysely.selectFrom("jobs").select("state").where("id", "=", id);
      expect(await job.execute()).toEqual([{ state: "running" }]);
      await end.restore(app, held);
      await expect.poll(() => statuses(held), SOON).toEqual([200, 200]);
      await endOf(app, held.token, id);
      expect(await readImport(app, held.token, id)).toMatchObject({ state: "done", created: 200 });
    },
  );

  it("refuses a wrong name, a second deletion, and the restore of one that was not deleted", async () => {
    const held = await hold();
    await expect(end.delete(app, held, "Other")).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(end.restore(app, held)).rejects.toMatchObject({ code: "CONFLICT" });
    await end.delete(app, held);
    await expect(end.delete(app, held)).rejects.toMatchObject({ code: "CONFLICT" });
    const project = (await listProjects(app.deps)).find(({ id }) => id === held.projectId);
    const tenant = (await listTenants(app.deps)).find(({ id }) => id === held.tenantId);
    const days = { to_be_removed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) };
    expect(project).toMatchObject(days);
    if (what === "tenant") expect(tenant).toMatchObject(days);
    else expect(tenant).not.toHaveProperty("to_be_removed_at");
    await end.restore(app, held);
  });
});

test.each(PAIRS)(
  "a deleted %s on %s sends no webhooks, and sends those that waited once restored",
  { timeout: 120_000 },
  async (what, dialect) => {
    const { db, start } = await startWorkspaces(dialect);
    const { server, api } = await start();
    const [own, others] = [await receiverOfTest(), await receiverOfTest()];
    const subscription = await subscribe(api, own.url, ["contact.created"]);
    own.behave(() => ({ status: 503 }));
    await makeContact(api, "waits@example.com");
    await attempted(subscription, 1);

    const project = await db.kysely.selectFrom("projects").selectAll().executeTakeFirstOrThrow();
    const end = what === "tenant" ? deleteTenant : deleteProject;
    const restore = what === "tenant" ? restoreTenant : restoreProject;
    const id = what === "tenant" ? project.tenant_id : project.id;
    await end({ db }, BY_HAND, id, { confirm: what === "tenant" ? "t" : "p" });
    const attempts = own.received.length;
    await makeDue(db, subscription);
    // The worker serves another tenant meanwhile.
    const tenantId = await createTenant({ db }, "Other");
    const projectId = await createProject({ db }, tenantId, "Other");
    const scopes = [...KEY_SCOPES.keys()];
    const { apiKey } = await createApiKey({ db }, { projectId, name: "Key", scopes });
    const other = apiOf(server.url, apiKey);
    await subscribe(other, others.url, ["contact.created"]);
    await makeContact(other, "other@example.com");
    await others.waitFor(1);
    expect(own.received).toHaveLength(attempts);

    own.behave(() => ({ status: 204 }));
    await restore({ db }, BY_HAND, id);
    await makeDue(db, subscription);
    await own.waitFor(attempts + 1);
    await expect.poll(async () => (await api.call("GET", "/contacts")).status, SOON).toBe(200);
    await settled(subscription, 1, "delivered");
  },
);

test.each(DIALECTS)(
  "a project moved to another tenant on %s keeps its records and keys, and voids its tokens",
  async (dialect) => {
    await using app = await startApp({ dialect });
    const { projectId, tenantId, token, ...client } = await app.caller();
    const key = await app.workspace({ projectId });
    const made = await key.call("POST", "/contacts", { json: { email: "moves@example.com" } });
    expect(made.status).toBe(201);
    const to = await createTenant(app.deps, "Target");
    await importTemplates(app.deps, to, [
      { name: "order", language: "en_US", category: "UTILITY", status: "APPROVED" },
    ]);
    const read = (own: string) =>
      app.call("GET", `/api/crm/objects/contacts/${made.body.data.id}`, { token: own });
    expect((await read(token)).status).toBe(200);
    await moveProject(app.deps, BY_HAND, projectId, to);
    await expect.poll(async () => (await read(token)).status, SOON).toBe(401);
    // A token of the second in which it moved is void too.
    const next = () => app.token(client, "crm.contacts.read templates:read");
    await expect.poll(async () => (await read(await next())).status, SOON).toBe(200);
    expect((await key.call("GET", "/contacts")).body.data).toHaveLength(1);
    const templates = await app.call("GET", "/templates", { token: await next() });
    expect(JSON.stringify(templates.body)).toContain('"order"');
    const log = await app.deps.db.kysely
      .selectFrom("audit_log")
      .select("tenant_id")
      .where("action", "=", "projects.move")
      .execute();
    expect(log.map((row) => row.tenant_id)).toEqual([tenantId, to]);
  },
);

describe.each(DIALECTS)("on %s, a deleted tenant", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("has no scheduled template sync until it is restored", async () => {
    const account = { wabaId: "1", accessToken: "scheduled" };
    const one = { name: "order", language: "en_US", category: "UTILITY" };
    await using platform = await startGraphPlatform({
      ...account,
      templates: [{ ...one, status: "APPROVED" }],
    });
    const deps = { ...app.deps, graphUrl: platform.url };
    const tenantId = await createTenant(deps, "Synced");
    await setAccount(deps, tenantId, account);
    await importTemplates(deps, tenantId, [{ ...one, status: "PENDING" }]);
    await deleteTenant(deps, BY_HAND, tenantId, { confirm: "Synced" });
    const fail = (error: unknown) => expect.unreachable(String(error));
    await syncDue(deps, 1, fail);
    expect(platform.requests).toEqual([]);
    await restoreTenant(deps, BY_HAND, tenantId);
    await syncDue(deps, 1, fail);
    expect(platform.requests).toHaveLength(1);
  });

  it("takes no new project, and its projects cannot be restored before it", async () => {
    const { tenantId, projectId } = await app.caller();
    await deleteProject(app.deps, BY_HAND, projectId, { confirm: "Project" });
    await deleteTenant(app.deps, BY_HAND, tenantId, { confirm: "Tenant" });
    await expect(createProject(app.deps, tenantId, "More")).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const other = await app.caller();
    await expect(moveProject(app.deps, BY_HAND, other.projectId, tenantId)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(restoreProject(app.deps, BY_HAND, projectId)).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await restoreTenant(app.deps, BY_HAND, tenantId);
    await restoreProject(app.deps, BY_HAND, projectId);
  });
});

function statusOf(error: unknown): number | undefined {
  return error instanceof TRPCClientError ? error.data?.httpStatus : undefined;
}
