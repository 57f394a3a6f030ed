import type { StoredValue } from "@rapport/db";

/** Bytes of values after which a page ends, however few rows it has. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/**
 * Cuts a page from its rows and one more row, which shows whether another page follows.
 *
 * @param sizeOf returns roughly the bytes of a row; needed if rows can be large
 * @returns the rows of the page, and the id of its last row, or null if no page follows
 */
export function cutPage<Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
  sizeOf: (row: Row) => number = () => 0,
): { shown: readonly Row[]; next: number | null } {
  const shown = withinBytes(rows.slice(0, limit), sizeOf);
  return { shown, next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null };
}

/**
 * Cuts a page as `cutPage` does, of rows of which the large ones are read on their own, one after another, and only as many
 * as the page has room for.
 *
 * @param read returns the row with its values; undefined if it is gone
 * @returns the rows of the page, and its last row as it was given if another page follows
 */
export async function readPage<Row, Whole>(
  rows: readonly Row[],
  { limit, maxBytes = MAX_PAGE_BYTES }: { readonly limit: number; readonly maxBytes?: number },
  read: (row: Row) => Whole | Promise<Whole | undefined>,
  sizeOf: (row: Whole) => number,
): Promise<{ readonly shown: readonly Whole[]; readonly last: Row | null }> {
  const shown: Whole[] = [];
  let [done, bytes] = [0, 0];
  for (const row of rows.slice(0, limit)) {
    if (bytes > maxBytes) break;
    const reading = read(row);
    const whole = reading instanceof Promise ? await reading : reading;
    done++;
    if (whole === undefined) continue;
    shown.push(whole);
    bytes += sizeOf(whole);
  }
  return { shown, last: done < rows.length ? (rows[done - 1] ?? null) : null };
}

/** Returns the first rows up to and including the one that exceeds the size of a page. */
function withinBytes<Row>(
  rows: readonly Row[],
  sizeOf: (row: Row) => number,
  maxBytes = MAX_PAGE_BYTES,
): readonly Row[] {
  let bytes = 0;
  const last = rows.findIndex((row) => {
    bytes += sizeOf(row);
    return bytes > maxBytes;
  });
  return last < 0 ? rows : rows.slice(0, last + 1);
}

/** Returns roughly the bytes of a record's values. */
export function bytesOfRecord({
  properties,
}: {
  readonly properties: Readonly<Record<string, StoredValue>>;
}): number {
  return jsonBytes(properties);
}

/** Returns roughly the bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 5;
  let bytes = 0;
  for (const one of Object.values(value)) bytes += jsonBytes(one);
  return bytes;
}
