import { createHash } from "node:crypto";
import type { recordScan } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import type { Deps } from "../deps.ts";
import { CrmError, type Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { type NamedRecord, namedRecord } from "../records/names.ts";
import type { CrmRecord } from "../records/record.ts";
import type { Scalar } from "./fields.ts";
import type { Operator } from "./operators.ts";
import { type FilterInput, filterReader, parseSort } from "./parse-search.ts";
import type { Search } from "./search-context.ts";
import type { SearchRequest } from "./search-objects.ts";
import { countSearch, readSearchPage, type Total } from "./search-page.ts";
import { type AssociatedNames, nameAssociated } from "./table-associations.ts";
import { queryCondition } from "./word-conditions.ts";

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

/** What the tables call the times of a record. */
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
  /** A record must meet all of them, or all of one of the other groups. */
  readonly filters: readonly TableFilter[];
  readonly orGroups: readonly (readonly TableFilter[])[];
  readonly sort: { readonly property: string; readonly direction: recordScan.Direction };
  readonly search?: string | undefined;
  /** Types whose associated records are shown. */
  readonly associations?: readonly ObjectType[] | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Which records a table has, and their order. */
export type TableRows = Pick<TableQuery, "filters" | "orGroups" | "sort" | "search">;

/** Most filters, and values of filters, of all groups of a table together. */
export const MAX_TABLE_FILTERS = 50;
const MAX_TABLE_VALUES = 500;

/** A record as a row of a table shows it. */
export type TableRecord = CrmRecord &
  Omit<NamedRecord, "type"> & { readonly version: number; readonly associated: AssociatedNames };

/**
 * Lists the project's live records of a type, one page at a time; see `readSearchPage`.
 *
 * @param query.sort.property `id`, `created_at`, `updated_at`, or the internal name of an indexed property with
 *   a single value
 * @param query.search words, each of which must begin a word of some text property
 * @throws CrmError INVALID_INPUT for an unknown property, an operator or value that does not fit it, a sort by
 *   a property that is not indexed, or a cursor of another table
 */
export async function listTable(
  deps: Pick<Deps, "db" | "schemas" | "secrets">,
  principal: Principal,
  type: ObjectType,
  query: TableQuery,
): Promise<{ records: readonly TableRecord[]; nextCursor: string | null }> {
  const schema = await deps.schemas.get(principal.projectId);
  const { filters, orGroups, sort, search, associations = [], cursor, limit } = query;
  const asked = readTable(type, schema[type], query);
  const digest = digestOf([type, filters, orGroups, sort, search]);
  const identity = { list: "table", filter: { digest } };
  const page = { identity, cursor, limit };
  const { rows, nextCursor } = await readSearchPage(deps, principal, asked, page);
  const ids = rows.map(({ id }) => id);
  const associated = await nameAssociated(deps.db, principal, schema, type, ids, associations);
  return {
    records: rows.map((row) => {
      const { id, name, detail } = namedRecord(type, row.id, row.properties, schema[type]);
      const { version, created_at: createdAt, updated_at: updatedAt, properties } = row;
      const own = associated.get(id) ?? {};
      return { id, name, detail, version, createdAt, updatedAt, properties, associated: own };
    }),
    nextCursor,
  };
}

/**
 * Counts the records of a table, and all of its type; see `countSearch`.
 *
 * @throws CrmError INVALID_INPUT, see `listTable`
 */
export async function countTable(
  deps: Pick<Deps, "db" | "schemas">,
  principal: Principal,
  type: ObjectType,
  query: Pick<TableQuery, "filters" | "orGroups" | "search">,
): Promise<{ readonly matching: Total; readonly all: Total }> {
  const schema = (await deps.schemas.get(principal.projectId))[type];
  const asked = readTable(type, schema, { ...query, sort: BY_ID });
  const all = await countSearch(deps, principal, { ...asked, groups: [[]] });
  const isNarrowed = asked.groups.some((group) => group.length > 0);
  return { matching: isNarrowed ? await countSearch(deps, principal, asked) : all, all };
}

/** Returns the search that finds the records of a table, in its order. */
export function searchOfTable({
  filters,
  orGroups,
  sort,
  search,
}: TableRows): Pick<SearchRequest, "filterGroups" | "query" | "sorts"> {
  const direction = sort.direction === "asc" ? "ASCENDING" : "DESCENDING";
  const groups = filters.length === 0 ? [] : [filters, ...orGroups];
  return {
    filterGroups: groups.map((group) => ({ filters: group.map(toFilter) })),
    query: search,
    sorts: [{ internal_name: nameOf(sort.property), direction }],
  };
}

/** What a search asks for, as the tables say it. */
export interface SearchOfTable extends Pick<TableQuery, "sort" | "search"> {
  /** A record meets all filters of one of the groups. */
  readonly groups: readonly (readonly TableFilter[])[];
}

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
      property: tableNameOf(sort?.internal_name ?? "id"),
      direction: sort?.direction === "DESCENDING" ? "desc" : "asc",
    },
  };
}

function toTableFilter(filter: FilterInput): TableFilter {
  const { internal_name, value, highValue, values } = filter;
  const property = tableNameOf(internal_name);
  const operator = BY_SEARCH_OPERATOR.get(filter.operator) ?? "eq";
  if (operator !== "between") return { property, operator, value, values };
  return { property, operator, values: [value ?? "", highValue ?? ""] };
}

const BY_ID = { property: "id", direction: "asc" } as const;

function readTable(
  type: ObjectType,
  schema: ObjectSchema,
  { filters, orGroups, sort, search }: TableRows,
): Search {
  const reader = filterReader(type, schema);
  const groups = [
    reader.read(filters.map(toFilter), "filters"),
    ...orGroups.map((group, i) => reader.read(group.map(toFilter), `orGroups.${i}`)),
  ];
  const by = parseSort(type, schema, nameOf(sort.property), "sort.property");
  const words = search === undefined ? null : queryCondition(schema.properties, search);
  const issues = [
    ...sizeIssues([filters, ...orGroups]),
    ...reader.issues.map(toTableIssue),
    ...("code" in by ? [by] : []),
    ...(words !== null && "code" in words ? [{ path: "search", ...words }] : []),
  ];
  if (issues.length > 0 || "code" in by || (words !== null && "code" in words)) {
    throw invalidTable(issues);
  }
  return {
    type,
    groups: groups.map((group) => (words === null ? group : [...group, words])),
    sort: { by: by.field, direction: sort.direction },
  };
}

function sizeIssues(groups: readonly (readonly TableFilter[])[]): readonly Issue[] {
  const filters = groups.flat();
  const values = filters.reduce((sum, { values = [] }) => sum + values.length, 0);
  if (filters.length <= MAX_TABLE_FILTERS && values <= MAX_TABLE_VALUES) return [];
  const message = `A table takes at most ${MAX_TABLE_FILTERS} filters with ${MAX_TABLE_VALUES} values. Remove some.`;
  return [{ path: "orGroups", code: "too_many_filters", message }];
}

function toFilter({ property, operator, value, values }: TableFilter) {
  if (operator === "between") {
    const [low, highValue] = values ?? [];
    return { internal_name: nameOf(property), operator: OPERATORS.between, value: low, highValue };
  }
  return { internal_name: nameOf(property), operator: OPERATORS[operator], value, values };
}

function toTableIssue(issue: Issue): Issue {
  return { ...issue, path: issue.path.replace(/internal_name$/, "property") };
}

/** Returns what a search calls a field of a table. */
export function nameOf(property: string): string {
  return NAMES.get(property) ?? property;
}

function tableNameOf(name: string): string {
  for (const [ofTable, ofSearch] of NAMES) if (ofSearch === name) return ofTable;
  return name;
}

function invalidTable(issues: readonly Issue[]): CrmError {
  const message = issues.map((issue) => issue.message).join(" ");
  return new CrmError("INVALID_INPUT", message, { issues });
}

function digestOf(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}
