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
/** No word begins with these, and none ends with the others. */
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
export function guessEncoding(sample: Buffer): SingleByteEncoding {
  let best: SingleByteEncoding = "windows-1252";
  let most = Number.NEGATIVE_INFINITY;
  for (const [encoding, languages] of CANDIDATES) {
    const score = scoreOf(new TextDecoder(encoding).decode(sample), languages);
    if (score > most) [best, most] = [encoding, score];
  }
  return best;
}

/** Returns how well the characters beyond ASCII fit a text in the likeliest of some languages; 1 is best. */
function scoreOf(text: string, languages: readonly string[]): number {
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
