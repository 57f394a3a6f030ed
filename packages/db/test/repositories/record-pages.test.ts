import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordIndex, recordPages } from "../../src/index.ts";
import type { PageFilter } from "../../src/repositories/record-pages.ts";
import type { Scope } from "../../src/scope.ts";
import { minute, openStore, type Store } from "../support/store.ts";

describe.each(DIALECTS)("pages of records on %s", (dialect) => {
  let store: Store;
  let scope: Scope;
  beforeAll(async () => {
    store = await openStore(dialect);
  });
  beforeEach(async () => {
    scope = await store.project();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  /** Adds a deal whose properties are indexed, of a company if one is given. */
  async function addDeal(properties: Readonly<Record<string, string>> = {}, company?: number) {
    const id = await store.record(scope, "deal", { properties });
    const rows = Object.entries(properties).map(
      ([name, value]) => [scope.projectId, "deal", name, value, id] as const,
    );
    await store.db.transaction((tx) => recordIndex.insertIndexRows(tx, rows));
    if (company !== undefined) await store.associate(scope, ["deal", id], ["company", company]);
    return id;
  }
  const filterBy = (
    properties: Readonly<Record<string, string>>,
    associatedWith?: number,
  ): PageFilter => ({
    indexed: Object.entries(properties).map(([property, value]) => ({ property, value })),
    associatedWith,
  });
  const list = async (
    filter: PageFilter = filterBy({}),
    { type = "deal", after = 0, limit = 100 } = {},
  ) => {
    const page = { type, filter, after, limit };
    return (await recordPages.listPage(store.db, scope, page)).map(({ id }) => id);
  };

  test("contain the records with every value of the filter", async () => {
    const won = { stage: "won", pipeline: "p" };
    const [a, b] = [await addDeal(won), await addDeal({ stage: "won", pipeline: "q" })];
    await addDeal({ stage: "lost", pipeline: "p" });
    const c = await addDeal({ ...won, source: "web" });
    expect(await list(filterBy({ stage: "won" }))).toEqual([a, b, c]);
    expect(await list(filterBy(won))).toEqual([a, c]);
    expect(await list(filterBy({ ...won, source: "web" }))).toEqual([c]);
    expect(await list(filterBy({ pipeline: "q", stage: "lost" }))).toEqual([]);
    expect(await list(filterBy({ stage: "WON" }))).toEqual([]);
  });

  test("contain the records of an associated company, filtered in the same way", async () => {
    const [company, other] = [
      await store.record(scope, "company"),
      await store.record(scope, "company"),
    ];
    const a = await addDeal({ stage: "won" }, company);
    const b = await addDeal({ stage: "lost" }, company);
    await addDeal({ stage: "won" }, other);
    const contact = await store.record(scope, "contact");
    await store.associate(scope, ["contact", contact], ["company", company]);
    expect(await list(filterBy({}, company))).toEqual([a, b]);
    expect(await list(filterBy({ stage: "won" }, company))).toEqual([a]);
    expect(await list(filterBy({}, company), { type: "contact" })).toEqual([contact]);
  });

  describe.each([
    ["without a filter", () => filterBy({})],
    ["by one value", () => filterBy({ stage: "won" })],
    ["by two values", () => filterBy({ stage: "won", pipeline: "p" })],
    ["by a company", (company: number) => filterBy({}, company)],
    ["by a company and a value", (company: number) => filterBy({ stage: "won" }, company)],
  ] as const)("%s", (_, filterOf) => {
    const own = { stage: "won", pipeline: "p" };
    let company: number;
    beforeEach(async () => {
      company = await store.record(scope, "company");
    });

    test("contain each record once, in the order of ids", async () => {
      const ids: number[] = [];
      for (let i = 0; i < 7; i++) ids.push(await addDeal(own, company));
      const filter = filterOf(company);
      const pages: (readonly number[])[] = [];
      for (let after = 0; pages.at(-1)?.length !== 0; after = pages.at(-1)?.at(-1) ?? 0) {
        pages.push(await list(filter, { after, limit: 3 }));
      }
      expect(pages).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6), []]);
    });

    test("contain no deleted records and none of other types and projects", async () => {
      const live = await addDeal(own, company);
      const deleted = await addDeal(own, company);
      await store.remove(scope, deleted, minute(1));
      const filter = filterOf(company);
      expect(await list(filter)).toEqual([live]);
      expect(await list(filter, { type: "ticket" })).toEqual([]);
      await store.restore(scope, deleted);
      expect(await list(filter)).toEqual([live, deleted]);
      scope = await store.project();
      expect(await list(filter)).toEqual([]);
    });
  });
});
