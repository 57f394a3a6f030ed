import type { PropertyType } from "@rapport/model";
import { describe, expect, it } from "vitest";
import { parseValue } from "../../src/values/parse-value.ts";

function define(type: PropertyType) {
  const plain = { multi: false, indexed: false, unique: false, readOnly: false, closed: false };
  return { name: "field", label: "Field", type, ...plain, builtIn: false };
}

function parse(type: PropertyType, raw: unknown): unknown {
  const parsed = parseValue(define(type), raw);
  return parsed.ok ? parsed.value : parsed.code;
}

describe("a date", () => {
  it.each(["2025-01-31", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])(
    "accepts %s",
    (raw) => {
      expect(parse("date", raw)).toBe(raw);
    },
  );

  it.each([
    ["2025-02-29"],
    ["1900-02-29"],
    ["2025-13-01"],
    ["2025-00-10"],
    ["2025-04-31"],
    ["2025-01-00"],
    ["0000-01-01"],
    ["2025-1-1"],
    ["20250101"],
    ["2025-01-01T00:00:00Z"],
    ["01/02/2025"],
    [1735689600000],
  ])("refuses %j", (raw) => {
    expect(parse("date", raw)).toBe("value_invalid");
  });
});

describe("a datetime", () => {
  it.each([
    ["2025-01-31T09:30:00Z", "2025-01-31T09:30:00.000Z"],
    ["2025-01-31T09:30Z", "2025-01-31T09:30:00.000Z"],
    ["2025-01-31T09:30:00.5Z", "2025-01-31T09:30:00.500Z"],
    ["2025-01-31T09:30:00.123456+00:00", "2025-01-31T09:30:00.123Z"],
    ["2025-01-31T09:30:00+02:00", "2025-01-31T07:30:00.000Z"],
    ["2025-01-31T00:30:00+0530", "2025-01-30T19:00:00.000Z"],
    ["2025-12-31T23:00:00-03", "2026-01-01T02:00:00.000Z"],
    ["2025-01-31t09:30:00z", "2025-01-31T09:30:00.000Z"],
    ["2025-01-31", "2025-01-31T00:00:00.000Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["0099-06-01T00:00:00Z", "0099-06-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("keeps %s as %s", (raw, stored) => {
    expect(parse("datetime", raw)).toBe(stored);
  });

  it.each([
    ["2025-02-29T00:00:00Z"],
    ["2025-01-31T24:00:00Z"],
    ["2025-01-31T09:60:00Z"],
    ["2025-01-31T09:30:60Z"],
    ["2025-01-31T09:30:00+24:00"],
    ["2025-01-31 09:30:00Z"],
    ["2025-01-31T09:30:00 Z"],
    ["0001-01-01T00:00:00+01:00"],
    ["9999-12-31T23:59:59-01:00"],
    ["0000-12-31T00:00:00Z"],
    ["+010000-01-01T00:00:00Z"],
    ["tomorrow"],
    [1735689600000],
    [true],
  ])("refuses %j", (raw) => {
    expect(parse("datetime", raw)).toBe("value_invalid");
  });

  it("refuses a local time, and asks for the time zone", () => {
    expect(parseValue(define("datetime"), "2025-01-31T09:30:00")).toMatchObject({
      code: "value_invalid",
      message: expect.stringContaining("needs a time zone"),
    });
  });
});

describe("an email", () => {
  it.each([
    ...["ada@example.com", "Ada.Lovelace+crm@Mail.Example.co.uk", "o'neil@example.com"],
    ...[
      "info@müller.example",
      "用户@例え.jp",
      "josé@example.com",
      "a@例え.テスト",
      "a@b.xn--zckzah",
    ],
  ])("keeps %s as given", (raw) => {
    expect(parse("email", raw)).toBe(raw);
  });

  it.each([
    ["ada"],
    ["ada@"],
    ["@example.com"],
    [" ada@example.com"],
    ["ada@example.com\n"],
    ["Ada <ada@example.com>"],
    ["a@b@example.com"],
    ["a..b@example.com"],
    ["用 户@例え.jp"],
    ["ü..ü@example.com"],
    ["a@müller"],
    ["a@exam\u200bple.com"],
    ["\u{1f600}@example.com"],
    [`${"a".repeat(250)}@example.com`],
    [12],
  ])("refuses %j", (raw) => {
    expect(parse("email", raw)).toBe("value_invalid");
  });
});

describe("a phone", () => {
  it.each([
    ["+1 (555) 010-0100", "+1 (555) 010-0100"],
    ["0171/123.456", "0171/123.456"],
    ["112", "112"],
    ["555-0100 ext. 42", "555-0100 ext. 42"],
    ["5550100x7", "5550100x7"],
    [491511234567, "491511234567"],
  ])("keeps %j", (raw, stored) => {
    expect(parse("phone", raw)).toBe(stored);
  });

  it.each([
    ["12"],
    ["call me"],
    ["+()-"],
    ["1 2"],
    ["1".repeat(51)],
    ["555-0100 ext"],
    ["555<0100>"],
    ["٣٣٣٣"],
  ])("refuses %j", (raw) => {
    expect(parse("phone", raw)).toBe("value_invalid");
  });
});

describe("a url", () => {
  it.each([
    "https://example.com",
    "HTTP://Example.com:8080/a?b=c#d",
    "http://localhost:3000",
    "https://münchen.de/straße",
    "example.com",
    "www.example.co.uk/path?x=1",
    "example.com:8443/a",
  ])("keeps %s as given", (raw) => {
    expect(parse("url", raw)).toBe(raw);
  });

  it.each([
    "javascript:alert(1)",
    "javascript:1",
    "JaVaScRiPt://example.com/%0aalert(1)",
    "data:text/html,x",
    "ftp://example.com",
    "mailto:ada@example.com",
    "//example.com",
    "/path",
    "example",
    "example..com",
    "1.2",
    "https://",
    "https:///path",
    "https:example.com",
    "http://exa mple.com",
    "https://example.com\n",
    "user:secret@example.com",
    "ada@example.com",
    `https://example.com/${"a".repeat(2_048)}`,
  ])("refuses %j", (raw) => {
    expect(parse("url", raw)).toBe("value_invalid");
  });
});

describe("a character that no reader sees", () => {
  const TYPES = [
    ["email", "ada@example.com"],
    ["phone", "+44 20 7946 0001"],
    ["url", "https://example.com/a"],
    ["number", "12.5"],
    ["date", "2025-01-31"],
    ["datetime", "2025-01-31T09:30:00Z"],
    ["enumeration", "new"],
    ["boolean", "true"],
  ] as const;
  const UNSEEN = [
    ["\u200b", "U+200B ZERO WIDTH SPACE"],
    ["\ufeff", "U+FEFF ZERO WIDTH NO-BREAK SPACE"],
    ["\u00a0", "U+00A0 NO-BREAK SPACE"],
    ["\u00ad", "U+00AD SOFT HYPHEN"],
    ["\u2060", "U+2060 WORD JOINER"],
    ["\u202c", "U+202C POP DIRECTIONAL FORMATTING"],
    ["\u2063", "U+2063"],
    ["\n", "U+000A LINE FEED"],
  ] as const;

  it.each(TYPES.flatMap(([type, value]) => UNSEEN.map((one) => [type, value, ...one] as const)))(
    "is named in a value of type %s: %j with %j is refused for %s",
    (type, value, character, name) => {
      for (const [text, place] of [
        [`${value}${character}`, "at the end"],
        [`${character}${value}`, "at the beginning"],
      ]) {
        const message = `"field" contains ${name} ${place}. Remove it.`;
        const said = expect.stringContaining(message);
        expect(parseValue(define(type), text)).toMatchObject({ ok: false, message: said });
      }
    },
  );

  it("is named within a value, and in a closed enumeration", () => {
    expect(parseValue(define("email"), "ada@exa\u200bmple.com")).toMatchObject({
      message: expect.stringContaining('U+200B ZERO WIDTH SPACE after "ada@exa". Remove it.'),
    });
    const closed = {
      ...define("enumeration"),
      closed: true,
      options: [{ value: "a", label: "A" }],
    };
    expect(parseValue(closed, "a\u200b")).toMatchObject({
      message: '"field" contains U+200B ZERO WIDTH SPACE at the end. Remove it.',
      code: "value_not_allowed",
    });
  });

  it("may be in a text, and in an emoji", () => {
    expect(parse("string", "a\u200b")).toBe("a\u200b");
    expect(parse("enumeration", "\u2764\ufe0f")).toBe("\u2764\ufe0f");
  });
});
