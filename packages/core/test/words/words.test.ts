import type { PropertyDefinition, PropertyType } from "@rapport/model";
import { PROPERTY_DEFAULTS } from "@rapport/model";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  matchesPattern,
  parseWordPattern,
  queryOfPattern,
} from "../../src/query/conditions/word-conditions.ts";
import { PropertyWords, wordsOfRecord } from "../../src/words/property-words.ts";
import { matchesWords, parseWordQuery } from "../../src/words/query.ts";
import { foldText } from "../../src/words/words.ts";

const define = (name: string, type: PropertyType, multi = false): PropertyDefinition => ({
  ...PROPERTY_DEFAULTS,
  name,
  type,
  multi,
});

const definitions = new Map(
  [
    define("firstname", "string"),
    define("lastname", "string"),
    define("email", "email"),
    define("phone", "phone"),
    define("website", "url"),
    define("notes", "text"),
    define("tags", "string", true),
    define("status", "enumeration"),
    define("amount", "number"),
    define("stage", "string"),
  ].map((definition) => [definition.name, definition]),
);

type Properties = Parameters<typeof wordsOfRecord>[1];

const wordsOf = (text: string) => [...wordsOfRecord(definitions, { notes: text })];
const finds = (query: string, properties: Properties) =>
  matchesWords(parseWordQuery(query), definitions, properties);
const findsText = (query: string, text: string) => finds(query, { notes: text });

describe("the words of a text", () => {
  it.each([
    ["English", "The quick, brown fox", ["the", "quick", "brown", "fox"]],
    ["an apostrophe", "O'Brien o’Neill oʼHara", ["o", "brien", "neill", "hara"]],
    ["digits", "Route 66, B2B, 3.14", ["route", "66", "b2b", "3", "14"]],
    ["an email address", "maria.patel+crm@firma.test", ["maria", "patel", "crm", "firma", "test"]],
    [
      "a URL",
      "https://www.example.com/a_b?c=d",
      ["https", "www", "example", "com", "a", "b", "c", "d"],
    ],
    ["Spanish", "García Ñandú", ["garcia", "nandu"]],
    ["German", "Straße STRASSE Müller", ["strasse", "muller"]],
    ["Turkish", "İstanbul ISTANBUL Iğdır", ["istanbul", "igdir"]],
    ["Polish, Danish and French", "Łódź Øresund Æsop cœur", ["lodz", "oresund", "aesop", "coeur"]],
    ["Vietnamese", "Nguyễn Đức", ["nguyen", "duc"]],
    ["Greek", "Οδυσσέας ΟΔΥΣΣΕΑΣ", ["οδυσσεασ"]],
    ["Cyrillic", "Ёлка Чайковский", ["елка", "чаиковскии"]],
    ["Arabic", "محمد بن سلمان", ["محمد", "بن", "سلمان"]],
    ["Arabic with vowel marks and tatweel", "مُحَمَّد مـحـمـد ﻣﺤﻤﺪ", ["محمد"]],
    ["forms of alef", "أحمد إحمد ٱحمد آحمد احمد", ["احمد"]],
    ["forms of yeh", "علي على علی", ["علي"]],
    ["teh marbuta and heh", "فاطمة فاطمه", ["فاطمه"]],
    ["hamzas on letters", "مؤمن رئيس", ["مومن", "رييس"]],
    ["Persian, which joins with U+200C", "می\u200cخواهم", ["ميخواهم"]],
    ["Hebrew", "שלום עולם", ["שלומ", "עולמ"]],
    ["Hebrew with vowel marks", "שָׁלוֹם", ["שלומ"]],
    ["Hindi, whose marks stay", "हिन्दी मराठी", ["हिन्दी", "मराठी"]],
    ["Korean", "김민준 대표", ["김민준", "대표"]],
    ["decomposed Korean", "김민준".normalize("NFD"), ["김민준"]],
    ["Chinese", "北京市", ["北", "京", "市"]],
    ["Japanese", "東京タワー", ["東", "京", "タ", "ワ", "ー"]],
    ["Japanese in half width", "ｶﾞｲﾄﾞ", ["ガ", "イ", "ド"]],
    ["Thai", "ที่นี่", ["ท", "ี", "่", "น"]],
    ["mixed scripts", "iPhone手机2台", ["iphone", "手", "机", "2", "台"]],
    ["ligatures and full width", "ﬁrma ＡＢＣ １２", ["firma", "abc", "12"]],
    ["emoji", "Maria 😀👩‍💻 Patel ❤️ 1️⃣", ["maria", "patel", "1"]],
    ["a soft hyphen", "Donau\u00addampf", ["donaudampf"]],
    ["punctuation alone", "-- !? …", []],
  ])("in %s", (_, text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it("keep 64 bytes and whole characters", () => {
    expect(wordsOf("x".repeat(100))).toEqual(["x".repeat(64)]);
    expect(wordsOf("я".repeat(100))).toEqual(["я".repeat(32)]);
    expect(wordsOf(`x${"ก".repeat(2)}`)).toEqual(["x", "ก"]);
  });

  it("end with the first 1,000 different ones of a property", () => {
    const text = Array.from({ length: 1_002 }, (_, i) => `w${i}`).join(" ");
    expect(wordsOf(text)).toHaveLength(1_000);
    expect(findsText("w999", text)).toBe(true);
    expect(findsText("w1001", text)).toBe(false);
    expect(wordsOf(`${"again ".repeat(2_000)} last`)).toEqual(["again", "last"]);
    const tags = Array.from({ length: 1_002 }, (_, i) => `t${i}`);
    expect(wordsOfRecord(definitions, { tags }).size).toBe(1_000);
  });

  it("come from text properties, of every value", () => {
    const properties = {
      firstname: "Ada",
      tags: ["First one", "second"],
      website: "ada.test",
      status: "hidden",
      amount: "12",
      stage: "won",
    };
    expect([...wordsOfRecord(definitions, properties)]).toEqual([
      "ada",
      "first",
      "one",
      "second",
      "test",
    ]);
  });

  it("of a phone number are its groups, its digits, and its digits backwards", () => {
    expect([...wordsOfRecord(definitions, { phone: "+44 (0)20 7000 ext. 12" })]).toEqual([
      "44",
      "0",
      "20",
      "7000",
      "ext",
      "12",
      "44207000",
      "~00070244",
    ]);
  });

  it("are the same when they are folded twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const words = wordsOf(text);
        expect(wordsOf(words.join(" "))).toEqual(words);
        for (const word of words) expect(foldText(word).startsWith(word)).toBe(true);
      }),
    );
  });
});

describe("a query", () => {
  const maria = {
    firstname: "María",
    lastname: "García-Patel",
    email: "maria@firma.test",
    phone: "+44 20 7000 2999",
    tags: ["VIP", "early bird"],
  };

  it.each([
    "Maria Patel",
    "patel maria",
    "garcia",
    "GARCÍA",
    "mar pat",
    "maria@firma.test",
    "firma",
    "early vip",
    "70002999",
    "2999",
    "020 7000 2999",
    "+442070002999",
    "0044 20 7000-2999",
    "+44 (0)20 7000 2999",
    "+44 20 7000",
    "44207",
    "maria 70002999",
  ])("finds Maria by %s", (query) => {
    expect(finds(query, maria)).toBe(true);
  });

  it.each([
    "maria smith",
    "aria",
    "atel",
    "7000299",
    "44 20 2999 7001",
    "99",
    "😀",
    "",
    " - ",
    "%",
    ".*",
    "mari*a",
  ])("does not find Maria by %s", (query) => {
    expect(finds(query, maria)).toBe(false);
  });

  it.each([
    ["京都", "京都市", true],
    ["京都", "東京 都内", false],
    ["京都", "都と京", false],
    ["田中太郎", "担当: 田中太郎さん", true],
    ["田中 太郎", "太郎・田中", true],
    ["ตลาด", "ไปตลาดนัด", true],
    ["ลาด", "ตลาด", true],
    ["北京 ltd", "Foo Ltd (北京)", true],
    ["김", "김민준", true],
    ["민준", "김민준", false],
    ["हिन्", "हिन्दी", true],
    ["हन", "हिन्दी", false],
    ["οδυσσευς", "Οδυσσεύς", true],
    ["straße", "STRASSE 12", true],
    ["strasse", "Hauptstr. Straße", true],
    ["o'brien", "O’Brien", true],
    ["brien o", "O'Brien", true],
    ["محم", "محمد", true],
    ["ист", "История", true],
    ["x".repeat(80), "x".repeat(90), true],
  ])("%s and the text %s: %s", (query, text, isFound) => {
    expect(findsText(query, text)).toBe(isFound);
  });

  it("finds every record by the beginnings of its own words, in any order", () => {
    const word = fc.string({ unit: fc.constantFrom(..."aé字กИß1'@ -"), minLength: 1 });
    fc.assert(
      fc.property(word, word, fc.nat(), (firstname, notes, seed) => {
        const properties = { firstname, notes };
        const words = [...wordsOfRecord(definitions, properties)];
        const query = words
          .map((one, i) => [...one].slice(0, 1 + ((seed + i) % 3)).join(""))
          .toReversed()
          .join(", ");
        expect(finds(query, properties)).toBe(words.length > 0);
      }),
    );
  });
});

describe("a word that a property must have", () => {
  const has = (
    text: string,
    value: string | string[],
    type: PropertyType = "text",
  ): boolean | null => {
    const pattern = parseWordPattern(text);
    return pattern === null ? null : matchesPattern(pattern, new PropertyWords({ type }, value));
  };

  it.each([
    ["maria", "Anna Maria Patel", true],
    ["mari", "Anna Maria Patel", false],
    ["mari*", "Anna Maria Patel", true],
    ["m*ria", "Anna Maria Patel", false],
    ["GARCÍA", "garcia", true],
    ["o'brien", "Dr. O’Brien", true],
    ["o'brien", "brien o", false],
    ["anna pat*", "Anna Patel", true],
    ["京都", "京都市", true],
    ["京都", "東京 都", false],
    ["京都", "東京都", true],
    ["firma.test", "maria@firma.test", true],
  ])("%s in %s: %s", (text, value, isFound) => {
    expect(has(text, value)).toBe(isFound);
  });

  it("is in one of several values, not spread over them", () => {
    expect(has("early", ["late", "early bird"])).toBe(true);
    expect(has("late early", ["late", "early bird"])).toBe(false);
  });

  it("is a whole phone number however it is typed, or its beginning with *", () => {
    expect(has("+44 20 7000 2999", "+442070002999", "phone")).toBe(true);
    expect(has("442070002999", "+44 20 7000 2999", "phone")).toBe(true);
    expect(has("44207*", "+44 20 7000 2999", "phone")).toBe(true);
    expect(has("44207", "+44 20 7000 2999", "phone")).toBe(false);
    expect(has("44207*", "44 207", "text")).toBe(false);
  });

  it("has a query that finds the records that can have it", () => {
    const beginningsOf = (text: string) => {
      const pattern = parseWordPattern(text);
      return pattern && queryOfPattern(pattern).beginnings;
    };
    expect(beginningsOf("O'Brien*")).toEqual([["o"], ["brien"]]);
    expect(beginningsOf("+44 20 7000")).toEqual([
      ["44", "44207000"],
      ["20", "44207000"],
      ["7000", "44207000"],
    ]);
  });

  it("is none in a text without letters and digits", () => {
    expect(["*", "", " ", "!*", "😀"].map((text) => has(text, "x"))).toEqual(Array(5).fill(null));
  });
});
