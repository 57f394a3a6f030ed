import { pace } from "@rapport/db";
import type { Call } from "../../call.ts";
import type { Deps } from "../../deps.ts";
import {
  bytesOfRecord,
  type ListIdentity,
  MAX_PAGE_BYTES,
  openPosition,
  sealCursor,
} from "../../paging.ts";
import { findPrimaries } from "../../records/current.ts";
import { associationCondition } from "../conditions/association-conditions.ts";
import { type Condition, type Row, simplified } from "../conditions/condition.ts";
import { bytesOfRow, examine, scanRecords, sizeAfter, splitAtLarge } from "./matching.ts";
import { planSearch } from "./plan.ts";
import {
  type Batch,
  type Position,
  SEARCH_LIMITS,
  type Search,
  type SearchContext,
  type SearchLimits,
  type Source,
  searchContext,
} from "./search-context.ts";

/**
 * Finds the next page of the live records that meet a search, in its order. Records without a value of the
 * sorted field come last in both directions; ties are sorted by id.
 *
 * One call looks at a limited number of records and bytes, and others' requests run meanwhile. A page may therefore be
 * shorter than `limit`, or empty, although more pages follow: continue until `nextCursor` is null. Records
 * that are added or deleted in the meantime cause no other record to be skipped or repeated.
 *
 * @param page.identity what a cursor of this search belongs to
 * @throws CrmError INVALID_INPUT for a cursor of another search
 */
export async function readSearchPage(
  call: Call<Pick<Deps, "db" | "scan" | "cursors">>,
  search: Search,
  page: {
    readonly identity: ListIdentity;
    readonly cursor: string | undefined;
    readonly limit: number;
  },
  limits: SearchLimits = SEARCH_LIMITS,
): Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }> {
  const { identity, cursor, limit } = page;
  const start = openPosition<Position>(call, identity, cursor) ?? null;
  const context = searchContext(call, search, limits);
  const { rows, next } = await findPage(context, start, limit);
  return { rows, nextCursor: sealCursor(call, identity, next) };
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
      context.scan?.answered(bytesOfRow(row));
      afterPage = position;
    }
    if (stopped !== undefined) return { rows, next: stopped };
  }
  return { rows, next: null };
}

/** Records of the first chunk at most, because each may have 64 KiB. */
const MAX_FIRST_CHUNK = 101;

/** Some of the records that meet a search, each with its position. */
export interface Matches {
  readonly found: readonly (readonly [Position, Row])[];
  /** Where the next ones begin. */
  readonly after: Position | null;
}

/**
 * Yields all records that meet a search, in its order, in chunks that may be empty. The search is planned once,
 * so memory and work do not grow with the number of records. Other searches have turns between two chunks.
 *
 * @param start position after which it begins, or null
 */
export async function* everyMatch(
  context: SearchContext,
  start: Position | null,
): AsyncGenerator<Matches> {
  const none = Number.POSITIVE_INFINITY;
  const limits = { ...context.limits, examined: none, bytes: none };
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
  /** The last position examined, if the step stopped before the end. */
  readonly stopped?: Position | null;
}

/** Yields the records that meet a search, in its order, in chunks. */
export async function* matches(
  given: SearchContext,
  start: Position | null,
  wanted: number,
): AsyncGenerator<Step> {
  const context = await withPrimaries(given);
  const { groups } = context.search;
  const { chunk: most, examined, bytes } = context.limits;
  const until = context.work.bytes + bytes;
  const source = await planSearch(context);
  let size = Math.min(wanted + 1, most, MAX_FIRST_CHUNK);
  // If all are wanted, the next are read while these are examined.
  const isAhead = pace.canReadAhead(context.db) && examined === Number.POSITIVE_INFINITY;
  let ahead: ReturnType<Source> | null = null;
  let last = start;
  let spent = 0;
  const isOver = () => spent >= examined || context.work.bytes >= until;
  do {
    const batch: Batch = await (ahead ?? source(last, size, true));
    const { positions, next, rows } = batch;
    ahead = isAhead && next !== null ? source(next, size, true) : null;
    // If the search ends before it is awaited, its error does not matter.
    ahead?.catch(() => undefined);
    // At least one chunk, so that every call makes progress.
    for (let first = 0; first < positions.length && (first === 0 || !isOver()); ) {
      const chunk = positions.slice(first, first + size);
      const scanned = rows ?? (await scanRecords(context, chunk.map(positionId)));
      let [length, looked] = [0, 0];
      for (const { items, rows } of splitAtLarge(chunk, positionId, scanned)) {
        const { matching, bytes: own } = await examine(
          context,
          groups,
          items.map(positionId),
          rows,
        );
        length += items.length;
        spent += items.length;
        looked += own;
        last = items.at(-1) ?? last;
        yield { found: inOrder(context.search, matching, items), last };
        if (isOver()) break;
      }
      first += length;
      size = sizeAfter(context, size, length, looked);
    }
    if (positions.length > 0 && last !== positions.at(-1)) break;
    if (next === null) return;
    last = next;
  } while (!isOver());
  yield { found: [], last, stopped: last };
}

/**
 * Returns the search with the ids of primary records in place of those of records merged into them, in its conditions on
 * associations (specification §25). If none is merged, that costs one statement by primary key.
 */
async function withPrimaries(context: SearchContext): Promise<SearchContext> {
  const { db, scope, search } = context;
  const wanted = search.groups.flat().flatMap(conditionTargets);
  if (wanted.length === 0) return context;
  const primaries = await findPrimaries(db, scope, wanted);
  if (primaries.size === 0) return context;
  const resolve = (condition: Condition): Condition => {
    const targets = conditionTargets(condition);
    if (condition.kind === "row" || targets.length === 0) return condition;
    const ids = targets.map(({ id }) => primaries.get(id) ?? id);
    return associationCondition(condition.association, "IN", ids) ?? condition;
  };
  const groups = simplified(search.groups.map((group) => group.map(resolve)));
  return { ...context, search: { ...search, groups } };
}

function conditionTargets(condition: Condition) {
  if (condition.kind === "row") return [];
  return (condition.targets ?? []).map((id) => ({ type: condition.other, id }));
}

function positionId([, id]: Position): number {
  return id;
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

/**
 * Returns whether a record belongs where it was found. The part of a sorted list without keys is read from all records, so
 * a record that has a key, and was listed by it before, is left out there.
 */
function isInPlace({ sort: { by } }: Search, row: Row, [key]: Position): boolean {
  return by === null || key !== null || by.readKeys(row).length === 0;
}
