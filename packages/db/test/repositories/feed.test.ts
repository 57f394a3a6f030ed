import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { events, feed, renewEpoch } from "../../src/index.ts";
import { removeEpoch } from "../../src/repositories/feed/feed-epoch.ts";
import type { Scope } from "../../src/scope.ts";
import { minute, openStore, type Store } from "../support/store.ts";

describe.each(DIALECTS)("the feed on %s", (dialect) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(dialect);
  });
  afterAll(() => store[Symbol.asyncDispose]());

  /** Adds an event for each of these minutes and numbers them in that order. */
  async function addNumbered({ projectId }: Scope, ...minutes: readonly number[]) {
    await store.db.transaction(async (tx) => {
      const rows = minutes.map((n) => [
        ...[projectId, `msg_${projectId}_${n}`, "contact.created", "contact", "{}", minute(n), 1],
        ...[n, null],
      ]);
      await events.insertEvents(tx, rows);
      const feedState = await feed.lockFeed(tx, { projectId });
      const last = feedState?.last_number ?? 0;
      const pending = await events.listPending.all(tx, { project: projectId, limit: 100 });
      const numbered = pending.map(({ id: event_id, type, subject }, i) => ({
        ...{ project_id: projectId, number: last + 1 + i, event_id, type, subject },
      }));
      await feed.insertNumbers.all(tx, { numbered: JSON.stringify(numbered) });
      await feed.setLastNumber.all(tx, { project: projectId, number: last + numbered.length });
      const ids = JSON.stringify(pending.map(({ id }) => id));
      await events.markNumbered.all(tx, { project: projectId, ids });
    });
  }
  const purgeBefore = (scope: Scope, at: number, limit = 100) =>
    store.db.transaction((tx) => feed.purgeFeed(tx, scope, minute(at), limit));
  const numbersOf = async (scope: Scope, wanted = {}) => {
    const all = { above: 0, below: 100, types: ["contact.created"], subjects: ["contact"] };
    const page = { ...all, limit: 100, ...wanted };
    const { events: found } = await feed.listEvents(store.db, scope, page);
    return found.map(({ number }) => number);
  };
  /** Deletes the events of a project from before a minute, but not their numbers. */
  async function deleteBefore(scope: Scope, at: number) {
    const old = await events.listOldEvents.all(store.db, { before: minute(at), limit: 100 });
    const ids = old.filter((row) => row.project_id === scope.projectId).map(({ id }) => id);
    await store.db.transaction((tx) => events.deleteEvents(tx, scope, ids));
  }

  test("lists a project's events between two numbers, of the wanted types and subjects", async () => {
    const [scope, other] = [await store.project(), await store.project()];
    await addNumbered(scope, 1, 2, 3, 4);
    await addNumbered(other, 1);
    expect(await numbersOf(scope)).toEqual([1, 2, 3, 4]);
    expect(await numbersOf(scope, { above: 1, below: 4 })).toEqual([2, 3]);
    expect(await numbersOf(scope, { limit: 2 })).toEqual([1, 2]);
    expect(await numbersOf(scope, { types: ["contact.updated"] })).toEqual([]);
    expect(await numbersOf(scope, { subjects: ["deal"] })).toEqual([]);
    expect(await feed.readPosition(store.db, other)).toMatchObject({ last_number: 1 });
  });

  test("purges from the oldest up to the first event that is kept, and notes how far", async () => {
    const scope = await store.project();
    await addNumbered(scope, 1, 2, 9, 3, 10);
    expect(await purgeBefore(scope, 5, 1)).toBe(1);
    expect(await purgeBefore(scope, 5)).toBe(1);
    expect(await purgeBefore(scope, 5)).toBe(0);
    expect(await numbersOf(scope)).toEqual([3, 4, 5]);
    expect(await feed.readPosition(store.db, scope)).toMatchObject({
      last_number: 5,
      purged_number: 2,
    });
    expect(await purgeBefore(scope, 60)).toBe(3);
    await addNumbered(scope, 61);
    expect(await numbersOf(scope)).toEqual([6]);
  });

  test("says where a list was cut, even if events of it are gone", async () => {
    const scope = await store.project();
    await addNumbered(scope, 9, 1, 2, 10, 11);
    await deleteBefore(scope, 5);
    const all = { above: 0, below: 100, types: ["contact.created"], subjects: ["contact"] };
    const listed = (wanted: object) =>
      feed.listEvents(store.db, scope, { ...all, limit: 2, ...wanted });
    const numbers = async (wanted: object) => {
      const { events: found, cutAt } = await listed(wanted);
      return { found: found.map(({ number }) => number), cutAt };
    };
    expect(await numbers({})).toEqual({ found: [1], cutAt: 2 });
    expect(await numbers({ above: 2 })).toEqual({ found: [4], cutAt: 4 });
    expect(await numbers({ above: 4 })).toEqual({ found: [5], cutAt: undefined });
  });

  test("purges the numbers of events that are gone", async () => {
    const scope = await store.project();
    await addNumbered(scope, 1, 2, 9);
    await deleteBefore(scope, 5);
    expect(await purgeBefore(scope, 5, 1)).toBe(1);
    expect(await purgeBefore(scope, 5)).toBe(1);
    expect(await feed.readPosition(store.db, scope)).toMatchObject({ purged_number: 2 });
  });

  test("finds each project with pending events once", async () => {
    const scopes = [await store.project(), await store.project()];
    await store.db.transaction((tx) =>
      events.insertEvents(
        tx,
        scopes.flatMap(({ projectId }) =>
          [1, 2].map((n) => [
            ...[projectId, `p${projectId}_${n}`, "contact.created", "contact", "{}", minute(n), 1],
            ...[n, null],
          ]),
        ),
      ),
    );
    const found: number[] = [];
    let next = await events.nextProjectWithPending(store.db, 0);
    while (next !== undefined) {
      found.push(next);
      next = await events.nextProjectWithPending(store.db, next);
    }
    expect(found).toEqual(scopes.map(({ projectId }) => projectId));
  });

  test("keeps its epoch until the database is a restored copy", async () => {
    const first = await renewEpoch(store.db);
    expect(await renewEpoch(store.db)).toBe(first);
    await store.db.transaction(removeEpoch);
    const second = await renewEpoch(store.db);
    expect(second).not.toBe(first);
    // As after pg_restore or a copy from another database: the place is not this one.
    await store.db.kysely.updateTable("feed_epoch").set({ place: "elsewhere" }).execute();
    const third = await renewEpoch(store.db);
    expect([first, second]).not.toContain(third);
    expect(await renewEpoch(store.db)).toBe(third);
  });

  test.runIf(dialect === "postgres")("gives its lock to one transaction at a time", async () => {
    const scope = await store.project();
    await store.db.transaction((tx) => feed.lockFeed(tx, scope));
    await store.db.transaction(async (tx) => {
      expect(await feed.lockFeed(tx, scope)).toMatchObject({ last_number: 0 });
      const other = await store.db.transaction((tx) => feed.lockFeed(tx, scope));
      expect(other).toBeUndefined();
    });
  });
});
