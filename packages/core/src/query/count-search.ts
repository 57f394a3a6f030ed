import { recordScan } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { EVERY_ID } from "./search/id-range.ts";
import { countLookup } from "./search/lookups.ts";
import { everyMatch, matches } from "./search/matches.ts";
import {
  KEY_BYTES,
  part,
  SEARCH_LIMITS,
  type Search,
  type SearchContext,
  type SearchLimits,
  searchContext,
} from "./search/search-context.ts";
import { byId } from "./search/sources.ts";

/** A count stops here. */
const MAX_COUNTED = 10_000;

/** The number of records that meet a search: exactly `value`, or at least. */
export interface Total {
  readonly value: number;
  readonly relation: "eq" | "gte";
}

/** Counts the records that meet a search, up to 10,000. Examines at most 10,000 records. */
export async function countSearch(
  call: Call<Pick<Deps, "db" | "scan">>,
  search: Search,
  limits: SearchLimits = SEARCH_LIMITS,
): Promise<Total> {
  const sort = { by: null, direction: "asc" } as const;
  const context = searchContext(call, { ...search, sort }, limits);
  const counted = await countByIndex(context);
  if (counted !== null) return toTotal(counted);
  let count = 0;
  for await (const { found, stopped } of matches(context, null, limits.chunk)) {
    count += found.length;
    if (stopped !== undefined) return { value: count, relation: "gte" };
    if (count > MAX_COUNTED) break;
  }
  return toTotal(count);
}

/** Counts without examining records, or returns null if the conditions need that. */
async function countByIndex(context: SearchContext): Promise<number | null> {
  const { db, scope, search } = context;
  const [group = [], ...more] = search.groups;
  const [condition, ...others] = group;
  const most = MAX_COUNTED + 1;
  if (more.length > 0 || others.length > 0) return null;
  if (condition === undefined) {
    const all = () => recordScan.countIds(db, scope, { type: search.type, range: EVERY_ID }, most);
    return part(context, all, (counted) => counted * KEY_BYTES);
  }
  const { lookup } = condition;
  return lookup?.by === "keys" && lookup.isExact ? countLookup(context, lookup, most) : null;
}

function toTotal(count: number): Total {
  return { value: Math.min(count, MAX_COUNTED), relation: count > MAX_COUNTED ? "gte" : "eq" };
}

/** Ids that one statement reads. */
const CHUNK = 5_000;

/**
 * Counts all records that meet a search. Others' requests run meanwhile.
 *
 * @param isEnough asked after each chunk; if it returns true, the count ends there and says that there are at least as
 *   many
 */
export async function countEvery(
  call: Call<Pick<Deps, "db" | "scan">>,
  search: Search,
  isEnough: () => boolean,
): Promise<Total> {
  const sort = { by: null, direction: "asc" } as const;
  const context = searchContext(call, { ...search, sort });
  const counts = search.groups.some((group) => group.length === 0)
    ? everyId(byId(context, EVERY_ID))
    : everyMatching(context);
  let value = 0;
  for await (const count of counts) {
    value += count;
    if (isEnough()) return { value, relation: "gte" };
  }
  return { value, relation: "eq" };
}

/** Yields how many records of the type each chunk has, without reading them. */
async function* everyId(source: ReturnType<typeof byId>): AsyncGenerator<number> {
  let after: Awaited<ReturnType<typeof source>>["next"] = null;
  do {
    const { positions, next } = await source(after, CHUNK);
    yield positions.length;
    after = next;
  } while (after !== null);
}

async function* everyMatching(context: Parameters<typeof everyMatch>[0]): AsyncGenerator<number> {
  for await (const { found } of everyMatch(context, null)) yield found.length;
}
