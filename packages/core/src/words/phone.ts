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
