import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { idempotency, UniqueViolation } from "../../src/index.ts";
import type { Scope } from "../../src/scope.ts";
import { minute, openStore, type Store } from "../support/store.ts";

const { deleteAnswer, deleteOldAnswers, findAnswer, insertAnswer } = idempotency;

describe.each(DIALECTS)("stored answers of idempotency keys on %s", (dialect) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(dialect);
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const insert = ({ projectId }: Scope, key: string, at: number, response = "sealed") =>
    store.db.transaction((tx) =>
      insertAnswer(tx, [[projectId, key, `hash of ${key}`, response, minute(at)]]),
    );
  const find = (scope: Scope, key: string, since: number) =>
    findAnswer(store.db, scope, key, minute(since));

  test("finds the answer of a key, and only in its project", async () => {
    const [scope, other] = [await store.project(), await store.project()];
    await insert(scope, "key", 5);
    expect(await find(scope, "key", 0)).toEqual({
      request_hash: "hash of key",
      response: "sealed",
    });
    expect(await find(scope, "KEY", 0)).toBeUndefined();
    expect(await find(other, "key", 0)).toBeUndefined();
    await insert(other, "key", 5, "another");
    expect(await find(other, "key", 0)).toMatchObject({ response: "another" });
  });

  test("finds an answer until it is as old as the limit", async () => {
    const scope = await store.project();
    await insert(scope, "key", 5);
    expect(await find(scope, "key", 4)).toBeDefined();
    expect(await find(scope, "key", 5)).toBeUndefined();
    expect(await find(scope, "key", 6)).toBeUndefined();
  });

  test("stores one answer per key, also for requests at the same time", async () => {
    const scope = await store.project();
    const attempts = Array.from({ length: 8 }, (_, i) => insert(scope, "key", 5, `answer ${i}`));
    const results = await Promise.allSettled(attempts);
    const winners = results.flatMap(({ status }, i) => (status === "fulfilled" ? [i] : []));
    expect(winners).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toBeInstanceOf(UniqueViolation);
    }
    expect(await find(scope, "key", 0)).toMatchObject({ response: `answer ${winners[0]}` });
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
    await insert(scope, "key", 9, "later");
    expect(await find(scope, "key", 0)).toMatchObject({ response: "later" });
    expect(await find(scope, "second", 0)).toBeDefined();
    expect(await find(other, "key", 0)).toMatchObject({ response: "sealed" });
  });

  test("forgets every expired key of every project, and keeps the others", async () => {
    const [scope, other] = [await store.project(), await store.project()];
    for (const at of [-12, -11, -10, -9]) {
      await insert(scope, `key ${at}`, at);
      await insert(other, `key ${at}`, at);
    }
    await store.db.transaction((tx) => deleteOldAnswers.all(tx, { before: minute(-10) }));
    for (const owner of [scope, other]) {
      const left = await Promise.all(
        [-12, -11, -10, -9].map((at) => find(owner, `key ${at}`, -60)),
      );
      expect(left.map((answer) => answer?.request_hash)).toEqual([
        undefined,
        undefined,
        undefined,
        "hash of key -9",
      ]);
    }
  });
});
