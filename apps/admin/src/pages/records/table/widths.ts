import type { Field } from "../fields.ts";

const WIDTHS: Readonly<Record<Field["type"], number>> = {
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

/** The width that a column's values usually take, in pixels. */
export function widthOf({ type, multi, name, options = [] }: Field): number {
  const usual = multi || name === "stage" ? Math.max(200, WIDTHS[type]) : WIDTHS[type];
  const longest = Math.max(0, ...options.map(({ label }) => label.length));
  return Math.max(usual, Math.min(WIDEST_CHOICE, AROUND_CHOICE + longest * LETTER));
}

const WIDEST_CHOICE = 220;
const AROUND_CHOICE = 40;
const LETTER = 6.6;
