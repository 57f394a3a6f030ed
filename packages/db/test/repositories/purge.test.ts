import { DIALECTS } from "@rapport/testing";
import { describe, expect, test } from "vitest";
import { associations, purge, recordHistory } from "../../src/index.ts";
import type { Scope } from "../../src/scope.ts";
import { minute, openStore, type Store } from "../support/store.ts";

describe.each(DIALECTS)("the purge of deleted records on %s", (dialect) => {
  const purgeBefore = async ({ db }: Store, at: number, limit = 100) =>
    (await db.transaction((tx) => purge.purgeDeleted(tx, minute(at), limit))).length;

  async function addDeleted(store: Store, scope: Scope, type: string, at: number) {
    const id = await store.record(scope, type);
    await store.remove(scope, id, minute(at));
    return id;
  }

  const listRecords = async ({ db }: Store) =>
    (await db.kysely.selectFrom("records").select("id").orderBy("id").execute()).map(
      ({ id }) => id,
    );

  test("removes records deleted before the moment, and keeps live ones and those deleted since", async () => {
    await using store = await openStore(dialect);
    const [scope, other] = [await store.project(), await store.project()];
    const live = await store.record(scope, "contact");
    await addDeleted(store, scope, "contact", 9);
    const atLimit = await addDeleted(store, scope, "contact", 10);
    const since = await addDeleted(store, other, "deal", 11);
    await addDeleted(store, other, "deal", 1);
    expect(await purgeBefore(store, 10)).toBe(2);
    expect(await listRecords(store)).toEqual([live, atLimit, since]);
    expect(await purgeBefore(store, 10)).toBe(0);
  });

  test("removes a record's associations from both sides and its history, and no other record's", async () => {
    await using store = await openStore(dialect);
    const { db } = store;
    const scope = await store.project();
    const contact = await store.record(scope, "contact");
    const company = await store.record(scope, "company");
    const kept = await store.record(scope, "company");
    const deal = await store.record(scope, "deal");
    await store.associate(scope, ["contact", contact], ["company", company], ["company", kept]);
    await store.associate(scope, ["company", company], ["deal", deal]);
    const change = (id: number) => [scope.projectId, id, "created", "{}", "client:c", minute(0), 1];
    await db.transaction((tx) =>
      recordHistory.insertHistory(tx, [contact, company, kept, deal].map(change)),
    );

    await store.remove(scope, company, minute(1));
    expect(await purgeBefore(store, 2)).toBe(1);
    const left = await db.kysely.selectFrom("associations").select(["from_id", "to_id"]).execute();
    expect(left).toEqual([{ from_id: contact, to_id: kept }]);
    const changes = await db.kysely
      .selectFrom("record_history")
      .select("record_id")
      .orderBy("record_id")
      .execute();
    expect(changes.map((row) => row.record_id)).toEqual([contact, kept, deal]);
    const types = { before: ["company"], after: [] };
    expect(await associations.findAssociated(db, scope, [deal], { types, limit: 9 })).toEqual([
      { record: deal, type: "company", ids: [] },
    ]);
  });

  test("removes no more than the limit at once, and the rest by further runs", async () => {
    await using store = await openStore(dialect);
    const [scope, other] = [await store.project(), await store.project()];
    for (const owner of [scope, other, scope, other, scope]) {
      await addDeleted(store, owner, "ticket", 1);
    }
    expect(await purgeBefore(store, 2, 2)).toBe(2);
    expect(await listRecords(store)).toHaveLength(3);
    expect([await purgeBefore(store, 2, 2), await purgeBefore(store, 2, 2)]).toEqual([2, 1]);
    expect(await listRecords(store)).toEqual([]);
  });

  test("removes each record once when several workers purge at the same time", async () => {
    await using store = await openStore(dialect);
    const scope = await store.project();
    for (let i = 0; i < 20; i++) await addDeleted(store, scope, "contact", 1);
    let removed = 0;
    const work = async () => {
      // A worker may find nothing while another one locks the rest.
      while (removed < 20) {
        const count = await purgeBefore(store, 2, 3);
        removed += count;
      }
    };
    await Promise.all([work(), work(), work(), work()]);
    expect(removed).toBe(20);
    expect(await listRecords(store)).toEqual([]);
  });
});
