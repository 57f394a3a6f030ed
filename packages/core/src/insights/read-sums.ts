import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, pace, reports, sums } from "@rapport/db";
import { addDecimals, negative } from "@rapport/model";
import type { Deps } from "../deps.ts";
import { type PlaceRange, placeSpan } from "../record-index/place-key.ts";
import { addUpNow } from "./add-up.ts";
import { daysBesideRange, divideRange } from "./divide-range.ts";
import { KINDS } from "./sum-keys.ts";

type SumDeps = Pick<Deps, "db">;

/** Figures, and how many rows were read one by one to find them. */
export interface Read<T> {
  readonly value: T;
  readonly rows: number;
}

interface Of {
  readonly project: number;
  readonly type: string;
}

/** Rows of stages, currencies and days that one statement returns at most. There are fewer than this. */
const MAX_ROWS = 500_000;

/**
 * Counts and sums records by the index of their range and by currency, from the sums; by month and day too, if the range
 * says so. What a range of close dates has beyond whole hours is counted.
 */
export async function sumRanges(
  deps: SumDeps,
  of: Of,
  ranges: readonly PlaceRange[],
): Promise<Read<readonly reports.PlaceSum[]>> {
  const found = new Map<string, reports.PlaceSum>();
  const mixed = new Set(ranges.find(({ mixedMonths }) => mixedMonths)?.mixedMonths);
  // A month in which no rate begins after its first day is one row: hours and days at its ends are added to the sum of the
  // month, or subtracted from it.
  const add = (row: reports.PlaceSum) => {
    const month = row.day.slice(0, 7);
    addTo(found, mixed.has(month) ? row : { ...row, day: month });
  };
  const rows = await readRanges(deps, of, ranges, {
    kind: KINDS.closing,
    limit: MAX_ROWS,
    read: (spans) => reports.sumPlaces.all(deps.db, { ...of, spans }),
    onAdded: ({ rest, ...sum }) => add({ ...sum, currency: readCurrency(rest) }),
    onRead: add,
  });
  const value = [...found.values()].filter(({ count }) => count > 0);
  return { value: value.map(withoutAmount), rows };
}

function addTo(found: Map<string, reports.PlaceSum>, row: reports.PlaceSum): void {
  const name = `${row.span} ${row.currency} ${row.day}`;
  const known = found.get(name);
  found.set(name, known === undefined ? row : added(known, row));
}

export type OwnerSum = reports.PlaceSum & { readonly owner: string };

/**
 * As `sumRanges`, by owner too.
 *
 * @param limit rows that each statement returns at most, those with the most records first
 * @param onRow called with rows of each range, owner and currency, some of them with negative counts
 * @returns how many records were counted
 */
export function sumRangesByOwner(
  deps: SumDeps,
  of: Of,
  { ranges, limit }: { readonly ranges: readonly PlaceRange[]; readonly limit: number },
  onRow: (row: OwnerSum) => void,
): Promise<number> {
  return readRanges(deps, of, ranges, {
    ...{ kind: KINDS.owner, limit, onRead: onRow },
    read: (spans) => reports.sumPlacesByOwner.all(deps.db, { ...of, spans, limit }),
    onAdded: ({ rest, ...sum }) => {
      const [currency = ""] = rest.split("|", 1);
      onRow({ ...sum, currency: readCurrency(currency), owner: rest.slice(currency.length + 1) });
    },
  });
}

/** @returns how many records were counted, and sums by hour were read */
async function readRanges<Row extends reports.PlaceSum>(
  deps: SumDeps,
  of: Of,
  ranges: readonly PlaceRange[],
  options: {
    readonly kind: typeof KINDS.closing | typeof KINDS.owner;
    readonly limit: number;
    readonly read: (spans: string) => Promise<readonly Row[]>;
    readonly onAdded: (row: sums.AddedUp & { readonly day: string }) => void;
    readonly onRead: (row: Row) => void;
  },
): Promise<number> {
  const { kind, limit, onAdded, onRead } = options;
  let counted = 0;
  const read = (some: readonly PlaceRange[], onEach: (row: Row) => void) =>
    readPlaces(deps.db, of, { ranges: some }, async (spans) => {
      for (const row of await options.read(spans)) {
        counted += row.count;
        onEach(row);
      }
      return [];
    });
  if (!(await addUpNow(deps, of.project))) {
    const parts = ranges.flatMap((range, span) => [
      { ...range, sign: 1 as const, span },
      ...daysBesideRange(range).map((day) => ({ ...day, span })),
    ]);
    await read(parts, (row) => onRead(ofPart(row, parts)));
    return counted;
  }
  const divided = ranges.map((range) => divideRange(range, kind));
  const parts = divided.flatMap((one, span) => one.sums.map((part) => ({ ...part, span })));
  const edges = divided.flatMap((one, span) => one.edges.map((edge) => ({ ...edge, span })));
  const spans = parts.map((part, span) => ({ ...part, type: of.type, span }));
  for (const portion of dividePortions(spans)) {
    await nextTurn();
    const args = { project: of.project, spans: JSON.stringify(portion), limit };
    for (const row of await sums.addUpByRest.all(deps.db, args)) {
      const keep = parts[row.span]?.keep ?? 0;
      if (keep === DAY_CHARACTERS) counted += HOURS;
      const day = { day: row.rest.slice(0, keep), rest: row.rest.slice(keep) };
      onAdded(ofPart({ ...row, ...day }, parts));
    }
  }
  await read(edges, (row) => onRead(ofPart(row, edges)));
  return counted;
}

const DAY_CHARACTERS = "2026-11-22".length;
/** Sums by hour that are read for a sum by day. */
const HOURS = 24;
/** Ranges of sums by hour that one statement reads. */
const DAYS_PORTION = 4;

/** Divides ranges of keys: those of days have many sums, so a statement reads a few of them. */
function dividePortions<Span extends { readonly keep: number }>(
  spans: readonly Span[],
): readonly (readonly Span[])[] {
  const isOfDays = ({ keep }: Span) => keep === DAY_CHARACTERS;
  const days = spans.filter(isOfDays);
  const portions = [spans.filter((span) => !isOfDays(span))];
  for (let at = 0; at < days.length; at += DAYS_PORTION) {
    portions.push(days.slice(at, at + DAYS_PORTION));
  }
  return portions.filter(({ length }) => length > 0);
}

/** Returns a row of a part as one of its range: negative if the part is to be subtracted. */
function ofPart<Row extends Pick<reports.PlaceSum, "span" | "count" | "valued" | "amount">>(
  row: Row,
  parts: readonly { readonly span: number; readonly sign: 1 | -1 }[],
): Row {
  const { span, sign } = parts[row.span] as (typeof parts)[number];
  return { ...row, span, ...(sign < 0 && subtracted(row)) };
}

/** Adds two sums of the same range and currency, at the same rate. */
export function added<Sum extends reports.PlaceSum>(one: Sum, other: reports.PlaceSum): Sum {
  const amount =
    one.amount === null || other.amount === null
      ? (one.amount ?? other.amount)
      : addDecimals(one.amount, other.amount);
  return { ...one, count: one.count + other.count, valued: one.valued + other.valued, amount };
}

/** Leaves the amount out if no record has one. */
export function withoutAmount<Sum extends reports.PlaceSum>(sum: Sum): Sum {
  return sum.valued === 0 ? { ...sum, amount: null } : sum;
}

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
  {
    ranges,
    portionRows = pace.statementSize(db, SQLITE_PORTION_ROWS),
  }: { readonly ranges: readonly PlaceRange[]; readonly portionRows?: number | undefined },
  read: (spans: string) => Promise<readonly Row[]>,
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

function subtracted({
  count,
  valued,
  amount,
}: Pick<reports.PlaceSum, "count" | "valued" | "amount">) {
  return { count: -count, valued: -valued, amount: amount === null ? null : negative(amount) };
}

function readCurrency(code: string): string | null {
  return code === "---" ? null : code;
}
