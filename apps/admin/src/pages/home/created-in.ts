import { typeNames } from "../../object-types.ts";
import { type Filter, writeFilters } from "../records/search.ts";
import type { Day } from "./per-day.ts";

/** Returns a link to the list of records created from the start of a day on. */
export function createdIn(projectId: number, type: string, first: Day) {
  const since: Filter = { property: "created_at", operator: "gte", value: first.starts };
  return {
    to: "/p/$projectId/$plural",
    params: { projectId: String(projectId), plural: typeNames(type).plural },
    search: { filter: writeFilters([since]) },
  } as const;
}
