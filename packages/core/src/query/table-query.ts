import type { recordScan } from "@rapport/db";
import type { Operator } from "./conditions/condition.ts";
import type { Scalar } from "./conditions/fields.ts";
import type { FilterInput } from "./parse-search.ts";
import type { SearchRequest } from "./search-objects.ts";

/** Operators of the admin app's tables, and what a search calls them. */
const OPERATORS = {
  eq: "EQ",
  neq: "NEQ",
  in: "IN",
  not_in: "NOT_IN",
  between: "BETWEEN",
  contains: "CONTAINS_TOKEN",
  not_contains: "NOT_CONTAINS_TOKEN",
  starts_with: "STARTS_WITH",
  gt: "GT",
  gte: "GTE",
  lt: "LT",
  lte: "LTE",
  known: "HAS_PROPERTY",
  unknown: "NOT_HAS_PROPERTY",
} as const satisfies Record<string, Operator>;

export const TABLE_OPERATORS = Object.keys(OPERATORS) as (keyof typeof OPERATORS)[];

const BY_SEARCH_OPERATOR = new Map(
  TABLE_OPERATORS.map((operator): [Operator, keyof typeof OPERATORS] => [
    OPERATORS[operator],
    operator,
  ]),
);

/** Names of the times of a record in tables. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["created_at", "createdAt"],
  ["updated_at", "updatedAt"],
]);

/** One condition of a table, as in the request. */
export interface TableFilter {
  /** Internal name of a property, `associations.` and a type, or `id`, `created_at` or `updated_at`. */
  readonly property: string;
  readonly operator: keyof typeof OPERATORS;
  /** For operators that compare with one value. */
  readonly value?: Scalar | undefined;
  /** For `in` and `not_in`, and both ends of `between`. */
  readonly values?: readonly Scalar[] | undefined;
}

export interface TableQuery {
  /** A record must meet all filters of one group. Without groups, every record is shown. */
  readonly groups: readonly (readonly TableFilter[])[];
  readonly sort: { readonly property: string; readonly direction: recordScan.Direction };
  readonly search?: string | undefined;
  /** Types whose associated records are shown. */
  readonly associations?: readonly string[] | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Which records a table has, and their order. */
export type TableRows = Pick<TableQuery, "groups" | "sort" | "search">;

/** Most filters, and values of filters, of all groups of a table together. */
export const MAX_TABLE_FILTERS = 50;
export const MAX_TABLE_VALUES = 500;

/** Returns the search that finds the records of a table, in its order. */
export function searchOfTable({
  groups,
  sort,
  search,
}: TableRows): Pick<SearchRequest, "filterGroups" | "query" | "sorts"> {
  const direction = sort.direction === "asc" ? "ASCENDING" : "DESCENDING";
  return {
    filterGroups: groups.map((group) => ({ filters: group.map(toFilter) })),
    query: search,
    sorts: [{ internal_name: searchName(sort.property), direction }],
  };
}

/** A search in the terms of a table. */
export type SearchOfTable = TableRows;

/** Returns what a search asks for, as the tables say it: the reverse of `searchOfTable`. */
export function tableOfSearch({
  filterGroups = [],
  query,
  sorts: [sort] = [],
}: Pick<SearchRequest, "filterGroups" | "query" | "sorts">): SearchOfTable {
  return {
    groups: filterGroups.map(({ filters }) => filters.map(toTableFilter)),
    search: query,
    sort: {
      property: tableName(sort?.internal_name ?? "id"),
      direction: sort?.direction === "DESCENDING" ? "desc" : "asc",
    },
  };
}

function toTableFilter(filter: FilterInput): TableFilter {
  const { internal_name, value, highValue, values } = filter;
  const property = tableName(internal_name);
  const operator = BY_SEARCH_OPERATOR.get(filter.operator) ?? "eq";
  if (operator !== "between") return { property, operator, value, values };
  return { property, operator, values: [value ?? "", highValue ?? ""] };
}

export function toFilter({ property, operator, value, values }: TableFilter) {
  if (operator === "between") {
    const [low, highValue] = values ?? [];
    return {
      internal_name: searchName(property),
      operator: OPERATORS.between,
      value: low,
      highValue,
    };
  }
  return { internal_name: searchName(property), operator: OPERATORS[operator], value, values };
}

/** Returns what a search calls a field of a table. */
export function searchName(property: string): string {
  return NAMES.get(property) ?? property;
}

function tableName(name: string): string {
  for (const [ofTable, ofSearch] of NAMES) if (ofSearch === name) return ofTable;
  return name;
}
