import { createHash } from "node:crypto";
import type { ObjectCall } from "../call.ts";
import type { Deps } from "../deps.ts";
import type { Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { cursorIssues } from "../paging.ts";
import { invalid } from "../records/errors.ts";
import { readSelection, type Selection, withExpand } from "../records/selection.ts";
import { toWholeRecords, type WholeRecord } from "../records/whole-record.ts";
import { type Group, simplified } from "./conditions/condition.ts";
import { queryCondition } from "./conditions/word-conditions.ts";
import { countSearch, type Total } from "./count-search.ts";
import { type FilterInput, filterReader, parseSort } from "./parse-search.ts";
import { readSearchPage } from "./search/matches.ts";
import type { Search, SearchLimits, Sort } from "./search/search-context.ts";

export const MAX_GROUPS = 10;
export const MAX_FILTERS = 50;
export const MAX_VALUES = 200;
export const MAX_QUERY_CHARACTERS = 1_000;

/** A search as in the request (docs/search.md). */
export interface SearchRequest {
  readonly filterGroups?: readonly { readonly filters: readonly FilterInput[] }[] | undefined;
  /** Words that a record must have. */
  readonly query?: string | undefined;
  readonly sorts?:
    | readonly {
        readonly internal_name: string;
        readonly direction?: "ASCENDING" | "DESCENDING" | undefined;
      }[]
    | undefined;
  readonly properties?: readonly string[] | undefined;
  readonly associations?: readonly string[] | undefined;
  readonly expand?: readonly string[] | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly total?: boolean | undefined;
}

export interface SearchResult {
  readonly results: readonly WholeRecord[];
  readonly nextCursor: string | null;
  /** Only if the request asks for it. */
  readonly total?: Total;
}

/**
 * Finds the project's live records of a type that meet a search, one page at a time; see `readSearchPage`.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault
 */
export async function searchObjects(
  { deps, principal, object }: ObjectCall<Pick<Deps, "db" | "scan" | "cursors">>,
  request: SearchRequest,
  limits?: SearchLimits,
): Promise<SearchResult> {
  const { search, ...parsed } = parseRequest(object, request);
  const { cursor, limit, expand } = request;
  const { selection, issues } = withExpand({ principal, object }, parsed, expand);
  if (issues.length > 0) throw invalid([...issues, ...cursorIssues(deps, cursor)]);
  const identity = { list: "search", filter: { digest: searchDigest(object.name, request) } };
  const page = await readSearchPage(
    { deps, principal },
    search,
    { identity, cursor, limit },
    limits,
  );
  return {
    results: await toWholeRecords(deps.db, principal, object, { rows: page.rows, selection }),
    nextCursor: page.nextCursor,
    ...(request.total && { total: await countSearch({ deps, principal }, search, limits) }),
  };
}

/** Lists the faults of a search that only the project's schema shows. Accepts input of any shape. */
export function checkSearch(
  { deps, principal, object }: ObjectCall<Pick<Deps, "cursors">>,
  input: unknown,
): readonly Issue[] {
  if (typeof input !== "object" || input === null) return [];
  const { expand, cursor } = input as { readonly expand?: unknown; readonly cursor?: unknown };
  const parsed = parseRequest(object, input);
  const { issues } = withExpand({ principal, object }, parsed, expand);
  return [...issues, ...cursorIssues(deps, cursor)];
}

/** Reads what a search asks for. Accepts input of any shape; each fault is an issue. */
export function parseRequest(
  object: ObjectSchema,
  request: { readonly [Member in keyof SearchRequest]?: unknown },
): { readonly search: Search; readonly selection: Selection; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const groups = readGroups(object, request.filterGroups, issues);
  const words = readQuery(object, request.query, issues);
  const sort = readSort(object, request.sorts, issues);
  const { selection, issues: more } = readSelection(object, request);
  issues.push(...more);
  const alternatives = groups.length === 0 ? [[]] : groups;
  const all = simplified(alternatives.map((group) => [...group, ...words]));
  const search = { type: object.name, groups: all, sort };
  return { search, selection, issues };
}

function readGroups(object: ObjectSchema, given: unknown, issues: Issue[]): readonly Group[] {
  const groups = asList(given).map((group) => asList((group as { filters?: unknown })?.filters));
  const filters = groups.flat();
  const values = filters.flatMap(givenOperands);
  const limits = [
    ["groups", groups.length, MAX_GROUPS],
    ["filters", filters.length, MAX_FILTERS],
    ["values", values.length, MAX_VALUES],
  ] as const;
  const exceeded = limits.flatMap(([what, count, most]) => {
    if (count <= most) return [];
    const message = `A search has at most ${most} ${what} in all; this one has ${count}.`;
    return [{ path: "filterGroups", code: `too_many_${what}`, message }];
  });
  if (exceeded.length > 0) {
    issues.push(...exceeded);
    return [];
  }
  const reader = filterReader(object);
  const read = groups.map((group, i) => reader.read(group, `filterGroups.${i}.filters`));
  issues.push(...reader.issues);
  return read;
}

function givenOperands(filter: unknown): readonly unknown[] {
  const { value, highValue, values } = (filter ?? {}) as Record<string, unknown>;
  return [value, highValue, ...asList(values)].filter((one) => one !== undefined);
}

function readQuery(object: ObjectSchema, query: unknown, issues: Issue[]): Group {
  // The schema of the request refuses a longer one, and to split it into words would block others.
  if (typeof query !== "string" || query.length > MAX_QUERY_CHARACTERS) return [];
  if (query.trim() === "") return [];
  const condition = queryCondition(object.properties, query);
  if (!("code" in condition)) return [condition];
  issues.push({ path: "query", ...condition });
  return [];
}

function readSort(object: ObjectSchema, sorts: unknown, issues: Issue[]): Sort {
  const [first] = asList(sorts);
  const { internal_name: name, direction } = (first ?? {}) as Record<string, unknown>;
  const found =
    typeof name === "string" ? parseSort(object, name, "sorts.0.internal_name") : { field: null };
  if ("code" in found) issues.push(found);
  return {
    by: "code" in found ? null : found.field,
    direction: direction === "DESCENDING" ? "desc" : "asc",
  };
}

/** Returns what identifies a search, the same for each of its pages. */
function searchDigest(type: string, { filterGroups = [], query, sorts }: SearchRequest): string {
  const filters = filterGroups.map((group) =>
    group.filters.map(({ internal_name, operator, value, highValue, values, type }) => [
      internal_name,
      operator,
      value,
      highValue,
      values,
      ...(type === undefined ? [] : [type]),
    ]),
  );
  const [{ internal_name: by = "id", direction = "ASCENDING" } = {}] = sorts ?? [];
  // Sorts by id are the same order as none.
  const order = by === "id" && direction === "ASCENDING" ? undefined : [[by, direction]];
  const content = JSON.stringify([type, filters, query, order]);
  return createHash("sha256").update(content).digest("base64url");
}

function asList(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}
