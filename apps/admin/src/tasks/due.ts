import { isDay } from "@rapport/model";
import { TIME_ZONE } from "../reports/time-zone.ts";
import { dayText, localDay } from "../ui/values/local-time.ts";

/** Returns whether a due date is before now. A task that is due on a day is overdue when the reader's day has ended. */
export function isOverdue(due: string, now = new Date()): boolean {
  return isDay(due) ? localDay(due) < dayText(now) : Date.parse(due) < now.getTime();
}

/** When a task is due, in the reader's time zone. */
export type DueGroup = "overdue" | "today" | "week";

/** Returns the group of a due date until Sunday of this week. */
export function dueGroup(due: string, now = new Date()): DueGroup {
  if (isOverdue(due, now)) return "overdue";
  return localDay(due) <= dayText(now) ? "today" : "week";
}

/** Returns the last day of this week, a Sunday, as a filter takes it: in the reader's time zone. */
export function lastDayOfWeek(now = new Date()): string {
  const days = 6 - ((now.getDay() + 6) % 7);
  const sunday = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return `${dayText(sunday)}[${TIME_ZONE}]`;
}
