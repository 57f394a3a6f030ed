import type { StoredProperties, StoredValue } from "@rapport/db";
import type { PropertyDefinition, PropertyType } from "@rapport/model";
import { backwards, phoneDigits, splitWords } from "./words.ts";

const TEXT_TYPES: ReadonlySet<PropertyType> = new Set(["string", "text", "email", "phone", "url"]);
/** Text properties that hold keys, not words. */
const KEYS: ReadonlySet<string> = new Set(["pipeline", "stage", "owner_id"]);

/** Returns whether a search by words looks into a property (specification §20). */
export function hasWords({ type, name }: Pick<PropertyDefinition, "type" | "name">): boolean {
  return TEXT_TYPES.has(type) && !KEYS.has(name);
}

/** Returns the texts of a value: one per entry of a multi-value property. */
function valueTexts(value: StoredValue): readonly string[] {
  if (value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** The words of a property's value. They are split once, however many conditions look for some. */
export class PropertyWords {
  readonly type: PropertyType;
  readonly texts: readonly string[];
  /**
   * The words of each text in their order, with a space before and after each, so that looking for several neighbours
   * takes time in proportion to the text.
   */
  readonly joined: readonly string[];
  /** The different words. A phone number has its digits as one word as well, and the same backwards. */
  readonly different: ReadonlySet<string>;

  constructor({ type }: Pick<PropertyDefinition, "type">, value: StoredValue) {
    const texts = valueTexts(value);
    const words = splitWords(texts);
    const different = new Set<string>();
    for (const text of words) for (const word of text) different.add(word);
    if (type === "phone") addPhones(different, texts);
    this.type = type;
    this.texts = texts;
    this.joined = words.map((text) => ` ${text.join(" ")} `);
    this.different = different;
  }
}

/** Returns the different words of a record. */
export function wordsOfRecord(
  definitions: ReadonlyMap<string, PropertyDefinition>,
  properties: StoredProperties,
): ReadonlySet<string> {
  const words = new Set<string>();
  for (const name in properties) {
    const definition = definitions.get(name);
    if (definition === undefined || !hasWords(definition)) continue;
    addWords(words, definition.type, properties[name] ?? null);
  }
  return words;
}

function addWords(words: Set<string>, type: PropertyType, value: StoredValue): void {
  const texts = valueTexts(value);
  for (const text of splitWords(texts)) for (const word of text) words.add(word);
  if (type === "phone") addPhones(words, texts);
}

function addPhones(words: Set<string>, texts: readonly string[]): void {
  for (const phone of texts) {
    const digits = phoneDigits(phone);
    if (digits !== "") words.add(digits).add(backwards(digits));
  }
}
