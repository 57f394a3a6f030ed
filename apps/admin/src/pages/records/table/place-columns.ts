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

/** The columns of a table as it lays them out. */
export interface Placement {
  /** The width of the name column, which is always in place, in pixels. */
  readonly nameWidth: number;
  readonly placed: readonly PlacedColumn[];
}

/** Widths that the values of the first rows need, in pixels, by the name of the column. */
export type Needs = ReadonlyMap<string, number>;

/** What `Needs` calls the name column. */
export const NAME = "name column";

/** Frames this narrow have no room for pinned columns. */
const NARROW_PX = 700;
const NARROW_NAME_PX = 186;
const NAME_PX = 220;
/** Longer values are cut, unless the table has room to spare. */
const MAX_NAME_PX = 340;
const MAX_SCROLLED_NAME_PX = 260;
const MAX_VALUE_PX = 320;
/** Longer values are cut in any table. */
const MAX_WHOLE_PX = 640;

/**
 * Widths of a column, from the least: in which most values can be read, in which none of the first rows is cut, with room
 * for longer ones, and in which the long ones are whole too.
 */
type Size = readonly [least: number, needed: number, usual: number, whole: number];

const USUAL = 2;

/**
 * Returns the columns with their widths. A width that nobody chose follows from the values of the first rows, so that the
 * table fills its frame: no value is cut while another column has room for it. Chosen widths stay.
 *
 * @param resized the column whose edge is being dragged, with its width
 */
export function placeColumns(
  columns: Columns,
  frameWidth: number,
  resized: { readonly name: string; readonly width: number } | null,
  needs: Needs,
): Placement {
  const isNarrow = frameWidth < NARROW_PX;
  const name = isNarrow ? fixed(NARROW_NAME_PX) : nameSize(needs.get(NAME) ?? NAME_PX);
  const sizes = columns.shown.map((field) => {
    const chosen = field.name === resized?.name ? resized.width : columns.chosenWidth(field.name);
    return chosen === undefined ? columnSize(field, needs.get(field.name)) : fixed(chosen);
  });
  const widthIn = fitted([name, ...sizes], frameWidth);
  // Beside a long name, little would be left of what scrolls.
  const nameWidth = widthIn === null ? Math.min(name[USUAL], MAX_SCROLLED_NAME_PX) : widthIn(name);
  let left = nameWidth;
  const pins = isNarrow ? [] : columns.shown.filter(({ name }) => columns.isPinned(name));
  const placed = columns.shown.map((field, i) => {
    const size = sizes[i] ?? fixed(0);
    const width = widthIn === null ? size[USUAL] : widthIn(size);
    const isPinned = pins.includes(field);
    const isEdge = field === pins.at(-1);
    const one = { field, width, left: isPinned ? left : null, isEdge };
    if (isPinned) left += width;
    return one;
  });
  return { nameWidth, placed };
}

/** Returns which width makes columns of some sizes fill the frame; null if they do not fit, so that the table scrolls. */
function fitted(sizes: readonly Size[], frameWidth: number): ((size: Size) => number) | null {
  const sums = [0, 1, 2, 3].map((step) => sizes.reduce((sum, size) => sum + (size[step] ?? 0), 0));
  const step = sums.findLastIndex((sum) => sum <= frameWidth);
  if (step === -1) return null;
  const [below = 0, above = below] = sums.slice(step);
  const share = above > below ? (frameWidth - below) / (above - below) : 0;
  return (size) => {
    const [from = 0, to = from] = size.slice(step);
    return Math.floor(from + share * (to - from));
  };
}

function fixed(width: number): Size {
  return [width, width, width, width];
}

/** @param needed the width that the names of the first rows need */
function nameSize(needed: number): Size {
  const most = Math.max(NARROW_NAME_PX, Math.min(MAX_NAME_PX, needed));
  const usual = Math.max(NAME_PX, most);
  return [Math.min(NAME_PX, most), most, usual, Math.max(usual, Math.min(MAX_WHOLE_PX, needed))];
}

const CELL_PADDING_PX = 24;
const CHARACTER_PX = 7;

/** Returns the width of the longest date of a year, in the reader's language. */
function longestDateWidth(format: (at: string) => string): number {
  const longest = Math.max(
    ...Array.from({ length: 12 }, (_, i) =>
      format(new Date(2000, i, 28, 22, 58).toISOString()),
    ).map(({ length }) => length),
  );
  return CELL_PADDING_PX + Math.ceil(longest * CHARACTER_PX);
}

const DATE_PX = longestDateWidth(formatDay);
const TIME_PX = longestDateWidth(formatMinute);

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

/** Values of these types say little when they are cut. Longer ones than the first rows have may follow. */
const WHOLE: ReadonlySet<Field["type"]> = new Set(["number", "boolean", "date", "datetime"]);

/** @param needed the width that the values of the first rows need; undefined if it is not known */
function columnSize(field: Field, needed: number | undefined): Size {
  const { type, multi, label, options, name } = field;
  const least = leastWidth(field);
  if (needed === undefined) {
    const usual = usualWidth(field);
    return [Math.min(usual, least), usual, usual, usual];
  }
  const head = headWidth(label);
  const usual = Math.max(head, Math.min(MAX_VALUE_PX, needed), WHOLE.has(type) ? least : 0);
  const isText = (type === "string" || type === "text") && name !== "stage" && name !== "pipeline";
  const mayShrink = multi || (isText && options === undefined);
  const cut = mayShrink ? Math.max(head, Math.min(usual, LEAST_PX[type])) : usual;
  return [cut, usual, usual, Math.max(usual, Math.min(MAX_WHOLE_PX, needed))];
}

/** Returns the usual width of a column in pixels. */
function usualWidth(field: Field): number {
  const { type, multi, name, options = [], label } = field;
  // They show the day alone.
  if (field === CREATED || field === UPDATED) return Math.max(WIDTHS_PX.date, headWidth(label));
  const usual = multi || name === "stage" ? Math.max(200, WIDTHS_PX[type]) : WIDTHS_PX[type];
  return Math.max(usual, longestChoiceWidth(options), headWidth(label));
}

/** Returns the width to which a column may shrink so that the table fits, in pixels. */
function leastWidth(field: Field): number {
  const { type, multi, name, options = [], label } = field;
  if (field === CREATED || field === UPDATED) return Math.max(LEAST_PX.date, headWidth(label));
  const least = multi || name === "stage" ? Math.max(130, LEAST_PX[type]) : LEAST_PX[type];
  return Math.max(least, longestChoiceWidth(options), headWidth(label));
}

/** Returns the width of the longest choice. */
function longestChoiceWidth(options: NonNullable<Field["options"]>): number {
  const longest = Math.max(0, ...options.map((option) => option.label.length));
  return Math.min(MAX_CHOICE_PX, CHOICE_PADDING_PX + longest * CHARACTER_PX);
}

/** Returns the width of a header with its arrow and its menu. */
function headWidth(label: string): number {
  return Math.min(MAX_CHOICE_PX, HEAD_PADDING_PX + label.length * CHARACTER_PX);
}

const MAX_CHOICE_PX = 220;
const CHOICE_PADDING_PX = 40;
const HEAD_PADDING_PX = 66;
