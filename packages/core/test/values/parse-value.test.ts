import type { PropertyDefinition, PropertyType } from "@rapport/model";
import { describe, expect, it } from "vitest";
import { parseValue, parseValues } from "../../src/values/parse-value.ts";

function define(type: PropertyType, traits: Partial<PropertyDefinition> = {}): PropertyDefinition {
  const plain = { multi: false, indexed: false, unique: false, readOnly: false, closed: false };
  return { name: "field", label: "Field", type, ...plain, builtIn: false, ...traits };
}

function parse(
  type: PropertyType,
  raw: unknown,
  traits: Partial<PropertyDefinition> = {},
): unknown {
  const parsed = parseValue(define(type, traits), raw);
  return parsed.ok ? parsed.value : parsed.code;
}

const TYPES: readonly PropertyType[] = [
  "string",
  "text",
  "number",
  "boolean",
  "date",
  "datetime",
  "email",
  "phone",
  "url",
  "enumeration",
];

describe.each(TYPES)("any %s", (type) => {
  it.each([[null], [undefined], [""]])("is cleared by %j", (raw) => {
    expect(parse(type, raw)).toBeNull();
  });

  it.each([[{}], [[]], [["a"]], [{ value: "a" }]])("refuses %j", (raw) => {
    expect(parse(type, raw)).toBe("value_not_scalar");
  });

  it("refuses a huge input without repeating it", () => {
    const parsed = parseValue(define(type), `${"\ud800"}${"<".repeat(65_000)}`);
    expect(parsed.ok).toBe(false);
    expect(JSON.stringify(parsed).length).toBeLessThan(400);
  });

  it("ends a fault of the form with an example that it takes", () => {
    for (const multi of [false, true]) {
      const definition = define(type, { multi });
      const raw = [{}, ["a"], "a\0b", Number.POSITIVE_INFINITY, "\u200b", "?!", Number.MAX_VALUE];
      const faults = raw.map((one) => parseValue(definition, one)).filter(({ ok }) => !ok);
      faults.push(parseValues(define(type, { multi: true }), [""]));
      expect(faults.length).toBeGreaterThan(3);
      for (const fault of faults) {
        const [, example = ""] =
          /Example: (.+)$/.exec("message" in fault ? fault.message : "") ?? [];
        expect(parseValue(definition, JSON.parse(example))).toMatchObject({ ok: true });
      }
    }
  });

  it.each(["a\0b", "a\ud800b", "\udc00"])("refuses %j", (raw) => {
    expect(parse(type, raw)).toBe("value_invalid");
  });
});

describe("a string", () => {
  it.each([
    ["Ada", "Ada"],
    [" two\nlines ", " two\nlines "],
    ["😀", "😀"],
    [2139, "2139"],
    [-0, "0"],
    [1e-7, "0.0000001"],
    [true, "true"],
    ["__proto__", "__proto__"],
  ])("keeps %j as %j", (raw, stored) => {
    expect(parse("string", raw)).toBe(stored);
  });

  it("accepts at most 65,536 characters of any width", () => {
    expect(parse("text", "x".repeat(65_536))).toHaveLength(65_536);
    expect(parse("text", "😀".repeat(65_536))).toHaveLength(131_072);
    expect(parse("text", "x".repeat(65_537))).toBe("value_too_long");
    expect(parse("text", "😀".repeat(65_537))).toBe("value_too_long");
    expect(parseValue(define("text"), "😀".repeat(65_537))).toMatchObject({
      message: expect.stringContaining("got 65537."),
    });
  });

  it.each([Number.NaN, Infinity, 2 ** 53, 1e300])(
    "refuses the number %j, whose digits may be lost",
    (raw) => {
      expect(parse("string", raw)).toBe("value_invalid");
    },
  );
});

describe("a number", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [1250.5, "1250.5"],
    [-3, "-3"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
    [1e-7, "0.0000001"],
    [-1.25e-9, "-0.00000000125"],
    ["1250.50", "1250.50"],
    ["007", "7"],
    ["00.10", "0.10"],
    ["-0", "0"],
    ["-0.00", "0.00"],
    ["-00.5", "-0.5"],
    ["9".repeat(30), "9".repeat(30)],
    [`0.${"1".repeat(15)}`, `0.${"1".repeat(15)}`],
  ])("keeps %j as %j", (raw, stored) => {
    expect(parse("number", raw)).toBe(stored);
  });

  it.each([
    [Number.NaN],
    [Infinity],
    [-Infinity],
    [Number.MAX_SAFE_INTEGER + 1],
    [-1e21],
    [5e-324],
    [true],
    ["NaN"],
    ["Infinity"],
    ["0x10"],
    ["1e3"],
    ["+1"],
    [".5"],
    ["5."],
    [" 5"],
    ["5\n"],
    ["1,5"],
    ["1_000"],
    ["--1"],
    ["-"],
    ["٣"],
    ["9".repeat(31)],
    [`0.${"1".repeat(16)}`],
    ["0".repeat(60_000)],
  ])("refuses %j", (raw) => {
    expect(parse("number", raw)).toBe("value_invalid");
  });

  it("asks for a string if JSON cannot represent the number", () => {
    expect(parseValue(define("number"), 2 ** 60)).toMatchObject({
      message: expect.stringContaining("Send it as a string"),
    });
  });
});

describe("a boolean", () => {
  it.each([
    [true, true],
    [false, false],
    ["true", true],
    ["false", false],
  ])("accepts %j", (raw, stored) => {
    expect(parse("boolean", raw)).toBe(stored);
  });

  it.each([[0], [1], ["yes"], ["TRUE"], ["1"]])("refuses %j", (raw) => {
    expect(parse("boolean", raw)).toBe("value_invalid");
  });
});

describe("an enumeration", () => {
  const options = [
    { value: "low", label: "Low" },
    { value: "high", label: "High" },
  ];

  it("keeps any value of up to 255 characters while it is open", () => {
    expect(parse("enumeration", "brand new", { options })).toBe("brand new");
    expect(parse("enumeration", 3, { options })).toBe("3");
    expect(parse("enumeration", "x".repeat(255), { options })).toHaveLength(255);
    expect(parse("enumeration", "x".repeat(256), { options })).toBe("value_too_long");
  });

  it("accepts only its options once it is closed, and lists them in the error", () => {
    const closed = define("enumeration", { options, closed: true });
    expect(parseValue(closed, "high")).toEqual({ ok: true, value: "high" });
    expect(parseValue(closed, "High")).toEqual({
      ok: false,
      code: "value_not_allowed",
      message: '"field" must be one of "low", "high", got "High".',
      allowed: ["low", "high"],
    });
    expect(parse("enumeration", "constructor", { options, closed: true })).toBe(
      "value_not_allowed",
    );
    expect(parse("enumeration", null, { options, closed: true })).toBeNull();
  });
});

describe("a currency", () => {
  it.each(["EUR", "USD", "XCG", "VED", "CLF"])("accepts %s", (raw) => {
    expect(parse("string", raw, { format: "currency" })).toBe(raw);
  });

  it.each([
    ["eur"],
    ["DEM"],
    ["HRK"],
    ["BGN"],
    ["ANG"],
    ["XXX"],
    ["ZZZ"],
    ["EURO"],
    ["€"],
    [978],
    ["toString"],
  ])("refuses %j", (raw) => {
    expect(parse("string", raw, { format: "currency" })).toBe("value_invalid");
  });
});

describe("several values", () => {
  const tags = define("string", { name: "tags", multi: true });

  it("are stored once each, in the given order", () => {
    expect(parseValues(tags, ["b", "a", "b", 1, "1"])).toEqual({
      ok: true,
      value: ["b", "a", "1"],
    });
  });

  it("are converted to their stored form one by one", () => {
    expect(parseValues(define("boolean", { multi: true }), ["true", true, false])).toEqual({
      ok: true,
      value: [true, false],
    });
    expect(parseValues(define("number", { multi: true }), ["01", 1, 2])).toEqual({
      ok: true,
      value: ["1", "2"],
    });
  });

  it("clear the property if the array is empty", () => {
    expect(parseValues(tags, [])).toEqual({ ok: true, value: null });
  });

  it.each([
    ["an object", [{}], "value_not_scalar"],
    ["an array", [["a"]], "value_not_scalar"],
    ["null", [null], "value_invalid"],
    ["an empty string", [""], "value_invalid"],
  ])("refuse %s", (_, entries, code) => {
    expect(parseValues(tags, ["a", ...entries])).toMatchObject({ ok: false, code, index: 1 });
  });

  it("are refused if there are more than 1,000", () => {
    const many = Array.from({ length: 1_001 }, (_, n) => n);
    expect(parseValues(tags, many.slice(1))).toMatchObject({ ok: true });
    expect(parseValues(tags, many)).toMatchObject({ ok: false, code: "values_too_many" });
  });

  it("are refused for a single-value property", () => {
    expect(parseValues(define("string"), ["a"])).toMatchObject({
      ok: false,
      code: "values_not_allowed",
    });
  });

  it("are replaced by a single value, and cleared by null", () => {
    expect(parseValue(tags, "vip")).toEqual({ ok: true, value: ["vip"] });
    expect(parseValue(tags, null)).toEqual({ ok: true, value: null });
    expect(parseValue(tags, ["vip"])).toMatchObject({ ok: false, code: "value_not_scalar" });
  });
});
