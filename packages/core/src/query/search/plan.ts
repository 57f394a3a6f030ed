import { recordScan, recordsById } from "@rapport/db";
import { bytesOfRecord, MAX_PAGE_BYTES } from "../../paging.ts";
import { cutKey } from "../../record-index/index-key.ts";
import type { Group, Lookup, Row } from "../conditions/condition.ts";
import type { Field } from "../conditions/fields.ts";
import { isTimeIndex, wholeIndex } from "../conditions/key-range.ts";
import { EVERY_ID, idRange, narrowIds } from "./id-range.ts";
import { collectIds, smallestLookup, sourcesById } from "./lookups.ts";
import { readMatching } from "./matching.ts";
import type { Position, Source } from "./search-context.ts";
import { part, RECORD_BYTES, type SearchContext } from "./search-context.ts";
import { byId, byIndex, byList, inTurn, merged } from "./sources.ts";

/** How the records of one group are found. */
interface GroupPlan {
  readonly source: Source;
  /** Whether the source has every record of the type. */
  readonly isEverything: boolean;
}

/**
 * Decides how to find the records of a search, in its order. Asks the indexes how many records the conditions
 * leave, and needs no statistics of the database.
 *
 * If a condition leaves few records, those are collected and sorted. Otherwise a search by id follows the
 * index rows of one value, and a search by a field follows the index of that field. Without either, all
 * records are scanned. Groups are merged.
 */
export async function planSearch(context: SearchContext): Promise<Source> {
  const { search, work, limits } = context;
  const { by } = search.sort;
  work.planUntil = work.bytes + limits.planned;
  const sources: Source[] = [];
  for (const group of search.groups) {
    const plan = await (by === null
      ? planById(context, group)
      : planByField(context, group, by.index));
    if (plan.isEverything) return plan.source;
    sources.push(plan.source);
  }
  return merged(context, sources);
}

async function planById(context: SearchContext, group: Group): Promise<GroupPlan> {
  const { collectedById: most } = context.limits;
  const lookups = groupLookups(group);
  const range = idRange(group);
  const only = lookups.length === 1 ? lookups[0] : undefined;
  const ordered = only && sourcesById(context, only, range);
  if (ordered) return { source: merged(context, ordered), isEverything: false };

  const smallest = await smallestLookup(context, lookups, most);
  for (const lookup of smallest === null ? lookups : [smallest]) {
    const sources = sourcesById(context, lookup, range);
    if (sources !== null) return { source: merged(context, sources), isEverything: false };
  }
  // Records may have been added since they were counted.
  const ids = smallest && (await collectIds(context, smallest, 2 * most));
  if (ids) {
    const places = Array.from(ids, (id): Position => [null, id]);
    return { source: byList(context, places), isEverything: false };
  }
  const narrowed = await narrowIds(context, group, range);
  return { source: byId(context, narrowed), isEverything: narrowed === EVERY_ID };
}

async function planByField(
  context: SearchContext,
  group: Group,
  index: string,
): Promise<GroupPlan> {
  const lookups = groupLookups(group);
  const onSort = lookups.find(
    (lookup) => lookup.by === "keys" && lookup.ranges.every(({ property }) => property === index),
  );
  const collected = await collectByField(context, group, lookups, onSort);
  if (collected !== null) {
    return { source: byList(context, collected.places, collected.rows), isEverything: false };
  }
  if (onSort?.by === "keys") {
    return { source: byIndex(context, onSort.ranges), isEverything: false };
  }
  const withKey = byIndex(context, [wholeIndex(index)]);
  if (isTimeIndex(index)) return { source: withKey, isEverything: true };
  const range = idRange(group);
  const withoutKey = byId(context, range);
  const isAbsent = group.some(
    (condition) => condition.kind === "row" && condition.isAbsence && condition.name === index,
  );
  return isAbsent
    ? { source: inTurn(nothing, withoutKey), isEverything: false }
    : { source: inTurn(withKey, withoutKey), isEverything: range === EVERY_ID };
}

const nothing: Source = async () => ({ positions: [], next: null });

/** Where the records of a group, and perhaps some others, are in the order of the search. */
interface Collected {
  readonly places: readonly Position[];
  /** The first ones, up to the bytes of a page, because these had to be read to sort them. */
  readonly rows: ReadonlyMap<number, Row>;
}

/** Returns the records that meet a group, if a condition leaves few to read. */
async function collectByField(
  context: SearchContext,
  group: Group,
  lookups: readonly Lookup[],
  onSort: Lookup | undefined,
): Promise<Collected | null> {
  const { db, scope, search, limits } = context;
  const { by } = search.sort;
  const range = idRange(group);
  const most = limits.collectedByField;
  let ids: ReadonlySet<number> | null = null;
  const others = lookups.filter((lookup) => lookup !== onSort);
  const smallest = await smallestLookup(context, others, most);
  if (smallest !== null) {
    const isSmaller =
      onSort !== undefined && (await smallestLookup(context, [smallest, onSort], most)) === onSort;
    if (isSmaller) return null;
    ids = await collectIds(context, smallest, 2 * most);
  }
  if (ids === null && range !== EVERY_ID) {
    const rows = await recordScan.scanIds(
      db,
      scope,
      { type: search.type, range },
      { direction: "asc", limit: most + 1 },
    );
    if (rows.length <= most) ids = new Set(rows.map(({ id }) => id));
  }
  if (ids === null || by === null) return null;
  return isFoundExactly(group) && by.keysOfValue !== undefined
    ? { places: await readSortPlaces(context, ids, by.name, by.keysOfValue), rows: new Map() }
    : readPlaces(context, group, ids, by);
}

/** Returns whether the lookup of a group finds no record that does not meet it. */
function isFoundExactly([condition, ...others]: Group): boolean {
  const lookup = condition?.lookup;
  return others.length === 0 && lookup?.by === "keys" && lookup.isExact;
}

/** Reads what records are sorted by, and nothing else. */
async function readSortPlaces(
  context: SearchContext,
  ids: ReadonlySet<number>,
  name: string,
  readKeys: NonNullable<Field["keysOfValue"]>,
): Promise<readonly Position[]> {
  const { db, scope, search, limits } = context;
  const { chunk } = limits;
  const all = [...ids];
  const places: Position[] = [];
  for (let start = 0; start < all.length; start += chunk) {
    const some = all.slice(start, start + chunk);
    const read = () =>
      recordsById.findValues(db, scope, { type: search.type, property: name }, some);
    const values = await part(context, read, ({ length }) => length * RECORD_BYTES);
    for (const { id, value } of values) places.push(toPosition(readKeys(value), id));
  }
  return places;
}

/** Reads records, and returns those that meet a group. */
async function readPlaces(
  context: SearchContext,
  group: Group,
  ids: ReadonlySet<number>,
  by: Field,
): Promise<Collected> {
  const places: Position[] = [];
  const rows = new Map<number, Row>();
  let bytes = 0;
  for await (const found of readMatching(context, [group], [...ids])) {
    for (const row of found) {
      places.push(toPosition(by.readKeys(row), row.id));
      bytes += bytesOfRecord(row);
      if (bytes <= MAX_PAGE_BYTES) rows.set(row.id, row);
    }
  }
  return { places, rows };
}

function toPosition([key]: readonly string[], id: number): Position {
  return [key === undefined ? null : cutKey(key), id];
}

function groupLookups(group: Group): readonly Lookup[] {
  return group.flatMap(({ lookup }) => lookup ?? []);
}
