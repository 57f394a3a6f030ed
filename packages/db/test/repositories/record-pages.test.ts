import { randomBytes } from "node:crypto";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordIndex, recordPages } from "../../src/index.ts";
import type { Scope } from "../../src/scope.ts";
import { minute, openStore, type Store } from "../support/store.ts";

const ALL = { above: 0, below: Number.MAX_SAFE_INTEGER, direction: "asc", limit: 100 } as const;

describe.each(DIALECTS)("pages of records on %s", (dialect) => {
  let store: Store;
  let scope: Scope;
  let company: number;
  beforeAll(async () => {
    store = await openStore(dialect);
  });
  beforeEach(async () => {
    scope = await store.project();
    company = await store.record(scope, "company");
  });
  afterAll(() => store[Symbol.asyncDispose]());

  /** Adds a deal of the company with an indexed stage. */
  async function addDeal(stage = "won", others: Readonly<Record<string, string>> = {}) {
    const id = await store.record(scope, "deal", { properties: { stage, ...others } });
    const row = [scope.projectId, "deal", "stage", stage, id] as const;
    await store.db.transaction((tx) => recordIndex.insertIndexRows(tx, [row]));
    await store.associate(scope, ["deal", id], ["company", company]);
    return id;
  }
  type Page = Parameters<typeof recordPages.listAll>[3];
  const won = { property: "stage", value: "won" };
  const lists = {
    "of a type": (type: string, page: Page) => recordPages.listAll(store.db, scope, type, page),
    "with a key": (type: string, page: Page) =>
      recordPages.listByKey(store.db, scope, { type, key: won }, page),
    "of a company": (type: string, page: Page) =>
      recordPages.listAssociated(
        store.db,
        scope,
        { type, side: { isFrom: true, own: type, other: company } },
        page,
      ),
  };

  describe.each(Object.entries(lists))("%s", (_, list) => {
    test("leave out the properties of large records", async () => {
      const small = await addDeal();
      const large = await addDeal("won", { name: randomBytes(40_000).toString("hex") });
      const rows = await list("deal", ALL);
      expect(rows.map(({ id, properties }) => [id, properties])).toEqual([
        [small, { stage: "won" }],
        [large, null],
      ]);
    });

    const ids = async (page: Partial<Page> = {}, type = "deal") =>
      (await list(type, { ...ALL, ...page })).map(({ id }) => id);

    test("contain each record once, in the order of ids, in both directions", async () => {
      const added: number[] = [];
      for (let i = 0; i < 7; i++) added.push(await addDeal());
      const pagesOf = async (direction: "asc" | "desc") => {
        const pages: (readonly number[])[] = [];
        do {
          const last = pages.at(-1)?.at(-1);
          const rest = direction === "asc" ? { above: last ?? 0 } : last && { below: last };
          pages.push(await ids({ ...rest, direction, limit: 3 }));
        } while (pages.at(-1)?.length !== 0);
        return pages;
      };
      const down = added.toReversed();
      expect(await pagesOf("asc")).toEqual([added.slice(0, 3), added.slice(3, 6), [added[6]], []]);
      expect(await pagesOf("desc")).toEqual([down.slice(0, 3), down.slice(3, 6), [down[6]], []]);
    });

    test("contain whole records, and none of other types and projects", async () => {
      const id = await addDeal();
      expect(await list("deal", ALL)).toEqual([
        expect.objectContaining({ id, type: "deal", version: 1, properties: { stage: "won" } }),
      ]);
      expect(await ids({}, "ticket")).toEqual([]);
      scope = await store.project();
      expect(await ids()).toEqual([]);
    });

    test("contain no deleted record, or say that it is deleted", async () => {
      const [live, deleted] = [await addDeal(), await addDeal()];
      await store.remove(scope, deleted, minute(1));
      const shown = async () =>
        (await list("deal", ALL)).flatMap((row) => (row.deleted_at === null ? [row.id] : []));
      expect(await shown()).toEqual([live]);
      await store.restore(scope, deleted);
      expect(await shown()).toEqual([live, deleted]);
    });
  });

  test("with a key contain no record with another value", async () => {
    const id = await addDeal();
    await addDeal("lost");
    const rows = await recordPages.listByKey(store.db, scope, { type: "deal", key: won }, ALL);
    expect(rows.map((row) => row.id)).toEqual([id]);
  });

  test("of a record of an earlier type contain its records of a later type", async () => {
    const deal = await addDeal();
    const side = { isFrom: false, own: "company", other: deal };
    const rows = await recordPages.listAssociated(store.db, scope, { type: "company", side }, ALL);
    expect(rows.map((row) => row.id)).toEqual([company]);
  });
});
