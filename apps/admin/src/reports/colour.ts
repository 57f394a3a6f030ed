import { TYPE_KEYS } from "../object-types.ts";
import type { Colour } from "./figure.ts";

const COUNT = 8;

/** Returns the colour of a type. The ninth type has the colour of the first. */
export function colourOf(type: string): Colour {
  return numbered(TYPE_KEYS.indexOf(type));
}

/** Returns the colour of an entry of a list. */
export function numbered(index: number): Colour {
  return String((index % COUNT) + 1) as Colour;
}
