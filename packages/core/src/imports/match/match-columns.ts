import type { PropertyDefinition, PropertyType } from "@rapport/model";
import { email } from "../../formats.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { foldText } from "../../words/words.ts";

/** A column of a file with some of its values. */
export interface SampledColumn {
  readonly name: string;
  readonly samples: readonly string[];
}

export interface ColumnMatch {
  readonly column: string;
  /** Internal name of the property that the column belongs to; null if none was found. */
  readonly property: string | null;
  /** Why a column was matched with a property. */
  readonly by: "name" | "part" | "values" | null;
  /** Type of property that the values look like; null if the column has none. */
  readonly look: PropertyType | null;
}

const SCORES = { exact: 1, synonym: 0.9, part: 0.6, options: 0.5, look: 0.4 } as const;
/** Types with a form that other values do not have. */
const TELLING_LOOKS: readonly PropertyType[] = ["email", "url", "phone"];
const MIN_OPTION_SHARE = 0.8;

interface Candidate {
  readonly column: number;
  readonly property: string;
  readonly by: ColumnMatch["by"];
  readonly score: number;
}

/**
 * Matches the columns of a file to properties: by name and label, by other usual names, by the words that they have
 * in common, then by the look of the values. A property gets at most one column, the one that fits best.
 *
 * @param columns columns in the order of the file
 */
export function matchColumns(
  object: Pick<ObjectSchema, "title" | "plural">,
  properties: Iterable<PropertyDefinition>,
  columns: readonly SampledColumn[],
): readonly ColumnMatch[] {
  const writable = [...properties].filter(({ readOnly }) => !readOnly);
  const looks = columns.map(({ samples }) => guessType(samples) ?? null);
  const candidates = columns.flatMap((column, index) =>
    writable.flatMap((property): readonly Candidate[] => {
      const found = byName(object, column, property) ?? byValues(column, looks[index], property);
      return found === null ? [] : [{ column: index, property: property.name, ...found }];
    }),
  );
  const taken = new Map<number, Candidate>();
  const used = new Set<string>();
  // The sort is stable: of equal candidates, the first column and property win.
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    if (taken.has(candidate.column) || used.has(candidate.property)) continue;
    taken.set(candidate.column, candidate);
    used.add(candidate.property);
  }
  return columns.map(({ name }, index) => {
    const { property = null, by = null } = taken.get(index) ?? {};
    return { column: name, property, by, look: looks[index] ?? null };
  });
}

type Found = Pick<Candidate, "by" | "score"> | null;

function byName(
  { title, plural }: Pick<ObjectSchema, "title" | "plural">,
  column: SampledColumn,
  property: PropertyDefinition,
): Found {
  const name = normalName(column.name);
  if (name === "") return null;
  const own = [normalName(property.name), normalName(property.label)];
  // "Contact email", "Deal name" and "contact_email" name the type as well.
  const bare = withoutPrefix(name, [foldText(title), plural]);
  if (own.some((one) => isSame(one, name) || isSame(one, bare))) {
    return { by: "name", score: SCORES.exact };
  }
  const others = property.builtIn ? (SYNONYMS[property.name] ?? []) : [];
  if (others.some((one) => isSame(one, name) || isSame(one, bare))) {
    return { by: "name", score: SCORES.synonym };
  }
  const isPart = own.some((one) => hasWords(name, one) || hasWords(one, name));
  if (!isPart || !fits(guessType(column.samples), property.type)) return null;
  return { by: "part", score: SCORES.part };
}

function byValues(
  { samples }: SampledColumn,
  look: PropertyType | null | undefined,
  { type, options = [] }: PropertyDefinition,
): Found {
  if (look === type && TELLING_LOOKS.includes(type)) return { by: "values", score: SCORES.look };
  if (type !== "enumeration" || options.length < 2) return null;
  const known = new Set(options.flatMap(({ value, label }) => [foldText(value), foldText(label)]));
  const values = samples.filter((value) => value.trim() !== "");
  const isKnown = (value: string) => known.has(foldText(value.trim()));
  const isMatch = new Set(values).size > 1 && share(values, isKnown) >= MIN_OPTION_SHARE;
  return isMatch ? { by: "values", score: SCORES.options } : null;
}

/** True unless the values of a column contradict a property's type. */
function fits(look: PropertyType | undefined, type: PropertyType): boolean {
  if (look === undefined || look === type) return true;
  if (TELLING_LOOKS.includes(look)) return false;
  return type === "string" || type === "text" || type === "enumeration";
}

/** Returns a name in lower case without accents, its words separated by one space: `firstName` is `first name`. */
export function normalName(name: string): string {
  const words = name.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2");
  return foldText(words)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** True if two names differ at most in spaces. */
function isSame(a: string, b: string): boolean {
  return a.replaceAll(" ", "") === b.replaceAll(" ", "");
}

function hasWords(name: string, part: string): boolean {
  return part.length > 2 && ` ${name} `.includes(` ${part} `);
}

function withoutPrefix(name: string, prefixes: readonly string[]): string {
  const found = prefixes.find((prefix) => name.startsWith(`${prefix} `));
  return found === undefined ? name : name.slice(found.length + 1);
}

/** Share of a column's values that must look like a type, so that a few faulty values do not hide it. */
const MIN_SHARE = 0.8;
/** A column with longer values is text. */
const MAX_STRING_CHARACTERS = 200;

type SimpleLook = Exclude<PropertyType, "string" | "text" | "enumeration">;

/** The tests of a value, the strictest first: 2026 is a number, not a phone number. */
const TESTS: readonly (readonly [look: SimpleLook, test: (value: string) => boolean])[] = [
  ["email", (value) => email(value) !== null],
  ["url", (value) => /^(https?:\/\/|www\.)[^\s/]+\.[^\s]+$/i.test(value)],
  ["boolean", (value) => /^(true|false|yes|no)$/i.test(value)],
  ["datetime", (value) => /^\S*\d[-./]\d\S*[T ]\d{1,2}:\d{2}/.test(value)],
  ["date", isDate],
  ["phone", isPhone],
  ["number", (value) => /^[-+]?\d+([.,'\u00a0\u202f ]\d+)*$/.test(value)],
];

/**
 * Returns the type of property that a column's values look like; undefined if the column is empty.
 *
 * @param samples the first values of the column
 */
export function guessType(samples: readonly string[]): PropertyType | undefined {
  const values = samples.map((value) => value.trim()).filter((value) => value !== "");
  if (values.length === 0) return undefined;
  const found = TESTS.find(([, test]) => share(values, test) >= MIN_SHARE);
  if (found !== undefined) return found[0];
  const isText = values.some((value) => value.length > MAX_STRING_CHARACTERS || /\n/.test(value));
  return isText ? "text" : "string";
}

/** Returns the share of the values that pass a test, from 0 to 1. */
export function share(values: readonly string[], test: (value: string) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length;
}

/**
 * Other names of the built-in properties, as spreadsheets and exports of other systems have them. Compared as
 * `normalName` gives them.
 */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  firstname: ["given name", "forename", "vorname", "prenom", "nombre"],
  lastname: ["surname", "family name", "nachname", "nom de famille", "apellido"],
  email: [
    "mail",
    "email address",
    "e mail",
    "e mail address",
    "emailadresse",
    "courriel",
    "correo",
  ],
  phone: [
    ...["phone number", "telephone", "telephone number", "tel", "mobile", "mobile phone"],
    ...["mobile phone number", "cell", "cell phone", "telefon", "telefonnummer", "telefono"],
  ],
  jobtitle: ["title", "position", "role", "job", "berufsbezeichnung"],
  company: ["organisation", "organization", "employer", "account name", "firma"],
  website: ["website url", "web site", "url", "homepage", "web"],
  address: ["street", "address line 1", "address 1", "strasse", "adresse"],
  city: ["town", "ort", "stadt", "ville", "ciudad"],
  state: ["province", "region", "county", "state region", "bundesland"],
  zip: ["postcode", "post code", "zip code", "plz", "code postal", "codigo postal"],
  country: ["nation", "land", "pays", "pais"],
  lifecyclestage: ["lifecycle", "life cycle stage"],
  notes: ["note", "comment", "comments", "remarks", "notizen", "bemerkung"],
  description: ["details", "about", "about us", "beschreibung"],
  tags: ["tag", "labels", "label", "keywords"],
  owner_id: ["owner id"],
  domain: ["company domain name", "company domain", "domain name"],
  industry: ["sector", "branche"],
  employees: ["employee count", "headcount", "company size", "mitarbeiter"],
  annualrevenue: ["revenue", "turnover", "umsatz"],
  amount: ["value", "deal value", "deal amount", "price", "betrag"],
  currency: ["currency code", "deal currency", "wahrung"],
  closeDate: ["closed date", "closing date", "expected close date", "closed at"],
  createdDate: ["create date", "creation date", "created at", "created on", "created"],
  stage: ["deal stage", "ticket status", "pipeline stage", "phase"],
  pipeline: ["sales pipeline"],
  source: ["original source", "lead source", "origin", "quelle"],
  language: ["preferred language", "locale", "sprache"],
  location: ["place", "venue"],
  body: ["note", "note text", "content", "comment", "comments", "remarks", "message", "notiz"],
  occurred_at: ["date", "note date", "logged at", "occurred", "happened at", "datum"],
  due_at: ["due date", "deadline", "due by", "faellig am"],
  completed_at: ["completed", "completion date", "done at", "finished at"],
  appointment_start_ts: ["start time", "start date", "starts at", "begin", "from"],
  appointment_end_ts: ["end time", "end date", "ends at", "to", "until"],
};

function isDate(value: string): boolean {
  return /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([./-])\d{1,2}\2(\d{4}|\d{2}))$/.test(value);
}

/** True for a number with a country code, a leading zero or separators as phone numbers have them. */
function isPhone(value: string): boolean {
  const digits = value.replace(/\D/g, "");
  if (digits.length < 7 || digits.length > 15 || !/^[+(\d][\d\s()./-]*$/.test(value)) return false;
  return /^(\+|00|0|\()/.test(value) || /\d[\s()-]+\d/.test(value);
}
