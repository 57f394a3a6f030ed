const NOT_ASCII = /[\u0080-\uffff]/;
/** Soft hyphens, joiners and variation selectors: they change how a word looks, not what it says. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu;
/** Unicode counts these apostrophes as letters. */
const LETTER_APOSTROPHES = /[\u02bb-\u02bd]/g;
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}])\p{M}+/gu;
const SPECIAL = /[ßıςøłđħŧæœ]/g;
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
};

/**
 * Returns the form of a text in which its words are compared: NFKC, lower case, and without accents in Latin,
 * Greek and Cyrillic. In other scripts a mark is part of the word, so it stays. Unicode does not decompose
 * letters such as ß, ı and ł; they become plain letters too.
 */
export function foldText(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .replace(IGNORABLE, "")
    .replace(LETTER_APOSTROPHES, "'")
    .toLowerCase()
    .normalize("NFD")
    .replace(ACCENTED, "$1")
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    .normalize("NFC");
}
