const NOT_ASCII = /[\u0080-\uffff]/;
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
