import { foldText } from "./fold.ts";
import { phoneDigits } from "./phone.ts";
import type { PropertyWords } from "./property-words.ts";
import type { WordQuery } from "./query.ts";
import { splitWords, unspacedRuns } from "./split.ts";

/** A word that a property must have, as CONTAINS_TOKEN takes it. */
export interface WordPattern {
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
