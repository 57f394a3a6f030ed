import { saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { createIn, type Filter, searchAll, where } from "../support/search.ts";

/** Values of one property, by the name of the company that has them. */
const VALUES = {
  string: { ada: "Ada", lower: "ada", long: "Ada Lovelace", umlaut: "Ärger", none: null },
  text: { ada: "Ada Lovelace", grace: "Grace\nHopper", none: null },
  number: {
    minus: "-12.50",
    cents: "0.99",
    one: "1",
    again: "1.00",
    big: "9".repeat(30),
    none: null,
  },
  boolean: { yes: true, no: false, none: null },
  date: { early: "0099-12-31", new: "2026-02-28", leap: "2028-02-29", none: null },
  datetime: {
    utc: "2026-01-01T12:00:00Z",
    same: "2026-01-01T14:00:00+02:00",
    later: "2026-01-01T12:00:00.001Z",
    none: null,
  },
  email: { ada: "Ada@Example.com", bob: "bob@example.org", none: null },
  phone: { ada: "+44 20 7000 1234", bob: "070 111", none: null },
  url: { ada: "https://Example.com/a", bob: "example.org", none: null },
  enumeration: { high: "high", low: "low", none: null },
} as const;

type Type = keyof typeof VALUES;

/** Operator, operands, and the names that it finds. */
type Case = readonly [
  operator: string,
  operands: Omit<Filter, "internal_name" | "operator">,
  names: readonly string[],
];

const CASES: Readonly<Record<Type, readonly Case[]>> = {
  string: [
    ["EQ", { value: "ADA" }, ["ada", "lower"]],
    ["EQ", { value: "a\u0308rger" }, ["umlaut"]],
    ["NEQ", { value: "ada" }, ["long", "umlaut", "none"]],
    ["LT", { value: "ada l" }, ["ada", "lower"]],
    ["LTE", { value: "ADA LOVELACE" }, ["ada", "lower", "long"]],
    ["GT", { value: "ada" }, ["long", "umlaut"]],
    ["GTE", { value: "ada" }, ["ada", "lower", "long", "umlaut"]],
    ["BETWEEN", { value: "ADA", highValue: "adb" }, ["ada", "lower", "long"]],
    ["BETWEEN", { value: "b", highValue: "a" }, []],
    ["IN", { values: ["ÄRGER", "ada", "x"] }, ["ada", "lower", "umlaut"]],
    ["NOT_IN", { values: ["Ärger", "ada"] }, ["long", "none"]],
    ["HAS_PROPERTY", {}, ["ada", "lower", "long", "umlaut"]],
    ["NOT_HAS_PROPERTY", {}, ["none"]],
    ["CONTAINS_TOKEN", { value: "lovelace" }, ["long"]],
    ["CONTAINS_TOKEN", { value: "love*" }, ["long"]],
    ["CONTAINS_TOKEN", { value: "love" }, []],
    ["CONTAINS_TOKEN", { value: "arger" }, ["umlaut"]],
    ["NOT_CONTAINS_TOKEN", { value: "ada" }, ["umlaut", "none"]],
    ["EQ", { value: "ada*" }, []],
    ["EQ", { value: ".*" }, []],
    ["EQ", { value: "%" }, []],
  ],
  text: [
    ["EQ", { value: "ada lovelace" }, ["ada"]],
    ["NEQ", { value: "ada lovelace" }, ["grace", "none"]],
    ["CONTAINS_TOKEN", { value: "hopper" }, ["grace"]],
    ["NOT_CONTAINS_TOKEN", { value: "hop*" }, ["ada", "none"]],
    ["GT", { value: "b" }, ["grace"]],
    ["HAS_PROPERTY", {}, ["ada", "grace"]],
  ],
  number: [
    ["EQ", { value: 1 }, ["one", "again"]],
    ["EQ", { value: "1.000" }, ["one", "again"]],
    ["EQ", { value: -12.5 }, ["minus"]],
    ["NEQ", { value: "1" }, ["minus", "cents", "big", "none"]],
    ["LT", { value: "0.99" }, ["minus"]],
    ["LTE", { value: 0.99 }, ["minus", "cents"]],
    ["GT", { value: 1 }, ["big"]],
    ["GTE", { value: "1" }, ["one", "again", "big"]],
    ["BETWEEN", { value: "-12.5", highValue: 1 }, ["minus", "cents", "one", "again"]],
    ["IN", { values: ["1.0", "-12.500"] }, ["minus", "one", "again"]],
    ["NOT_IN", { values: [1, "0.99"] }, ["minus", "big", "none"]],
    ["HAS_PROPERTY", {}, ["minus", "cents", "one", "again", "big"]],
    ["NOT_HAS_PROPERTY", {}, ["none"]],
  ],
  boolean: [
    ["EQ", { value: true }, ["yes"]],
    ["EQ", { value: "false" }, ["no"]],
    ["NEQ", { value: true }, ["no", "none"]],
    ["IN", { values: [true, false] }, ["yes", "no"]],
    ["NOT_IN", { values: [false] }, ["yes", "none"]],
    ["HAS_PROPERTY", {}, ["yes", "no"]],
    ["NOT_HAS_PROPERTY", {}, ["none"]],
  ],
  date: [
    ["EQ", { value: "2028-02-29" }, ["leap"]],
    ["NEQ", { value: "2028-02-29" }, ["early", "new", "none"]],
    ["LT", { value: "2026-02-28" }, ["early"]],
    ["LTE", { value: "2026-02-28" }, ["early", "new"]],
    ["GT", { value: "2026-02-28" }, ["leap"]],
    ["GTE", { value: "2026-02-28" }, ["new", "leap"]],
    ["BETWEEN", { value: "0001-01-01", highValue: "2026-12-31" }, ["early", "new"]],
    ["IN", { values: ["0099-12-31", "2028-02-29"] }, ["early", "leap"]],
    ["NOT_IN", { values: ["0099-12-31"] }, ["new", "leap", "none"]],
    ["NOT_HAS_PROPERTY", {}, ["none"]],
  ],
  datetime: [
    ["EQ", { value: "2026-01-01T13:00:00+01:00" }, ["utc", "same"]],
    ["NEQ", { value: "2026-01-01T12:00:00Z" }, ["later", "none"]],
    ["LT", { value: "2026-01-01T12:00:00.001Z" }, ["utc", "same"]],
    ["LTE", { value: "2026-01-01T12:00:00.001Z" }, ["utc", "same", "later"]],
    ["GT", { value: "2026-01-01T12:00:00Z" }, ["later"]],
    ["GTE", { value: "2026-01-01" }, ["utc", "same", "later"]],
    ["BETWEEN", { value: "2026-01-01", highValue: "2026-01-01T12:00:00Z" }, ["utc", "same"]],
    ["IN", { values: ["2026-01-01T12:00:00.001Z"] }, ["later"]],
    ["NOT_IN", { values: ["2026-01-01T12:00:00.001Z"] }, ["utc", "same", "none"]],
    ["HAS_PROPERTY", {}, ["utc", "same", "later"]],
  ],
  email: [
    ["EQ", { value: "ada@example.COM" }, ["ada"]],
    ["CONTAINS_TOKEN", { value: "example" }, ["ada", "bob"]],
    ["CONTAINS_TOKEN", { value: "bob@example.org" }, ["bob"]],
    ["NOT_HAS_PROPERTY", {}, ["none"]],
  ],
  phone: [
    ["EQ", { value: "+44 20 7000 1234" }, ["ada"]],
    ["CONTAINS_TOKEN", { value: "442070001234" }, ["ada"]],
    ["CONTAINS_TOKEN", { value: "4420*" }, ["ada"]],
    ["NEQ", { value: "070 111" }, ["ada", "none"]],
  ],
  url: [
    ["EQ", { value: "HTTPS://example.com/A" }, ["ada"]],
    ["CONTAINS_TOKEN", { value: "org" }, ["bob"]],
    ["IN", { values: ["example.org"] }, ["bob"]],
  ],
  enumeration: [
    ["EQ", { value: "HIGH" }, ["high"]],
    ["EQ", { value: "nonsense" }, []],
    ["NEQ", { value: "high" }, ["low", "none"]],
    ["IN", { values: ["low", "high"] }, ["high", "low"]],
    ["CONTAINS_TOKEN", { value: "hi*" }, ["high"]],
    ["NOT_HAS_PROPERTY", {}, ["none"]],
  ],
};

describe.each(DIALECTS)("the operators of a search on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  /** Ids of the companies that have one type's values, by type and name. */
  const ids: Record<string, Record<string, number>> = {};
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    for (const [type, values] of Object.entries(VALUES) as [Type, Record<string, unknown>][]) {
      for (const indexed of [true, false]) await define(nameOf(type, indexed), type, { indexed });
      ids[type] = {};
      for (const [name, value] of Object.entries(values)) {
        ids[type][name] = await create(type, value);
      }
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const nameOf = (type: string, indexed: boolean) => `${type}_${indexed ? "indexed" : "plain"}`;
  const define = (name: string, type: Type, more: { indexed?: boolean; multi?: boolean }) =>
    saveProperty(app.deps, caller.projectId, "company", { name, label: name, type, ...more });

  /** Creates a company of a group, so that the others do not meet negations. */
  function create(type: Type, value: unknown, projectCaller = caller) {
    const given =
      value === null ? {} : { [nameOf(type, true)]: value, [nameOf(type, false)]: value };
    return createIn(app, projectCaller, "companies", {
      properties: { name: "x", industry: type, ...given },
    });
  }

  const cases = Object.entries(CASES).flatMap(([type, list]) =>
    list.map((one) => [type as Type, ...one] as const),
  );

  test.each(cases)(
    "%s %s %j finds %j, with an index and without",
    async (type, operator, operands, names) => {
      const own = { internal_name: "industry", operator: "EQ", value: type };
      const expected = names.map((name) => ids[type]?.[name]);
      for (const indexed of [true, false]) {
        const filter = { internal_name: nameOf(type, indexed), operator, ...operands };
        expect(await searchAll(app, caller, "companies", where(own, filter))).toEqual(expected);
        for (const direction of ["ASCENDING", "DESCENDING"]) {
          const sorts = [{ internal_name: "name", direction }];
          const found = await searchAll(app, caller, "companies", {
            ...where(filter, own),
            sorts,
            limit: 2,
          });
          expect(found).toEqual(direction === "ASCENDING" ? expected : expected.toReversed());
        }
      }
    },
  );

  test("finds a multi-value property by any of its values, and negations by all", async () => {
    await define("colours", "string", { indexed: true, multi: true });
    await define("sizes", "number", { multi: true });
    const red = await createIn(app, caller, "companies", {
      properties: {
        name: "m",
        colours: ["Red", "Blue"],
        sizes: [1, 5],
      },
    });
    const blue = await createIn(app, caller, "companies", {
      properties: {
        name: "m",
        colours: ["blue"],
        sizes: [9],
      },
    });
    const none = await createIn(app, caller, "companies", { properties: { name: "m" } });
    const find = (internal_name: string, operator: string, operands: object) =>
      searchAll(
        app,
        caller,
        "companies",
        where(
          { internal_name: "name", operator: "EQ", value: "m" },
          { internal_name, operator, ...operands },
        ),
      );
    expect(await find("colours", "EQ", { value: "red" })).toEqual([red]);
    expect(await find("colours", "IN", { values: ["RED", "BLUE"] })).toEqual([red, blue]);
    expect(await find("colours", "NEQ", { value: "red" })).toEqual([blue, none]);
    expect(await find("colours", "NOT_IN", { values: ["blue"] })).toEqual([none]);
    expect(await find("colours", "CONTAINS_TOKEN", { value: "bl*" })).toEqual([red, blue]);
    expect(await find("colours", "NOT_CONTAINS_TOKEN", { value: "red" })).toEqual([blue, none]);
    expect(await find("colours", "HAS_PROPERTY", {})).toEqual([red, blue]);
    expect(await find("sizes", "GT", { value: 4 })).toEqual([red, blue]);
    expect(await find("sizes", "BETWEEN", { value: 2, highValue: 4 })).toEqual([]);
    expect(await find("sizes", "LT", { value: 2 })).toEqual([red]);
    expect(await find("sizes", "NOT_HAS_PROPERTY", {})).toEqual([none]);
  });

  test("compares texts that are longer than their index keys", async () => {
    const texts = [199, 200, 201, 400].flatMap((length) =>
      ["x", "y", "ä", "語", "😀"].map((last) => `${"q".repeat(length - 1)}${last}`),
    );
    const made: [string, number][] = [];
    for (const text of texts) {
      made.push([
        text,
        await createIn(app, caller, "companies", { properties: { name: "long", domain: text } }),
      ]);
    }
    const find = (operator: string, value: string) =>
      searchAll(
        app,
        caller,
        "companies",
        where(
          { internal_name: "domain", operator, value },
          { internal_name: "name", operator: "EQ", value: "long" },
        ),
      );
    const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
    for (const text of texts) {
      const idsWhere = (test: (difference: number) => boolean) =>
        made.filter(([other]) => test(compare(other, text))).map(([, id]) => id);
      expect(await find("EQ", text.toUpperCase())).toEqual(
        idsWhere((difference) => difference === 0),
      );
      expect(await find("LT", text)).toEqual(idsWhere((difference) => difference < 0));
      expect(await find("GT", text)).toEqual(idsWhere((difference) => difference > 0));
      expect(await find("GTE", text)).toEqual(idsWhere((difference) => difference >= 0));
      expect(await find("LTE", text)).toEqual(idsWhere((difference) => difference <= 0));
    }
  });
});
