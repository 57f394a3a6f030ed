import { randomBytes } from "node:crypto";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { associations } from "../../src/index.ts";
import type { Scope } from "../../src/scope.ts";
import { minute, openStore, type Store } from "../support/store.ts";

const { countAssociated, deleteAssociation, findAssociated, findTypes, listAssociated } =
  associations;

const LAST = Number.MAX_SAFE_INTEGER;

describe.each(DIALECTS)("associations on %s", (dialect) => {
  let store: Store;
  let scope: Scope;
  beforeAll(async () => {
    store = await openStore(dialect);
  });
  beforeEach(async () => {
    scope = await store.project();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  async function addRecords(type: string, count: number) {
    const ids: number[] = [];
    for (let i = 0; i < count; i++) ids.push(await store.record(scope, type));
    return ids;
  }

  /** A company, contacts that come before it in the order of types, and deals that come after it. */
  async function addCompany(contactCount: number, dealCount: number) {
    const [company = 0] = await addRecords("company", 1);
    const contacts = await addRecords("contact", contactCount);
    const deals = await addRecords("deal", dealCount);
    for (const id of contacts) {
      await store.associate(scope, ["contact", id], ["company", company]);
    }
    const others = deals.map((id) => ["deal", id] as const);
    await store.associate(scope, ["company", company], ...others);
    return { company, contacts, deals };
  }

  /** Ids of the associated records of one type, which comes before or after the record's own. */
  const find = async (id: number, type: string, order: "before" | "after") => {
    const types = { before: [], after: [], [order]: [type] };
    const [row] = await findAssociated(store.db, scope, [id], { types, limit: 9 });
    return row?.ids;
  };

  test("are found from either side, in the order of their ids", async () => {
    const { company, contacts, deals } = await addCompany(2, 2);
    const types = { before: ["contact"], after: ["deal"] };
    const rows = await findAssociated(store.db, scope, [company], { types, limit: 9 });
    expect(rows.toSorted((a, b) => (a.type < b.type ? -1 : 1))).toEqual([
      { record: company, type: "contact", ids: contacts },
      { record: company, type: "deal", ids: deals },
    ]);
    expect(await find(company, "ticket", "before")).toEqual([]);
    expect(await find(contacts[0] as number, "company", "after")).toEqual([company]);
    expect(await find(deals[0] as number, "company", "before")).toEqual([company]);
  });

  test("of many records are found at once, no more than the limit per record and type", async () => {
    const one = await addCompany(3, 2);
    const other = await addCompany(1, 3);
    const types = { before: ["contact"], after: ["deal"] };
    const ids = [one.company, other.company];
    const rows = await findAssociated(store.db, scope, ids, { types, limit: 2 });
    const found = new Map(rows.map((row) => [`${row.record} ${row.type}`, row.ids]));
    expect(Object.fromEntries(found)).toEqual({
      [`${one.company} contact`]: one.contacts.slice(0, 2),
      [`${one.company} deal`]: one.deals,
      [`${other.company} contact`]: other.contacts,
      [`${other.company} deal`]: other.deals.slice(0, 2),
    });
  });

  test("are added once, however often they are made", async () => {
    const { company, contacts } = await addCompany(1, 0);
    await store.associate(scope, ["contact", contacts[0] as number], ["company", company]);
    expect(await find(company, "contact", "before")).toEqual(contacts);
  });

  test("of a deleted record are hidden until the record is restored", async () => {
    const { company, contacts } = await addCompany(2, 0);
    const [gone = 0, left] = contacts;
    const side = { id: company, type: "contact", isFrom: true };
    await store.remove(scope, gone, minute(1));
    expect(await find(company, "contact", "before")).toEqual([left]);
    expect(await countAssociated(store.db, scope, side, 9)).toBe(1);
    const page = await listAssociated(store.db, scope, side, {
      page: { before: LAST, limit: 9 },
      names: [],
    });
    expect(page.map(({ id }) => id)).toEqual([left]);

    await store.restore(scope, gone);
    expect(await find(company, "contact", "before")).toEqual(contacts);
  });

  test("of another project are never found, counted or deleted", async () => {
    const { company, contacts } = await addCompany(1, 0);
    const other = await store.project();
    const side = { id: company, type: "contact", isFrom: true };
    const types = { before: ["contact"], after: [] };
    expect(await findAssociated(store.db, other, [company], { types, limit: 9 })).toEqual([
      { record: company, type: "contact", ids: [] },
    ]);
    expect(await countAssociated(store.db, other, side, 9)).toBe(0);
    expect(
      await listAssociated(store.db, other, side, { page: { before: LAST, limit: 9 }, names: [] }),
    ).toEqual([]);
    const remove = (of: Scope) =>
      store.db.transaction((tx) =>
        deleteAssociation.all(tx, of, { one: company, other: contacts[0] as number }),
      );
    expect(await remove(other)).toEqual([]);
    expect(await remove(scope)).toHaveLength(1);
  });

  test.each([
    ["contacts of a company, made from the contacts", "contact", true],
    ["deals of a company, made from the company", "deal", false],
  ])("list %s by descending id, page by page, each once", async (_, type, isFrom) => {
    const { company, contacts, deals } = await addCompany(7, 7);
    const [neighbour = 0] = await addRecords("company", 1);
    await store.associate(scope, ["contact", contacts[0] as number], ["company", neighbour]);
    const expected = (type === "contact" ? contacts : deals).toReversed();
    const side = { id: company, type, isFrom };

    const seen: number[] = [];
    const sizes: number[] = [];
    for (let before = LAST; sizes.at(-1) !== 0; before = seen.at(-1) ?? 0) {
      const page = await listAssociated(store.db, scope, side, {
        page: { before, limit: 3 },
        names: [],
      });
      sizes.push(page.length);
      seen.push(...page.map(({ id }) => id));
    }
    expect(seen).toEqual(expected);
    expect(sizes).toEqual([3, 3, 1, 0]);
  });

  test("list the wanted texts of large records", async () => {
    const { company } = await addCompany(0, 0);
    const properties = { email: "a@b.example", city: randomBytes(8_192).toString("hex") };
    const contact = await store.record(scope, "contact", { properties });
    await store.associate(scope, ["contact", contact], ["company", company]);
    const side = { id: company, type: "contact", isFrom: true };
    const page = { before: LAST, limit: 1 };
    expect(await listAssociated(store.db, scope, side, { page, names: ["email", "name"] })).toEqual(
      [{ id: contact, properties: { email: "a@b.example" } }],
    );
  });

  test("are counted from either side, no further than the limit", async () => {
    const { company, contacts, deals } = await addCompany(4, 3);
    const count = (id: number, type: string, isFrom: boolean, limit: number) =>
      countAssociated(store.db, scope, { id, type, isFrom }, limit);
    expect(await count(company, "contact", true, 9)).toBe(4);
    expect(await count(company, "contact", true, 4)).toBe(4);
    expect(await count(company, "contact", true, 3)).toBe(3);
    expect(await count(company, "deal", false, 9)).toBe(3);
    expect(await count(company, "deal", false, 2)).toBe(2);
    expect(await count(contacts[0] as number, "company", false, 9)).toBe(1);
    expect(await count(deals[0] as number, "company", true, 9)).toBe(1);
    expect(await count(company, "ticket", false, 9)).toBe(0);
  });

  test("are deleted whichever record is named first, and only once", async () => {
    const { company, contacts } = await addCompany(3, 0);
    const [first = 0, second = 0, third] = contacts;
    const remove = (one: number, other: number) =>
      store.db.transaction((tx) => deleteAssociation.all(tx, scope, { one, other }));
    const exists = async (from: number) =>
      (await findTypes(store.db, scope, { from, to: company }, ["company"])).has("company");
    expect([await exists(first), await exists(second)]).toEqual([true, true]);
    expect(await remove(first, company)).toEqual([
      { from_id: first, from_type: "contact", to_type: "company" },
    ]);
    expect(await remove(company, second)).toHaveLength(1);
    expect(await remove(company, second)).toEqual([]);
    expect([await exists(first), await exists(second)]).toEqual([false, false]);
    expect(await find(company, "contact", "before")).toEqual([third]);
  });
});
