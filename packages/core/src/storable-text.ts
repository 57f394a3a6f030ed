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
