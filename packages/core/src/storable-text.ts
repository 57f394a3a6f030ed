import { hasControls } from "@rapport/model";
import { z } from "zod";

/** Returns whether both databases can store a text: PostgreSQL has no U+0000, and half a surrogate pair is no UTF-8. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Text that both databases can store. */
export const storableText = z
  .string()
  .refine(isStorable, { error: "This must not contain U+0000 or half a surrogate pair." });

/** A JSON value whose texts and names both databases can store. */
export const storableJson = z.unknown().refine(
  (value) => {
    let isWhole = true;
    JSON.stringify(value, (name: string, one: unknown) => {
      isWhole &&= isStorable(name) && (typeof one !== "string" || isStorable(one));
      return one;
    });
    return isWhole;
  },
  { error: "This must not contain U+0000 or half a surrogate pair." },
);

/** Why a name is refused that has control characters. */
export const NAME_CONTROLS =
  "A name must not have control characters, such as line ends and changes of direction. Leave them out.";

/** A name for people: text without control characters, because terminals and lists show it. */
export const nameText = storableText.refine((text) => !hasControls(text), { error: NAME_CONTROLS });

/** Unicode's names of those that come with copied texts. */
const NAMES: Readonly<Record<string, string>> = {
  "\t": "TAB",
  "\n": "LINE FEED",
  "\r": "CARRIAGE RETURN",
  "\u00a0": "NO-BREAK SPACE",
  "\u00ad": "SOFT HYPHEN",
  "\u061c": "ARABIC LETTER MARK",
  "\u2002": "EN SPACE",
  "\u2003": "EM SPACE",
  "\u2007": "FIGURE SPACE",
  "\u2009": "THIN SPACE",
  "\u200b": "ZERO WIDTH SPACE",
  "\u200c": "ZERO WIDTH NON-JOINER",
  "\u200d": "ZERO WIDTH JOINER",
  "\u200e": "LEFT-TO-RIGHT MARK",
  "\u200f": "RIGHT-TO-LEFT MARK",
  "\u2028": "LINE SEPARATOR",
  "\u202a": "LEFT-TO-RIGHT EMBEDDING",
  "\u202b": "RIGHT-TO-LEFT EMBEDDING",
  "\u202c": "POP DIRECTIONAL FORMATTING",
  "\u202d": "LEFT-TO-RIGHT OVERRIDE",
  "\u202e": "RIGHT-TO-LEFT OVERRIDE",
  "\u202f": "NARROW NO-BREAK SPACE",
  "\u2060": "WORD JOINER",
  "\u2066": "LEFT-TO-RIGHT ISOLATE",
  "\u2067": "RIGHT-TO-LEFT ISOLATE",
  "\u2068": "FIRST STRONG ISOLATE",
  "\u2069": "POP DIRECTIONAL ISOLATE",
  "\u3000": "IDEOGRAPHIC SPACE",
  "\ufeff": "ZERO WIDTH NO-BREAK SPACE",
};

/** Variation selectors are parts of emoji. */
const CHARACTER = String.raw`(?![\ufe00-\ufe0f])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]|(?! )\p{Zs}`;
const ANYWHERE = new RegExp(CHARACTER, "u");
const AT_AN_END = new RegExp(`^(?:${CHARACTER})|(?:${CHARACTER})$`, "u");

/** Returns whether a text begins or ends with a character that no reader sees, or with a space other than U+0020. */
export function hasInvisibleEnd(text: string): boolean {
  return AT_AN_END.test(text);
}

/**
 * Names the first character of a text that no reader sees, or that only looks like a space.
 *
 * @returns the end of a sentence, or null if there is none
 */
export function invisibleIn(text: string): string | null {
  const found = (AT_AN_END.exec(text) ?? ANYWHERE.exec(text)) as RegExpExecArray | null;
  if (found === null) return null;
  const [character] = found;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const name = NAMES[character] === undefined ? "" : ` ${NAMES[character]}`;
  return `contains U+${code}${name} ${describePlace(found, text)}. Remove it.`;
}

function describePlace({ index, 0: character }: RegExpExecArray, text: string): string {
  if (index === 0) return "at the beginning";
  if (index + character.length === text.length) return "at the end";
  return `after ${JSON.stringify(text.slice(0, index).slice(-20))}`;
}
