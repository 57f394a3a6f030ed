import { createProject } from "@rapport/core";
import { tenancy, views } from "@rapport/db";
import { countBlocked, DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

type Content = Parameters<SignedIn["trpc"]["views"]["create"]["mutate"]>[0]["content"];

const content: Content = {
  layout: "board",
  groups: [
    [
      { property: "closeDate", operator: "within", value: "next-1-months" },
      { property: "gone", operator: "gte", value: 5 },
    ],
    [{ property: "stage", operator: "in", values: ["new"] }],
  ],
  sort: { property: "amount", direction: "desc" },
  columns: [{ name: "amount", width: 120, pinned: true }, { name: "associations.company" }],
  board: { pipeline: null, collapsed: ["lost"], cards: ["closeDate"] },
};

describe.each(DIALECTS)("saved views on %s", (dialect) => {
  let app: AdminApp;
  let ada: SignedIn;
  let ben: SignedIn;
  let reader: SignedIn;
  let projectId: number;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    ada = await app.admin("admin");
    ben = await app.admin("admin");
    reader = await app.admin("read-only");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Each test has a project of its own. */
  const project = async () => {
    projectId = await createProject(app.deps, app.tenantId, "Views");
  };
  const create = ({ trpc }: SignedIn, name: string, isShared = false) =>
    trpc.views.create.mutate({ projectId, type: "deal", name, isShared, content });
  const names = async ({ trpc }: SignedIn) =>
    (await trpc.views.list.query({ projectId, type: "deal" })).map(({ name }) => name);

  it("shows a shared view to everyone, and a private one to its maker alone", async () => {
    await project();
    const shared = await create(ada, "Pipeline", true);
    await create(ada, "Mine");
    await create(reader, "Also mine");
    expect(await names(ada)).toEqual(["Pipeline", "Mine"]);
    expect(await names(ben)).toEqual(["Pipeline"]);
    expect(await names(reader)).toEqual(["Pipeline", "Also mine"]);
    const [seen] = await reader.trpc.views.list.query({ projectId, type: "deal" });
    expect(seen).toEqual({ ...shared, mayChange: false, content });
    expect(await ada.trpc.views.list.query({ projectId, type: "lead" })).toEqual([]);
  });

  it("keeps what the schema does not have, because the page marks it", async () => {
    await project();
    const { id, version } = await create(ada, "Mine");
    const changed = { ...content, columns: [{ name: "never_was" }] };
    await ada.trpc.views.change.mutate({ projectId, id, version, changes: { content: changed } });
    const [view] = await ada.trpc.views.list.query({ projectId, type: "deal" });
    expect(view?.content).toEqual(changed);
  });

  it("changes name and audience, and a view that becomes private is its maker's again", async () => {
    await project();
    const { id } = await create(ada, "Mine");
    const change = (admin: SignedIn, version: number, changes: object) =>
      admin.trpc.views.change.mutate({ projectId, id, version, changes });
    await change(ada, 1, { isShared: true, name: "Ours" });
    expect(await names(ben)).toEqual(["Ours"]);
    await change(ben, 2, { isShared: false });
    expect(await names(ben)).toEqual([]);
    expect(await names(ada)).toEqual(["Ours"]);
  });

  it("returns 412 for a version that someone changed since", async () => {
    await project();
    const { id, version } = await create(ada, "Ours", true);
    const rename = (admin: SignedIn, name: string) =>
      admin.trpc.views.change.mutate({ projectId, id, version, changes: { name } });
    await rename(ben, "Theirs");
    await expect(rename(ada, "Mine")).rejects.toMatchObject({ data: { httpStatus: 412 } });
    expect(await names(ada)).toEqual(["Theirs"]);
  });

  it("returns 403 if a read-only admin shares a view, or changes or deletes a shared one", async () => {
    await project();
    const refused = { data: { httpStatus: 403 } };
    await expect(create(reader, "Ours", true)).rejects.toMatchObject(refused);
    const own = await create(reader, "Mine");
    const { id, version } = await create(ada, "Ours", true);
    const { change, delete: remove } = reader.trpc.views;
    await expect(
      change.mutate({ projectId, id: own.id, version: 1, changes: { isShared: true } }),
    ).rejects.toMatchObject(refused);
    await expect(
      change.mutate({ projectId, id, version, changes: { name: "x" } }),
    ).rejects.toMatchObject(refused);
    await expect(remove.mutate({ projectId, id })).rejects.toMatchObject(refused);
    expect(await names(ada)).toEqual(["Ours"]);
  });

  it("returns 404 for the private view of another admin", async () => {
    await project();
    const { id, version } = await create(ada, "Mine");
    const missing = { data: { httpStatus: 404 } };
    await expect(
      ben.trpc.views.change.mutate({ projectId, id, version, changes: { name: "x" } }),
    ).rejects.toMatchObject(missing);
    await expect(ben.trpc.views.delete.mutate({ projectId, id })).rejects.toMatchObject(missing);
    await ada.trpc.views.delete.mutate({ projectId, id });
    expect(await names(ada)).toEqual([]);
  });

  it("returns 409 for one view more than an admin may keep", async () => {
    await project();
    for (let i = 0; i < 50; i++) await create(ben, `View ${i}`);
    await expect(create(ben, "One more")).rejects.toMatchObject({ data: { httpStatus: 409 } });
    await create(ben, "Shared", true);
  });

  // SQLite has one writer at a time.
  it.runIf(dialect === "postgres")("counts a view that another request is creating", async () => {
    await project();
    for (let i = 0; i < 49; i++) await create(ben, `View ${i}`);
    const { db } = app.deps;
    const ofProject = db.kysely.selectFrom("views").where("project_id", "=", projectId);
    const view = await ofProject.selectAll().executeTakeFirstOrThrow();
    const blocked = () => countBlocked(app.config.databaseUrl);
    const settled: string[] = [];
    const { created } = await db.transaction(async (tx) => {
      await tenancy.lockProject.first(tx, { id: projectId });
      await views.insertView(tx, { projectId }, { ...view, id: "v000000000000" });
      const created = create(ben, "One more").then(
        () => settled.push("created"),
        ({ data }) => settled.push(String(data.httpStatus)),
      );
      await expect
        .poll(async () => settled.length + (await blocked()), { timeout: 20_000 })
        .toBeGreaterThan(0);
      return { created };
    });
    await created;
    expect(settled).toEqual(["409"]);
  });

  it.each([
    ["an empty name", { name: "" }],
    ["an unknown period", { groups: [[{ property: "a", operator: "within", value: "soon" }]] }],
    ["an empty group", { groups: [[]] }],
    ["an unknown member", { hidden: true }],
    [
      "more than 8,192 bytes",
      { groups: [[{ property: "a", operator: "in", values: Array(50).fill("x".repeat(250)) }]] },
    ],
  ])("returns 400 for %s", async (_, wrong) => {
    await project();
    const { name = "Mine", ...others } = wrong as { name?: string };
    const json = {
      projectId,
      type: "deal",
      name,
      isShared: false,
      content: { ...content, ...others },
    };
    const { cookie } = ada;
    const answer = await app.send("POST", "/trpc/admin.views.create", { cookie, json });
    expect(answer.status).toBe(400);
    expect(await names(ada)).toEqual([]);
  });

  it("logs changes with the name of a shared view only, and never with its filters", async () => {
    await project();
    for (const [name, isShared] of [
      ["Secret plan", false],
      ["Open plan", true],
    ] as const) {
      const { id, version } = await create(ada, name, isShared);
      const changes = { name: `${name} B` };
      await ada.trpc.views.change.mutate({ projectId, id, version, changes });
      await ada.trpc.views.delete.mutate({ projectId, id });
    }
    const { entries } = await ada.trpc.audit.list.query({ projectId });
    expect(entries.map(({ action, details }) => [action, details]).toReversed()).toEqual([
      ["views.create", { type: "deal", isShared: false }],
      ["views.change", { changed: ["name"] }],
      ["views.delete", {}],
      ["views.create", { type: "deal", isShared: true, name: "Open plan" }],
      ["views.change", { changed: ["name"], name: "Open plan B" }],
      ["views.delete", { name: "Open plan B" }],
    ]);
  });
});
