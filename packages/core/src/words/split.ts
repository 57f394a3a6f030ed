import { foldText } from "./fold.ts";

/** Bytes that a word keeps; the rest of a longer one is ignored. */
const MAX_WORD_BYTES = 64;
/** Different words of one property; what follows them is not searched. */
const MAX_PROPERTY_WORDS = 1_000;

/** Characters of scripts that put no spaces between words. */
const ALONE =
  "[[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー]&&[\\p{L}\\p{M}\\p{N}]]";
const WORD = new RegExp(
  `${ALONE}|[[\\p{L}\\p{N}]--${ALONE}][[\\p{L}\\p{M}\\p{N}]--${ALONE}]*`,
  "gv",
);
const RUN = new RegExp(`${ALONE}{2,}`, "gv");
const ASCII_WORD = /[a-z0-9]+/g;
const NOT_ASCII = /[\u0080-\uffff]/;
const UTF8 = new TextEncoder();

/** A word with its place in the folded text. */
export interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a folded text into words: runs of letters, marks and digits. Each character of Han, Kana, Thai, Lao,
 * Khmer and Myanmar is a word of its own, because these scripts put no spaces between words.
 */
export function placedWords(folded: string): PlacedWord[] {
  return Array.from(folded.matchAll(WORD), ({ 0: word, index: start }) => ({
    word: shortened(word),
    start,
    end: start + word.length,
  }));
}

/**
 * Splits the values of one property into words, in their order.
 *
 * @param texts the property's values; a single-value property has one
 * @returns the words of each value, up to the first 1,000 different ones of the property
 */
export function splitWords(texts: readonly string[]): readonly (readonly string[])[] {
  const different = new Set<string>();
  return texts.map((text) => {
    if (different.size >= MAX_PROPERTY_WORDS) return [];
    const folded = foldText(text);
    const found = folded.match(NOT_ASCII.test(folded) ? WORD : ASCII_WORD) ?? [];
    const words: string[] = [];
    for (const long of found) {
      const word = shortened(long);
      if (different.size >= MAX_PROPERTY_WORDS && !different.has(word)) break;
      different.add(word);
      words.push(word);
    }
    return words;
  });
}

/** Lists the runs of two or more characters of a folded text that are words of their own. */
export function unspacedRuns(folded: string): readonly string[] {
  return folded.match(RUN) ?? [];
}

function shortened(word: string): string {
  // A UTF-16 unit has at most three bytes.
  if (word.length * 3 <= MAX_WORD_BYTES) return word;
  // encodeInto stops before a character that does not fit.
  const { read } = UTF8.encodeInto(word, new Uint8Array(MAX_WORD_BYTES));
  return word.slice(0, read);
}
