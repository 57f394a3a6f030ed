import type { PropertyDefinition } from "@rapport/model";
import { emailKey, phoneKey } from "../formats.ts";

const MAX_KEY_BYTES = 200;
const UTF8 = new TextEncoder();

/** Sorts after every digit, so that of two negative numbers the one with more digits comes first. */
const AFTER_DIGITS = "~";

/**
 * Returns the index key of a value. Equal values have equal keys, and keys sort like values by their UTF-8
 * bytes (collation BINARY in SQLite, "C" in PostgreSQL). Text ignores case and uses only the first 200 bytes,
 * so different long texts can have equal keys. Emails and phone numbers have the keys of `formats.ts`.
 *
 * @param definition property of the value
 * @param value one stored value, or one entry of a stored list
 */
export function indexKey(definition: PropertyDefinition, value: string | boolean): string {
  return cutKey(wholeKey(definition, value));
}

/**
 * Returns the key of a value before it is cut. Two values are equal if and only if their whole keys are, and
 * `compareKeys` of whole keys is the order of the values.
 */
export function wholeKey(definition: PropertyDefinition, value: string | boolean): string {
  if (typeof value === "boolean") return String(value);
  switch (definition.type) {
    case "number":
      return decimalKey(value);
    case "date":
    case "datetime":
      return value;
    case "email":
      return emailKey(value);
    case "phone":
      return phoneKey(value) ?? foldText(value);
    default:
      return foldText(value);
  }
}

/** Returns the smallest key above all keys with a prefix, or null if there is none. */
export function afterPrefix(prefix: string): string | null {
  const characters = [...prefix];
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    const code = last.codePointAt(0) ?? 0;
    if (code === LAST_CODE_POINT) continue;
    return characters.join("") + String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1);
  }
  return null;
}

const LAST_CODE_POINT = 0x10ffff;

/** Compares keys as both databases do: by UTF-8 bytes, which is the order of code points. */
export function compareKeys(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Surrogates encode the code points after all other UTF-16 units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

/**
 * Returns sign, number of integer digits, then all digits; for a negative number, the complement of each
 * digit.
 */
function decimalKey(value: string): string {
  const isNegative = value.startsWith("-");
  const [integer = "", fraction = ""] = (isNegative ? value.slice(1) : value).split(".");
  const digits = integer.replace(/^0+/, "");
  const magnitude = `${String(digits.length).padStart(2, "0")}${digits}${withoutTrailingZeros(fraction)}`;
  if (magnitude === "00") return "1";
  return isNegative ? `0${complement(magnitude)}${AFTER_DIGITS}` : `2${magnitude}`;
}

/** Returns the first bytes of a whole key, as the index stores them. A character is kept whole or left out. */
export function cutKey(key: string, bytes = MAX_KEY_BYTES): string {
  // At most three bytes per UTF-16 unit.
  if (key.length * 3 <= bytes) return key;
  const { read } = UTF8.encodeInto(key, new Uint8Array(bytes));
  return key.slice(0, read);
}

/** Returns a text in a form that ignores its case. */
export function foldText(value: string): string {
  // Lower-casing can break up composed characters, so normalize again.
  return value.normalize("NFC").toLowerCase().normalize("NFC");
}

function complement(digits: string): string {
  return digits.replaceAll(/\d/g, (digit) => String(9 - Number(digit)));
}

function withoutTrailingZeros(fraction: string): string {
  return fraction.replace(/0+$/, "");
}
