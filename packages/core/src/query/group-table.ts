import { addDecimals, type PropertyDefinition } from "@rapport/model";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { wholeKey } from "../record-index/index-key.ts";
import { HIGHEST_ID } from "./conditions/key-range.ts";
import {
  addConvertible,
  type Convertible,
  type CountedGroup,
  countGroups,
  type Grouping,
  type Sums,
} from "./count-groups.ts";
import type { Total } from "./count-search.ts";
import { parseSort } from "./parse-search.ts";
import { matches } from "./search/matches.ts";
import type { Position } from "./search/search-context.ts";
import {
  SEARCH_LIMITS,
  type Search,
  type SearchContext,
  searchContext,
} from "./search/search-context.ts";
import { readTable } from "./table.ts";
import type { TableRows } from "./table-query.ts";

/** A sum of the numbers of a property. */
export interface GroupSum {
  readonly property: string;
  /** Of money; null without a currency, and for any other number. */
  readonly currency: string | null;
  /** Exact decimal. */
  readonly sum: string;
}

/** The records of a table that have one value of a property. */
export interface TableGroup {
  /** Null for records without a value. */
  readonly value: string | boolean | null;
  /** Of a stage: the key of the pipeline that it is in. */
  readonly pipeline: string | null;
  /** Null if the table has too many records to count them all. */
  readonly count: number | null;
  /** Null if the table has too many records to add them up. */
  readonly sums: readonly GroupSum[] | null;
  /** Amounts of money by currency and day of their rate; empty without rates. */
  readonly convertible: readonly Convertible[];
}

export interface GroupedTable {
  /** In the order of the stages or options; then other values, and records without a value last. */
  readonly groups: readonly TableGroup[];
  /** Whether there are more groups, which are left out. */
  readonly isMore: boolean;
  readonly total: Total;
  /** Of the whole table; null if it has too many records to add them up. */
  readonly sums: readonly GroupSum[] | null;
  readonly convertible: readonly Convertible[];
}

interface GroupedQuery extends Pick<TableRows, "groups" | "search"> {
  /** Internal name of the property to group by. */
  readonly by: string;
  /** Internal names of the numbers to add up. */
  readonly sums: readonly string[];
  readonly dayOfRate?: Grouping["dayOfRate"];
}

/** Groups that a table shows at most. */
const MAX_TABLE_GROUPS = 100;

/**
 * Groups what a table finds by a property, and adds up numbers in each group. It examines as many records as
 * a count does. If there are more, the groups have no counts and no sums, and their values come from the schema and the index.
 *
 * @throws CrmError INVALID_INPUT as `listTable`, and for a property that records are not grouped by or whose values are not
 *   added up
 */
export async function groupTable(
  call: Call<Pick<Deps, "db" | "scan">>,
  object: ObjectSchema,
  query: GroupedQuery,
): Promise<GroupedTable> {
  const search = readTable(object, { ...query, sort: BY_ID });
  const by = groupedProperty(object, query.by);
  const sums = query.sums.map((name, i) => addedProperty(object, name, i));
  const { dayOfRate } = query;
  const grouping = { object, by, sums, dayOfRate };
  const { groups, total } = await countGroups(call, search, grouping);
  const isWhole = total.relation === "eq";
  const found = isWhole
    ? merged(by, groups)
    : await listGroups(call, { object, search, by, groups });
  const shown = inOrder(object, by, found).slice(0, MAX_TABLE_GROUPS);
  return {
    groups: shown.map(({ value, pipeline, count, sums, convertible }) => ({
      ...{ value, pipeline },
      ...(isWhole ? { count, sums: listed(sums) } : { count: null, sums: null }),
      convertible: isWhole ? [...convertible.values()] : [],
    })),
    isMore: found.length > MAX_TABLE_GROUPS,
    total,
    sums: isWhole ? listed(inAll(groups)) : null,
    convertible: isWhole ? [...convertibleIn(groups).values()] : [],
  };
}

const BY_ID = { property: "id", direction: "asc" } as const;
const KEYS: readonly string[] = ["stage", "pipeline", "owner_id"];

/** Returns whether records can be grouped by a property in a table: it has few values, and one of them per record. */
function isGrouped({ name, type, multi, builtIn }: PropertyDefinition): boolean {
  if (multi) return false;
  return type === "enumeration" || type === "boolean" || (builtIn && KEYS.includes(name));
}

function groupedProperty({ properties }: ObjectSchema, name: string): PropertyDefinition {
  const definition = properties.get(name);
  if (definition !== undefined && isGrouped(definition)) return definition;
  const allowed = [...properties.values()].filter(isGrouped).map((one) => one.name);
  const message = `A table is grouped by a stage, a pipeline, an owner, an enumeration, or true or false, of which a record has one value. Allowed: ${allowed.join(", ")}.`;
  throw CrmError.ofIssue("INVALID_INPUT", { path: "by", code: "property_not_grouped", message });
}

function addedProperty({ properties }: ObjectSchema, name: string, at: number): PropertyDefinition {
  const definition = properties.get(name);
  const isAdded = definition?.type === "number" && !definition.multi && !definition.readOnly;
  if (isAdded) return definition;
  const message = "Only a number with a single value is added up.";
  const path = `sums.${at}`;
  throw CrmError.ofIssue("INVALID_INPUT", { path, code: "property_not_number", message });
}

interface Counted {
  readonly object: ObjectSchema;
  readonly search: Search;
  readonly by: PropertyDefinition;
  readonly groups: readonly CountedGroup[];
}

/** Steps through an index, each of which examines at most as many records as one page does. */
const MAX_STEPS = MAX_TABLE_GROUPS + 20;
const EXAMINED_PER_STEP = 250;

/**
 * Lists the groups of a table with many records: the stages of the schema, or the values in the index of the property. Reads
 * one record of a value, then jumps to the next value. If the property has no index, lists its options and the values counted
 * so far.
 *
 * @param counted.groups the groups among the first records
 */
async function listGroups(
  call: Call<Pick<Deps, "db" | "scan">>,
  { object, search, by, groups }: Counted,
): Promise<readonly CountedGroup[]> {
  if (by.type === "boolean") return [true, false, null].map((value) => emptyGroup(value, null));
  if (by.name === "stage") {
    return object.pipelines.flatMap(({ key, stages }) =>
      stages.map((stage) => emptyGroup(stage.key, key)),
    );
  }
  if (!by.indexed) {
    const options = [...orderedValues(by), null].map((value) => emptyGroup(value, null));
    return merged(by, [...options, ...groups]);
  }
  const sort = parseSort(object, by.name, "by");
  if ("code" in sort) return [];
  const limits = { ...SEARCH_LIMITS, examined: EXAMINED_PER_STEP };
  const sorted = { ...search, sort: { by: sort.field, direction: "asc" } } as const;
  const found = new Map<CountedGroup["value"], CountedGroup>();
  let start: Position | null = null;
  for (let step = 0; step < MAX_STEPS && found.size <= MAX_TABLE_GROUPS; step++) {
    const context = searchContext(call, sorted, limits);
    const { value, next } = await nextValue(context, start);
    if (value !== undefined) found.set(value, emptyGroup(value, null));
    if (next === null) break;
    start = next;
  }
  return [...found.values()];

  /** Returns the value of the first record after a position, and where the next value begins; null at the end. */
  async function nextValue(
    context: SearchContext,
    after: Position | null,
  ): Promise<{ readonly value?: CountedGroup["value"]; readonly next: Position | null }> {
    for await (const { found, stopped } of matches(context, after, 1)) {
      const [first] = found;
      if (first === undefined) {
        if (stopped != null) return { next: stopped };
        continue;
      }
      const [[key], { properties }] = first;
      const value = properties[by.name] ?? null;
      const next: Position | null = key === null ? null : [key, HIGHEST_ID];
      return { value: typeof value === "object" ? null : value, next };
    }
    return { next: null };
  }
}

/** Merges groups that filters do not tell apart, such as owners in other letters. */
function merged(by: PropertyDefinition, groups: readonly CountedGroup[]): readonly CountedGroup[] {
  const known = new Map<string, CountedGroup>();
  for (const group of groups) {
    const { value, pipeline, count } = group;
    const key = JSON.stringify([value === null ? null : wholeKey(by, value), pipeline]);
    const same = known.get(key);
    known.set(
      key,
      same === undefined
        ? group
        : {
            ...{ ...same, count: same.count + count, sums: inAll([same, group]) },
            convertible: convertibleIn([same, group]),
          },
    );
  }
  return [...known.values()];
}

function emptyGroup(value: CountedGroup["value"], pipeline: string | null): CountedGroup {
  return { value, pipeline, count: 0, sums: new Map(), convertible: new Map() };
}

/** Sorts groups by the order of stages, pipelines or options; other values by letters, and no value last. */
function inOrder(
  { pipelines }: ObjectSchema,
  by: PropertyDefinition,
  groups: readonly CountedGroup[],
): readonly CountedGroup[] {
  const stages = pipelines.flatMap(({ key, stages }) =>
    stages.map((stage) => groupName({ value: stage.key, pipeline: key })),
  );
  const options = by.name === "pipeline" ? pipelines.map(({ key }) => key) : orderedValues(by);
  const names =
    by.name === "stage" ? stages : options.map((value) => groupName({ value, pipeline: null }));
  const places = new Map(names.map((name, place) => [name, place]));
  const rankOfGroup = (group: CountedGroup) =>
    group.value === null ? names.length + 1 : (places.get(groupName(group)) ?? names.length);
  return groups.toSorted(
    (a, b) => rankOfGroup(a) - rankOfGroup(b) || (String(a.value) < String(b.value) ? -1 : 1),
  );
}

function orderedValues({ type, options = [] }: PropertyDefinition): readonly (string | boolean)[] {
  return type === "boolean" ? [true, false] : options.map(({ value }) => value);
}

function groupName({ value, pipeline }: Pick<CountedGroup, "value" | "pipeline">): string {
  return JSON.stringify([value, pipeline]);
}

function listed(sums: Sums): readonly GroupSum[] {
  return [...sums].flatMap(([property, ofCurrencies]) =>
    [...ofCurrencies]
      .map(([currency, sum]) => ({ property, currency, sum }))
      .toSorted((a, b) => ((a.currency ?? "~") < (b.currency ?? "~") ? -1 : 1)),
  );
}

function inAll(groups: readonly CountedGroup[]): Sums {
  const all: Sums = new Map();
  for (const { property, currency, sum } of groups.flatMap((group) => listed(group.sums))) {
    const sums = all.get(property) ?? new Map<string | null, string>();
    all.set(property, sums.set(currency, addDecimals(sums.get(currency) ?? "0", sum)));
  }
  return all;
}

function convertibleIn(groups: readonly CountedGroup[]): CountedGroup["convertible"] {
  const all: CountedGroup["convertible"] = new Map();
  for (const one of groups.flatMap(({ convertible }) => [...convertible.values()])) {
    addConvertible(all, one);
  }
  return all;
}
