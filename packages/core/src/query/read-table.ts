import { CrmError, type Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { simplified } from "./condition.ts";
import { filterReader, parseSort } from "./parse-search.ts";
import type { Search } from "./search-context.ts";
import {
  MAX_TABLE_FILTERS,
  MAX_TABLE_VALUES,
  nameOf,
  type TableFilter,
  type TableRows,
  toFilter,
} from "./table-query.ts";
import { queryCondition } from "./word-conditions.ts";

/**
 * Converts a table of the admin app to a search.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault
 */
export function readTable(
  object: ObjectSchema,
  { filters, orGroups, sort, search }: TableRows,
): Search {
  const reader = filterReader(object);
  const groups = [
    reader.read(filters.map(toFilter), "filters"),
    ...orGroups.map((group, i) => reader.read(group.map(toFilter), `orGroups.${i}`)),
  ];
  const by = parseSort(object, nameOf(sort.property), "sort.property");
  const words = search === undefined ? null : queryCondition(object.properties, search);
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
    type: object.name,
    groups: simplified(groups.map((group) => (words === null ? group : [...group, words]))),
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

function toTableIssue(issue: Issue): Issue {
  return { ...issue, path: issue.path.replace(/internal_name$/, "property") };
}

function invalidTable(issues: readonly Issue[]): CrmError {
  const message = issues.map((issue) => issue.message).join(" ");
  return new CrmError("INVALID_INPUT", message, { issues });
}
