/** Bytes that a word keeps; the rest of a longer one is ignored. */
const MAX_WORD_BYTES = 64;
/** Different words of one property. Further words are not searched. */
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
  const words = texts.map(splitText);
  const count = words.reduce((sum, { length }) => sum + length, 0);
  return count <= MAX_PROPERTY_WORDS ? words : limited(words);
}

function splitText(text: string): readonly string[] {
  const folded = foldText(text);
  const words = folded.match(NOT_ASCII.test(folded) ? WORD : ASCII_WORD);
  if (words === null) return [];
  return canBeLong(folded) ? words.map(shortened) : words;
}

function limited(texts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const different = new Set<string>();
  return texts.map((words) => {
    const end = words.findIndex((word) => {
      different.add(word);
      return different.size > MAX_PROPERTY_WORDS;
    });
    return end < 0 ? words : words.slice(0, end);
  });
}

/** Lists the runs of two or more characters of a folded text that are words of their own. */
export function unspacedRuns(folded: string): readonly string[] {
  return folded.match(RUN) ?? [];
}

/** Before an extension, such as "ext. 12". */
const NUMBER = /^[\d +()./-]+/;
/** A zero that is dialled only within the country, as in "+44 (0)20 7000 2999". */
const TRUNK_ZERO = /\(0\)/g;

/** Begins a phone number that is written backwards, so that its end can be found like the beginning of a word. */
const BACKWARDS = "~";

/** Returns the digits of a phone number as one word, without an extension. */
export function phoneDigits(phone: string): string {
  const [number = ""] = NUMBER.exec(phone) ?? [];
  return withoutTrunkZero(number).replace(/\D/g, "");
}

export function withoutTrunkZero(text: string): string {
  return text.replace(TRUNK_ZERO, " ");
}

/** Returns the word of the index by which the end of a phone number is found. */
export function backwards(digits: string): string {
  return BACKWARDS + [...digits].reverse().join("");
}

/** Soft hyphens, joiners and variation selectors: they change how a word looks, not what it says. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu;
/** Unicode counts these apostrophes as letters. */
const LETTER_APOSTROPHES = /[\u02bb-\u02bd]/g;
/** Arabic letters are made longer with it. */
const TATWEEL = /\u0640/g;
/** In Arabic and Hebrew the marks are vowels, and hamzas on or below a letter. */
const ACCENTED =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Nd}])\p{M}+/gu;
const SPECIAL = /[ßıςøłđħŧæœٱىیکةۃہھەךםןףץ]/g;
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  ı: "i",
  ς: "σ",
  ø: "o",
  ł: "l",
  đ: "d",
  ħ: "h",
  ŧ: "t",
  æ: "ae",
  œ: "oe",
  // Forms of alef, yeh, kaf, heh and teh marbuta.
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ک: "ك",
  ة: "ه",
  ۃ: "ه",
  ہ: "ه",
  ھ: "ه",
  ە: "ه",
  // Hebrew letters at the end of a word.
  ך: "כ",
  ם: "מ",
  ן: "נ",
  ף: "פ",
  ץ: "צ",
};

/**
 * Returns the form of a text in which its words are compared: NFKC, lower case, and without accents in Latin,
 * Greek and Cyrillic, and without vowels in Arabic and Hebrew. In other scripts a mark is part of the word, so it stays.
 * Unicode does not decompose letters such as ß, ı, ł and ى; they become plain letters too.
 */
export function foldText(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .replace(IGNORABLE, "")
    .replace(TATWEEL, "")
    .replace(LETTER_APOSTROPHES, "'")
    .toLowerCase()
    .normalize("NFD")
    .replace(ACCENTED, "$1")
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    .normalize("NFC");
}

function shortened(word: string): string {
  if (!canBeLong(word)) return word;
  // encodeInto stops before a character that does not fit.
  const { read } = UTF8.encodeInto(word, new Uint8Array(MAX_WORD_BYTES));
  return word.slice(0, read);
}

/** A UTF-16 unit has at most three bytes. */
function canBeLong({ length }: string): boolean {
  return length * 3 > MAX_WORD_BYTES;
}
