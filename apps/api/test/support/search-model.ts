import fc from "fast-check";
import type { Filter, Search } from "./search.ts";

/*
 * A plain model of a search: it filters and sorts an array. It shares no code with the service.
 */

type Kind = "text" | "number" | "datetime" | "boolean";

/** Properties of the model's companies. */
export const PROPERTIES = {
  code: { kind: "text", multi: false, indexed: true },
  note: { kind: "text", multi: false, indexed: false },
  size: { kind: "number", multi: false, indexed: true },
  score: { kind: "number", multi: false, indexed: false },
  due: { kind: "datetime", multi: false, indexed: true },
  done: { kind: "datetime", multi: true, indexed: true },
  seen: { kind: "datetime", multi: false, indexed: false },
  open: { kind: "boolean", multi: false, indexed: true },
  level: { kind: "text", multi: false, indexed: true, options: ["z", "Lovelace", "ada"] },
  marks: { kind: "text", multi: true, indexed: true },
  grades: { kind: "number", multi: true, indexed: true },
} as const satisfies Record<
  string,
  { kind: Kind; multi: boolean; indexed: boolean; options?: string[] }
>;

type Name = keyof typeof PROPERTIES;
type Scalar = string | number | boolean;

export interface ModelRecord {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly properties: Readonly<Record<string, Scalar | readonly Scalar[] | null>>;
  /** Ids of associated live contacts. */
  readonly contacts: readonly number[];
}

/** Time zones of the model, with their hours ahead of UTC in January 2026. */
const OFFSETS: Readonly<Record<string, number>> = {
  "America/New_York": -5,
  "America/Los_Angeles": -8,
  "Asia/Kolkata": 5.5,
  "Pacific/Kiritimati": 14,
  "Europe/Berlin": 1,
};

const WORDS = ["ada", "Ada", "Adam", "Lovelace", "ÉCLAIR", "eclair", "Ωmega", "z", "Zürich"];

const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(" "));
const long = text.map((start) => `${start} ${"long ".repeat(50)}${start}`);
const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(String),
  fc.constantFrom("1.50", "1.5", "-0.001", "99999999999999999999.000000000000001"),
);
const datetime = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom("", "T00:00:00Z", "T12:00:00Z", "T12:00:00+02:00", "T12:00:00-05:30"),
    fc.constantFrom("T00:00:00-05:00", "T09:59:59.999Z", "T10:00Z", "T23:59:59.999Z", "T02:00Z"),
    fc.boolean(),
  )
  .map(([day, one, other, isOne]) => `2026-01-0${day}${isOne ? one : other}`);
/** A filter may name a time zone, in which its days and moments are compared. */
const zoned = fc
  .tuple(datetime, fc.constantFrom("", ...Object.keys(OFFSETS).map((zone) => `[${zone}]`)))
  .map(([time, zone]) => time + zone);

const VALUES: Readonly<Record<Kind, fc.Arbitrary<Scalar>>> = {
  text: fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: long }),
  number,
  datetime,
  boolean: fc.boolean(),
};

const NAMES = Object.keys(PROPERTIES) as Name[];

/** Properties of one record, as a request writes them. */
export const someProperties: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.record(
  Object.fromEntries(
    NAMES.map((name) => {
      const { kind, multi } = PROPERTIES[name];
      const options = optionsOf(name);
      const value = options.length > 0 ? fc.constantFrom(...options, ...WORDS) : VALUES[kind];
      return [name, multi ? fc.uniqueArray(value, { minLength: 1, maxLength: 3 }) : value];
    }),
  ),
  { requiredKeys: [] },
);

/** Returns searches over the records and contacts. */
export function someSearch(
  records: readonly ModelRecord[],
  contacts: readonly number[],
): fc.Arbitrary<Search> {
  const id = fc.constantFrom(...records.map((record) => record.id));
  const time = fc.constantFrom(...records.flatMap((one) => [one.createdAt, one.updatedAt]));
  const day = fc.constantFrom(...records.map((one) => one.createdAt.slice(0, 10)));
  const zones = fc.constantFrom("", "[America/New_York]", "[Pacific/Kiritimati]");
  const zonedDay = fc.tuple(day, zones).map((parts) => parts.join(""));
  const contact = fc.constantFrom(...contacts, 999_999_999);
  const filter = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...NAMES).chain(propertyFilter) },
    { weight: 1, arbitrary: comparison(fc.constant("id"), id) },
    { weight: 1, arbitrary: comparison(fc.constantFrom("createdAt", "updatedAt"), time) },
    { weight: 1, arbitrary: comparison(fc.constantFrom("createdAt", "updatedAt"), zonedDay) },
    { weight: 1, arbitrary: associationFilter(contact) },
  );
  const group = fc.record({ filters: fc.array(filter, { minLength: 1, maxLength: 3 }) });
  return fc.record(
    {
      filterGroups: fc.array(group, { maxLength: 3 }),
      query: fc.constantFrom("a", "ada", "lov ada", "éc", "zür z", "nothing"),
      sorts: fc.tuple(
        fc.record(
          {
            internal_name: fc.constantFrom("id", "createdAt", "updatedAt", ...SORTABLE),
            direction: fc.constantFrom("ASCENDING", "DESCENDING"),
          },
          { requiredKeys: ["internal_name"] },
        ),
      ),
      limit: fc.constantFrom(9, 50, 200),
    },
    { requiredKeys: ["limit"] },
  ) as fc.Arbitrary<Search>;
}

const SORTABLE = NAMES.filter((name) => PROPERTIES[name].indexed && !PROPERTIES[name].multi);

function propertyFilter(name: Name): fc.Arbitrary<Filter> {
  const { kind } = PROPERTIES[name];
  const token = fc.constantFrom("ada", "ADA", "lovelace", "ec*", "zürich", "z*", "a");
  const words = fc.record({
    internal_name: fc.constant(name),
    operator: fc.constantFrom("CONTAINS_TOKEN", "NOT_CONTAINS_TOKEN"),
    value: token,
  });
  const operand = kind === "datetime" ? zoned : VALUES[kind];
  const compared = comparison(fc.constant(name), operand, kind !== "boolean");
  return kind === "text"
    ? fc.oneof({ weight: 4, arbitrary: compared }, { weight: 1, arbitrary: words })
    : compared;
}

function comparison(
  internal_name: fc.Arbitrary<string>,
  value: fc.Arbitrary<Scalar>,
  isOrdered = true,
): fc.Arbitrary<Filter> {
  const of = (operators: readonly string[], operands: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ internal_name, operator: fc.constantFrom(...operators), ...operands });
  return fc.oneof(
    of(["EQ", "NEQ"], { value }),
    of(["IN", "NOT_IN"], { values: fc.array(value, { minLength: 1, maxLength: 12 }) }),
    of(["HAS_PROPERTY", "NOT_HAS_PROPERTY"], {}),
    ...(isOrdered
      ? [of(["LT", "LTE", "GT", "GTE"], { value }), of(["BETWEEN"], { value, highValue: value })]
      : []),
  ) as fc.Arbitrary<Filter>;
}

function associationFilter(contact: fc.Arbitrary<number>): fc.Arbitrary<Filter> {
  const internal_name = fc.constant("associations.contact");
  return fc.oneof(
    fc.record({ internal_name, operator: fc.constant("EQ"), value: contact }),
    fc.record({
      internal_name,
      operator: fc.constant("IN"),
      values: fc.array(contact, { minLength: 1, maxLength: 12 }),
    }),
    fc.record({ internal_name, operator: fc.constantFrom("HAS_PROPERTY", "NOT_HAS_PROPERTY") }),
  );
}

/** Returns the ids that a search finds, in its order. */
export function modelSearch(records: readonly ModelRecord[], search: Search): number[] {
  const groups = search.filterGroups ?? [];
  const found = records.filter(
    (record) =>
      (groups.length === 0 ||
        groups.some(({ filters }) => filters.every((filter) => meets(record, filter)))) &&
      (search.query === undefined || hasWords(record, search.query)),
  );
  const [{ internal_name: name = "id", direction = "ASCENDING" } = {}] = search.sorts ?? [];
  const sign = direction === "DESCENDING" ? -1 : 1;
  return found
    .map((record) => ({ id: record.id, key: sortKey(record, name) }))
    .sort((a, b) => {
      if (a.key !== null && b.key !== null) {
        const byOption = placeOf(name, a.key) - placeOf(name, b.key);
        return sign * (byOption || compare(a.key, b.key) || a.id - b.id);
      }
      if (a.key === null && b.key === null) return sign * (a.id - b.id);
      return a.key === null ? 1 : -1;
    })
    .map(({ id }) => id);
}

function optionsOf(name: Name): readonly string[] {
  const { options = [] }: { kind: Kind; options?: readonly string[] } = PROPERTIES[name] ?? {
    kind: "text",
  };
  return options;
}

/** Returns the place of a value among the options of its property; those that are none of them come after. */
function placeOf(name: string, key: string | bigint): number {
  const options = optionsOf(name as Name);
  const place = options.findIndex((option) => keyOf(name, option) === key);
  return place < 0 ? options.length : place;
}

function sortKey(record: ModelRecord, name: string): string | bigint | null {
  const [key = null] = valuesOf(record, name).map((value) => keyOf(name, value));
  // Texts are sorted by their first 200 bytes.
  if (typeof key !== "string") return key;
  let cut = "";
  for (const character of key) {
    if (Buffer.byteLength(cut + character) > 200) break;
    cut += character;
  }
  return cut;
}

function meets(record: ModelRecord, filter: Filter): boolean {
  const { internal_name: name, operator } = filter;
  if (name === "associations.contact") return meetsAssociation(record, filter);
  const values = valuesOf(record, name);
  if (operator === "HAS_PROPERTY") return values.length > 0;
  if (operator === "NOT_HAS_PROPERTY") return values.length === 0;
  if (operator === "CONTAINS_TOKEN") return values.some((one) => hasToken(String(one), filter));
  if (operator === "NOT_CONTAINS_TOKEN") {
    return !values.some((one) => hasToken(String(one), filter));
  }
  if (kindOf(name) === "datetime") return meetsTimes(values.map(String), filter);
  const keys = values.map((value) => keyOf(name, value));
  const wanted = [filter.value, ...(filter.values ?? [])]
    .filter((value) => value !== undefined)
    .map((value) => keyOf(name, value as Scalar));
  const [first = ""] = wanted;
  const high = filter.highValue === undefined ? "" : keyOf(name, filter.highValue as Scalar);
  const isAny = (test: (key: string | bigint) => boolean) => keys.some(test);
  switch (operator) {
    case "EQ":
    case "IN":
      return isAny((key) => wanted.includes(key));
    case "NEQ":
    case "NOT_IN":
      return !isAny((key) => wanted.includes(key));
    case "LT":
      return isAny((key) => compare(key, first) < 0);
    case "LTE":
      return isAny((key) => compare(key, first) <= 0);
    case "GT":
      return isAny((key) => compare(key, first) > 0);
    case "GTE":
      return isAny((key) => compare(key, first) >= 0);
    default:
      return isAny((key) => compare(key, first) >= 0 && compare(key, high) <= 0);
  }
}

/** Compares times: a value with an operand gives -1, 0 or 1. */
function meetsTimes(times: readonly string[], filter: Filter): boolean {
  const { internal_name: name, operator, value, highValue, values = [] } = filter;
  const isAny = (test: (time: string) => boolean) => times.some(test);
  const order = (time: string, operand: unknown) => compareTimes(name, time, String(operand));
  const equalsOne = (time: string) =>
    [...values, ...(value === undefined ? [] : [value])].some((one) => order(time, one) === 0);
  switch (operator) {
    case "EQ":
    case "IN":
      return isAny(equalsOne);
    case "NEQ":
    case "NOT_IN":
      return !isAny(equalsOne);
    case "LT":
      return isAny((time) => order(time, value) < 0);
    case "LTE":
      return isAny((time) => order(time, value) <= 0);
    case "GT":
      return isAny((time) => order(time, value) > 0);
    case "GTE":
      return isAny((time) => order(time, value) >= 0);
    default:
      return isAny((time) => order(time, value) >= 0 && order(time, highValue) <= 0);
  }
}

const MIDNIGHT = "T00:00:00.000Z";

function compareTimes(name: string, time: string, operand: string): number {
  const [text = "", zone = ""] = operand.split(/[[\]]/);
  const hours = OFFSETS[zone] ?? 0;
  const isProperty = name in PROPERTIES;
  const stored = (one: string) => new Date(one).toISOString();
  const isDay = (one: string) => isProperty && stored(one).endsWith(MIDNIGHT);
  /** Days and moments as local times. */
  const local = (one: string) =>
    isDay(one) ? Date.parse(one) : Date.parse(one) + hours * 3_600_000;
  const given = text.length === 10 || isDay(text);
  if (!given) return Math.sign(local(time) - local(text));
  const day = new Date(local(time)).toISOString().slice(0, 10);
  return Math.sign(Date.parse(day) - Date.parse(stored(text).slice(0, 10)));
}

function meetsAssociation({ contacts }: ModelRecord, { operator, value, values }: Filter): boolean {
  if (operator === "HAS_PROPERTY") return contacts.length > 0;
  if (operator === "NOT_HAS_PROPERTY") return contacts.length === 0;
  return [value, ...(values ?? [])].some((id) => contacts.includes(Number(id)));
}

function valuesOf(record: ModelRecord, name: string): readonly Scalar[] {
  if (name === "id" || name === "createdAt" || name === "updatedAt") return [record[name]];
  const value = record.properties[name] ?? null;
  if (value === null) return [];
  return Array.isArray(value) ? value : [value as Scalar];
}

function keyOf(name: string, value: Scalar): string | bigint {
  if (name === "id") return BigInt(value);
  switch (kindOf(name)) {
    case "number":
      return scaled(String(value));
    case "datetime":
      return BigInt(Date.parse(String(value)));
    default:
      return String(value).normalize("NFC").toLowerCase().normalize("NFC");
  }
}

function kindOf(name: string): Kind | "id" {
  if (name === "id") return "id";
  return name in PROPERTIES ? PROPERTIES[name as Name].kind : "datetime";
}

/** Returns a decimal as a whole number of its smallest unit. */
function scaled(decimal: string): bigint {
  const [integer = "", fraction = ""] = decimal.replace("-", "").split(".");
  const sign = decimal.startsWith("-") ? -1n : 1n;
  return sign * BigInt(integer + fraction.padEnd(15, "0"));
}

function compare(a: string | bigint, b: string | bigint): number {
  if (typeof a === "string" && typeof b === "string") {
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function hasToken(value: string, filter: Filter): boolean {
  const token = String(filter.value);
  const [wanted = ""] = wordsOf(token);
  return wordsOf(value).some((word) =>
    token.endsWith("*") ? word.startsWith(wanted) : word === wanted,
  );
}

function hasWords(record: ModelRecord, query: string): boolean {
  const isText = (name: Name) => PROPERTIES[name].kind === "text" && optionsOf(name).length === 0;
  const words = NAMES.filter(isText)
    .flatMap((name) => valuesOf(record, name))
    .flatMap((value) => wordsOf(String(value)));
  return wordsOf(query).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

function wordsOf(value: string): string[] {
  const plain = value.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
  return plain.match(/\p{L}+/gu) ?? [];
}
