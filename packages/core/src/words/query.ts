import type { StoredProperties } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import { hasWords, PropertyWords } from "./property-words.ts";
import {
  backwards,
  foldText,
  type PlacedWord,
  placedWords,
  unspacedRuns,
  withoutTrunkZero,
} from "./words.ts";

/** A text to search by, split into words. */
export interface WordQuery {
  /**
   * One entry per word: a record must have a word that starts with one of these beginnings. A query whose
   * list is empty finds nothing.
   */
  readonly beginnings: readonly (readonly string[])[];
  /** Characters that must be adjacent in one value, in scripts without spaces. */
  readonly runs: readonly string[];
}

const DIGITS = /^[0-9]+$/;
const PHONE_PUNCTUATION = /^[\s+()./-]*$/;
/** The end of a phone number is looked for from this many digits on. */
const MIN_PHONE_DIGITS = 3;

/**
 * Parses a text to search by. Every word is the beginning of a word that a record must have. Digits that
 * stand together are also taken as a part of a phone number, however it was typed.
 */
export function parseWordQuery(text: string): WordQuery {
  const folded = withoutTrunkZero(foldText(text));
  const beginnings = new Map<string, readonly string[]>();
  for (const group of groups(folded, placedWords(folded))) {
    const parts = phoneParts(group);
    for (const word of group) {
      const either = [...new Set([word, ...parts])];
      beginnings.set(either.join(" "), either);
    }
  }
  return { beginnings: [...beginnings.values()], runs: [...new Set(unspacedRuns(folded))] };
}

/** Groups neighbours that can be parts of one phone number; every other word is a group of its own. */
function groups(folded: string, words: readonly PlacedWord[]): readonly (readonly string[])[] {
  const found: string[][] = [];
  let before: PlacedWord | undefined;
  for (const placed of words) {
    const isPart = DIGITS.test(placed.word);
    const isNext =
      isPart &&
      before !== undefined &&
      PHONE_PUNCTUATION.test(folded.slice(before.end, placed.start));
    if (isNext) found.at(-1)?.push(placed.word);
    else found.push([placed.word]);
    before = isPart ? placed : undefined;
  }
  return found;
}

/** Returns the beginnings of a phone number's words that digits may stand for, with and without zeros in front. */
function phoneParts(group: readonly string[]): readonly string[] {
  const digits = group.join("");
  if (!DIGITS.test(digits)) return [];
  const significant = digits.replace(/^0+/, "");
  if (significant.length < MIN_PHONE_DIGITS) return [];
  return [digits, significant, backwards(significant)];
}

/**
 * Returns whether a record has all words of a query in its text properties, in any order.
 *
 * @param wordsIn returns the words of a property, if they are known
 */
export function matchesWords(
  query: WordQuery,
  definitions: ReadonlyMap<string, PropertyDefinition>,
  properties: StoredProperties,
  wordsIn: (definition: PropertyDefinition) => PropertyWords = (definition) =>
    new PropertyWords(definition, properties[definition.name] ?? null),
): boolean {
  let missing = query.beginnings;
  let apart = query.runs;
  if (missing.length === 0) return false;
  for (const name in properties) {
    const definition = definitions.get(name);
    if (definition === undefined || !hasWords(definition)) continue;
    const { different, texts } = wordsIn(definition);
    const words = [...different];
    missing = missing.filter((either) => !words.some((word) => startsWithAny(word, either)));
    if (apart.length > 0) {
      const folded = texts.map(foldText);
      apart = apart.filter((run) => !folded.some((text) => text.includes(run)));
    }
    if (missing.length === 0 && apart.length === 0) return true;
  }
  return false;
}

function startsWithAny(word: string, beginnings: readonly string[]): boolean {
  return beginnings.some((beginning) => word.startsWith(beginning));
}
