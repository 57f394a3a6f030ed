import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import {
  bytesOfRecord,
  type ListIdentity,
  MAX_PAGE_BYTES,
  openPosition,
  sealCursor,
} from "../paging.ts";
import type { Row } from "./conditions/condition.ts";
import { matches } from "./search/matches.ts";
import { bytesOfRow } from "./search/matching.ts";
import {
  SEARCH_LIMITS,
  type Search,
  type SearchContext,
  type SearchLimits,
  searchContext,
} from "./search/search-context.ts";
import type { Position } from "./search/source.ts";

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
  { deps, principal }: Call<Pick<Deps, "db" | "scan" | "cursors">>,
  search: Search,
  page: {
    readonly identity: ListIdentity;
    readonly cursor: string | undefined;
    readonly limit: number;
  },
  limits: SearchLimits = SEARCH_LIMITS,
): Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }> {
  const { identity, cursor, limit } = page;
  const start = openPosition<Position>(deps, principal, identity, cursor) ?? null;
  const context = searchContext(deps, principal, search, limits);
  const { rows, next } = await findPage(context, start, limit);
  return { rows, nextCursor: sealCursor({ deps, principal }, identity, next) };
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
