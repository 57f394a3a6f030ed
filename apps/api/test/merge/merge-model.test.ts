import { amount, DIALECTS } from "@rapport/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import { type MergeApi, mergeApi } from "../support/merge.ts";

const RUNS = amount("requests", 12);
const NAMES = ["firstname", "lastname", "city", "jobtitle", "notes"];
const WORDS = ["ada", "bath", "clerk", "dove"];

const contact = fc.record({
  values: fc.dictionary(
    fc.constantFrom(...NAMES),
    fc.constantFrom(...WORDS, "Ada Dove", "bath clerk"),
  ),
  phone: fc.option(fc.constantFrom("+44 20 7000 2999", "+49 30 1234"), { nil: undefined }),
  tags: fc.uniqueArray(fc.constantFrom("x", "y", "z"), { maxLength: 2 }),
  companies: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
  deals: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
});

/** Merges in the order in which they are made: the primary record's place and the others' places. */
const merges = fc.array(
  fc.record({
    primary: fc.nat(4),
    others: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 3 },
);

describe.each(DIALECTS)("random merges on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test("leave values, associations and search results as before when they are undone", async () => {
    const contacts = fc.array(contact, { minLength: 5, maxLength: 5 });
    await fc.assert(fc.asyncProperty(contacts, merges, isUndone), { numRuns: RUNS });
  }, 300_000);

  async function isUndone(
    contacts: readonly (typeof contact extends fc.Arbitrary<infer T> ? T : never)[],
    wanted: readonly { primary: number; others: readonly number[] }[],
  ): Promise<void> {
    const api = mergeApi(app, await app.caller());
    const made = async (plural: string, values: object) =>
      (await api.make(plural, { ...values })).id;
    const companies: number[] = [];
    const deals: number[] = [];
    for (const name of ["c", "d", "e"]) {
      companies.push(await made("companies", { name }));
      deals.push(await made("deals", { name, amount: 1, currency: "EUR" }));
    }
    const ids: number[] = [];
    for (const [i, { values, phone, tags, ...places }] of contacts.entries()) {
      const given = { email: `${i}@x.test`, ...values, ...(phone && { phone }) };
      const to = {
        company: places.companies.map((place) => companies[place] as number),
        deal: places.deals.map((place) => deals[place] as number),
      };
      ids.push(await api.contact(tags.length === 0 ? given : { ...given, tags }, to));
    }
    const before = await stateOf(api, ids);
    const done: [primary: number, other: number][] = [];
    for (const { primary, others } of wanted) {
      const mergeIds = others.filter((one) => one !== primary).map((one) => ids[one] as number);
      if (mergeIds.length === 0) continue;
      const into = ids[primary] as number;
      const { status } = await api.merge("contacts", into, ...mergeIds);
      // A merge of a record that is merged already is refused and changes nothing.
      if (status === 200) done.push(...mergeIds.map((id) => [into, id] as [number, number]));
    }
    for (const [primary, other] of done.toReversed()) {
      const answer = await api.unmerge("contacts", primary, other);
      expect([answer.status, answer.body.data.kept]).toEqual([200, []]);
    }
    expect(await stateOf(api, ids)).toEqual(before);
  }

  async function stateOf(api: MergeApi, ids: readonly number[]) {
    const records = [];
    for (const id of ids) {
      const path = `/api/crm/objects/contacts/${id}?associations=company,deal`;
      const { properties, associations } = (await api.get(path)).body.data;
      records.push([id, properties, associations]);
    }
    const found = [];
    for (const query of WORDS) {
      const { body } = await api.post("/api/crm/objects/contacts/search", { query });
      found.push(body.data.results.map(({ id }: { id: number }) => id));
    }
    for (const value of WORDS) {
      const filters = [{ internal_name: "lastname", operator: "EQ", value }];
      const filterGroups = [{ filters }];
      const { body } = await api.post("/api/crm/objects/contacts/search", { filterGroups });
      found.push(body.data.results.map(({ id }: { id: number }) => id));
    }
    return { records, found };
  }
});
