import { randomBytes } from "node:crypto";
import { removeOldHistory } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { importFile, undoImport } from "../support/imports.ts";
import { mergeApi } from "../support/merge.ts";
import { type RecordApi, recordApi } from "../support/records.ts";

const DAY = 24 * 60 * 60 * 1000;

describe.each(DIALECTS)("HISTORY_DAYS on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let api: RecordApi;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  beforeEach(async () => {
    caller = await app.caller();
    api = recordApi(app, caller);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const { now } = Date;
  /** Removes what is older than a day, as if some days had passed. */
  const remove = (days: number) =>
    removeOldHistory(app.deps, 1, undefined, new Date(now() + days * DAY));
  const historyOf = async (plural: string, id: number, query = "") =>
    (await api.pages(`/api/crm/objects/${plural}/${id}/history?limit=2${query}`)).flatMap(
      ({ results }) => results,
    );
  const actionsOf = async (plural: string, id: number) =>
    (await historyOf(plural, id)).map(({ action, version }) => `${action} ${version}`);
  const rows = () =>
    app.deps.db.kysely
      .selectFrom("record_history")
      .select(["record_id", "action", "changes", "version"])
      .where("project_id", "=", caller.projectId)
      .orderBy("id")
      .execute();

  it("removes changes of values and associations, and keeps creations, deletions and restores", async () => {
    const { id } = await api.make("contacts", { email: "a@example.com", city: "Rome" });
    const company = await api.make("companies", { name: "Engines" });
    const pair = `/api/crm/objects/contacts/${id}/associations/companies/${company.id}`;
    expect((await app.call("PUT", pair, { token: caller.token })).status).toBeLessThan(300);
    await api.set("contacts", id, "city", "Oslo");
    await api.remove("contacts", id);
    const restored = await app.call("POST", `/api/crm/objects/contacts/${id}/restore`, caller);
    expect(restored.status).toBe(200);
    const kept = ["restored 4", "deleted 3", "updated 2", "associated 1", "created 1"];

    await remove(0.5);
    expect(await actionsOf("contacts", id)).toEqual(kept);
    await remove(1.5);
    expect(await actionsOf("contacts", id)).toEqual(["restored 4", "deleted 3", "created 1"]);
    expect(await actionsOf("companies", company.id)).toEqual(["created 1"]);
    expect(await historyOf("contacts", id, "&internal_name=city")).toEqual([]);
    expect(JSON.stringify(await rows())).not.toMatch(/Rome|Oslo/);

    const { body } = await api.get(`/api/crm/objects/contacts/${id}?properties=city`);
    expect(body.data).toMatchObject({ version: 4, properties: { city: "Oslo" } });
    expect((await api.get(pair.replace(/\/\d+$/, ""))).body.data.results).toHaveLength(1);
  });

  it("goes on with what changes afterwards", async () => {
    const { id } = await api.make("contacts", { email: "a@example.com" });
    await remove(2);
    await api.set("contacts", id, "city", "Oslo");
    await remove(0.5);
    expect(await actionsOf("contacts", id)).toEqual(["updated 2", "created 1"]);
    await remove(2);
    expect(await actionsOf("contacts", id)).toEqual(["created 1"]);
  });

  it("looks at entries once, however many stay", async () => {
    for (let i = 0; i < 3; i++) await api.make("contacts", { email: `c${i}@example.com` });
    await remove(2);
    const [before] = await rows();
    // An entry that is put back behind the position is not looked at again.
    await app.deps.db.kysely
      .updateTable("record_history")
      .set({ action: "updated" })
      .where("project_id", "=", caller.projectId)
      .where("record_id", "=", before?.record_id ?? 0)
      .execute();
    await remove(3);
    expect(await rows()).toHaveLength(3);
  });

  it("keeps merges whole, so an unmerge and an erasure after it find what was taken", async () => {
    const merges = mergeApi(app, caller);
    const primary = await api.make("contacts", { email: "p@example.com" });
    const merged = await api.make("contacts", { email: "m@example.com", city: "Secretville" });
    await merges.merge("contacts", primary.id, merged.id);
    await remove(2);
    expect(await actionsOf("contacts", primary.id)).toEqual(["merged 2", "created 1"]);
    expect(await historyOf("contacts", primary.id, "&internal_name=city")).toMatchObject([
      {
        changes: expect.arrayContaining([{ internal_name: "city", old: null, new: "Secretville" }]),
      },
    ]);
    expect((await merges.unmerge("contacts", primary.id, merged.id)).status).toBe(200);
    await remove(3);
    const erase = `/api/crm/objects/contacts/${merged.id}/erase`;
    expect((await app.call("POST", erase, caller)).status).toBe(200);
    await expect.poll(async () => JSON.stringify(await rows())).not.toContain("Secretville");
  });

  it("keeps of a change of the stage only the stage and the pipeline", async () => {
    const { id } = await api.make("deals", { name: "d", amount: "1", currency: "EUR" });
    const path = `/api/crm/objects/deals/${id}`;
    const stage = (await api.get("/api/crm/pipelines/deals")).body.data.results[0].stages[2].key;
    const json = { properties: { stage, amount: "31337" } };
    expect((await app.call("PATCH", path, { ...caller, json })).status).toBe(200);
    await remove(2);
    const [moved, ...others] = await historyOf("deals", id);
    expect(moved.changes.map((change: { internal_name: string }) => change.internal_name)).toEqual([
      "stage",
    ]);
    expect(moved.changes[0]).toMatchObject({ new: stage, old: expect.any(String) });
    expect(others).toMatchObject([{ action: "created" }]);
    expect(JSON.stringify(await rows())).not.toContain("31337");
  });

  it("counts the versions of entries without one before it removes those before them", async () => {
    const { id } = await api.make("contacts", { email: "a@example.com" });
    for (const city of ["Rome", "Oslo", "York"]) await api.set("contacts", id, "city", city);
    await app.call("DELETE", `/api/crm/objects/contacts/${id}`, caller);
    await app.call("POST", `/api/crm/objects/contacts/${id}/restore`, caller);
    const before = await actionsOf("contacts", id);
    await app.deps.db.kysely
      .updateTable("record_history")
      .set({ version: null })
      .where("project_id", "=", caller.projectId)
      .execute();
    expect(await actionsOf("contacts", id)).toEqual(before);
    await remove(2);
    expect(await actionsOf("contacts", id)).toEqual(["restored 6", "deleted 5", "created 1"]);
  });

  it("refuses to undo an import whose changes are gone, and says why", async () => {
    const { token } = caller;
    const file = "email,firstname\na@example.com,A\n";
    const early = await importFile(app, token, {}, { body: file });
    await remove(2);
    const { status, body } = await app.call("POST", `/api/crm/imports/${early.id}/undo`, caller);
    expect([status, body.code, body.message]).toEqual([
      409,
      "CONFLICT",
      "The history no longer has what the import did (HISTORY_DAYS), so it cannot be undone.",
    ]);
    const later = await importFile(app, token, {}, { body: "email\nb@example.com\n" });
    expect(await undoImport(app, token, later.id)).toMatchObject({ undo: { deleted: 1 } });
  });
});

describe.each(DIALECTS)("a server with HISTORY_DAYS on %s", (dialect) => {
  it("removes what is older, in every project, and nothing else", async () => {
    const key = randomBytes(32);
    const settings = { secretKeys: () => [key], historyDays: 30 };
    await using app = await startApp({ dialect, settings });
    const callers = await Promise.all([app.caller(), app.caller()]);
    const made = await Promise.all(
      callers.map(async (caller) => {
        const api = recordApi(app, caller);
        const { id } = await api.make("contacts", { email: "a@example.com" });
        await api.set("contacts", id, "city", "Rome");
        await api.set("contacts", id, "city", "Oslo");
        const history = async () =>
          (await api.pages(`/api/crm/objects/contacts/${id}/history?limit=10`)).flatMap((page) =>
            page.results.map(({ version }) => version),
          );
        return { history };
      }),
    );
    // The worker has looked at the start. The next server looks again.
    await app.deps.db.kysely
      .updateTable("record_history")
      .set({ at: new Date(Date.now() - 31 * DAY).toISOString() })
      .where("version", "<=", 2)
      .execute();
    await using next = await startApp({
      dialect,
      settings: { ...settings, databaseUrl: app.databaseUrl },
    });
    expect(next.url).not.toBe(app.url);
    for (const { history } of made) await expect.poll(history).toEqual([3, 1]);
  });
});
