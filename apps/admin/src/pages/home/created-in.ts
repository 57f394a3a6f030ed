import { type ObjectType, TYPES } from "../../object-types.ts";
import { type Filter, writeFilters } from "../records/search.ts";

/**
 * Returns a link to the list of records created in a range of days.
 *
 * @param first such as `2026-11-21`, in UTC
 * @param last inclusive; today if not given
 */
export function createdIn(projectId: number, type: ObjectType, first: string, last?: string) {
  const moments: Filter[] = [{ property: "created_at", operator: "gte", value: startOf(first) }];
  if (last !== undefined) {
    moments.push({ property: "created_at", operator: "lt", value: startOf(last, 1) });
  }
  return {
    to: "/p/$projectId/$plural",
    params: { projectId: String(projectId), plural: TYPES[type].plural },
    search: { filter: writeFilters(moments) },
  } as const;
}

function startOf(day: string, later = 0): string {
  const start = new Date(`${day}T00:00:00.000Z`);
  start.setUTCDate(start.getUTCDate() + later);
  return start.toISOString();
}
