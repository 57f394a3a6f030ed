/** Returns whether a time is before now. */
export function isOverdue(due: string, now = Date.now()): boolean {
  return Date.parse(due) < now;
}

/** When a task is due, in the reader's time zone. */
export type DueGroup = "overdue" | "today" | "week";

/** Returns the group of a time until Sunday of this week. */
export function dueGroup(due: string, now = new Date()): DueGroup {
  if (isOverdue(due, now.getTime())) return "overdue";
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Date.parse(due) < tomorrow.getTime() ? "today" : "week";
}

/** Returns the end of this week in the reader's time zone: the beginning of the next Monday, ISO 8601 in UTC. */
export function endOfWeek(now = new Date()): string {
  const days = 7 - ((now.getDay() + 6) % 7);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString();
}
