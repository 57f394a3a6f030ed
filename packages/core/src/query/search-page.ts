import { setImmediate } from "node:timers/promises";
import { recordScan } from "@rapport/db";
import { openPosition, sealCursor } from "../cursor.ts";
import type { Deps } from "../deps.ts";
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
import type { Position } from "./sources.ts";

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
  const { rows, next } = await nextPage(context, start, limit);
  return { rows, nextCursor: sealCursor(deps, principal, identity, next) };
}

async function nextPage(
  context: SearchContext,
  start: Position | null,
  limit: number,
): Promise<{ rows: readonly Row[]; next: Position | null }> {
  const rows: Row[] = [];
  let afterPage = start;
  for await (const [position, row] of matches(context, start, limit)) {
    if (row === null) return { rows, next: position };
    if (rows.length === limit) return { rows, next: afterPage };
    rows.push(row);
    afterPage = position;
  }
  return { rows, next: null };
}

/**
 * Yields the records that meet a search, in its order. If it stops because it has examined enough, it yields
 * the last position that it examined, with null.
 */
async function* matches(
  context: SearchContext,
  start: Position | null,
  wanted: number,
): AsyncGenerator<readonly [Position, Row] | readonly [Position | null, null]> {
  const { chunk: most, examined } = context.limits;
  const source = await planSearch(context);
  let size = Math.min(wanted + 1, most);
  let last = start;
  for (let spent = 0; spent < examined; ) {
    const { positions, next } = await source(last, size);
    // At least one chunk, so that every call goes on from the last.
    for (let first = 0; first < positions.length && (first === 0 || spent < examined); ) {
      if (spent > 0) await setImmediate();
      const chunk = positions.slice(first, first + size);
      const { found, cost } = await examineChunk(context, chunk);
      yield* found;
      first += chunk.length;
      last = chunk.at(-1) ?? last;
      spent += cost;
      // Long texts take longer to examine.
      size = Math.max(1, Math.floor(Math.min(2 * size, (most * chunk.length) / cost)));
    }
    if (positions.length > 0 && last !== positions.at(-1)) break;
    if (next === null) return;
    last = next;
  }
  yield [last, null];
}

async function examineChunk(
  context: SearchContext,
  chunk: readonly Position[],
): Promise<{ found: readonly (readonly [Position, Row])[]; cost: number }> {
  const { search } = context;
  const ids = chunk.map(([, id]) => id);
  const { matching, cost } = await examine(context, search.groups, ids);
  const rows = new Map(matching.map((row) => [row.id, row]));
  const found = chunk.flatMap((position) => {
    const row = rows.get(position[1]);
    return row !== undefined && isInPlace(search, row, position) ? [[position, row] as const] : [];
  });
  return { found, cost };
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
  for await (const [, row] of matches(context, null, limits.chunk)) {
    if (row === null) return { value: count, relation: "gte" };
    count++;
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
