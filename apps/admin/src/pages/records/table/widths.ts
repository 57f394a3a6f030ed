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
  enumeration: 200,
};

/** The width that a column's values usually take, in pixels. */
export function widthOf({ type, multi, name }: Field): number {
  return multi || name === "stage" ? Math.max(200, WIDTHS[type]) : WIDTHS[type];
}
