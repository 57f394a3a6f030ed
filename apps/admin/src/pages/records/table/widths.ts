import type { Field } from "../fields.ts";

const WIDTHS_PX: Readonly<Record<Field["type"], number>> = {
  string: 180,
  text: 260,
  number: 150,
  boolean: 100,
  date: 130,
  datetime: 180,
  email: 240,
  phone: 160,
  url: 210,
  enumeration: 130,
};

/** Returns the width of a column in pixels. */
export function widthOf({ type, multi, name, options = [] }: Field): number {
  const usual = multi || name === "stage" ? Math.max(200, WIDTHS_PX[type]) : WIDTHS_PX[type];
  const longest = Math.max(0, ...options.map(({ label }) => label.length));
  return Math.max(usual, Math.min(MAX_CHOICE_PX, CHOICE_PADDING_PX + longest * CHARACTER_PX));
}

const MAX_CHOICE_PX = 220;
const CHOICE_PADDING_PX = 40;
const CHARACTER_PX = 6.6;
