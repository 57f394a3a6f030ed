import type { Field } from "../fields.ts";

const WIDTHS_PX: Readonly<Record<Field["type"], number>> = {
  string: 180,
  text: 260,
  // An amount of millions with its currency.
  number: 176,
  boolean: 100,
  date: 130,
  datetime: 172,
  email: 240,
  phone: 160,
  url: 210,
  enumeration: 130,
};

/** Widths in which most values can still be read. */
const LEAST_PX: Readonly<Record<Field["type"], number>> = {
  string: 110,
  text: 140,
  number: 164,
  boolean: 80,
  date: 110,
  datetime: 166,
  email: 220,
  phone: 150,
  url: 130,
  enumeration: 100,
};

/** Returns the usual width of a column in pixels. */
export function widthOf({ type, multi, name, options = [], label }: Field): number {
  const usual = multi || name === "stage" ? Math.max(200, WIDTHS_PX[type]) : WIDTHS_PX[type];
  return Math.max(usual, choiceWidthOf(options), headWidthOf(label));
}

/** Returns the width to which a column may shrink so that the table fits, in pixels. */
export function leastWidthOf({ type, multi, name, options = [], label }: Field): number {
  const least = multi || name === "stage" ? Math.max(130, LEAST_PX[type]) : LEAST_PX[type];
  return Math.max(least, choiceWidthOf(options), headWidthOf(label));
}

/** Returns the width of the longest choice. */
function choiceWidthOf(options: NonNullable<Field["options"]>): number {
  const longest = Math.max(0, ...options.map((option) => option.label.length));
  return Math.min(MAX_CHOICE_PX, CHOICE_PADDING_PX + longest * CHARACTER_PX);
}

/** Returns the width of a header with its arrow and its menu. */
function headWidthOf(label: string): number {
  return Math.min(MAX_CHOICE_PX, HEAD_PADDING_PX + label.length * CHARACTER_PX);
}

const MAX_CHOICE_PX = 220;
const CHOICE_PADDING_PX = 40;
const HEAD_PADDING_PX = 58;
const CHARACTER_PX = 6.6;
