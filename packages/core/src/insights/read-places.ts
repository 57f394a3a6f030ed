import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, pace, reports } from "@rapport/db";
import { type PlaceRange, placeSpan } from "../record-index/place-key.ts";

/** Index rows that one statement reads on SQLite, in about 10 ms. */
const SQLITE_PORTION_ROWS = 5_000;

interface Numbered {
  /** Index of the range. */
  readonly span: number;
}

/**
 * Reads the places of records in some ranges, in portions, between which other requests are served. A record that moves
 * meanwhile may be counted in both of its places, or in none.
 *
 * @param read runs a statement of `reports` with spans in JSON
 * @param portionRows rows of a portion; all ranges are read at once if it is infinite
 * @returns the rows of all portions; a range may have several
 */
export async function readPlaces<Row extends Numbered>(
  db: Db,
  { project, type }: { readonly project: number; readonly type: string },
  ranges: readonly PlaceRange[],
  read: (spans: string) => Promise<readonly Row[]>,
  portionRows: number = pace.statementSize(db, SQLITE_PORTION_ROWS),
): Promise<readonly Row[]> {
  if (ranges.length === 0) return [];
  const spans = ranges.map((range, span) => ({ span, ...placeSpan(range) }));
  if (portionRows === Number.POSITIVE_INFINITY) return read(JSON.stringify(spans));
  const rows: Row[] = [];
  for (const span of spans) {
    for (let { low } = span; low < span.high; ) {
      const args = { project, type, low, high: span.high, skipped: portionRows };
      const [next] = await reports.findPlaceAfter.all(db, args);
      // If all rows of a portion have one value, it cannot be divided.
      const high = next !== undefined && next.value > low ? next.value : span.high;
      rows.push(...(await read(JSON.stringify([{ ...span, low, high }]))));
      low = high;
      await nextTurn();
    }
  }
  return rows;
}
