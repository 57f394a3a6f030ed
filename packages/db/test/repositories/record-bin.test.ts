import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordBin } from "../../src/index.ts";
import type { Scope } from "../../src/scope.ts";
import { minute, openStore, type Store } from "../support/store.ts";

const LAST_ID = Number.MAX_SAFE_INTEGER;

describe.each(DIALECTS)("lists of deleted records on %s", (dialect) => {
  let store: Store;
  let scope: Scope;
  beforeAll(async () => {
    store = await openStore(dialect);
  });
  beforeEach(async () => {
    scope = await store.project();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const list = async (since: number, before: readonly [string, number], limit = 100) => {
    const page = { since: minute(since), before, limit };
    return (await recordBin.listDeleted(store.db, scope, page)).map(({ id }) => id);
  };
  const NOW = [minute(1_000), LAST_ID] as const;

  async function addDeleted(at: number, type = "contact") {
    const id = await store.record(scope, type);
    await store.remove(scope, id, minute(at));
    return id;
  }

  test("return each record once, page by page, latest deletion first", async () => {
    const [a, b, c, d] = [
      await addDeleted(3),
      await addDeleted(5, "deal"),
      await addDeleted(5),
      await addDeleted(4),
    ];
    expect(await list(0, NOW)).toEqual([c, b, d, a]);
    expect(await list(0, NOW, 1)).toEqual([c]);
    expect(await list(0, [minute(5), c])).toEqual([b, d, a]);
    expect(await list(0, [minute(4), d])).toEqual([a]);
    expect(await list(0, [minute(3), a])).toEqual([]);
  });

  test("return records deleted after the given time, in this project only", async () => {
    const [, later] = [await addDeleted(3), await addDeleted(4)];
    await store.record(scope, "contact");
    expect(await list(3, NOW)).toEqual([later]);
    expect(await list(4, NOW)).toEqual([]);
    scope = await store.project();
    expect(await list(0, NOW)).toEqual([]);
  });
});
