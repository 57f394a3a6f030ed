import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { make } from "./support/records.ts";

type Trpc = SignedIn["trpc"];
type Kind = string;
type Item = Awaited<ReturnType<Trpc["records"]["timeline"]["query"]>>["items"][number];

describe.each(DIALECTS)("the timeline of a record on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let trpc: Trpc;
  let projectId: number;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("admin");
    ({ trpc } = admin);
    ({ projectId } = app);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const contact = () => make(admin, projectId, "contact", { email: "ada@example.com" });
  const add = async (type: string, to: number, values: Record<string, string>) => {
    const properties = Object.entries(values).map(([internal_name, value]) => ({
      internal_name,
      value,
    }));
    const associatedWith = { type: "contact", id: to } as const;
    const { id } = await trpc.records.create.mutate({
      ...{ projectId, type, properties, associatedWith },
    });
    return id;
  };
  /** Follows all pages. */
  const all = async (id: number, kind?: Kind, limit = 3) => {
    const items: Item[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await trpc.records.timeline.query({
        ...{ projectId, type: "contact", id, limit },
        ...(kind && { kind }),
        ...(cursor && { cursor }),
      });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      items.push(...page.items);
      if (page.nextCursor === null) return items;
      cursor = page.nextCursor;
    }
  };
  const said = (items: readonly Item[]) =>
    items.map((item) => ("properties" in item ? `${item.kind} ${item.id}` : item.action));

  it("has notes and done tasks by their times among the changes, newest first, on any number of pages", async () => {
    const id = await contact();
    const old = await add("note", id, { body: "Met", occurred_at: "2020-01-02T03:04:05Z" });
    const older = await add("note", id, { body: "Called", occurred_at: "2020-01-01T00:00:00Z" });
    const done = await add("task", id, {
      ...{ name: "Write", status: "done", completed_at: "2020-01-01T12:00:00Z" },
    });
    const coming = await add("note", id, { body: "Visit", occurred_at: "2090-01-01T00:00:00Z" });
    await add("task", id, { name: "Open" });
    const item = { internal_name: "city", value: "Bath" };
    await trpc.records.set.mutate({ projectId, type: "contact", id, item });
    const expected = [
      ...[`note ${coming}`, "updated", "created"],
      ...[`note ${old}`, `task ${done}`, `note ${older}`],
    ];
    for (const limit of [1, 2, 3, 50]) {
      expect(said(await all(id, undefined, limit))).toEqual(expected);
    }
  });

  it.each([
    ["call", { title: "Offer", body: "Wants slate", occurred_at: "2020-01-02T00:00:00Z" }],
    ["email", { subject: "Offer", text: "See below", occurred_at: "2020-01-02T00:00:00Z" }],
    ["meeting", { title: "Visit", start: "2020-01-02T00:00:00Z" }],
  ] as const)(
    "has a %s at its time, of every type that can have one, and alone if asked",
    async (type, values) => {
      const id = await contact();
      const made = await add(type, id, values);
      await add("note", id, { body: "Later", occurred_at: "2020-01-03T00:00:00Z" });
      expect(said(await all(id)).slice(-1)).toEqual([`${type} ${made}`]);
      const [item, ...rest] = await all(id, type);
      expect([item, rest]).toMatchObject([
        { kind: type, id: made, at: "2020-01-02T00:00:00.000Z" },
        [],
      ]);
      for (const other of ["company", "deal", "ticket", "lead", "appointment", "task"] as const) {
        const name = { internal_name: "name", value: "A" };
        const record = await trpc.records.create.mutate({
          ...{ projectId, type: other, properties: [name] },
          associatedWith: { type, id: made },
        });
        const page = await trpc.records.timeline.query({
          ...{ projectId, type: other, id: record.id, limit: 10 },
        });
        const shown = page.items.map(({ kind }) => kind);
        // A task has only notes, which are about it.
        expect([other, shown.includes(type)]).toEqual([other, other !== "task"]);
      }
    },
  );

  it("has the records of an own type of activities, without their associations, and alone if asked", async () => {
    const settings = {
      ...{ name: "visit", plural: "visits", label: "Visit", pluralLabel: "Visits" },
      ...{ hasPipeline: false, nameProperties: [["topic"]], icon: "home" },
      properties: [
        { name: "topic", label: "Topic", type: "string" },
        { name: "visited_at", label: "Date", type: "datetime", indexed: true },
        { name: "report", label: "Report", type: "text" },
      ],
      activity: { at: "visited_at", body: "report" },
    } as const;
    await trpc.schema.createType.mutate({
      projectId,
      settings: {
        ...settings,
        nameProperties: [["topic"]],
        properties: [...settings.properties],
      },
    });
    const shown = (await trpc.schema.types.query({ projectId })).find(
      ({ name }) => name === "visit",
    );
    expect(shown).toMatchObject({
      isInSidebar: true,
      activity: { word: "Visit", filter: "Visits", add: "Log a visit", at: "visited_at" },
    });
    const { properties } = await trpc.schema.read.query({ projectId, type: "visit" });
    expect(properties.find(({ name }) => name === "report")).toMatchObject({ format: "markdown" });
    const id = await contact();
    const visit = await add("visit", id, { topic: "Roof", visited_at: "2020-01-02T00:00:00Z" });
    const note = await add("note", id, { body: "Met", occurred_at: "2020-01-01T00:00:00Z" });
    const undated = await add("visit", id, { topic: "Now" });
    const expected = [`visit ${undated}`, "created", `visit ${visit}`, `note ${note}`];
    for (const limit of [1, 2, 50]) expect(said(await all(id, undefined, limit))).toEqual(expected);
    expect(said(await all(id, "visit"))).toEqual([`visit ${undated}`, `visit ${visit}`]);
    expect(said(await all(id, "association"))).toEqual([]);
    expect(await all(id, "unknown")).toEqual([]);
    const about = await trpc.records.create.mutate({
      ...{ projectId, type: "note", properties: [{ internal_name: "body", value: "Good" }] },
      associatedWith: { type: "visit", id: visit },
    });
    const page = await trpc.records.timeline.query({
      ...{ projectId, type: "visit", id: visit, limit: 10 },
    });
    expect(said(page.items)).toEqual([`note ${about.id}`, "associated", "created"]);
    await trpc.schema.updateType.mutate({
      ...{ projectId, type: "visit", settings: { activity: null } },
    });
    expect(said(await all(id)).filter((one) => one.startsWith("visit"))).toEqual([]);
  });

  it("has every change once if one waited for another that began later", async () => {
    const id = await contact();
    for (const city of ["Bath", "Ulm"]) {
      const item = { internal_name: "city", value: city };
      await trpc.records.set.mutate({ projectId, type: "contact", id, item });
    }
    const { kysely } = app.deps.db;
    const history = kysely.selectFrom("record_history").where("record_id", "=", id);
    const ids = (await history.select("id").orderBy("id").execute()).map((row) => row.id);
    for (const [i, at] of ["2026-01-01", "2026-01-03", "2026-01-02"].entries()) {
      const row = kysely.updateTable("record_history").where("id", "=", ids[i] ?? 0);
      await row.set({ at: `${at}T00:00:00.000Z` }).execute();
    }
    const note = await add("note", id, { body: "Met", occurred_at: "2026-01-02T12:00:00Z" });
    const expected = [`note ${note}`, "updated", "updated", "created"];
    for (const limit of [1, 2, 50]) expect(said(await all(id, undefined, limit))).toEqual(expected);
  });

  it("shows items of one kind", async () => {
    const id = await contact();
    const company = await make(admin, projectId, "company", { name: "Engines" });
    await trpc.records.associate.mutate({
      ...{ projectId, one: { type: "contact", id }, other: { type: "company", id: company } },
    });
    const note = await add("note", id, { body: "Called" });
    const task = await add("task", id, { name: "Write", status: "done" });
    expect(said(await all(id, "note"))).toEqual([`note ${note}`]);
    expect(said(await all(id, "task"))).toEqual([`task ${task}`]);
    expect(said(await all(id, "association"))).toEqual(["associated"]);
    expect(said(await all(id, "change"))).toEqual(["created"]);
    for (const kind of ["stage", "merge", "import"] as const) {
      expect(await all(id, kind)).toEqual([]);
    }
  });

  it("shows a moved deal as a stage, with the author of each item", async () => {
    const id = await make(admin, projectId, "deal", { name: "Engine" });
    const item = { internal_name: "stage", value: "won" };
    await trpc.records.set.mutate({ projectId, type: "deal", id, item });
    const query = { projectId, type: "deal", id, kind: "stage", limit: 5 } as const;
    const { items } = await trpc.records.timeline.query(query);
    expect(items).toMatchObject([
      { kind: "stage", action: "updated", surface: "admin", actor: { label: admin.email } },
    ]);
  });

  it("names the author of a note, and leaves out a deleted one", async () => {
    const id = await contact();
    const note = await add("note", id, { body: "Called" });
    const [found] = await all(id, "note");
    expect(found).toMatchObject({
      ...{ kind: "note", id: note, version: 1, author: { kind: "admin", label: admin.email } },
      properties: { body: "Called" },
    });
    await trpc.records.delete.mutate({ projectId, type: "note", id: note });
    expect(await all(id, "note")).toEqual([]);
  });

  it("lists open tasks, those that are due first first", async () => {
    const id = await contact();
    const never = await add("task", id, { name: "Never" });
    const late = await add("task", id, { name: "Late", due_at: "2030-01-02T00:00:00Z" });
    const soon = await add("task", id, { name: "Soon", due_at: "2030-01-01T00:00:00Z" });
    await add("task", id, { name: "Done", status: "done" });
    const { tasks, isMore } = await trpc.records.openTasks.query({
      projectId,
      type: "contact",
      id,
    });
    expect([tasks.map((task) => task.id), isMore]).toEqual([[soon, late, never], false]);
  });

  it("is not found for a record of another project, or with a cursor of another list", async () => {
    const id = await contact();
    const other = { projectId, type: "deal", id } as const;
    await expect(trpc.records.timeline.query({ ...other, limit: 5 })).rejects.toMatchObject({
      data: { httpStatus: 404 },
    });
    await expect(trpc.records.openTasks.query(other)).rejects.toMatchObject({
      data: { httpStatus: 404 },
    });
    const input = { projectId, type: "contact", id, limit: 1 } as const;
    await add("note", id, { body: "Called" });
    const { nextCursor } = await trpc.records.timeline.query(input);
    const cursor = nextCursor ?? "";
    await expect(
      trpc.records.timeline.query({ ...input, kind: "note", cursor }),
    ).rejects.toMatchObject({ data: { httpStatus: 400 } });
  });
});
