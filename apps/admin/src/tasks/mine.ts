import { writeFilters } from "../records/search.ts";

/** The filters of an admin's own open tasks. */
export function ownTasks(email: string) {
  return [
    { property: "owner_id", operator: "eq", value: email },
    { property: "status", operator: "eq", value: "open" },
  ] as const;
}

/** Returns what a link to the table of a type shows first: of tasks, the admin's own open ones, overdue ones first. */
export function firstSearch(type: string, email: string) {
  return type === "task" ? { filter: writeFilters(ownTasks(email)), sort: "due_at" } : {};
}
