import { Readable } from "node:stream";
import {
  createImport,
  createType,
  type Principal,
  receiveData,
  removeOldHistory,
  startWorker,
  type Worker,
} from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertContacts } from "../../api/test/support/exports.ts";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { bulkChanges, type ChangeAction } from "./support/changes.ts";

const setTo = (internal_name: string, value: string): ChangeAction => ({
  kind: "edit",
  edits: [{ internal_name, how: "set", value }],
});
const whereCity = (value: string) => ({
  groups: [[{ property: "city", operator: "eq" as const, value }]],
});

describe.each(DIALECTS)("bulk changes on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let worker: Worker;
  let projectId: number;
  let bulk: ReturnType<typeof bulkChanges>;
  const errors: unknown[] = [];
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("admin");
    ({ projectId } = app);
    bulk = bulkChanges(app, admin);
    worker = startWorker(app.deps, { onError: (error) => errors.push(error) });
  });
  afterAll(async () => {
    await worker.stop();
    await app[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
  });

  type Values = Readonly<Record<string, string | readonly string[]>>;
  async function make(type: "contact" | "company" | "deal", values: Values): Promise<number> {
    const properties = Object.entries(values).map(([internal_name, value]) =>
      typeof value === "string" ? { internal_name, value } : { internal_name, values: [...value] },
    );
    return (await admin.trpc.records.create.mutate({ projectId, type, properties })).id;
  }
  let made = 0;
  const contact = (values: Values = {}) =>
    make("contact", { email: `c${++made}@example.com`, ...values });
  const contacts = async (count: number, values: Values = {}) => {
    const ids: number[] = [];
    for (let i = 0; i < count; i++) ids.push(await contact(values));
    return ids;
  };
  const read = async (id: number, type: "contact" | "deal" = "contact") =>
    admin.trpc.records.read.query({ projectId, type, id });
  const valueIn = async (id: number, name: string) => (await read(id)).properties[name] ?? null;
  const set = (id: number, internal_name: string, value: string | null) =>
    admin.trpc.records.set.mutate({
      ...{ projectId, type: "contact", id, item: { internal_name, value } },
    });
  const csv = (id: number, part: "refused" | "left") => bulk.csv(id, part, app.send, admin.cookie);

  it("sets, clears, adds to and takes from properties in one change", async () => {
    const one = await contact({ city: "Rome", jobtitle: "Clerk", tags: ["a", "b"] });
    const other = await contact({ city: "Bern", jobtitle: "Clerk" });
    const change = await bulk.make({
      type: "contact",
      selection: { ids: [one, other] },
      action: {
        kind: "edit",
        edits: [
          { internal_name: "city", how: "set", value: "Oslo" },
          { internal_name: "jobtitle", how: "clear" },
          { internal_name: "tags", how: "add", values: ["b", "c"] },
        ],
      },
    });
    expect(change).toMatchObject({
      ...{ state: "done", selected: 2, done: 2, changed: 2, unchanged: 0, refused: 0 },
      canUndo: true,
    });
    expect((await read(one)).properties).toMatchObject({ city: "Oslo", tags: ["a", "b", "c"] });
    expect((await read(other)).properties).toMatchObject({ city: "Oslo", tags: ["b", "c"] });
    expect(await valueIn(one, "jobtitle")).toBeNull();

    const taken = await bulk.make({
      type: "contact",
      selection: { ids: [one, other] },
      action: {
        kind: "edit",
        edits: [{ internal_name: "tags", how: "remove", values: ["b", "c"] }],
      },
    });
    expect(taken).toMatchObject({ changed: 2 });
    expect(await valueIn(one, "tags")).toEqual(["a"]);
    expect(await valueIn(other, "tags")).toBeNull();
  });

  it("names a unique property by its label where it says why a record was refused", async () => {
    const settings = { name: "badge", label: "Badge", type: "string", unique: true } as const;
    await admin.trpc.schema.saveProperty.mutate({ projectId, type: "contact", settings });
    const [first = 0, second = 0] = await contacts(2);
    const { id } = await bulk.make({
      type: "contact",
      selection: { ids: [first, second] },
      action: setTo("badge", "B 1"),
    });
    expect((await csv(id, "refused"))[1]).toContain(
      `Another contact (id ${first}) already has this Badge.`,
    );
  });

  it("says how many were refused and why, and counts unchanged ones apart", async () => {
    const [same, changing] = [await contact({ city: "Kiel" }), await contact()];
    const onlyEmail = await contact();
    const withPhone = await contact({ phone: "+1 555 0100" });
    const gone = await contact({ firstname: "Gone" });
    await admin.trpc.records.delete.mutate({ projectId, type: "contact", id: gone });
    const named = await bulk.make({
      type: "contact",
      selection: { ids: [same, changing, gone, 999_999_999] },
      action: setTo("city", "Kiel"),
    });
    expect(named).toMatchObject({ changed: 1, unchanged: 1, refused: 2 });
    expect(await csv(named.id, "refused")).toEqual([
      "Record id,Name,Refused because",
      `${gone},,There is no contact with id ${gone} in this project.`,
      "999999999,,There is no contact with id 999999999 in this project.",
    ]);
    const cleared = await bulk.make({
      type: "contact",
      selection: { ids: [onlyEmail, withPhone] },
      action: { kind: "edit", edits: [{ internal_name: "email", how: "clear" }] },
    });
    expect(cleared).toMatchObject({ changed: 1, refused: 1 });
    expect((await csv(cleared.id, "refused"))[1]).toBe(
      `${onlyEmail},c${made - 2}@example.com,A contact needs an email or a phone. Give at least one of them.`,
    );
    expect(await admin.trpc.changes.reasons.query({ projectId, id: cleared.id })).toEqual({
      reasons: [
        { message: "A contact needs an email or a phone. Give at least one of them.", count: 1 },
      ],
      read: 1,
    });
  });

  it("counts the reasons of the first refusals, and names the most frequent ones", async () => {
    const lastname = 'Long "quoted" name, '.repeat(3);
    await insertContacts(app.deps.db, projectId, 1_100, { lastname });
    const nameless = await app.deps.db.kysely
      .selectFrom("records")
      .select("id")
      .where("project_id", "=", projectId)
      .orderBy("id", "desc")
      .limit(1_100)
      .execute();
    const ids = [...nameless.map(({ id }) => id), 999_999_998, 999_999_999];
    const { id, refused } = await bulk.make({
      type: "contact",
      selection: { ids },
      action: { kind: "edit", edits: [{ internal_name: "email", how: "clear" }] },
    });
    expect(refused).toBe(1_102);
    const { reasons, read } = await admin.trpc.changes.reasons.query({ projectId, id });
    expect(read).toBeGreaterThan(100);
    expect(read).toBeLessThan(1_100);
    expect(reasons).toEqual([{ message: expect.stringMatching(/needs an email/), count: read }]);
  });

  it("changes each record that met the filter at the start once, though the change makes it stop", async () => {
    const ids = await contacts(30, { city: "Ulm" });
    const spared = await contact({ city: "Ulm" });
    const change = await bulk.make({
      type: "contact",
      selection: { table: whereCity("Ulm"), except: [spared] },
      action: setTo("city", "Neu-Ulm"),
    });
    expect(change).toMatchObject({ state: "done", selected: 30, changed: 30, refused: 0 });
    for (const id of ids) expect(await valueIn(id, "city")).toBe("Neu-Ulm");
    expect(await valueIn(spared, "city")).toBe("Ulm");
    const { entries } = await admin.trpc.records.history.query({ projectId, id: ids[0] as number });
    expect(entries.map(({ action, actor }) => [action, actor.label])).toEqual([
      ["updated", `Bulk change ${change.id}, started by ${admin.email}`],
      ["created", admin.email],
    ]);
  });

  it("previews the count, the first rows before and after, and the reasons of refusals", async () => {
    const ids = await contacts(6, { city: "Jena", jobtitle: "Clerk" });
    const spared = await contact({ city: "Jena", phone: "+1 555 0101" });
    const table = whereCity("Jena");
    const preview = await admin.trpc.changes.preview.mutate({
      ...{ projectId, type: "contact", selection: { table, except: [ids[0] as number] } },
      action: setTo("jobtitle", "Chief"),
    });
    expect(preview).toMatchObject({
      count: { value: 6, relation: "eq" },
      ...{ checked: 6, changed: 6, unchanged: 0, refused: 0, reasons: [] },
    });
    expect(preview.rows.map(({ id, changes }) => [id, changes])).toEqual([
      [spared, [{ property: "jobtitle", old: null, new: "Chief" }]],
      ...ids
        .slice(2)
        .reverse()
        .map((id) => [id, [{ property: "jobtitle", old: "Clerk", new: "Chief" }]]),
    ]);
    const clearing = await admin.trpc.changes.preview.mutate({
      ...{ projectId, type: "contact", selection: { table } },
      action: { kind: "edit", edits: [{ internal_name: "email", how: "clear" }] },
    });
    expect(clearing).toMatchObject({
      ...{ changed: 1, refused: 6 },
      reasons: [
        { count: 6, message: "A contact needs an email or a phone. Give at least one of them." },
      ],
    });
    expect(await valueIn(spared, "jobtitle")).toBeNull();
  });

  it.each([
    { internal_name: "tags", how: "remove", values: ["\u0000"] },
    { internal_name: "tags", how: "add", values: ["\ud800"] },
    { internal_name: "city", how: "set", value: "\u0000" },
    { internal_name: "city", how: "clear", value: "\u0000" },
  ] as const)("refuses the edit %j", async (edit) => {
    const [id = 0] = await contacts(1, { city: "Rome" });
    const start = admin.trpc.changes.start.mutate({
      ...{ projectId, type: "contact", selection: { ids: [id] } },
      action: { kind: "edit", edits: [edit as never] },
    });
    await expect(start).rejects.toMatchObject({ data: { httpStatus: 400 } });
  });

  it("previews a record once if its id is given twice", async () => {
    const [id = 0] = await contacts(1, { city: "Rome" });
    const preview = await admin.trpc.changes.preview.mutate({
      ...{ projectId, type: "contact", selection: { ids: [id, id] } },
      action: setTo("city", "Pisa"),
    });
    expect(preview).toMatchObject({ count: { value: 1 }, checked: 1, changed: 1 });
    expect(preview.rows).toHaveLength(1);
  });

  it("undoes what is unchanged since, and says what it left", async () => {
    const [one, two, three, gone] = (await contacts(4, { city: "Graz", jobtitle: "A" })) as [
      ...[number, number, number, number],
    ];
    const change = await bulk.make({
      type: "contact",
      selection: { ids: [one, two, three, gone] },
      action: {
        kind: "edit",
        edits: [
          { internal_name: "city", how: "set", value: "Linz" },
          { internal_name: "jobtitle", how: "set", value: "B" },
        ],
      },
    });
    await set(two, "city", "Wien");
    await set(three, "lastname", "Later");
    await admin.trpc.records.delete.mutate({ projectId, type: "contact", id: gone });
    const undone = await bulk.undo(change.id);
    expect(undone).toMatchObject({
      ...{ state: "undone", canUndo: false, undo: { state: "done", undone: 2, left: 2 } },
    });
    expect((await read(one)).properties).toMatchObject({ city: "Graz", jobtitle: "A" });
    expect((await read(two)).properties).toMatchObject({ city: "Wien", jobtitle: "A" });
    expect((await read(three)).properties).toMatchObject({
      ...{ city: "Graz", jobtitle: "A", lastname: "Later" },
    });
    const left = await csv(change.id, "left");
    expect(left.slice(1).toSorted()).toEqual([
      expect.stringMatching(new RegExp(`^${two},.*,It was changed since\\.$`)),
      `${gone},,It was deleted since.`,
    ]);
    await expect(
      admin.trpc.changes.undo.mutate({ projectId, id: change.id }),
    ).rejects.toMatchObject({ data: { httpStatus: 409 } });
    const { entries } = await admin.trpc.records.history.query({ projectId, id: one });
    expect(entries[0]?.actor.label).toBe(
      `Undo of bulk change ${change.id}, started by ${admin.email}`,
    );
  });

  it("deletes records, and the undo restores them unless they were changed since", async () => {
    const ids = await contacts(3);
    const change = await bulk.make({
      ...{ type: "contact", selection: { ids }, action: { kind: "delete" } },
    });
    expect(change).toMatchObject({ changed: 3 });
    for (const id of ids)
      await expect(read(id)).rejects.toMatchObject({ data: { httpStatus: 404 } });
    const [one, two, three] = ids as [number, number, number];
    await admin.trpc.records.restore.mutate({ projectId, type: "contact", id: one });
    await admin.trpc.records.delete.mutate({ projectId, type: "contact", id: one });
    const undone = await bulk.undo(change.id);
    expect(undone).toMatchObject({ state: "undone", undo: { undone: 2, left: 1 } });
    for (const id of [two, three]) expect((await read(id)).properties.email).toMatch(/@/);
    const table = { groups: [[{ property: "id", operator: "in" as const, values: ids }]] };
    const found = await admin.trpc.records.list.query({ projectId, type: "contact", ...table });
    expect(found.records.map(({ id }) => id).toSorted()).toEqual([two, three].toSorted());
  });

  it("restores deleted records by their ids, and the undo deletes them again", async () => {
    const ids = await contacts(2, { city: "Riga" });
    for (const id of ids)
      await admin.trpc.records.delete.mutate({ projectId, type: "contact", id });
    const change = await bulk.make({
      ...{ type: "contact", selection: { ids }, action: { kind: "restore" } },
    });
    expect(change).toMatchObject({ changed: 2, refused: 0 });
    const listed = await admin.trpc.records.list.query({
      ...{ projectId, type: "contact", ...whereCity("Riga") },
    });
    expect(listed.records).toHaveLength(2);
    expect(await bulk.undo(change.id)).toMatchObject({ undo: { undone: 2, left: 0 } });
    for (const id of ids)
      await expect(read(id)).rejects.toMatchObject({ data: { httpStatus: 404 } });
  });

  it("moves deals to a stage, with what follows from it, and back", async () => {
    const ids = [await make("deal", { name: "One" }), await make("deal", { name: "Two" })];
    const change = await bulk.make({
      ...{ type: "deal", selection: { ids } },
      action: { kind: "move", pipeline: "default", stage: "won" },
    });
    expect(change).toMatchObject({ state: "done", changed: 2 });
    for (const id of ids) {
      const { properties } = await read(id, "deal");
      expect(properties).toMatchObject({ stage: "won", probability: "1" });
      expect(properties.closeDate).toMatch(/Z$/);
    }
    expect(await bulk.undo(change.id)).toMatchObject({ undo: { undone: 2, left: 0 } });
    for (const id of ids) {
      const { properties } = await read(id, "deal");
      expect(properties).toMatchObject({ stage: "new", probability: "0.1" });
      expect(properties.closeDate ?? null).toBeNull();
    }
  });

  it("associates records with one, and the undo leaves associations that were made before or again", async () => {
    const company = await make("company", { name: "Acme" });
    const [before, again, plain] = (await contacts(3)) as [number, number, number];
    const pair = (id: number) => ({
      ...{ projectId, one: { type: "contact" as const, id } },
      other: { type: "company" as const, id: company },
    });
    await admin.trpc.records.associate.mutate(pair(before));
    const wanted = {
      ...{ type: "contact" as const, selection: { ids: [before, again, plain] } },
      action: { kind: "associate" as const, object: "company" as const, id: company },
    };
    const preview = await admin.trpc.changes.preview.mutate({ projectId, ...wanted });
    expect(preview).toMatchObject({ changed: 2, unchanged: 1, refused: 0 });
    expect(preview.rows.map(({ id }) => id)).toEqual([again, plain]);
    const change = await bulk.make(wanted);
    expect(change).toMatchObject({ changed: 2, unchanged: 1, refused: 0 });
    await admin.trpc.records.dissociate.mutate(pair(again));
    await admin.trpc.records.associate.mutate(pair(again));
    expect(await bulk.undo(change.id)).toMatchObject({ undo: { undone: 1, left: 1 } });
    const { records } = await admin.trpc.records.associated.query({
      ...{ projectId, type: "company", id: company, other: "contact" },
    });
    expect(records.map(({ id }) => id).toSorted()).toEqual([before, again].toSorted());
  });

  it("fails without more changes if its property is removed meanwhile, and can be undone", async () => {
    await admin.trpc.schema.saveProperty.mutate({
      ...{ projectId, type: "contact", isNew: true },
      settings: { name: "colour", label: "Colour", type: "string" },
    });
    const ids = await contacts(2);
    await worker.stop();
    const id = await bulk.start({
      ...{ type: "contact", selection: { ids }, action: setTo("colour", "red") },
    });
    await admin.trpc.schema.removeProperty.mutate({ projectId, type: "contact", name: "colour" });
    worker = startWorker(app.deps, { onError: (error) => errors.push(error) });
    expect(await bulk.ended(id)).toMatchObject({
      ...{ state: "failed", changed: 0, done: 0 },
      failure: expect.stringMatching(/^The schema changed during the change\. .*colour/),
    });
  });

  it("stops when it is cancelled, and what it did can be undone", async () => {
    await worker.stop();
    const ids = await contacts(3, { city: "Pisa" });
    const id = await bulk.start({
      ...{ type: "contact", selection: { ids }, action: setTo("city", "Lucca") },
    });
    expect(await bulk.read(id)).toMatchObject({ state: "running", selected: 3, done: 0 });
    await admin.trpc.changes.cancel.mutate({ projectId, id });
    worker = startWorker(app.deps, { onError: (error) => errors.push(error) });
    const next = await bulk.make({
      ...{ type: "contact", selection: { ids: ids.slice(0, 1) }, action: setTo("city", "Siena") },
    });
    expect(next).toMatchObject({ state: "done", changed: 1 });
    expect(await bulk.read(id)).toMatchObject({ state: "cancelled", changed: 0, canUndo: false });
    expect(await valueIn(ids[1] as number, "city")).toBe("Pisa");
    await expect(
      admin.trpc.changes.cancel.mutate({ projectId, id: next.id }),
    ).rejects.toMatchObject({ data: { httpStatus: 409 } });
  });

  it("refuses an undo if the history no longer has the change, unless it needs none", async () => {
    const ids = await contacts(2, { city: "Pisa" });
    const selection = { ids };
    const edit = await bulk.make({ type: "contact", selection, action: setTo("city", "Lucca") });
    const deletion = await bulk.make({ type: "contact", selection, action: { kind: "delete" } });
    const twoDays = 2 * 24 * 60 * 60 * 1000;
    await removeOldHistory(app.deps, 1, undefined, new Date(Date.now() + twoDays));
    expect(await bulk.undo(deletion.id)).toMatchObject({ undo: { state: "done", undone: 2 } });
    await expect(bulk.undo(edit.id)).rejects.toMatchObject({
      message: expect.stringMatching(/^The history no longer has what the change did/),
      data: { httpStatus: 409 },
    });
    expect(await valueIn(ids[0] as number, "city")).toBe("Lucca");
  });

  it("goes before an import that was started earlier", async () => {
    await worker.stop();
    const [id] = (await contacts(1)) as [number];
    const { tenantId } = app;
    const principal: Principal = { kind: "user", id: "1", tenantId, projectId, scopes: new Set() };
    const imported = await createImport({ deps: app.deps, principal }, "contact", {
      mode: "create",
      format: "csv",
      mapping: {},
      associations: [],
      dateFormat: "YYYY-MM-DD",
      decimalSeparator: ".",
      multiValueSeparator: ";",
      emptyCells: "keep",
    });
    const data = Readable.from([Buffer.from("email\nimported@example.com\n")]);
    await receiveData({ deps: app.deps, principal }, imported.id, data, false);
    const change = await bulk.start({
      ...{ type: "contact", selection: { ids: [id] }, action: setTo("city", "First") },
    });
    worker = startWorker(app.deps, { onError: (error) => errors.push(error) });
    const { endedAt } = await bulk.ended(change);
    const read = () => admin.trpc.imports.read.query({ projectId, id: imported.id });
    await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toBe("done");
    expect((await read()).startedAt ?? "").toMatch(/Z$/);
    expect(((await read()).startedAt ?? "") >= (endedAt ?? "")).toBe(true);
  });

  it("loses its values by an erasure, and can still be undone", async () => {
    const [one, erased] = (await contacts(2, { city: "Before" })) as [number, number];
    const change = await bulk.make({
      ...{ type: "contact", selection: { ids: [one, 999_999] }, action: setTo("city", "After") },
    });
    expect(change).toMatchObject({ changed: 1, refused: 1 });
    await admin.trpc.records.erase.mutate({ projectId, type: "contact", id: erased });
    const path = `/downloads/changes/${projectId}/${change.id}/refused.csv`;
    expect((await app.send("GET", path, { cookie: admin.cookie })).status).toBe(410);
    expect(await bulk.undo(change.id)).toMatchObject({ undo: { undone: 1, left: 0 } });
    expect(await valueIn(one, "city")).toBe("Before");
  });

  it("writes one entry to the audit log, without values", async () => {
    const ids = await contacts(2);
    const change = await bulk.make({
      ...{ type: "contact", selection: { ids }, action: setTo("city", "Secret place") },
    });
    const { entries } = await admin.trpc.audit.list.query({
      ...{ projectId, subject: `change:${change.id}` },
    });
    expect(entries).toMatchObject([
      {
        action: "changes.start",
        actor: { label: admin.email },
        details: { name: "contacts", action: "edit", properties: ["city"], records: 2 },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain("Secret place");
  });

  it("returns 400 with every fault of an action", async () => {
    const refused = (type: "contact" | "deal", action: object) =>
      admin.trpc.changes.start
        .mutate({ projectId, type, selection: { ids: [999_999] }, action: action as never })
        .then(
          () => "started",
          (error) => error.data.httpStatus,
        );
    const edits = [
      { internal_name: "city", how: "add", values: ["x"] },
      { internal_name: "nothing", how: "clear" },
    ];
    expect(await refused("contact", { kind: "edit", edits })).toBe(400);
    expect(await refused("deal", { kind: "move", pipeline: "default", stage: "no" })).toBe(400);
    expect(await refused("contact", { kind: "move", pipeline: "default", stage: "new" })).toBe(400);
    expect(await refused("contact", { kind: "associate", object: "company", id: 1 })).toBe(404);
    expect(await refused("contact", setTo("city", "x"))).toBe(404);
  });

  it("raises the events of each record, and of its associations", async () => {
    const [id] = (await contacts(1)) as [number];
    const company = await make("company", { name: "Events" });
    const edited = await bulk.make({
      ...{ type: "contact", selection: { ids: [id] }, action: setTo("city", "Bonn") },
    });
    const associated = await bulk.make({
      ...{ type: "contact", selection: { ids: [id] } },
      action: { kind: "associate", object: "company", id: company },
    });
    await bulk.undo(associated.id);
    await bulk.undo(edited.id);
    const rows = await app.deps.db.kysely
      .selectFrom("events")
      .select("type")
      .where((eb) => eb.or([eb("record_id", "=", id), eb("other_id", "=", id)]))
      .orderBy("id")
      .execute();
    expect(rows.map(({ type }) => type)).toEqual([
      ...["contact.created", "contact.updated", "association.created"],
      ...["association.deleted", "contact.updated"],
    ]);
  });

  it("change records of a project's own type, and are undone", async () => {
    const type = "listing";
    await createType(app.deps, projectId, {
      ...{ name: type, plural: "listings", label: "Listing", pluralLabel: "Listings" },
      properties: [{ name: "city", label: "City", type: "string" }],
    });
    const { id } = await admin.trpc.records.create.mutate({
      ...{ projectId, type },
      properties: [{ internal_name: "city", value: "Bonn" }],
    });
    const wanted = { type, selection: { table: whereCity("Bonn") }, action: setTo("city", "Ulm") };
    expect(await admin.trpc.changes.preview.mutate({ projectId, ...wanted })).toMatchObject({
      ...{ checked: 1, changed: 1, rows: [{ id, changes: [{ old: "Bonn", new: "Ulm" }] }] },
    });
    const done = await bulk.make(wanted);
    expect(done).toMatchObject({ object: type, state: "done", changed: 1, canUndo: true });
    expect((await bulk.undo(done.id)).undo).toMatchObject({ state: "done", undone: 1, left: 0 });
    const removed = await bulk.make({ type, selection: { ids: [id] }, action: { kind: "delete" } });
    expect(removed).toMatchObject({ state: "done", changed: 1 });
    expect((await bulk.undo(removed.id)).undo).toMatchObject({ undone: 1, left: 0 });
  });
});
