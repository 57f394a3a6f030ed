import type { StoredProperties, StoredValue } from "@rapport/db";
import type { PropertyDefinition, PropertyType } from "@rapport/model";
import { backwards, phoneDigits } from "./phone.ts";
import { splitWords } from "./split.ts";

const TEXT_TYPES: ReadonlySet<PropertyType> = new Set(["string", "text", "email", "phone", "url"]);
/** Text properties that hold keys, not words. */
const KEYS: ReadonlySet<string> = new Set(["pipeline", "stage", "owner_id"]);

/** Returns whether a search by words looks into a property (specification §20). */
export function hasWords({ type, name }: Pick<PropertyDefinition, "type" | "name">): boolean {
  return TEXT_TYPES.has(type) && !KEYS.has(name);
}

/** Returns the texts of a value: one per entry of a multi-value property. */
export function textsOf(value: StoredValue): readonly string[] {
  if (value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/**
 * Returns the different words of a property's value. A phone number has its digits as one word as well, and
 * the same backwards.
 */
export function wordsOfValue(
  { type }: Pick<PropertyDefinition, "type">,
  value: StoredValue,
): ReadonlySet<string> {
  const words = new Set<string>();
  addWords(words, type, value);
  return words;
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
  const texts = textsOf(value);
  for (const text of splitWords(texts)) for (const word of text) words.add(word);
  if (type !== "phone") return;
  for (const phone of texts) {
    const digits = phoneDigits(phone);
    if (digits !== "") words.add(digits).add(backwards(digits));
  }
}
