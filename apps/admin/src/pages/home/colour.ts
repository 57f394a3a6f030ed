import { type ObjectType, TYPE_KEYS } from "../../object-types.ts";

/** Colours in ui/chart.module.css. */
const COLOUR_COUNT = 8;

/** Returns the number of the colour of a type. The ninth type has the colour of the first. */
export function colourOf(type: ObjectType): number {
  return (TYPE_KEYS.indexOf(type) % COLOUR_COUNT) + 1;
}
