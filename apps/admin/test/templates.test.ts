import { syncDue } from "@rapport/core";
import { DIALECTS, type GraphPlatform, startGraphPlatform } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

const WABA_ID = "102290129340398";
const ACCESS_TOKEN = "EAAGmRapportNeverShowsThis0123456789";
const ORDER = { name: "order", language: "en_US", status: "PENDING", category: "UTILITY" };

describe.each(DIALECTS)("templates in the admin app on %s", (dialect) => {
  let platform: GraphPlatform;
  let app: AdminApp;
  let trpc: SignedIn["trpc"];
  beforeAll(async () => {
    const account = { wabaId: WABA_ID, accessToken: ACCESS_TOKEN };
    platform = await startGraphPlatform({
      ...account,
      templates: [
        { ...ORDER, status: "APPROVED" },
        { ...ORDER, name: "unknown_here" },
      ],
    });
    app = await startAdminApp(dialect, undefined, { META_GRAPH_URL: platform.url });
    ({ trpc } = await app.admin("owner"));
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  const refused = (httpStatus: number, more: object = {}) => ({ data: { httpStatus, ...more } });

  /** Creates a tenant with a project. */
  async function newProject(): Promise<number> {
    const tenantId = await trpc.tenants.create.mutate({ name: "Templates" });
    return trpc.projects.create.mutate({ tenantId, name: "Sales" });
  }

  it("records the named members of a new template, and no secret nested in its components", async () => {
    const projectId = await newProject();
    const components = [
      { type: "BODY", text: "Hello", example: { access_token: "nested-secret" } },
    ];
    await trpc.templates.create.mutate({ projectId, ...ORDER, components });
    const [entry] = (await trpc.audit.list.query({ projectId })).entries;
    expect(entry).toMatchObject({ action: "templates.create", details: ORDER });
    expect(JSON.stringify(entry)).not.toContain("nested-secret");
  });

  it("adds a template once, lists and filters it", async () => {
    const projectId = await newProject();
    const components = [{ type: "BODY", text: "Hello" }];
    const { id } = await trpc.templates.create.mutate({ projectId, ...ORDER, components });
    const made = await trpc.templates.list.query({ projectId });
    expect(made).toMatchObject({ templates: [{ id, ...ORDER, components }], nextCursor: null });
    const again = trpc.templates.create.mutate({ projectId, ...ORDER, language: "en-us" });
    await expect(again).rejects.toMatchObject(refused(409));
    const bad = trpc.templates.create.mutate({ projectId, ...ORDER, name: " " });
    await expect(bad).rejects.toMatchObject(refused(400, { issues: [{ path: "name" }] }));

    const count = async (filter: object) =>
      (await trpc.templates.list.query({ projectId, ...filter })).templates.length;
    expect(await count({ name: "order", language: "EN-us", status: "PENDING" })).toBe(1);
    expect(await count({ category: "UTILITY" })).toBe(1);
    expect(await count({ category: "MARKETING" })).toBe(0);
    expect(await count({ name: "RDE" })).toBe(1);
    expect(await count({ name: "or%er" })).toBe(0);
    expect(await count({ name: "other" })).toBe(0);
  });

  it("returns a template by id only in its own tenant", async () => {
    const projectId = await newProject();
    const { id } = await trpc.templates.create.mutate({ projectId, ...ORDER });
    const read = await trpc.templates.read.query({ projectId, id });
    expect(read).toMatchObject({ id, ...ORDER, components: null });
    const elsewhere = trpc.templates.read.query({ projectId: await newProject(), id });
    await expect(elsewhere).rejects.toMatchObject(refused(404));
  });

  it("lists each filter value once", async () => {
    const projectId = await newProject();
    await trpc.templates.import.mutate({
      projectId,
      templates: [
        ORDER,
        { ...ORDER, name: "a", language: "en-US", status: "ODD", category: "MARKETING" },
        { ...ORDER, name: "b", language: "de" },
      ],
    });
    expect(await trpc.templates.traits.query({ projectId })).toEqual({
      languages: ["de", "en_US"],
      statuses: ["ODD", "PENDING"],
      categories: ["MARKETING", "UTILITY"],
    });
    const none = { languages: [], statuses: [], categories: [] };
    expect(await trpc.templates.traits.query({ projectId: await newProject() })).toEqual(none);
  });

  it("imports all templates or none, and pages them", async () => {
    const projectId = await newProject();
    const templates = ["a", "b", "c"].map((name) => ({ ...ORDER, name }));
    const imported = await trpc.templates.import.mutate({ projectId, templates });
    expect(imported).toEqual({ imported: 3 });
    const replaced = { ...ORDER, name: "a", status: "APPROVED" };
    await trpc.templates.import.mutate({ projectId, templates: [replaced] });
    const first = await trpc.templates.list.query({ projectId, limit: 2 });
    expect(first.templates).toMatchObject([replaced, { name: "b" }]);
    const cursor = first.nextCursor ?? "";
    const second = await trpc.templates.list.query({ projectId, limit: 2, cursor });
    expect(second).toMatchObject({ templates: [{ name: "c" }], nextCursor: null });

    const faulty = [{ ...ORDER, name: "d" }, { name: "e" }];
    const refusal = trpc.templates.import.mutate({ projectId, templates: faulty });
    await expect(refusal).rejects.toMatchObject(
      refused(400, {
        issues: expect.arrayContaining([
          expect.objectContaining({ path: "1.status", message: "This is missing." }),
        ]),
      }),
    );
    expect((await trpc.templates.list.query({ projectId })).templates).toHaveLength(3);
    const [entry] = (await trpc.audit.list.query({ projectId })).entries;
    expect(entry).toMatchObject({ action: "templates.import", details: { count: 1 } });
    const elsewhere = trpc.templates.list.query({ projectId: app.projectId, limit: 2, cursor });
    await expect(elsewhere).rejects.toMatchObject(refused(400));
  });

  it("shares templates between a tenant's projects only", async () => {
    const tenantId = await trpc.tenants.create.mutate({ name: "Shared" });
    const [one, other] = [
      await trpc.projects.create.mutate({ tenantId, name: "One" }),
      await trpc.projects.create.mutate({ tenantId, name: "Other" }),
    ];
    await trpc.templates.create.mutate({ projectId: one, ...ORDER });
    const names = async (projectId: number) =>
      (await trpc.templates.list.query({ projectId })).templates.map(({ name }) => name);
    expect(await names(other)).toEqual(["order"]);
    expect(await names(await newProject())).toEqual([]);
    await expect(names(999_999)).rejects.toMatchObject(refused(404));
  });

  it("sets an account, returns it without its token, and removes it", async () => {
    const projectId = await newProject();
    expect(await trpc.templates.account.read.query({ projectId })).toBeNull();
    const account = { wabaId: WABA_ID, accessToken: ACCESS_TOKEN };
    const answer = await trpc.templates.account.set.mutate({ projectId, ...account });
    const read = await trpc.templates.account.read.query({ projectId });
    expect(read).toEqual({
      wabaId: WABA_ID,
      tokenInvalidAt: null,
      updatedAt: expect.any(String),
      syncedAt: null,
    });
    await trpc.templates.account.remove.mutate({ projectId });
    expect(await trpc.templates.account.read.query({ projectId })).toBeNull();
    const again = trpc.templates.account.remove.mutate({ projectId });
    await expect(again).rejects.toMatchObject(refused(404));
    const { entries: log } = await trpc.audit.list.query({ projectId });
    expect(log.map(({ action }) => action)).toEqual([
      "templates.account.remove",
      "templates.account.set",
    ]);
    expect(log[1]?.details).toEqual({ wabaId: WABA_ID });
    expect(JSON.stringify([answer, read, log])).not.toContain(ACCESS_TOKEN);
  });

  it.each([
    { wabaId: "acme", accessToken: ACCESS_TOKEN },
    { wabaId: WABA_ID, accessToken: "" },
    { wabaId: WABA_ID, accessToken: "two words" },
  ])("returns 400 for the account %j", async (account) => {
    const projectId = await newProject();
    const set = trpc.templates.account.set.mutate({ projectId, ...account });
    await expect(set).rejects.toMatchObject(refused(400));
    expect(await trpc.templates.account.read.query({ projectId })).toBeNull();
  });

  it("returns the sync result of the specification", async () => {
    const projectId = await newProject();
    await trpc.templates.create.mutate({ projectId, ...ORDER });
    const account = { wabaId: WABA_ID, accessToken: ACCESS_TOKEN };
    await trpc.templates.account.set.mutate({ projectId, ...account });
    expect(await trpc.templates.syncNow.mutate({ projectId })).toEqual({
      total_fetched_from_meta: 2,
      matched: 1,
      updated: 1,
      unchanged: 0,
      not_found: 1,
      updated_templates: [
        {
          template_name: "order",
          language_code: "en_US",
          old_status: "PENDING",
          new_status: "APPROVED",
          old_category: "UTILITY",
          new_category: "UTILITY",
        },
      ],
    });
    const { templates } = await trpc.templates.list.query({ projectId });
    expect(templates).toMatchObject([{ name: "order", status: "APPROVED" }]);
    const [entry] = (await trpc.audit.list.query({ projectId })).entries;
    expect(entry).toMatchObject({ action: "templates.syncNow", details: { updated: 1 } });
    const read = await trpc.templates.account.read.query({ projectId });
    expect(read?.syncedAt).toEqual(expect.any(String));
  });

  it("lists the changes of syncs, newest first, with the actor", async () => {
    const admin = await app.admin("admin");
    const tenantId = await trpc.tenants.create.mutate({ name: "Templates" });
    const projectId = await trpc.projects.create.mutate({ tenantId, name: "Sales" });
    const { id } = await trpc.templates.create.mutate({ projectId, ...ORDER });
    const history = (more: object = {}) => trpc.templates.history.query({ projectId, id, ...more });
    expect(await history()).toEqual({ changes: [], nextCursor: null });
    const account = { wabaId: WABA_ID, accessToken: ACCESS_TOKEN };
    await trpc.templates.account.set.mutate({ projectId, ...account });
    await admin.trpc.templates.syncNow.mutate({ projectId });
    const stale = { ...ORDER, status: "APPROVED", category: "MARKETING" };
    await trpc.templates.import.mutate({ projectId, templates: [stale] });
    await syncDue(app.deps, 0, () => undefined);
    await trpc.templates.syncNow.mutate({ projectId });
    const { changes } = await history();
    expect(changes).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(String),
        actor: { kind: "system", id: "schedule", label: "schedule" },
        surface: "system",
        status: null,
        category: { from: "MARKETING", to: "UTILITY" },
      },
      {
        id: expect.any(Number),
        at: expect.any(String),
        actor: { kind: "admin", id: expect.any(String), label: admin.email },
        surface: "admin",
        status: { from: "PENDING", to: "APPROVED" },
        category: null,
      },
    ]);
    const first = await history({ limit: 1 });
    expect(first.changes).toEqual(changes.slice(0, 1));
    const cursor = first.nextCursor ?? "";
    const rest = { changes: changes.slice(1), nextCursor: null };
    expect(await history({ limit: 1, cursor })).toEqual(rest);

    const other = await trpc.templates.create.mutate({ projectId, ...ORDER, name: "other" });
    await expect(history({ id: other.id, cursor })).rejects.toMatchObject(refused(400));
    const elsewhere = history({ projectId: await newProject() });
    await expect(elsewhere).rejects.toMatchObject(refused(404));
  });

  it("returns 400 for a sync without an account", async () => {
    const sync = trpc.templates.syncNow.mutate({ projectId: await newProject() });
    await expect(sync).rejects.toMatchObject({
      message: expect.stringMatching(/in the admin app.* or with rapport messaging set/),
      ...refused(400, { issues: [{ code: "credentials_missing" }] }),
    });
  });

  it("returns 400 for a token that the platform refuses, and stores that", async () => {
    const projectId = await newProject();
    const account = { wabaId: WABA_ID, accessToken: `${ACCESS_TOKEN}wrong` };
    await trpc.templates.account.set.mutate({ projectId, ...account });
    const told: unknown = await trpc.templates.syncNow
      .mutate({ projectId })
      .catch((error) => error);
    expect(told).toMatchObject(refused(400));
    expect(JSON.stringify(told)).not.toContain(ACCESS_TOKEN);
    const read = await trpc.templates.account.read.query({ projectId });
    expect(read).toMatchObject({ tokenInvalidAt: expect.any(String), syncedAt: null });
  });

  it("returns 502 for an invalid answer of the platform", async () => {
    const projectId = await newProject();
    const account = { wabaId: WABA_ID, accessToken: ACCESS_TOKEN };
    await trpc.templates.account.set.mutate({ projectId, ...account });
    platform.fail(1, { json: { data: "none" } }, 1);
    const sync = trpc.templates.syncNow.mutate({ projectId });
    await expect(sync).rejects.toMatchObject(refused(502));
  });

  it("lets a read-only admin read templates and the account only", async () => {
    const { projectId } = app;
    const reader = (await app.admin("read-only")).trpc.templates;
    expect(await reader.list.query({ projectId })).toMatchObject({ templates: [] });
    expect(await reader.account.read.query({ projectId })).toBeNull();
    await expect(reader.syncNow.mutate({ projectId })).rejects.toMatchObject(refused(403));
    const account = { wabaId: WABA_ID, accessToken: ACCESS_TOKEN };
    const set = reader.account.set.mutate({ projectId, ...account });
    await expect(set).rejects.toMatchObject(refused(403));
  });
});
