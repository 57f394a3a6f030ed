import type { PropertyDefinition } from "@rapport/model";

const MAX_KEY_BYTES = 200;
const UTF8 = new TextEncoder();

/** Sorts after every digit, so that of two negative numbers the one with more digits comes first. */
const AFTER_DIGITS = "~";

/**
 * Returns the index key of a value. Equal values have equal keys, and keys sort like values by their UTF-8
 * bytes (collation BINARY in SQLite, "C" in PostgreSQL). Text ignores case and uses only the first 200 bytes,
 * so different long texts can have equal keys.
 *
 * @param definition property of the value
 * @param value one stored value, or one entry of a stored list
 */
export function indexKey(definition: PropertyDefinition, value: string | boolean): string {
  if (typeof value === "boolean") return String(value);
  switch (definition.type) {
    case "number":
      return decimalKey(value);
    case "date":
    case "datetime":
      return value;
    default:
      return textKey(value);
  }
}

/** Returns whether the key of a value is only its beginning, so that other values can have the same key. */
export function isKeyCut(definition: PropertyDefinition, value: string | boolean): boolean {
  if (typeof value === "boolean" || WHOLE_KEYS.has(definition.type)) return false;
  return textKey(value) !== foldText(value);
}

/** Types whose values are never cut short. */
const WHOLE_KEYS: ReadonlySet<string> = new Set(["boolean", "number", "date", "datetime"]);

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

/** Returns a text in the form in which texts are equal whatever their case. */
export function foldText(value: string): string {
  // Lower-casing can break up composed characters, so normalize again.
  return value.normalize("NFC").toLowerCase().normalize("NFC");
}

function textKey(value: string): string {
  const folded = foldText(value);
  if (folded.length * 3 <= MAX_KEY_BYTES) return folded;
  // At most three bytes per UTF-16 unit; encodeInto stops before a character that does not fit.
  const { read } = UTF8.encodeInto(folded, new Uint8Array(MAX_KEY_BYTES));
  return folded.slice(0, read);
}

function complement(digits: string): string {
  return digits.replaceAll(/\d/g, (digit) => String(9 - Number(digit)));
}

function withoutTrailingZeros(fraction: string): string {
  return fraction.replace(/0+$/, "");
}
