import type { PropertyDefinition } from "@rapport/model";
import { hasWords, type PropertyWords } from "../../words/property-words.ts";
import { matchesWords, parseWordQuery, type WordQuery } from "../../words/query.ts";
import { foldText, phoneDigits, splitWords, unspacedRuns } from "../../words/words.ts";
import type { RowCondition } from "./condition.ts";
import type { Field } from "./fields.ts";

/** A fault of a search text. */
export interface WordFault {
  readonly code: string;
  readonly message: string;
}

/** Different words that a query may have. */
const MAX_QUERY_WORDS = 32;

/**
 * Creates the condition that a property contains a word, or the beginning of one if the word ends with `*`.
 *
 * @returns an issue if the text has no word
 */
export function tokenCondition(
  field: Field,
  text: string,
  isNegated: boolean,
): RowCondition | WordFault {
  const pattern = parseWordPattern(text);
  const { name, definition } = field;
  if (pattern === null || definition === null) {
    const message =
      'Give a word of letters or digits. A * at its end finds words that begin with it. Example: "eng*"';
    return { code: "value_invalid", message };
  }
  return {
    kind: "row",
    key: JSON.stringify([name, isNegated ? "NOT_CONTAINS_TOKEN" : "CONTAINS_TOKEN", pattern]),
    name,
    lookup:
      !isNegated && hasWords(definition) ? { by: "words", query: queryOfPattern(pattern) } : null,
    matches: (record) => matchesPattern(pattern, record.wordsIn(definition)) !== isNegated,
  };
}

/**
 * Creates the condition that every word of a text begins a word of some text property. A text without words
 * finds nothing.
 *
 * @returns an issue if the text has too many words
 */
export function queryCondition(
  definitions: ReadonlyMap<string, PropertyDefinition>,
  text: string,
): RowCondition | WordFault {
  const query = parseWordQuery(text);
  if (query.beginnings.length > MAX_QUERY_WORDS) {
    const message = `A query has at most ${MAX_QUERY_WORDS} different words.`;
    return { code: "query_too_long", message };
  }
  return {
    kind: "row",
    key: JSON.stringify(["query", query]),
    name: "query",
    lookup: query.beginnings.length === 0 ? { by: "ids", ids: [] } : { by: "words", query },
    matches: (record) =>
      matchesWords(query, definitions, record.row.properties, (definition) =>
        record.wordsIn(definition),
      ),
  };
}

/** A word that a property must have, as CONTAINS_TOKEN takes it. */
interface WordPattern {
  /** Several if the text is several words, such as "o'Brien": then they must be neighbours. */
  readonly words: readonly string[];
  /** Whether the last word is only the beginning of one. */
  readonly isBeginning: boolean;
  /** Characters that must be adjacent, in scripts without spaces. */
  readonly runs: readonly string[];
  /** The text's digits if it can be a phone number, otherwise empty. */
  readonly digits: string;
}

const IS_NUMBER = /^[\d +()./-]+$/;

/**
 * Parses a word that a property must have. A `*` at the end makes it the beginning of a word.
 *
 * @returns null if the text has no word
 */
export function parseWordPattern(text: string): WordPattern | null {
  const isBeginning = text.endsWith("*");
  const word = isBeginning ? text.slice(0, -1) : text;
  const [words = []] = splitWords([word]);
  if (words.length === 0) return null;
  const folded = foldText(word);
  const digits = IS_NUMBER.test(folded) ? phoneDigits(folded) : "";
  return { words, isBeginning, runs: unspacedRuns(folded), digits };
}

/** Returns whether one of a property's values has a word, or several as neighbours. */
export function matchesPattern(
  pattern: WordPattern,
  { type, texts, joined, different }: PropertyWords,
): boolean {
  const { words, isBeginning } = pattern;
  if (type === "phone" && texts.some((text) => isPhone(pattern, text))) return true;
  const whole = isBeginning ? words.slice(0, -1) : words;
  if (!whole.every((word) => different.has(word))) return false;
  const neighbours = ` ${words.join(" ")}${isBeginning ? "" : " "}`;
  return texts.some(
    (text, i) => joined[i]?.includes(neighbours) === true && hasRuns(pattern, text),
  );
}

/** Returns the query that finds every record in which a property can match a pattern, and others. */
export function queryOfPattern({ words, digits }: WordPattern): WordQuery {
  const phone = digits === "" ? [] : [digits];
  return { beginnings: words.map((word) => [...new Set([word, ...phone])]), runs: [] };
}

function hasRuns({ runs }: WordPattern, text: string): boolean {
  return runs.length === 0 || runs.every((run) => foldText(text).includes(run));
}

function isPhone({ digits, isBeginning }: WordPattern, text: string): boolean {
  if (digits === "") return false;
  const whole = phoneDigits(text);
  return isBeginning ? whole.startsWith(digits) : whole === digits;
}
