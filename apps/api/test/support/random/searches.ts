import { builtInType } from "@rapport/core";
import fc from "fast-check";
import { someRecord } from "./references.ts";
import { anything, propertiesOf, someName, someValue } from "./values.ts";

const SORTABLE: Readonly<Partial<Record<string, readonly string[]>>> = {
  contact: ["code", "score", "tier", "firstname", "lead_status", "phone", "marks"],
  company: ["due", "seen", "open", "domain", "grades"],
  deal: ["amount", "closeDate", "number", "stage", "spare"],
};
const WORDS = [
  "ada",
  "A",
  "bath ro",
  "éc",
  "strasse",
  "straße",
  "東京",
  "σας",
  "2999",
  "*",
  "x",
  "",
];

/** Returns the groups of filters of searches. */
function filterGroupsOf(type: string): fc.Arbitrary<readonly object[]> {
  const filters = fc.array(filterOf(type), { minLength: 1, maxLength: 3 });
  return fc.array(fc.record({ filters }), { maxLength: 3 });
}

/** Returns bodies of searches. */
export function searchOf(type: string): fc.Arbitrary<object> {
  const sortable = fc.constantFrom(
    ...["id", "createdAt", "updatedAt", builtInType(type).examples.key],
    ...(SORTABLE[type] ?? []),
  );
  const sort = fc.record(
    { internal_name: sortable, direction: fc.constantFrom("ASCENDING", "DESCENDING") },
    { requiredKeys: ["internal_name"] },
  );
  return fc.record(
    {
      filterGroups: filterGroupsOf(type),
      query: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...WORDS) },
        { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 6 }) },
      ),
      sorts: fc.tuple(sort),
      properties: fc.array(someName(type), { maxLength: 3 }),
      associations: fc.constantFrom(["ticket"], ["lead", "note"], ["task"]),
      limit: fc.constantFrom(1, 2, 3, 7, 50, 200, 200),
      total: fc.boolean(),
    },
    { requiredKeys: [] },
  );
}

function filterOf(type: string): fc.Arbitrary<object> {
  const moment = { internal_name: "createdAt", type: "datetime" };
  const named = fc.constantFrom(...propertiesOf(type), moment).chain((property) => {
    const internal_name = fc.constant(property.internal_name);
    return comparison(internal_name, someValue(property), property.type);
  });
  const id = comparison(fc.constant("id"), someRecord(type));
  const others = fc.constantFrom("company", "contact", "deal", "ticket") as fc.Arbitrary<string>;
  const associated = others.chain((other) =>
    comparison(fc.constant(`associations.${other}`), someRecord(other)),
  );
  return fc.oneof(
    { weight: 40, arbitrary: named },
    { weight: 4, arbitrary: id },
    { weight: 8, arbitrary: associated },
    { weight: 1, arbitrary: comparison(someName(type), anything) },
  );
}

function comparison(
  internal_name: fc.Arbitrary<string>,
  value: fc.Arbitrary<unknown>,
  type = "id",
): fc.Arbitrary<object> {
  const of = (operators: readonly string[], operands: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ internal_name, operator: fc.constantFrom(...operators), ...operands });
  const word = fc.constantFrom("ada", "b*", "ÉCLAIR", "straße", "long", "東", "x*", "2999");
  const kinds: fc.Arbitrary<object>[] = [
    of(["EQ", "NEQ"], { value }),
    of(["IN", "NOT_IN"], { values: fc.array(value, { minLength: 1, maxLength: 4 }) }),
    of(["HAS_PROPERTY", "NOT_HAS_PROPERTY"], {}),
  ];
  if (/string|text|email|phone|url/.test(type)) {
    kinds.push(of(["CONTAINS_TOKEN", "NOT_CONTAINS_TOKEN"], { value: word }));
  }
  if (!/boolean|id/.test(type)) {
    kinds.push(of(["LT", "LTE", "GT", "GTE"], { value }));
    kinds.push(of(["BETWEEN"], { value, highValue: value }));
  }
  return fc.oneof(...kinds);
}
