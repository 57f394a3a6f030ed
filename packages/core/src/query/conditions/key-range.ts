import type { recordScan } from "@rapport/db";
import { afterPrefix, compareKeys, cutKey } from "../../record-index/index-key.ts";

export type KeyRange = recordScan.KeyRange;
type KeyPosition = recordScan.KeyPosition;

/** Before and after every id. */
export const LOWEST_ID = 0;
export const HIGHEST_ID = Number.MAX_SAFE_INTEGER;

/** Indexes of columns. Their keys are times; no property has these names. */
const TIME_INDEXES: ReadonlySet<string> = new Set(["createdAt", "updatedAt"]);

/**
 * A key of at most this many bytes is whole. A longer one may be cut at a character, and keys that are cut at
 * different characters do not sort like their values.
 */
const WHOLE_BYTES = 196;

/** Returns whether an index holds a key as it is, so that a look-up by it is exact. */
export function isWhole(key: string): boolean {
  return cutKey(key, WHOLE_BYTES) === key;
}

/** Returns whether an index is that of a time that every record has. */
export function isTimeIndex(index: string): boolean {
  return TIME_INDEXES.has(index);
}

/** Returns the range of a whole index. */
export function wholeIndex(index: string): KeyRange {
  const isTime = isTimeIndex(index);
  return {
    property: index,
    low: [isTime ? "0001-01-01T00:00:00.000Z" : "", LOWEST_ID],
    // No key is longer.
    high: [isTime ? "9999-12-31T23:59:59.999Z" : "\u{10ffff}".repeat(51), HIGHEST_ID],
  };
}

/** Returns the range of one key. */
export function pointRange(index: string, wholeKey: string): KeyRange {
  const key = cutKey(wholeKey);
  return { property: index, low: [key, LOWEST_ID], high: [key, HIGHEST_ID] };
}

/** Returns whether a range covers exactly one key. */
export function isPoint({ low, high }: KeyRange): boolean {
  return low[0] === high[0];
}

/**
 * Returns the range of an index between two values. It has every such value; if a bound is a long text, also
 * some others.
 *
 * @param bounds whole keys; an undefined one is no bound
 */
export function rangeBetween(
  index: string,
  { above, from, to, below }: { above?: string; from?: string; to?: string; below?: string },
): KeyRange {
  const whole = wholeIndex(index);
  let { low, high } = whole;
  if (from !== undefined) low = [cutKey(from, WHOLE_BYTES), LOWEST_ID];
  if (above !== undefined)
    low = [cutKey(above, WHOLE_BYTES), isWhole(above) ? HIGHEST_ID : LOWEST_ID];
  if (to !== undefined) high = isWhole(to) ? [to, HIGHEST_ID] : endOfPrefix(index, to);
  if (below !== undefined) high = isWhole(below) ? [below, LOWEST_ID] : endOfPrefix(index, below);
  return { property: index, low, high };
}

/** Returns the range of the keys that start with a text. */
export function prefixRange(index: string, prefix: string): KeyRange {
  const key = cutKey(prefix);
  const end = afterPrefix(key);
  return {
    property: index,
    low: [key, LOWEST_ID],
    high: end === null ? wholeIndex(index).high : [end, LOWEST_ID],
  };
}

function endOfPrefix(index: string, key: string): KeyPosition {
  const end = afterPrefix(cutKey(key, WHOLE_BYTES));
  return end === null ? wholeIndex(index).high : [end, LOWEST_ID];
}

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
