import { associationScan, recordKeys } from "@rapport/db";
import { scannedSide } from "../conditions/association-conditions.ts";
import type { Lookup } from "../conditions/condition.ts";
import { isPoint, isTimeIndex } from "../conditions/key-range.ts";
import { EVERY_ID } from "./id-range.ts";
import type { Source } from "./search-context.ts";
import { KEY_BYTES, part, type SearchContext } from "./search-context.ts";
import { byAssociated, byPoint, byWords, countIndex, scanIndex } from "./sources.ts";

/** The first bounds of a count: the smallest of several lookups is found by counting few rows of each. */
const FIRST_BOUNDS = [100, 1_000];
/** How many times larger the last bound must be than a first one, whose counts are wasted if each lookup finds more. */
const MIN_GROWTH = 5;
/** Reading so few records takes less time than counting the results of another lookup. */
const FEW = 10;

/**
 * Returns the lookup that finds the fewest records, or the first that finds few, or null if each finds more than
 * `most`. Counts at most that many rows of each, and stops if the plan has looked at enough.
 */
export async function smallestLookup(
  context: SearchContext,
  lookups: readonly Lookup[],
  most: number,
): Promise<Lookup | null> {
  for (const bound of [...FIRST_BOUNDS.filter((first) => first * MIN_GROWTH <= most), most]) {
    let best: { lookup: Lookup; count: number } | null = null;
    for (const lookup of lookups) {
      if (context.work.bytes > context.work.planUntil) return best?.lookup ?? null;
      const least = best?.count ?? bound + 1;
      const count = await countLookup(context, lookup, least);
      if (count >= least) continue;
      if (count <= FEW) return lookup;
      best = { lookup, count };
    }
    if (best !== null) return best.lookup;
  }
  return null;
}

/** Counts the records that a lookup finds, some of them several times; stops at `limit`. */
export async function countLookup(
  context: SearchContext,
  lookup: Lookup,
  limit: number,
): Promise<number> {
  if (lookup.by !== "keys" || hasManyPoints(lookup)) {
    return (await collectIds(context, lookup, limit))?.size ?? limit;
  }
  let count = 0;
  for (const range of lookup.ranges) {
    if (count >= limit) break;
    count += await countIndex(context, range, limit - count);
  }
  return count;
}

/** Returns the ids that a lookup finds, or null if it finds `limit` of them or more, some of them several times. */
export async function collectIds(
  context: SearchContext,
  lookup: Lookup,
  limit: number,
): Promise<ReadonlySet<number> | null> {
  const ids = new Set<number>();
  for await (const found of findIds(context, lookup, limit)) {
    // A record with several of the values counts several times, so a list of this length may have been cut.
    if (found.length >= limit) return null;
    for (const id of found) ids.add(id);
    if (ids.size >= limit) return null;
  }
  return ids;
}

/** Yields the ids that a lookup finds; of each of its values at most `limit`. */
async function* findIds(
  context: SearchContext,
  lookup: Lookup,
  limit: number,
): AsyncGenerator<readonly number[]> {
  const { db, scope, search } = context;
  const found = (find: () => Promise<readonly number[]>) =>
    part(context, find, ({ length }) => length * KEY_BYTES);
  if (lookup.by === "ids") yield lookup.ids;
  else if (lookup.by === "words") {
    const { positions } = await byWords(context, lookup.query, EVERY_ID)(null, limit);
    yield positions.map(([, id]) => id);
  } else if (lookup.by === "associated") {
    const side = scannedSide(lookup.association);
    const page = { ...EVERY_ID, direction: "asc", limit } as const;
    for (const other of lookup.ids) {
      yield await found(() => associationScan.listAssociatedIds(db, scope, side, { other, page }));
    }
  } else if (hasManyPoints(lookup)) {
    const index = lookup.ranges[0]?.property ?? "";
    const keys = lookup.ranges.map(({ low: [key] }) => key);
    yield await found(() =>
      recordKeys.findAmongKeys(db, scope, { type: search.type, property: index }, { keys, limit }),
    );
  } else {
    for (const range of lookup.ranges) {
      yield (await scanIndex(context, range, "asc", limit)).map(({ id }) => id);
    }
  }
}

/** Returns whether a lookup has several keys of one property, which one statement can find. */
function hasManyPoints({ ranges }: Lookup & { by: "keys" }): boolean {
  const index = ranges[0]?.property ?? "";
  return (
    ranges.length > 1 &&
    !isTimeIndex(index) &&
    ranges.every((range) => isPoint(range) && range.property === index)
  );
}

/**
 * Returns sources that list what a lookup finds in the order of the ids, or null if it cannot.
 *
 * @param range ids to list
 */
export function sourcesById(
  context: SearchContext,
  lookup: Lookup,
  range: { readonly above: number; readonly below: number },
): readonly Source[] | null {
  const { merged } = context.limits;
  if (lookup.by === "words") return [byWords(context, lookup.query, range)];
  if (lookup.by === "associated" && lookup.ids.length <= merged) {
    return lookup.ids.map((id) =>
      byAssociated(context, { association: lookup.association, id }, range),
    );
  }
  if (lookup.by === "keys" && lookup.ranges.length <= merged && lookup.ranges.every(isPoint)) {
    return lookup.ranges.map((point) => byPoint(context, point, range));
  }
  return null;
}
