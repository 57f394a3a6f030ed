import {
  createApiKey,
  createClient,
  createProject,
  createRecord,
  updateRecord,
} from "@rapport/core";
import { DIALECTS, tampered } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

describe.each(DIALECTS)("the audit log on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let clientId: string;
  let keyId: string;
  let contact: number;
  let deal: number;
  const list = (input: Parameters<SignedIn["trpc"]["audit"]["list"]["query"]>[0] = {}) =>
    admin.trpc.audit.list.query({ projectId: app.projectId, ...input });
  const actions = async (input: Parameters<typeof list>[0]) =>
    (await list(input)).entries.map(({ action }) => action);

  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("owner");
    const { deps, projectId, tenantId } = app;
    const name = "Nightly sync";
    ({ clientId } = await createClient(deps, { projectId, name, scopes: ["crm.contacts.write"] }));
    await createApiKey(deps, { projectId, name: "Automation", scopes: ["contacts:write"] });
    keyId = String((await admin.trpc.access.keys.list.query({ projectId }))[0]?.id);
    const as = (kind: "client" | "key" | "system", id: string) => ({
      kind,
      id,
      tenantId,
      projectId,
      scopes: new Set<string>(),
    });
    const item = (internal_name: string, value: string) => ({ internal_name, value });
    const ada = [
      item("firstname", "Ada"),
      item("lastname", "King"),
      item("email", "a@example.com"),
    ];
    ({ id: contact } = await createRecord({ deps, principal: as("client", clientId) }, "contact", {
      properties: ada,
    }));
    await updateRecord({ deps, principal: as("key", keyId) }, { type: "contact", id: contact }, [
      item("lastname", "Lovelace"),
    ]);
    ({ id: deal } = await createRecord({ deps, principal: as("system", "demo") }, "deal", {
      properties: [item("name", "Engine")],
    }));
    await admin.trpc.records.delete.mutate({ projectId, type: "deal", id: deal });
    await admin.trpc.schema.saveStage.mutate({
      projectId,
      type: "deal",
      pipeline: "default",
      stage: { label: "Demo", probability: 0.2 },
    });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("lists all changes, newest first, with actor and surface", async () => {
    const { entries, nextCursor } = await list();
    expect(nextCursor).toBeNull();
    const me = { kind: "admin", label: admin.email };
    const { projectId } = app;
    const engine = { kind: "deal", id: String(deal), label: "Engine", isDeleted: true };
    const ada = { kind: "contact", id: String(contact), label: "Ada Lovelace", isDeleted: false };
    const stage = { kind: "stage", id: "deal.default.Demo" };
    expect(entries).toMatchObject([
      { action: "schema.saveStage", surface: "admin", actor: me, subject: stage, projectId },
      { action: "deleted", surface: "admin", actor: me, subject: engine, projectId, changes: [] },
      {
        action: "created",
        surface: "system",
        actor: { kind: "system", id: "demo" },
        subject: engine,
      },
      {
        action: "updated",
        surface: "workspace",
        actor: { kind: "key", id: keyId, label: "Automation" },
        subject: ada,
        changes: [{ property: "lastname", from: "King", to: "Lovelace" }],
      },
      {
        action: "created",
        surface: "public",
        actor: { kind: "client", id: clientId, label: "Nightly sync" },
        subject: ada,
      },
    ]);
    expect(entries[0]?.details).toMatchObject({ stage: { label: "Demo" } });
  });

  it("filters by actor, surface, object and time", async () => {
    expect(await actions({ actor: `client:${clientId}` })).toEqual(["created"]);
    const me = await admin.trpc.me.query();
    expect(await actions({ actor: `admin:${me.id}` })).toEqual(["schema.saveStage", "deleted"]);
    expect(await actions({ surface: "workspace" })).toEqual(["updated"]);
    expect(await actions({ surface: "admin" })).toEqual(["schema.saveStage", "deleted"]);
    expect(await actions({ surface: "cli" })).toEqual([]);
    expect(await actions({ objectType: "deal" })).toEqual(["deleted", "created"]);
    expect(await actions({ recordId: contact })).toEqual(["updated", "created"]);
    expect(await actions({ objectType: "deal", recordId: contact })).toEqual([]);
    expect(await actions({ subject: "stage:deal.default.Demo" })).toEqual(["schema.saveStage"]);
    const from = new Date(Date.now() + 60_000).toISOString();
    expect(await actions({ from })).toEqual([]);
    expect(await actions({ to: from })).toHaveLength(5);
  });

  it("returns each entry on one page only, even entries of the same time", async () => {
    const at = "2026-01-01T00:00:00.000Z";
    const { kysely } = app.deps.db;
    const row = { project_id: app.projectId, actor: "system:test", at };
    for (let n = 0; n < 5; n++) {
      const action = `both${n}`;
      const more = { surface: "cli", subject: "test", details: "{}" };
      await kysely
        .insertInto("audit_log")
        .values({ ...row, ...more, action })
        .execute();
      const of = { record_id: contact, changes: "{}" };
      await kysely
        .insertInto("record_history")
        .values({ ...row, ...of, action })
        .execute();
    }
    const whole = (await list()).entries.map(({ id }) => id);
    expect(whole).toHaveLength(15);
    for (const limit of [1, 2, 7]) {
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await list({ limit, ...(cursor === undefined ? {} : { cursor }) });
        seen.push(...page.entries.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(whole);
    }
  });

  it("returns 400 for a cursor of another filter or project, and for an invalid one", async () => {
    const { nextCursor } = await list({ limit: 1 });
    const cursor = nextCursor ?? "";
    const refusal = { data: { httpStatus: 400, issues: [{ code: "cursor_invalid" }] } };
    await expect(list({ cursor, surface: "admin" })).rejects.toMatchObject(refusal);
    const other = await createProject(app.deps, app.tenantId, "Other");
    await expect(list({ cursor, projectId: other })).rejects.toMatchObject(refusal);
    await expect(list({ cursor: tampered(cursor) })).rejects.toMatchObject(refusal);
  });

  it("keeps projects apart, and lists admin actions of all projects without a project", async () => {
    const { tenantId } = app;
    const projectId = await admin.trpc.projects.create.mutate({ tenantId, name: "Other" });
    expect((await list({ projectId })).entries).toEqual([]);
    const { entries } = await admin.trpc.audit.list.query({});
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["projects.create", "schema.saveStage"]),
    );
    expect(entries.every(({ id }) => id.startsWith("audit:"))).toBe(true);
  });

  it("names the clients, keys and admins that were changed", async () => {
    const nobody = await app.admin("read-only");
    const { id: adminId } = await nobody.trpc.me.query();
    await admin.trpc.access.clients.addSecret.mutate({ clientId });
    await admin.trpc.access.keys.disable.mutate({ keyId: Number(keyId) });
    await admin.trpc.access.admins.update.mutate({ adminId, disabled: true });
    const { entries } = await admin.trpc.audit.list.query({ limit: 3 });
    expect(entries.map(({ subject }) => subject)).toMatchObject([
      { kind: "admin", id: String(adminId), label: nobody.email },
      { kind: "key", id: keyId, label: "Automation" },
      { kind: "client", id: clientId, label: "Nightly sync" },
    ]);
  });

  it("names the other record of an association on both sides until it is erased, and then has its id", async () => {
    const { projectId } = app;
    const { trpc } = admin;
    const properties = [{ internal_name: "name", value: "Analytical Engines" }];
    const { id } = await trpc.records.create.mutate({ projectId, type: "company", properties });
    const company = { type: "company", id } as const;
    const pair = { projectId, one: { type: "contact", id: contact }, other: company } as const;
    await trpc.records.associate.mutate(pair);
    await trpc.records.dissociate.mutate(pair);
    const told = async (recordId: number) =>
      (await list({ recordId, limit: 2 })).entries.map(({ action, other, changes }) => [
        action,
        other?.kind,
        other?.label,
        other?.isDeleted,
        changes,
      ]);
    const [ada, hub] = ["Ada Lovelace", "Analytical Engines"];
    expect(await told(contact)).toEqual([
      ["dissociated", "company", hub, false, []],
      ["associated", "company", hub, false, []],
    ]);
    expect(await told(id)).toEqual([
      ["dissociated", "contact", ada, false, []],
      ["associated", "contact", ada, false, []],
    ]);
    await trpc.records.delete.mutate({ projectId, ...company });
    expect((await told(contact))[0]).toEqual(["dissociated", "company", hub, true, []]);
    await trpc.records.erase.mutate({ projectId, ...company });
    expect((await told(contact))[0]).toEqual(["dissociated", "company", `#${id}`, true, []]);
  });

  it("has no value of the records merged into an erased one, however many they are", async () => {
    const { projectId } = app;
    const { trpc } = admin;
    const create = async (type: "company" | "contact", internal_name: string, value: string) => {
      const properties = [{ internal_name, value }];
      return (await trpc.records.create.mutate({ projectId, type, properties })).id;
    };
    const merge = (primaryId: number, id = 0) =>
      trpc.duplicates.merge.mutate({ projectId, type: "contact", primaryId, mergeIds: [id] });
    const other = { type: "company", id: await create("company", "name", "Hub") } as const;
    const primaryId = await create("contact", "email", "primary@example.com");
    const ids: number[] = [];
    for (let i = 0; i < 34; i++) {
      const id = await create("contact", "email", `secret${i}@example.com`);
      await trpc.records.associate.mutate({ projectId, one: { type: "contact", id }, other });
      ids.push(id);
    }
    // More than one transaction erases: 22 merged into the record itself, and a chain of 12.
    for (const id of ids.slice(0, 22)) await merge(primaryId, id);
    for (let i = 23; i < 34; i++) await merge(ids[i] ?? 0, ids[i - 1]);
    await merge(primaryId, ids[33]);
    await trpc.records.erase.mutate({ projectId, type: "contact", id: primaryId });
    const told = JSON.stringify([
      await trpc.records.timeline.query({ projectId, ...other, limit: 100 }),
      await list({ limit: 200 }),
    ]);
    expect(told.match(/secret\d+/g) ?? []).toEqual([]);
    expect(told).toContain(`#${primaryId}`);
  });

  it("returns the same entries in a record's history, also to a read-only admin", async () => {
    const { trpc } = await app.admin("read-only");
    const { projectId } = app;
    const history = await trpc.records.history.query({ projectId, id: contact, limit: 1 });
    expect(history.entries).toEqual((await list({ recordId: contact, limit: 1 })).entries);
    expect(history.nextCursor).toEqual(expect.any(String));
  });

  it("returns a property's changes and the record's creation in its history, and nothing else", async () => {
    const { projectId } = app;
    const { trpc } = admin;
    const one = { projectId, type: "contact", id: contact } as const;
    const set = (internal_name: string, value: string) =>
      trpc.records.set.mutate({ ...one, item: { internal_name, value } });
    await set("company", "Acme");
    await set("jobtitle", "Engineer");
    const properties = [{ internal_name: "name", value: "Acme" }];
    const company = await trpc.records.create.mutate({ projectId, type: "company", properties });
    const other = { type: "company", id: company.id } as const;
    await trpc.records.associate.mutate({ projectId, one, other });
    const history = await trpc.records.history.query({
      projectId,
      id: contact,
      property: "company",
    });
    expect(history.entries.map(({ action, changes }) => [action, changes])).toEqual([
      ["updated", [{ property: "company", from: null, to: "Acme" }]],
      ["created", []],
    ]);
    const { nextCursor } = await trpc.records.history.query({
      projectId,
      id: contact,
      property: "company",
      limit: 1,
    });
    const second = { projectId, id: contact, limit: 1, cursor: nextCursor ?? "" };
    await expect(trpc.records.history.query(second)).rejects.toMatchObject({
      data: { httpStatus: 400 },
    });
    const rest = await trpc.records.history.query({ ...second, property: "company" });
    expect(rest.entries.map(({ action }) => action)).toEqual(["created"]);
    expect(rest.nextCursor).toBeNull();
    await expect(
      trpc.records.history.query({ projectId, property: "company" }),
    ).rejects.toMatchObject({ data: { httpStatus: 400 } });
  });

  it("folds what a program does to many records into one entry, and nothing that people do", async () => {
    const { deps, projectId, tenantId } = app;
    const scopes = new Set<string>();
    const sync = { kind: "system", id: "sync", tenantId, projectId, scopes } as const;
    const made: number[] = [];
    for (let n = 0; n < 7; n++) {
      const properties = [{ internal_name: "name", value: `Lead ${n}` }];
      made.push((await createRecord({ deps, principal: sync }, "lead", { properties })).id);
      if (n !== 3) continue;
      const item = { internal_name: "source", value: "Fair" };
      for (const id of made) {
        await admin.trpc.records.set.mutate({ projectId, type: "lead", id, item });
      }
    }
    const folded = { folds: true, objectType: "lead" } as const;
    const { entries } = await list(folded);
    expect(entries.map(({ action, run }) => [action, run?.count ?? 1])).toEqual([
      ["created", 7],
      ...Array.from({ length: 4 }, () => ["updated", 1]),
    ]);
    expect(entries[0]).toMatchObject({
      actor: { kind: "system", id: "sync" },
      subject: { kind: "lead" },
      run: { since: expect.any(String) },
    });
    const { at = "", run } = entries[0] ?? {};
    const one = { objectType: "lead", action: "created", from: run?.since, to: at } as const;
    expect(await actions(one)).toEqual(Array.from({ length: 7 }, () => "created"));

    const pages: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ ...folded, limit: 2, ...(cursor && { cursor }) });
      pages.push(...page.entries.map((entry) => entry.run?.count ?? 1));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages.reduce((sum, count) => sum + count, 0)).toBe(7 + 4);
    expect(await actions({ ...folded, surface: "admin" })).toHaveLength(4);
  });
});
