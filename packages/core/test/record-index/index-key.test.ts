import type { PropertyDefinition, PropertyType } from "@rapport/model";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterPrefix, compareKeys, indexKey } from "../../src/record-index/index-key.ts";
import { parseValue } from "../../src/values/parse-value.ts";

function define(type: PropertyType): PropertyDefinition {
  const plain = { multi: false, indexed: true, unique: false, readOnly: false, closed: false };
  return { name: "field", label: "Field", type, ...plain, builtIn: false };
}

const number = define("number");
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe("keys of numbers", () => {
  const digits = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength });
  const decimal = fc
    .tuple(fc.constantFrom("", "-"), digits(30), fc.option(digits(15), { nil: undefined }))
    .map(
      ([sign, integer, fraction]) =>
        `${sign}${integer}${fraction === undefined ? "" : `.${fraction}`}`,
    );
  const short = fc
    .tuple(fc.constantFrom("", "-"), digits(2), fc.option(digits(2), { nil: undefined }))
    .map(
      ([sign, integer, fraction]) =>
        `${sign}${integer}${fraction === undefined ? "" : `.${fraction}`}`,
    );

  function scaled(text: string): bigint {
    const [integer = "", fraction = ""] = text.replace("-", "").split(".");
    return BigInt(`${integer}${fraction.padEnd(15, "0")}`) * (text.startsWith("-") ? -1n : 1n);
  }

  function stored(text: string): string {
    const parsed = parseValue(number, text);
    if (!parsed.ok || typeof parsed.value !== "string") throw new Error(`not a number: ${text}`);
    return parsed.value;
  }

  it.each([
    ["any", decimal],
    ["near", short],
  ])("have the order of the numbers (%s numbers)", (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, arbitrary, (a, b) => {
        const difference = scaled(a) - scaled(b);
        const expected = difference < 0n ? -1 : difference > 0n ? 1 : 0;
        expect(byBytes(indexKey(number, stored(a)), indexKey(number, stored(b)))).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it("are equal for equal numbers", () => {
    expect(indexKey(number, "1.50")).toBe(indexKey(number, "1.5"));
    expect(indexKey(number, "0.00")).toBe(indexKey(number, "0"));
  });

  it("order negative before zero before positive", () => {
    const ordered = [
      "-10",
      "-9.5",
      "-9",
      "-0.5",
      "-0.05",
      "0",
      "0.05",
      "0.5",
      "9",
      "9.5",
      "10",
      "100",
    ];
    const keys = ordered.map((value) => indexKey(number, value));
    expect([...keys].sort(byBytes)).toEqual(keys);
  });
});

describe("keys of text", () => {
  it.each([
    ["email", "Ada@Example.COM", "ada@example.com"],
    ["string", "ÉMILE", "émile"],
    ["string", "e\u0301mile", "\u00e9mile"],
    ["string", "E\u0301MILE", "\u00e9mile"],
    ["enumeration", "Low", "low"],
    ["url", "Example.com", "example.com"],
  ] as const)("of type %s fold %s to %s", (type, value, key) => {
    expect(indexKey(define(type), value)).toBe(key);
  });

  it("have at most 200 bytes of whole characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (value) => {
        const key = indexKey(define("text"), value.replaceAll("\0", ""));
        expect(Buffer.byteLength(key)).toBeLessThanOrEqual(200);
        expect(key.isWellFormed()).toBe(true);
      }),
    );
    expect(indexKey(define("text"), "x".repeat(500))).toBe("x".repeat(200));
    expect(indexKey(define("text"), `x${"😀".repeat(60)}`)).toBe(`x${"😀".repeat(49)}`);
  });
});

describe("keys of other values", () => {
  it("are the ISO form of a date or time, which sorts by time", () => {
    expect(indexKey(define("date"), "2025-01-31")).toBe("2025-01-31");
    expect(indexKey(define("datetime"), "2025-01-31T09:30:00.000Z")).toBe(
      "2025-01-31T09:30:00.000Z",
    );
  });

  it("are true and false for booleans", () => {
    expect([true, false].map((value) => indexKey(define("boolean"), value))).toEqual([
      "true",
      "false",
    ]);
  });
});

describe("the order of keys", () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab\ud7ff\ue000\uffff", "😀", "\u{10ffff}") });

  it("is the order of their UTF-8 bytes", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareKeys(a, b))).toBe(Math.sign(byBytes(a, b)));
      }),
    );
  });

  it("has all keys with a prefix between the prefix and the key after it", () => {
    fc.assert(
      fc.property(text, text, (prefix, other) => {
        const end = afterPrefix(prefix);
        const isBetween = byBytes(other, prefix) >= 0 && (end === null || byBytes(other, end) < 0);
        expect(isBetween).toBe(other.startsWith(prefix));
      }),
    );
  });
});
