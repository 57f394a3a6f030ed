import type { Field } from "../fields.ts";
import type { Columns } from "../use-columns.ts";
import { leastWidthOf, widthOf } from "./widths.ts";

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
