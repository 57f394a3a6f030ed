import { builtInType } from "@rapport/core";
import fc from "fast-check";

/*
 * Values and properties of random requests. They are few, so that records often have the same ones. Some are invalid, and
 * some are such as databases compare or store differently.
 */

export type Item = Readonly<Record<string, unknown>>;

interface Property {
  readonly internal_name: string;
  readonly type: string;
  readonly multi?: boolean;
  readonly [setting: string]: unknown;
}

const tier = { closed: true, options: ["gold", "tin"].map((value) => ({ value, label: value })) };

/** Properties that each project gets before its random requests. */
export const ADDED: Readonly<Partial<Record<string, readonly Property[]>>> = {
  contact: [
    { internal_name: "code", label: "Code", type: "string", indexed: true, unique: true },
    { internal_name: "marks", label: "Marks", type: "string", multi: true, indexed: true },
    { internal_name: "score", label: "Score", type: "number", indexed: true },
    { internal_name: "tier", label: "Tier", type: "enumeration", indexed: true, ...tier },
    { internal_name: "keys", label: "Keys", type: "string", multi: true, unique: true },
  ],
  company: [
    { internal_name: "grades", label: "Grades", type: "number", multi: true, indexed: true },
    { internal_name: "due", label: "Due", type: "date", indexed: true },
    { internal_name: "seen", label: "Seen", type: "datetime", indexed: true },
    { internal_name: "open", label: "Open", type: "boolean", indexed: true },
  ],
  deal: [{ internal_name: "number", label: "Number", type: "number", unique: true }],
};

/** Names of properties that schema changes add and remove. */
export const SPARE = ["spare", "extra"];

const texts = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("Ada", "ada", "Bath", "Bath Road", "Éclair", "Zürich") },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...["E\u0301clair", "STRASSE", "Straße", "İstanbul", "ΣΑΣ", "σας", "ﬁsh", "Ａda", "東京都"],
      ...["\u{1F600} smile", "\uFFFDx", "\uE000", "\u200Bx", "\u00A0", " ", " Ada ", "a\tb", "_"],
      ...["'Ada'", "100%", "a_b", "\\", "=1+1", "null", "__proto__", "1", "01", "-1", "1e3", "%"],
      ...["line\nbreak", "x\r\ny", "a,b;c", '"', "*", "Ada*", "{}", "a\u0001b", "\u0345", "ß"],
      ...[`${"long ".repeat(60)}a`, `${"long ".repeat(60)}b`, "x".repeat(3000), "word".repeat(40)],
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }) },
);

const numbers = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(1.5, "1.50", "1.5", "-0.001", "-0", "0", "007", 0.1, Number.MAX_SAFE_INTEGER),
  fc.constantFrom(
    "99999999999999999999.000000000000001",
    "-99999999999999999999",
    "9007199254740993",
  ),
);

const moments = fc.constantFrom(
  ...["2131-01-01T12:00:00Z", "2131-01-01T13:00:00+01:00", "2131-01-02T12:00:00.123Z"],
  ...["1969-12-31T23:59:59.999Z", "2131-01-01T12:00:00.123456Z", "1999-12-31T00:00:00-12:00"],
);

const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: texts,
  text: texts,
  number: numbers,
  boolean: fc.boolean(),
  date: fc.constantFrom("2131-01-01", "2131-01-02", "1999-12-31"),
  datetime: moments,
  email: fc.constantFrom("a@x.test", "A@x.test", "b@x.test", "c@X.test", "d@x.test", "e+f@x.test"),
  phone: fc.constantFrom("+44 20 7000 2999", "+442070002999", "+49 30 1234", "030-1234"),
  url: fc.constantFrom("https://x.test", "https://X.test/A?b=%C3%B6", "http://x.test/"),
  enumeration: fc.constantFrom("gold", "tin", "tin"),
};

const BY_NAME: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  pipeline: fc.constantFrom("default", "Default", "renewals"),
  stage: fc.constantFrom("new", "won", "lost", "qualified", "closed", "scheduled", "completed"),
  currency: fc.constantFrom("EUR", "GBP", "JPY"),
  status: fc.constantFrom("open", "done"),
};

/** Values that are invalid for some properties, or at the edge of what is valid. */
const edges = fc.constantFrom<unknown>(
  ...[
    "a\u0000b",
    "\ud800",
    "",
    "1e3",
    "1e400",
    "NaN",
    " 1",
    "1,5",
    "+1",
    1e21,
    `1${"0".repeat(60)}`,
  ],
  ...[
    "2131-02-30T00:00:00Z",
    "2131-01-02",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "tomorrow",
  ],
  ...[
    "nobody",
    "é@x.test",
    "x",
    "x.test",
    "javascript:1",
    "Gold",
    "nowhere",
    "eur",
    "XXZ",
    "yes",
    "FALSE",
  ],
  ...["0001-01-01", "2131-02-29", 1_924_948_800_000, "lead", "customer", "high"],
);

/** Values that are valid in few places or in none. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, -1, "", [], {}, "\u0000", "\ud800", "__proto__", 2 ** 53, "1e9"),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Returns all properties of a type that a project has at its start. */
export function propertiesOf(type: string): readonly Property[] {
  const builtIn = builtInType(type).properties.map((property) => {
    const { name, type, multi } = property as { name: string; type: string; multi?: boolean };
    return { internal_name: name, type, multi: multi ?? false };
  });
  return [...builtIn, ...(ADDED[type] ?? [])];
}

/** Returns names of properties, some of them unknown. */
export function someName(type: string): fc.Arbitrary<string> {
  const names = propertiesOf(type).map((property) => property.internal_name);
  return fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom(...SPARE, "stage_id", "emial", "__proto__", "") },
  );
}

/** Returns values of a property. */
export function someValue({ internal_name, type }: Property): fc.Arbitrary<unknown> {
  const valid = BY_NAME[internal_name] ?? VALUES[type] ?? texts;
  return fc.oneof(
    { weight: 60, arbitrary: valid },
    { weight: 2, arbitrary: edges },
    { weight: 1, arbitrary: anything },
  );
}

/** Returns values of the property with this name. */
export function someValueOf(type: string, name: string): fc.Arbitrary<unknown> {
  const property = propertiesOf(type).find(({ internal_name }) => internal_name === name);
  return property === undefined ? anything : someValue(property);
}

/** Returns values of properties as a write has them. */
export function itemOf(type: string): fc.Arbitrary<Item> {
  const written = propertiesOf(type).filter(({ internal_name: name }) => name !== "probability");
  const named = fc.constantFrom(...written).chain((property) => {
    const { internal_name } = property;
    const value = someValue(property);
    const values = fc.array(value, { maxLength: 3 });
    const of = (member: object) =>
      fc.record({ internal_name: fc.constant(internal_name), ...member }) as fc.Arbitrary<Item>;
    return fc.oneof(
      { weight: 40, arbitrary: property.multi ? of({ values }) : of({ value }) },
      { weight: 4, arbitrary: of({ value: fc.constant(null) }) },
      { weight: 1, arbitrary: of({ values, value }) },
    );
  });
  const odd = fc.record({ internal_name: someName(type), value: anything });
  return fc.oneof({ weight: 80, arbitrary: named }, { weight: 1, arbitrary: odd });
}

/** Returns the properties of an update. */
export function itemsOf(type: string, maxLength = 4): fc.Arbitrary<readonly Item[]> {
  const selector = (item: Item) => item.internal_name;
  return fc.uniqueArray(itemOf(type), { minLength: 1, maxLength, selector });
}

/** Returns the properties of a create, mostly with the one that it needs. */
export function wholeOf(type: string): fc.Arbitrary<readonly Item[]> {
  const needed = type === "contact" ? "email" : type === "note" ? "body" : "name";
  return fc
    .tuple(someValueOf(type, needed), itemsOf(type), fc.integer({ min: 0, max: 40 }))
    .map(([value, items, chance]) => [
      ...(chance === 40 ? [] : [{ internal_name: needed, value }]),
      ...items.filter(({ internal_name }) => internal_name !== needed),
    ]);
}

/** Returns a value as a text that has no types, such as a cell, shows it. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
