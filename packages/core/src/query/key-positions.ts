import type { recordScan } from "@rapport/db";
import { compareKeys } from "../record-index/index-key.ts";
import type { KeyPosition, KeyRange } from "./key-range.ts";

/** Compares positions in the order of the index: by key, then by id. */
export function comparePositions([a, x]: KeyPosition, [b, y]: KeyPosition): number {
  return compareKeys(a, b) || x - y;
}

/** Returns the part of a range that follows a position. */
export function cutRange(
  range: KeyRange,
  after: KeyPosition,
  direction: recordScan.Direction,
): KeyRange {
  if (direction === "asc") {
    return comparePositions(after, range.low) > 0 ? { ...range, low: after } : range;
  }
  return comparePositions(after, range.high) < 0 ? { ...range, high: after } : range;
}

/** Returns whether a range has no positions. Both its ends are exclusive. */
export function isEmpty({ low, high }: KeyRange): boolean {
  return comparePositions(low, high) >= 0;
}
