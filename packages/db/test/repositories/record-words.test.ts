import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordWords, runWrites, wordSearch } from "../../src/index.ts";
import type { Scope } from "../../src/scope.ts";
import { openStore, type Store } from "../support/store.ts";

type Beginnings = wordSearch.Beginnings;

const ALL = { above: 0, below: Number.MAX_SAFE_INTEGER, direction: "asc", limit: 100 } as const;

describe.each(DIALECTS)("words of records on %s", (dialect) => {
  let store: Store;
  let scope: Scope;
  beforeAll(async () => {
    store = await openStore(dialect);
  });
  beforeEach(async () => {
    scope = await store.project();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  let nextId = 1;
  async function add(words: Iterable<string>, type = "contact"): Promise<number> {
    const id = nextId++;
    await save(id, words, type);
    return id;
  }
  const save = (id: number, words: Iterable<string>, type = "contact") =>
    store.db.transaction((tx) =>
      runWrites(tx, recordWords.saveWords({ ...scope, type, id }, new Set(words))),
    );
  const found = (wanted: Beginnings, page: Partial<wordSearch.WordsPage> = {}) =>
    wordSearch.findByWords(store.db, scope, "contact", { wanted, page: { ...ALL, ...page } });
  const compared = (wanted: Beginnings, page: Partial<wordSearch.WordsPage> = {}) =>
    wordSearch.compareWords(store.db, scope, "contact", { wanted, page: { ...ALL, ...page } });

  /** The index and the comparisons must agree. */
  async function finds(...wanted: Beginnings) {
    const { ids } = await compared(wanted);
    expect(await found(wanted)).toEqual(ids);
    const every = Array.from({ length: nextId }, (_, i) => i + 1);
    expect(await wordSearch.haveWords(store.db, scope, "contact", { wanted, ids: every })).toEqual(
      ids,
    );
    return ids;
  }

  test("are found by the beginnings of all of them", async () => {
    const maria = await add(["maria", "patel", "garcia"]);
    const mario = await add(["mario", "rossi"]);
    expect(await finds(["mari"])).toEqual([maria, mario]);
    expect(await finds(["patel"], ["mari"])).toEqual([maria]);
    expect(await finds(["rossi", "garc"])).toEqual([maria, mario]);
    expect(await finds(["rossi"], ["patel"])).toEqual([]);
    expect(await finds(["ria"])).toEqual([]);
  });

  test("are compared exactly, in every script", async () => {
    const words = ["हिन्दी", "김민준", "東", "京", "محمد", "ёж", "𠮷", "x".repeat(64), "~9992"];
    const id = await add(words);
    for (const word of words) expect(await finds([word])).toEqual([id]);
    expect(await finds(["हन"])).toEqual([]);
    expect(await finds(["еж"])).toEqual([]);
  });

  test("are listed by id from either end, and in a range of ids", async () => {
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.push(await add(["same", `n${i}`]));
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids;
    for (const list of [
      found,
      async (...args: Parameters<typeof found>) => (await compared(...args)).ids,
    ]) {
      expect(await list([["same"]], { limit: 2 })).toEqual([a, b]);
      expect(await list([["same"]], { limit: 2, direction: "desc" })).toEqual([e, d]);
      expect(await list([["same"]], { above: a, below: d })).toEqual([b, c]);
      expect(await list([["same"]], { above: a, below: d, direction: "desc" })).toEqual([c, b]);
    }
  });

  test("are counted among the records that were compared", async () => {
    const first = await add(["one", "two"]);
    const second = await add(["one"]);
    await add(["one", "two"]);
    const page = await compared([["two"], ["one"]], { limit: 2 });
    expect(page).toMatchObject({ compared: 2, lowest: first, highest: second, held: [1, 2] });
    expect(await compared([["one"]], { above: Number.MAX_SAFE_INTEGER - 1 })).toEqual({
      ids: [],
      bytes: 0,
      isComplete: true,
      compared: 0,
      lowest: 0,
      highest: 0,
      held: [0],
    });
  });

  test("are replaced, removed, and added only to a record that has none", async () => {
    const id = await add(["old"]);
    await save(id, ["new"]);
    expect(await finds(["old"])).toEqual([]);
    expect(await finds(["new"])).toEqual([id]);
    const add_ = (words: string[]) =>
      store.db.transaction((tx) =>
        recordWords.addWords(tx, { ...scope, type: "contact", id }, new Set(words)),
      );
    await add_(["older"]);
    expect(await finds(["older"])).toEqual([]);
    await save(id, []);
    expect(await finds(["new"])).toEqual([]);
    await add_(["older"]);
    expect(await finds(["older"])).toEqual([id]);
  });

  test("of another project or type are never found", async () => {
    await add(["mine"], "deal");
    const own = scope;
    scope = await store.project();
    await add(["mine"]);
    scope = own;
    expect(await finds(["mine"])).toEqual([]);
  });

  test("that are too many for the index are found by every search", async () => {
    const id = await add(Array.from({ length: 20_000 }, (_, i) => String(i).padStart(60, "w")));
    expect(await finds(["anything"])).toEqual([id]);
    await save(id, ["few"]);
    expect(await finds(["anything"])).toEqual([]);
  });

  test("are undone with the transaction that wrote them", async () => {
    const kept = await add(["kept"]);
    const failing = store.db.transaction(async (tx) => {
      await runWrites(
        tx,
        recordWords.saveWords({ ...scope, type: "contact", id: kept }, new Set(["lost"])),
      );
      await runWrites(
        tx,
        recordWords.saveWords({ ...scope, type: "contact", id: nextId }, new Set(["lost"])),
      );
      throw new Error("undo");
    });
    const beside = add(["beside"]);
    await expect(failing).rejects.toThrow("undo");
    const id = await beside;
    expect(await finds(["lost"])).toEqual([]);
    expect(await finds(["kept"])).toEqual([kept]);
    expect(await finds(["beside"])).toEqual([id]);
  });

  test("are all there in a new project", async () => {
    expect((await compared([["maria"]])).isComplete).toBe(true);
  });
});
