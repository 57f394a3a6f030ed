import { CREATED, type Field, UPDATED } from "../../../records/fields.ts";
import type { Columns } from "../../../records/use-columns.ts";
import { formatDay, formatMinute } from "../../../ui/values/format.ts";

/** A column as the table lays it out. */
export interface PlacedColumn {
  readonly field: Field;
  /** In pixels. */
  readonly width: number;
  /** Distance from the left edge at which it stays in place; null if it scrolls. */
  readonly left: number | null;
  /** True for the last column that stays in place: those that scroll pass below it. */
  readonly isEdge: boolean;
}

/** The width of the name column, which is always in place. */
export function firstWidth(frameWidth: number): number {
  return frameWidth < NARROW_PX ? 186 : 240;
}

/** Frames this narrow have no room for pinned columns. */
const NARROW_PX = 700;

/**
 * Returns the columns with their widths. Usual widths shrink as far as they can while the table is wider than its frame;
 * chosen ones stay.
 *
 * @param resized the column whose edge is being dragged, with its width
 */
export function placeColumns(
  columns: Columns,
  frameWidth: number,
  resized: { readonly name: string; readonly width: number } | null,
): readonly PlacedColumn[] {
  const sizes = columns.shown.map((field) => {
    const chosen = field.name === resized?.name ? resized.width : columns.widthOf(field.name);
    const usual = chosen ?? widthOf(field);
    return { usual, least: chosen ?? Math.min(usual, leastWidthOf(field)) };
  });
  const first = firstWidth(frameWidth);
  const sum = (of: "usual" | "least") => sizes.reduce((total, size) => total + size[of], first);
  const [usual, least] = [sum("usual"), sum("least")];
  const excess = frameWidth > 0 ? usual - frameWidth : 0;
  // A table that cannot fit scrolls, and then has the usual widths.
  const share = excess > 0 && least <= frameWidth ? excess / (usual - least) : 0;
  let left = first;
  const pins =
    frameWidth < NARROW_PX ? [] : columns.shown.filter(({ name }) => columns.isPinned(name));
  return columns.shown.map((field, i) => {
    const size = sizes[i] ?? { usual: 0, least: 0 };
    const width = Math.floor(size.usual - share * (size.usual - size.least));
    const isPinned = pins.includes(field);
    const isEdge = field === pins.at(-1);
    const placed = { field, width, left: isPinned ? left : null, isEdge };
    if (isPinned) left += width;
    return placed;
  });
}

const CELL_PADDING_PX = 24;
const CHARACTER_PX = 7;

/** Returns the width of the longest date of a year, in the reader's language. */
function dateWidthOf(format: (at: string) => string): number {
  const longest = Math.max(
    ...Array.from({ length: 12 }, (_, i) =>
      format(new Date(2000, i, 28, 22, 58).toISOString()),
    ).map(({ length }) => length),
  );
  return CELL_PADDING_PX + Math.ceil(longest * CHARACTER_PX);
}

const DATE_PX = dateWidthOf(formatDay);
const TIME_PX = dateWidthOf(formatMinute);

const WIDTHS_PX: Readonly<Record<Field["type"], number>> = {
  string: 180,
  text: 260,
  // An amount of millions with its currency.
  number: 188,
  boolean: 100,
  date: Math.max(120, DATE_PX),
  datetime: TIME_PX,
  email: 240,
  phone: 160,
  url: 210,
  enumeration: 130,
};

/** Widths in which most values can still be read. */
const LEAST_PX: Readonly<Record<Field["type"], number>> = {
  string: 110,
  text: 140,
  number: 176,
  boolean: 80,
  date: DATE_PX,
  datetime: TIME_PX,
  email: 220,
  phone: 150,
  url: 130,
  enumeration: 100,
};

/** Returns the usual width of a column in pixels. */
function widthOf(field: Field): number {
  const { type, multi, name, options = [], label } = field;
  // They show the day alone.
  if (field === CREATED || field === UPDATED) return Math.max(WIDTHS_PX.date, headWidthOf(label));
  const usual = multi || name === "stage" ? Math.max(200, WIDTHS_PX[type]) : WIDTHS_PX[type];
  return Math.max(usual, choiceWidthOf(options), headWidthOf(label));
}

/** Returns the width to which a column may shrink so that the table fits, in pixels. */
function leastWidthOf(field: Field): number {
  const { type, multi, name, options = [], label } = field;
  if (field === CREATED || field === UPDATED) return Math.max(LEAST_PX.date, headWidthOf(label));
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
