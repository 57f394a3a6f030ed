import { typeNames } from "../object-types.ts";
import { type Filter, type FilterGroups, writeGroups } from "../records/search.ts";
import type { Target } from "./figure.ts";

/**
 * Returns a link to the records of a type that meet filters.
 *
 * @param alternatives further filters; records must meet all of one group
 */
export function recordsLink(
  type: string,
  filters: readonly Filter[],
  alternatives: FilterGroups = [[]],
): Target {
  return {
    to: "/p/$projectId/$plural",
    params: { plural: typeNames(type).plural },
    search: { filter: writeGroups(alternatives.map((more) => [...filters, ...more])) },
  } as Target;
}

/** Returns the filters for a moment from the first to before the second one. Null has no limit. */
export function between(property: string, from: string | null, until: string | null): Filter[] {
  const filters: Filter[] = [];
  if (from !== null) filters.push({ property, operator: "gte", value: from });
  if (until !== null) filters.push({ property, operator: "lt", value: until });
  return filters;
}

/** Returns the filter for one of some values. */
export function oneOfFilter(property: string, values: readonly string[]): Filter {
  return values.length === 1
    ? { property, operator: "eq", value: values[0] }
    : { property, operator: "in", values: [...values] };
}

/** Returns the last moment before another one, for filters that include their end. */
export function lastBefore(moment: string): string {
  return new Date(Date.parse(moment) - 1).toISOString();
}
