import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Db, idempotency, UniqueViolation } from "../../src/index.ts";
import type { Scope } from "../../src/scope.ts";
import { minute, openStore, type Store } from "../support/store.ts";

const {
  deleteAnswer,
  deleteOldAnswers,
  eraseAnswersWithRecords,
  findAnswer,
  insertAnswer,
  lockAnswer,
} = idempotency;

describe.each(DIALECTS)("stored answers of idempotency keys on %s", (dialect) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(dialect);
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const insert = (
    scope: Scope,
    key: string,
    at: number,
    { response = "sealed", records = [] }: { response?: string; records?: number[] } = {},
  ) =>
    store.db.transaction((tx) =>
      insertAnswer(tx, scope, { key, hash: `hash of ${key}`, response, at: minute(at) }, records),
    );
  const find = (scope: Scope, key: string) => findAnswer.first(store.db, scope, { key });

  test("finds the answer of a key, and only in its project", async () => {
    const [scope, other] = [await store.project(), await store.project()];
    await insert(scope, "key", 5);
    expect(await find(scope, "key")).toEqual({
      request_hash: "hash of key",
      response: "sealed",
      created_at: minute(5),
    });
    expect(await find(scope, "KEY")).toBeUndefined();
    expect(await find(other, "key")).toBeUndefined();
    await insert(other, "key", 5, { response: "another" });
    expect(await find(other, "key")).toMatchObject({ response: "another" });
  });

  test("locks a key and finds its answer in one statement", async () => {
    const [scope, other] = [await store.project(), await store.project()];
    await insert(scope, "key", 5);
    const lock = (owner: Scope, key: string) =>
      store.db.transaction((tx) => lockAnswer(tx, owner, { key, hash: "hash" }));
    expect(await lock(scope, "key")).toEqual({
      running: null,
      stored: { request_hash: "hash of key", response: "sealed", created_at: minute(5) },
    });
    expect(await lock(other, "key")).toEqual({ running: null, stored: undefined });
  });

  test.runIf(dialect === "postgres")(
    "says which request has a key, without waiting for it",
    async () => {
      const scope = await store.project();
      await store.db.transaction(async (tx) => {
        const lock = (of: Db, key: string, hash: string) => lockAnswer(of, scope, { key, hash });
        expect(await lock(tx, "key", "a")).toMatchObject({ running: null });
        await store.db.transaction(async (other) => {
          expect(await lock(other, "key", "a")).toMatchObject({ running: "same" });
          expect(await lock(other, "key", "b")).toMatchObject({ running: "other" });
          expect(await lock(other, "second", "a")).toMatchObject({ running: null });
        });
      });
    },
  );

  test("erases every answer that shows one of the records, and keeps their keys", async () => {
    const [scope, other] = [await store.project(), await store.project()];
    await insert(scope, "one", 5, { records: [1] });
    await insert(scope, "many", 5, { records: [7, 2, 3] });
    await insert(scope, "unaffected", 5, { records: [4] });
    await insert(scope, "no records", 5);
    await insert(other, "one", 5, { records: [1] });
    await store.db.transaction((tx) => eraseAnswersWithRecords(tx, scope, [1, 2, 5]));
    const erased = { request_hash: "", response: "" };
    expect(await find(scope, "one")).toMatchObject(erased);
    expect(await find(scope, "many")).toMatchObject(erased);
    expect(await find(scope, "unaffected")).toMatchObject({ response: "sealed" });
    expect(await find(scope, "no records")).toMatchObject({ response: "sealed" });
    expect(await find(other, "one")).toMatchObject({ response: "sealed" });
  });

  test("erases nothing for no records", async () => {
    const scope = await store.project();
    await insert(scope, "key", 5, { records: [1] });
    await store.db.transaction((tx) => eraseAnswersWithRecords(tx, scope, []));
    expect(await find(scope, "key")).toMatchObject({ response: "sealed" });
  });

  test("stores one answer per key, also for requests at the same time", async () => {
    const scope = await store.project();
    const attempts = Array.from({ length: 8 }, (_, i) =>
      insert(scope, "key", 5, { response: `answer ${i}` }),
    );
    const results = await Promise.allSettled(attempts);
    const winners = results.flatMap(({ status }, i) => (status === "fulfilled" ? [i] : []));
    expect(winners).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toBeInstanceOf(UniqueViolation);
    }
    expect(await find(scope, "key")).toMatchObject({ response: `answer ${winners[0]}` });
  });

  test("forgets one key once it has expired, so that it can be used again", async () => {
    const [scope, other] = [await store.project(), await store.project()];
    await insert(scope, "key", 5);
    await insert(scope, "second", 5);
    await insert(other, "key", 5);
    const forget = (before: number) =>
      store.db.transaction((tx) =>
        deleteAnswer.all(tx, { project: scope.projectId, key: "key", before: minute(before) }),
      );
    await forget(4);
    await expect(insert(scope, "key", 9)).rejects.toThrow(UniqueViolation);
    await forget(5);
    await insert(scope, "key", 9, { response: "later" });
    expect(await find(scope, "key")).toMatchObject({ response: "later" });
    expect(await find(scope, "second")).toBeDefined();
    expect(await find(other, "key")).toMatchObject({ response: "sealed" });
  });

  test("forgets every expired key of every project, and keeps the others", async () => {
    const [scope, other] = [await store.project(), await store.project()];
    for (const at of [-12, -11, -10, -9]) {
      await insert(scope, `key ${at}`, at, { records: [1] });
      await insert(other, `key ${at}`, at, { records: [1] });
    }
    const removeOld = () => store.db.transaction((tx) => deleteOldAnswers(tx, minute(-10), 2));
    // The third row is as old as the fourth, so both go with the first two.
    expect(await removeOld()).toBe(true);
    expect(await find(scope, "key -12")).toBeUndefined();
    expect(await find(scope, "key -11")).toBeUndefined();
    expect(await find(scope, "key -10")).toBeDefined();
    expect(await removeOld()).toBe(false);
    for (const owner of [scope, other]) {
      const left = await Promise.all([-12, -11, -10, -9].map((at) => find(owner, `key ${at}`)));
      expect(left.map((answer) => answer?.request_hash)).toEqual([
        undefined,
        undefined,
        undefined,
        "hash of key -9",
      ]);
      const records = await store.db.kysely
        .selectFrom("idempotency_records")
        .select("key")
        .where("project_id", "=", owner.projectId)
        .execute();
      expect(records).toEqual([{ key: "key -9" }]);
    }
  });
});
