import { setImmediate } from "node:timers/promises";
import { pace, recordScan } from "@rapport/db";
import { openPosition, sealCursor } from "../cursor.ts";
import type { Deps } from "../deps.ts";
import { bytesOfRecord, MAX_PAGE_BYTES } from "../page.ts";
import type { Principal } from "../principal.ts";
import type { Row } from "./condition.ts";
import { EVERY_ID } from "./id-range.ts";
import { countLookup } from "./lookups.ts";
import { examine } from "./matching.ts";
import { planSearch } from "./plan.ts";
import {
  SEARCH_LIMITS,
  type Search,
  type SearchContext,
  type SearchLimits,
} from "./search-context.ts";
import type { Batch, Position, Source } from "./sources.ts";

/** Records of the first chunk at most, because each may have a mebibyte. */
const MAX_FIRST_CHUNK = 101;
/** A count stops here. */
const MAX_COUNTED = 10_000;

/** The number of records that meet a search: exactly `value`, or at least. */
export interface Total {
  readonly value: number;
  readonly relation: "eq" | "gte";
}

/**
 * Finds the next page of the live records that meet a search, in its order. Records without a value of the
 * sorted field come last in both directions; ties are sorted by id.
 *
 * One call examines a limited number of records, and others' requests run meanwhile. A page may therefore be
 * shorter than `limit`, or empty, although more pages follow: continue until `nextCursor` is null. Records
 * that are added or deleted in the meantime cause no other record to be skipped or repeated.
 *
 * @param page.identity what a cursor of this search belongs to
 * @throws CrmError INVALID_INPUT for a cursor of another search
 */
export async function readSearchPage(
  deps: Pick<Deps, "db" | "secrets">,
  principal: Principal,
  search: Search,
  page: {
    readonly identity: Parameters<typeof sealCursor>[2];
    readonly cursor: string | undefined;
    readonly limit: number;
  },
  limits: SearchLimits = SEARCH_LIMITS,
): Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }> {
  const { identity, cursor, limit } = page;
  const start = openPosition<Position>(deps, principal, identity, cursor) ?? null;
  const context = { db: deps.db, scope: principal, search, limits };
  const { rows, next } = await findPage(context, start, limit);
  return { rows, nextCursor: sealCursor(deps, principal, identity, next) };
}

/**
 * Finds the next page of a search; see `readSearchPage`.
 *
 * @param start position after which it begins, or null
 * @returns the records, and where the next page begins, or null on the last page
 */
export async function findPage(
  context: SearchContext,
  start: Position | null,
  limit: number,
): Promise<{ rows: readonly Row[]; next: Position | null }> {
  const rows: Row[] = [];
  let afterPage = start;
  let bytes = 0;
  for await (const { found, stopped } of matches(context, start, limit)) {
    for (const [position, row] of found) {
      if (rows.length === limit || bytes > MAX_PAGE_BYTES) return { rows, next: afterPage };
      rows.push(row);
      bytes += bytesOfRecord(row);
      afterPage = position;
    }
    if (stopped !== undefined) return { rows, next: stopped };
  }
  return { rows, next: null };
}

/** Some of the records that meet a search, each with its position. */
export interface Matches {
  readonly found: readonly (readonly [Position, Row])[];
  /** Where the next ones begin. */
  readonly after: Position | null;
}

/**
 * Yields all records that meet a search, in its order, in chunks that may be empty. The search is planned once,
 * so memory and work do not grow with the number of records. Others' requests run between two chunks.
 *
 * @param start position after which it begins, or null
 */
export async function* everyMatch(
  context: SearchContext,
  start: Position | null,
): AsyncGenerator<Matches> {
  const limits = { ...context.limits, examined: Number.POSITIVE_INFINITY };
  const all = { ...context, limits };
  for await (const { found, last } of matches(all, start, limits.chunk)) {
    yield { found, after: last };
  }
}

interface Step {
  /** The next records that meet the search. */
  readonly found: readonly (readonly [Position, Row])[];
  /** The last position examined. */
  readonly last: Position | null;
  /** The same, if enough were examined before the end. */
  readonly stopped?: Position | null;
}

/** Yields the records that meet a search, in its order, in chunks. */
async function* matches(
  context: SearchContext,
  start: Position | null,
  wanted: number,
): AsyncGenerator<Step> {
  const { chunk: most, examined } = context.limits;
  const source = await planSearch(context);
  let size = Math.min(wanted + 1, most, MAX_FIRST_CHUNK);
  // If all are wanted, the next are read while these are examined.
  const isAhead = pace.canReadAhead(context.db) && examined === Number.POSITIVE_INFINITY;
  let ahead: ReturnType<Source> | null = null;
  let last = start;
  for (let spent = 0; spent < examined; ) {
    const batch: Batch = await (ahead ?? source(last, size, true));
    const { positions, next, rows } = batch;
    ahead = isAhead && next !== null ? source(next, size, true) : null;
    // If the search ends before it is awaited, nobody needs its error.
    ahead?.catch(() => undefined);
    // At least one chunk, so that every call makes progress.
    for (let first = 0; first < positions.length && (first === 0 || spent < examined); ) {
      if (spent > 0) await setImmediate();
      const chunk = positions.slice(first, first + size);
      const { found, cost } = await examineChunk(context, chunk, rows);
      first += chunk.length;
      last = chunk.at(-1) ?? last;
      yield { found, last };
      spent += cost;
      // Long texts take longer to examine.
      size = Math.max(1, Math.floor(Math.min(2 * size, (most * chunk.length) / cost)));
    }
    if (positions.length > 0 && last !== positions.at(-1)) break;
    if (next === null) return;
    last = next;
  }
  yield { found: [], last, stopped: last };
}

async function examineChunk(
  context: SearchContext,
  chunk: readonly Position[],
  read: readonly Row[] | undefined,
): Promise<{ found: readonly (readonly [Position, Row])[]; cost: number }> {
  const { search } = context;
  const ids = chunk.map(([, id]) => id);
  const { matching, cost } = await examine(context, search.groups, ids, read);
  return { found: inOrder(search, matching, chunk), cost };
}

/** Returns the records at some positions, in their order. Records that were read in this order need no map. */
function inOrder(
  search: Search,
  records: readonly Row[],
  positions: readonly Position[],
): readonly (readonly [Position, Row])[] {
  const found: (readonly [Position, Row])[] = [];
  let byId: Map<number, Row> | undefined;
  let next = 0;
  for (const position of positions) {
    const [, id] = position;
    let row = records[next];
    if (row?.id === id) {
      next++;
    } else {
      byId ??= new Map(records.map((record) => [record.id, record]));
      row = byId.get(id);
    }
    if (row !== undefined && isInPlace(search, row, position)) found.push([position, row]);
  }
  return found;
}

/** Records without a key are listed among all records, so those that have one are left out there. */
function isInPlace({ sort: { by } }: Search, row: Row, [key]: Position): boolean {
  return by === null || key !== null || by.keysOf(row).length === 0;
}

/** Counts the records that meet a search, up to 10,000. Examines at most 10,000 records. */
export async function countSearch(
  deps: Pick<Deps, "db">,
  principal: Principal,
  search: Search,
  limits: SearchLimits = SEARCH_LIMITS,
): Promise<Total> {
  const sort = { by: null, direction: "asc" } as const;
  const context = { db: deps.db, scope: principal, search: { ...search, sort }, limits };
  const counted = await countByIndex(context);
  if (counted !== null) return totalOf(counted);
  let count = 0;
  for await (const { found, stopped } of matches(context, null, limits.chunk)) {
    count += found.length;
    if (stopped !== undefined) return { value: count, relation: "gte" };
    if (count > MAX_COUNTED) break;
  }
  return totalOf(count);
}

/** Counts without examining records, or returns null if the conditions need that. */
async function countByIndex(context: SearchContext): Promise<number | null> {
  const { db, scope, search } = context;
  const [group = [], ...more] = search.groups;
  const [condition, ...others] = group;
  const most = MAX_COUNTED + 1;
  if (more.length > 0 || others.length > 0) return null;
  if (condition === undefined) {
    return (await recordScan.scanIds(db, scope, search.type, EVERY_ID, "asc", most)).length;
  }
  const { lookup } = condition;
  return lookup?.by === "keys" && lookup.isExact ? countLookup(context, lookup, most) : null;
}

function totalOf(count: number): Total {
  return { value: Math.min(count, MAX_COUNTED), relation: count > MAX_COUNTED ? "gte" : "eq" };
}
