import { readQuota, setQuota, startWorker, type Worker } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { bulkChanges } from "./support/changes.ts";

const EVENTUALLY = { timeout: 30_000, interval: 50 };

describe.each(DIALECTS)("quotas in the admin app on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let worker: Worker;
  let made = 0;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("owner");
    worker = startWorker(app.deps, { onError: () => undefined });
  });
  afterEach(() => setQuota(app.deps, app.tenantId, { records: 0, fileBytes: 0, projects: 0 }));
  afterAll(async () => {
    await worker.stop();
    await app[Symbol.asyncDispose]();
  });

  const { contact: type } = { contact: "contact" } satisfies Partial<Record<string, string>>;
  const usedRecords = async () => (await readQuota(app.deps, app.tenantId)).used.records;
  /** Lets the tenant have as many more records. */
  const leave = async (left: number) =>
    setQuota(app.deps, app.tenantId, { records: (await usedRecords()) + left });
  const create = async () => {
    const properties = [{ internal_name: "email", value: `q${++made}@example.com` }];
    const { projectId } = app;
    return (await admin.trpc.records.create.mutate({ projectId, type, properties })).id;
  };
  const refusalOf = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => (error as { data: object }).data,
    );
  const QUOTA = { crmCode: "QUOTA", httpStatus: 409, quota: "records" };

  it("refuses to create, restore and unmerge records without room", async () => {
    const { projectId } = app;
    const [deleted, primary, merged] = [await create(), await create(), await create()];
    await admin.trpc.records.delete.mutate({ projectId, type, id: deleted });
    await admin.trpc.duplicates.merge.mutate({
      ...{ projectId, type, primaryId: primary, mergeIds: [merged] },
    } as never);
    await leave(0);
    const restore = () => admin.trpc.records.restore.mutate({ projectId, type, id: deleted });
    const unmerge = () =>
      admin.trpc.duplicates.unmerge.mutate({
        ...{ projectId, type, primaryId: primary, mergeId: merged },
      });
    for (const attempt of [create, restore, unmerge]) {
      expect(await refusalOf(attempt())).toMatchObject(QUOTA);
    }
    await leave(3);
    for (const attempt of [create, restore, unmerge]) {
      expect(await refusalOf(attempt())).toBeUndefined();
    }
  });

  it("restores as many records in bulk, and by undoing a deletion in bulk, as there is room for", async () => {
    const bulk = bulkChanges(app, admin);
    const ids = [await create(), await create(), await create()];
    const removal = await bulk.make({
      ...{ type, selection: { ids } },
      action: { kind: "delete" },
    } as never);
    await leave(1);
    const undone = await bulk.undo(removal.id);
    expect(undone.undo).toMatchObject({ state: "done", undone: 1, left: 2 });
    const again = await bulk.make({
      ...{ type, selection: { ids: ids.slice(1) } },
      action: { kind: "restore" },
    } as never);
    expect(again).toMatchObject({ changed: 0, refused: 2 });
    const [, line] = await bulk.csv(again.id, "refused", app.send, admin.cookie);
    expect(line).toContain("The tenant's quota of records is");
    await leave(2);
    const restored = await bulk.make({
      ...{ type, selection: { ids: ids.slice(1) } },
      action: { kind: "restore" },
    } as never);
    expect(restored).toMatchObject({ changed: 2, refused: 0 });
  });

  it("shows admins of the tenant what is used of what, and nobody else", async () => {
    const { tenantId } = app;
    await setQuota(app.deps, tenantId, { records: 1_000_000, projects: 4 });
    const quota = (by: SignedIn) => by.trpc.tenants.quota.query({ tenantId });
    const member = await app.admin(null, { [tenantId]: "admin" });
    for (const one of [admin, member]) {
      expect(await quota(one)).toEqual([
        { quota: "records", limit: 1_000_000, used: await usedRecords() },
        { quota: "projects", limit: 4, used: 1 },
      ]);
    }
    const reader = await app.admin(null, { [tenantId]: "read-only" });
    expect(await refusalOf(quota(reader))).toMatchObject({ httpStatus: 403 });
    expect(await refusalOf(quota(await app.admin(null)))).toMatchObject({ httpStatus: 404 });
    await setQuota(app.deps, tenantId, { records: 0, projects: 0 });
    expect(await quota(admin)).toEqual([]);
  });

  it("says in a dry run of an import which rows will not fit", async () => {
    const { projectId } = app;
    const present = await create();
    const { properties } = await admin.trpc.records.read.query({ projectId, type, id: present });
    const rows = ["d1@example.com", "d2@example.com", "d1@example.com", "d3@example.com"];
    const csv = `email\n${[...rows, properties.email].join("\n")}\n`;
    const sent = await fetch(`${app.url}/uploads/imports/${projectId}?object=contact&name=p.csv`, {
      ...{ method: "PUT", body: csv },
      headers: { "x-rapport-admin": "1", cookie: admin.cookie },
    });
    const input = { projectId, id: (await sent.json()).id as string };
    await leave(2);
    const { drafts } = admin.trpc.imports;
    await drafts.check.mutate(input);
    await expect
      .poll(async () => (await drafts.read.query(input)).check?.state, EVENTUALLY)
      .not.toBe("running");
    const { check } = await drafts.read.query(input);
    expect(check).toMatchObject({ counts: { created: 2, refused: 1 } });
    const refused = await drafts.rows.query({ ...input, outcome: "refused" });
    expect(refused.rows).toMatchObject([
      {
        ...{ number: 5, isFull: true },
        reasons: [{ column: null, message: expect.stringContaining("quota of records is") }],
      },
    ]);
  });
});
