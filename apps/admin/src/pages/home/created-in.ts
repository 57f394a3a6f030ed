import { type ObjectType, TYPES } from "../../object-types.ts";
import { type Filter, writeFilters } from "../records/search.ts";
import type { Day } from "./per-day.ts";

/**
 * Returns a link to the list of records created from the start of a day on.
 *
 * @param last the last day; today if not given
 */
export function createdIn(projectId: number, type: ObjectType, first: Day, last?: Day) {
  const moments: Filter[] = [{ property: "created_at", operator: "gte", value: first.starts }];
  if (last !== undefined) {
    moments.push({ property: "created_at", operator: "lt", value: last.ends });
  }
  return {
    to: "/p/$projectId/$plural",
    params: { projectId: String(projectId), plural: TYPES[type].plural },
    search: { filter: writeFilters(moments) },
  } as const;
}
