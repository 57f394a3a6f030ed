import { isUtf8 } from "node:buffer";
import { notText } from "./files.ts";

export const ZIP = Buffer.from("PK\u0003\u0004");

const MARKS = [
  ["utf-8", Buffer.from([0xef, 0xbb, 0xbf])],
  ["utf-16le", Buffer.from([0xff, 0xfe])],
  ["utf-16be", Buffer.from([0xfe, 0xff])],
] as const;

/** Returns the encoding that the byte order mark of a file names, or undefined. */
export function markedEncoding(head: Buffer): string | undefined {
  return MARKS.find(([, mark]) => head.subarray(0, mark.length).equals(mark))?.[0];
}

/** Returns the name of an encoding in the Encoding standard of WHATWG, such as `windows-1252` for `latin1`. */
export function encodingName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Recognizes UTF-16 without a byte order mark by the zero bytes of its first ASCII characters. */
export function wideEncoding(head: Buffer): "utf-16le" | "utf-16be" | undefined {
  const pairs = Math.min(head.length, 64) >> 1;
  if (pairs === 0) return undefined;
  let [first, second] = [0, 0];
  for (let i = 0; i < pairs; i++) {
    if (head[2 * i] === 0) first++;
    if (head[2 * i + 1] === 0) second++;
  }
  if (second > pairs / 2 && first === 0) return "utf-16le";
  if (first > pairs / 2 && second === 0) return "utf-16be";
  return undefined;
}

/**
 * Recognizes the encoding of bytes that are not all ASCII.
 *
 * @throws CrmError INVALID_INPUT if they are damaged UTF-8: most of their characters of several bytes are valid
 */
export function recognized(bytes: Buffer): string {
  if (isUtf8(bytes)) return "utf-8";
  let [valid, invalid, at] = [0, 0, 0];
  while (at < bytes.length) {
    const size = characterBytes(bytes[at] ?? 0);
    const isValid = isUtf8(bytes.subarray(at, at + size));
    if (!isValid) invalid++;
    else if (size > 1) valid++;
    at += isValid ? size : 1;
  }
  if (valid >= invalid) throw notText("utf-8");
  return guessEncoding(bytes);
}

function characterBytes(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

/** Returns the number of bytes before a UTF-8 character that is cut off at the end. */
export function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) {
      return characterBytes(byte) > back ? bytes.length - back : bytes.length;
    }
    if (byte < 0x80) break;
  }
  return bytes.length;
}

/**
 * Letters beyond ASCII of languages; after `|` those that are rare, or of which another language's letter is more likely to
 * be in a list of names.
 */
const WESTERN = [
  ...["äöüß", "àâçéèêëîïôùü|ûœæÿ", "áéíñóúü|ªº", "áâãàçéêíóôú|õü", "àèéìíîòóùú", "éëïóöüè"],
  ...["æøåé|óòô", "åäöé", "áéíóúö|ýðþæ"],
];
const CENTRAL = [
  ...["ąćęłńóśż|ź", "áčďéěíňóřšťúůýž", "áäčéíľňóôšťúýž|ďĺŕ", "áéíóöőúüű", "ăâîşţ", "čćšž|đ"],
];
const RUSSIAN = "абвгдезийклмнопрстуыья|ёжфхцчшщъэю";

/** Encodings of one byte per character that spreadsheets save, in the order of preference, with their languages. */
const CANDIDATES = [
  ["windows-1252", WESTERN],
  ["windows-1250", CENTRAL],
  ["windows-1251", [RUSSIAN, "абвгдезийклмнопрстуья|ґєжіїфхцчшщю"]],
  ["macintosh", WESTERN],
  ["windows-1254", ["çğıiöşü|âîû"]],
  ["windows-1257", ["āčēģīķļņšūž", "ąčęėįšųūž", "äõöüšž"]],
  ["windows-1253", ["αγδεηικλμνοπρσςτυωάέήίόύώ|βζθξφχψϊϋΐΰ"]],
  ["koi8-r", [RUSSIAN]],
] as const satisfies readonly (readonly [string, readonly string[]])[];

type SingleByteEncoding = (typeof CANDIDATES)[number][0];

const NOT_ASCII = /[^\0-\x7f]/;
const LETTER = /\p{L}/u;
const LATIN = /\p{Script=Latin}/u;
/** Words of French, Italian and English have these between letters. */
const APOSTROPHE = /[’´]/;
/** Characters that never stand directly before a letter, and characters that never stand directly after one. */
const NEVER_BEFORE = /[\p{S}\p{No}]/u;
const NEVER_AFTER = /[§¶¨¸‘]/;
/** A character that no text has weighs as much as so many others. */
const IMPOSSIBLE = 4;

/**
 * Guesses in which encoding of one byte per character a text is: the one in which most of its characters beyond ASCII are
 * letters of one language. With few of them it may be wrong, so people are shown what came of it.
 *
 * @param sample bytes of the text, some of them beyond ASCII
 */
function guessEncoding(sample: Buffer): SingleByteEncoding {
  let best: SingleByteEncoding = "windows-1252";
  let most = Number.NEGATIVE_INFINITY;
  for (const [encoding, languages] of CANDIDATES) {
    const score = scoreText(new TextDecoder(encoding).decode(sample), languages);
    if (score > most) [best, most] = [encoding, score];
  }
  return best;
}

/** Returns how well the characters beyond ASCII fit a text in the likeliest of some languages; 1 is best. */
function scoreText(text: string, languages: readonly string[]): number {
  const letters = new Map<string, number>();
  let [all, faults] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const one = text[i] ?? "";
    if (!NOT_ASCII.test(one)) continue;
    const [before = "", after = ""] = [text[i - 1], text[i + 1]];
    if (LETTER.test(one)) {
      all++;
      if (isOutOfPlace(one, before, after)) faults++;
      else letters.set(one.toLowerCase(), (letters.get(one.toLowerCase()) ?? 0) + 1);
    } else if (/[\p{Cc}\ufffd]/u.test(one)) {
      all++;
      faults += IMPOSSIBLE;
    } else if (isMisread(one, before, after)) {
      all++;
      faults++;
    }
  }
  if (all === 0) return 1;
  const fitting = languages.map((language) => {
    const [common = "", rare = ""] = language.split("|");
    let sum = 0;
    for (const [letter, times] of letters) {
      sum += common.includes(letter) ? times : rare.includes(letter) ? times / 2 : 0;
    }
    return sum;
  });
  return (Math.max(...fitting) - faults) / all;
}

/** A capital within a word, or a letter of another script than the one beside it. */
function isOutOfPlace(letter: string, before: string, after: string): boolean {
  const isCapital = /\p{Lu}/u.test(letter) && LETTER.test(before);
  if (isCapital && (/\p{Ll}/u.test(before) || /\p{Ll}/u.test(after))) return true;
  return !LATIN.test(letter) && (/[a-z]/i.test(before) || /[a-z]/i.test(after));
}

/** A sign where a letter is more likely. */
function isMisread(sign: string, before: string, after: string): boolean {
  if (APOSTROPHE.test(sign)) return false;
  if (isOfWord(before) && isOfWord(after)) return true;
  if (LETTER.test(after) && NEVER_BEFORE.test(sign)) return true;
  return LETTER.test(before) && NEVER_AFTER.test(sign);
}

function isOfWord(character: string): boolean {
  return LETTER.test(character) || NOT_ASCII.test(character);
}
