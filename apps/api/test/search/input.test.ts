import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { createIn, search, searchAll, where } from "../support/search.ts";

const F = "filterGroups.0.filters.0";

const filter = (internal_name: unknown, operator: unknown, operands: object = {}) => ({
  filterGroups: [{ filters: [{ internal_name, operator, ...operands }] }],
});
const eq = (name: string) => filter(name, "EQ", { value: "x" });
const many = (count: number) =>
  Array.from({ length: count }, () => ({ internal_name: "name", operator: "HAS_PROPERTY" }));

/** Name, body, and the path and code of each issue. */
const REFUSED: readonly (readonly [string, object, ...(readonly [string, string])[]])[] = [
  ["an unknown member", { foo: 1 }, ["foo", "unrecognized_key"]],
  [
    "an unknown member of a group",
    { filterGroups: [{ filters: [], x: 1 }] },
    ["filterGroups.0.filters", "too_few"],
    ["filterGroups.0.x", "unrecognized_key"],
  ],
  [
    "an unknown member of a filter",
    filter("name", "HAS_PROPERTY", { x: 1 }),
    [`${F}.x`, "unrecognized_key"],
  ],
  [
    "an unknown member of a sort",
    { sorts: [{ internal_name: "id", by: 1 }] },
    ["sorts.0.by", "unrecognized_key"],
  ],
  ["groups that are no list", { filterGroups: {} }, ["filterGroups", "invalid_type"]],
  ["a group without filters", { filterGroups: [{}] }, ["filterGroups.0.filters", "required"]],
  ["an empty group", { filterGroups: [{ filters: [] }] }, ["filterGroups.0.filters", "too_few"]],
  [
    "11 groups",
    { filterGroups: Array.from({ length: 11 }, () => ({ filters: many(1) })) },
    ["filterGroups", "too_many"],
  ],
  [
    "51 filters",
    { filterGroups: [{ filters: many(26) }, { filters: many(25) }] },
    ["filterGroups", "too_many_filters"],
  ],
  [
    "201 values",
    {
      filterGroups: [
        {
          filters: [1, 2].map((n) => ({
            internal_name: "name",
            operator: "IN",
            values: Array(n === 1 ? 200 : 1).fill("x"),
          })),
        },
      ],
    },
    ["filterGroups", "too_many_values"],
  ],
  [
    "two sorts",
    { sorts: [{ internal_name: "id" }, { internal_name: "name" }] },
    ["sorts", "too_many"],
  ],
  ["a limit of 0", { limit: 0 }, ["limit", "out_of_range"]],
  ["a limit of 201", { limit: 201 }, ["limit", "out_of_range"]],
  ["a limit as text", { limit: "50" }, ["limit", "invalid_type"]],
  ["a total that is no boolean", { total: 1 }, ["total", "invalid_type"]],
  ["a query that is no text", { query: 5 }, ["query", "invalid_type"]],
  ["a query of 1,001 characters", { query: "a".repeat(1_001) }, ["query", "too_long"]],
  [
    "a query of 33 words",
    { query: Array.from({ length: 33 }, (_, i) => `w${i}`).join(" ") },
    ["query", "query_too_long"],
  ],
  ["a query of 10,000 words", { query: "word ".repeat(10_000) }, ["query", "too_long"]],
  ["an unknown property", eq("naem"), [`${F}.internal_name`, "property_unknown"]],
  ["a property of another type", eq("amount"), [`${F}.internal_name`, "property_unknown"]],
  ["the name __proto__", eq("__proto__"), [`${F}.internal_name`, "property_unknown"]],
  ["the name constructor", eq("constructor"), [`${F}.internal_name`, "property_unknown"]],
  ["a name with NUL", eq("na\u0000me"), [`${F}.internal_name`, "property_unknown"]],
  ["a name with half a surrogate pair", eq("\ud800"), [`${F}.internal_name`, "property_unknown"]],
  ["the forbidden name cin", eq("cin"), [`${F}.internal_name`, "property_forbidden"]],
  ["the forbidden name created_at", eq("created_at"), [`${F}.internal_name`, "property_forbidden"]],
  ["the forbidden name project_id", eq("project_id"), [`${F}.internal_name`, "property_forbidden"]],
  ["an empty name", eq(""), [`${F}.internal_name`, "too_short"]],
  ["a name that is no text", filter(5, "EQ", { value: 1 }), [`${F}.internal_name`, "invalid_type"]],
  [
    "an unknown operator",
    filter("name", "LIKE", { value: "x" }),
    [`${F}.operator`, "value_not_allowed"],
  ],
  [
    "an operator in lower case",
    filter("name", "eq", { value: "x" }),
    [`${F}.operator`, "value_not_allowed"],
  ],
  [
    "the admin app's operator",
    filter("name", "STARTS_WITH", { value: "x" }),
    [`${F}.operator`, "value_not_allowed"],
  ],
  [
    "an unknown property with an unknown operator",
    filter("naem", "LIKE", { value: "x" }),
    [`${F}.internal_name`, "property_unknown"],
    [`${F}.operator`, "value_not_allowed"],
  ],
  [
    "a forbidden property with a malformed value",
    filter("cin", "EQ", { value: {} }),
    [`${F}.internal_name`, "property_forbidden"],
    [`${F}.value`, "invalid_type"],
  ],
  [
    "malformed and invalid values in one filter",
    filter("employees", "IN", { values: [null, "x"] }),
    [`${F}.values.0`, "invalid_type"],
    [`${F}.values.1`, "value_invalid"],
  ],
  [
    "an invalid value where another is missing",
    filter("employees", "BETWEEN", { value: "x" }),
    [`${F}.highValue`, "value_missing"],
    [`${F}.value`, "value_invalid"],
  ],
  [
    "an operator that associations do not take, with an id that is no number",
    filter("associations.contact", "GT", { value: "x" }),
    [`${F}.operator`, "operator_invalid"],
    [`${F}.value`, "value_invalid"],
  ],
  ["no value", filter("name", "EQ"), [`${F}.value`, "value_missing"]],
  ["the value null", filter("name", "EQ", { value: null }), [`${F}.value`, "value_missing"]],
  ["an empty value", filter("name", "EQ", { value: "" }), [`${F}.value`, "value_missing"]],
  ["a list as value", filter("name", "EQ", { value: ["x"] }), [`${F}.value`, "invalid_type"]],
  ["an object as value", filter("name", "EQ", { value: { a: 1 } }), [`${F}.value`, "invalid_type"]],
  [
    "values beside EQ",
    filter("name", "EQ", { value: "x", values: ["x"] }),
    [`${F}.values`, "member_not_allowed"],
  ],
  [
    "a value beside IN",
    filter("name", "IN", { value: "x" }),
    [`${F}.value`, "member_not_allowed"],
    [`${F}.values`, "value_missing"],
  ],
  ["no values", filter("name", "IN", { values: [] }), [`${F}.values`, "too_few"]],
  [
    "null among values",
    filter("name", "IN", { values: ["x", null] }),
    [`${F}.values.1`, "invalid_type"],
  ],
  [
    "BETWEEN without highValue",
    filter("name", "BETWEEN", { value: "a" }),
    [`${F}.highValue`, "value_missing"],
  ],
  [
    "a value beside HAS_PROPERTY",
    filter("name", "HAS_PROPERTY", { value: "x" }),
    [`${F}.value`, "member_not_allowed"],
  ],
  ["a value with NUL", filter("name", "EQ", { value: "a\u0000" }), [`${F}.value`, "value_invalid"]],
  [
    "a value with half a surrogate pair",
    filter("name", "GT", { value: "a\udc00" }),
    [`${F}.value`, "value_invalid"],
  ],
  [
    "a word for a number",
    filter("employees", "GT", { value: "many" }),
    [`${F}.value`, "value_invalid"],
  ],
  [
    "a number out of range",
    filter("employees", "IN", { values: ["1", "1e400"] }),
    [`${F}.values.1`, "value_invalid"],
  ],
  [
    "true for a number",
    filter("employees", "EQ", { value: true }),
    [`${F}.value`, "value_invalid"],
  ],
  [
    "a token of a number",
    filter("employees", "CONTAINS_TOKEN", { value: "1" }),
    [`${F}.operator`, "operator_invalid"],
  ],
  [
    "a token without a word",
    filter("name", "CONTAINS_TOKEN", { value: "*" }),
    [`${F}.value`, "value_invalid"],
  ],
  [
    "a moment without a zone",
    filter("createdAt", "GT", { value: "2026-01-01T00:00:00" }),
    [`${F}.value`, "value_invalid"],
  ],
  [
    "a word for a moment",
    filter("updatedAt", "LT", { value: "soon" }),
    [`${F}.value`, "value_invalid"],
  ],
  ["a word for an id", filter("id", "EQ", { value: "x" }), [`${F}.value`, "value_invalid"]],
  ["a fraction for an id", filter("id", "EQ", { value: 1.5 }), [`${F}.value`, "value_invalid"]],
  [
    "a token of an id",
    filter("id", "CONTAINS_TOKEN", { value: "1" }),
    [`${F}.operator`, "operator_invalid"],
  ],
  [
    "associations of an unknown type",
    filter("associations.planet", "HAS_PROPERTY"),
    [`${F}.internal_name`, "object_type_unknown"],
  ],
  [
    "associations of __proto__",
    filter("associations.__proto__", "HAS_PROPERTY"),
    [`${F}.internal_name`, "object_type_unknown"],
  ],
  [
    "associations of an unknown label",
    filter("associations.company", "HAS_PROPERTY", { type: "x" }),
    [`${F}.type`, "association_label_unknown"],
  ],
  [
    "an order of associations",
    filter("associations.deal", "GT", { value: 1 }),
    [`${F}.operator`, "operator_invalid"],
  ],
  [
    "an association id that is no number",
    filter("associations.deal", "EQ", { value: "x" }),
    [`${F}.value`, "value_invalid"],
  ],
  [
    "a sort by an unknown property",
    { sorts: [{ internal_name: "naem" }] },
    ["sorts.0.internal_name", "property_unknown"],
  ],
  [
    "a sort by a property without an index",
    { sorts: [{ internal_name: "city" }] },
    ["sorts.0.internal_name", "property_not_indexed"],
  ],
  [
    "a sort by a property with several values",
    { sorts: [{ internal_name: "tags" }] },
    ["sorts.0.internal_name", "property_multi_value"],
  ],
  [
    "a sort by associations",
    { sorts: [{ internal_name: "associations.deal" }] },
    ["sorts.0.internal_name", "property_unknown"],
  ],
  [
    "a sort in an unknown direction",
    { sorts: [{ internal_name: "id", direction: "asc" }] },
    ["sorts.0.direction", "value_not_allowed"],
  ],
  [
    "unknown properties",
    { properties: ["name", "naem", "cin"] },
    ["properties.1", "property_unknown"],
    ["properties.2", "property_forbidden"],
  ],
  ["properties in one text", { properties: "name" }, ["properties", "invalid_type"]],
  ["201 properties", { properties: Array(201).fill("name") }, ["properties", "too_many"]],
  [
    "an unknown association",
    { associations: ["deal", "planet"] },
    ["associations.1", "object_type_unknown"],
  ],
  ["a wrong cursor", { cursor: "x" }, ["cursor", "cursor_invalid"]],
  [
    "several faults at once",
    {
      ...filter("employees", "GT", { value: "x" }),
      limit: 0,
      sorts: [{ internal_name: "cin" }],
      properties: ["x"],
      cursor: "x",
      foo: 1,
    },
    ["cursor", "cursor_invalid"],
    [`${F}.value`, "value_invalid"],
    ["foo", "unrecognized_key"],
    ["limit", "out_of_range"],
    ["properties.0", "property_unknown"],
    ["sorts.0.internal_name", "property_forbidden"],
  ],
];

describe.each(DIALECTS)("the input of a search on %s", (dialect) => {
  // Refused by the form of the request, before a statement.
  const onSqlite = test.runIf(dialect === "sqlite");
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  onSqlite.each(REFUSED.map(([name, json, ...issues]) => ({ name, json, issues })))(
    "returns 400 for $name",
    async ({ json, issues }) => {
      const { status, body } = await search(app, caller, "companies", json);
      const found = (body.issues ?? []).map(({ path, code }: Record<string, string>) => [
        path,
        code,
      ]);
      expect([status, found.toSorted()]).toEqual([400, issues.toSorted()]);
      for (const { message } of body.issues) {
        expect(message).toMatch(/[.?]$|Example: .+$/);
        expect(message).not.toMatch(/expected|>=|<=|Invalid/);
      }
    },
  );

  onSqlite(
    "names the operators and sorts that are allowed, and the name that is meant",
    async () => {
      const issueOf = async (plural: string, json: object) =>
        (await search(app, caller, plural, json)).body.issues[0];
      const token = await issueOf("deals", filter("amount", "CONTAINS_TOKEN", { value: "1" }));
      expect(token.allowed).toEqual(expect.arrayContaining(["EQ", "BETWEEN", "HAS_PROPERTY"]));
      expect(token.allowed).not.toContain("CONTAINS_TOKEN");
      const sorts = (internal_name: string) => ({ sorts: [{ internal_name }] });
      for (const name of ["description", "tags", "probability"]) {
        const { message, allowed } = await issueOf("deals", sorts(name));
        expect(allowed).toEqual(
          expect.arrayContaining(["id", "createdAt", "updatedAt", "closeDate"]),
        );
        expect([name, message.includes("An admin can index it")]).toEqual([
          name,
          name === "description",
        ]);
      }
      for (const json of [
        sorts("created_at"),
        filter("created_at", "GT", { value: "2026-01-01" }),
      ]) {
        expect((await issueOf("deals", json)).suggestion).toBe("createdAt");
      }
    },
  );

  onSqlite("says which characters a query cannot have", async () => {
    for (const query of ["a\u0000", "a\ud800"]) {
      const { status, body } = await search(app, caller, "companies", { query });
      expect([status, body.issues[0]?.message]).toEqual([
        400,
        'This must not contain U+0000 or half a surrogate pair. Example: "ada love"',
      ]);
    }
  });

  onSqlite("returns 400 for a member __proto__ at any depth", async () => {
    const bodies = [
      ['{"__proto__": {}}', "__proto__"],
      [
        '{"filterGroups": [{"filters": [{"internal_name": "name", "operator": "HAS_PROPERTY", "__proto__": 1}]}]}',
        `${F}.__proto__`,
      ],
    ] as const;
    for (const [body, path] of bodies) {
      const answer = await app.call("POST", "/api/crm/objects/companies/search", {
        token: caller.token,
        body,
        headers: { "content-type": "application/json" },
      });
      expect([answer.status, answer.body.issues[0]?.path]).toEqual([400, path]);
    }
  });

  test("takes the largest search there may be", async () => {
    const id = await createIn(app, caller, "companies", { properties: { name: "Large" } });
    const filters = Array.from({ length: 5 }, (_, i) => ({
      internal_name: "name",
      operator: i === 0 ? "IN" : "NEQ",
      ...(i === 0
        ? { values: Array.from({ length: 16 }, (__, n) => (n === 0 ? "large" : `v${n}`)) }
        : { value: `n${i}` }),
    }));
    const json = { filterGroups: Array.from({ length: 10 }, () => ({ filters })) };
    expect(await searchAll(app, caller, "companies", json)).toEqual([id]);
  });

  test("takes characters of patterns as text", async () => {
    const names = ["100%", "a_b", "[a-z]+", "x' or '1'='1", "\\", "a*"];
    const ids: number[] = [];
    for (const name of names)
      ids.push(await createIn(app, caller, "companies", { properties: { name, domain: name } }));
    for (const [i, value] of names.entries()) {
      for (const internal_name of ["name", "domain"]) {
        const found = await searchAll(
          app,
          caller,
          "companies",
          where({ internal_name, operator: "EQ", value }),
        );
        expect(found).toEqual([ids[i]]);
      }
    }
  });
});
