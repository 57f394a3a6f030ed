import { useSyncExternalStore } from "react";
import { dayText, isWholeDay } from "../../ui/values/local-time.ts";
import type { Field } from "../fields.ts";
import type { Filter, Operator } from "../search.ts";

/**
 * Returns what a value of a filter by time is: a day such as 2026-11-20, or a moment. Links and views of older versions have
 * the first or last moment of a day instead, and an export's filters name the time zone of their days.
 *
 * @param at index of the value
 */
export function filterTime(value: string, operator: Operator, at: number): string {
  const [time = ""] = value.split("[");
  const isEnd = operator === "gt" || operator === "lte" || (operator === "between" && at === 1);
  return isWholeDay(time, isEnd ? "end" : "start") ? dayText(new Date(time)) : time;
}

/** Returns whether a text is a date without a time that exists. */
export function isDate(text: string): boolean {
  return text.length === 10 && !Number.isNaN(Date.parse(text));
}

/**
 * Returns a filter whose times are in a time zone.
 *
 * @param zone what is appended to each time
 */
export function withDays(filter: Filter, field: Field | undefined, zone: string): Filter {
  if (field?.type !== "datetime" || filter.operator === "within") return filter;
  const zoned = (value: unknown, at = 0) => {
    const text = String(value);
    return text.includes("[") ? text : filterTime(text, filter.operator, at) + zone;
  };
  return {
    ...filter,
    ...(filter.value === undefined ? {} : { value: zoned(filter.value) }),
    ...(filter.values === undefined ? {} : { values: filter.values.map(zoned) }),
  };
}

const CHECK_MS = 60_000;

/** Returns the start of the current day in the reader's time zone. The page renders again after midnight. */
export function useToday(): Date {
  const start = useSyncExternalStore(subscribe, startOfDay);
  return new Date(start);
}

function startOfDay(): number {
  return new Date().setHours(0, 0, 0, 0);
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, CHECK_MS);
  addEventListener("focus", onChange);
  return () => {
    clearInterval(timer);
    removeEventListener("focus", onChange);
  };
}
