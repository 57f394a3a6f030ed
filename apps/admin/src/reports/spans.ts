import { ENGLISH } from "../ui/values/format.ts";

const HOUR = new Intl.DateTimeFormat(ENGLISH, { timeStyle: "short" });
const HOUR_OF_DAY = new Intl.DateTimeFormat(ENGLISH, { dateStyle: "medium", timeStyle: "short" });
/** Dates without a time are formatted as in UTC, where they are the same day. */
const UTC = { timeZone: "UTC" } as const;
const DAY = new Intl.DateTimeFormat(ENGLISH, { ...UTC, dateStyle: "medium" });
const SHORT_DAY = new Intl.DateTimeFormat(ENGLISH, { ...UTC, day: "numeric", month: "short" });
const MONTH = new Intl.DateTimeFormat(ENGLISH, { ...UTC, month: "long", year: "numeric" });
const SHORT_MONTH = new Intl.DateTimeFormat(ENGLISH, { ...UTC, month: "short", year: "2-digit" });

export type SpanUnit = "hour" | "day" | "week" | "month";

/** What the columns of a unit are called. */
export const UNIT_NAMES: Readonly<Record<SpanUnit, string>> = {
  hour: "Hour",
  day: "Day",
  week: "Week from",
  month: "Month",
};

/** Returns the names of a span, whole and for an axis. @param key its first day, or the moment of an hour */
export function spanNames(unit: SpanUnit, key: string): { label: string; tick: string } {
  const at = new Date(key);
  switch (unit) {
    case "hour":
      return { label: HOUR_OF_DAY.format(at), tick: HOUR.format(at) };
    case "month":
      return { label: MONTH.format(at), tick: SHORT_MONTH.format(at) };
    default:
      return { label: DAY.format(at), tick: SHORT_DAY.format(at) };
  }
}

/** The period of reports of what happens in the background. */
export const RECENT_PERIODS = [
  { value: "7d", label: "Last 7 days" },
  { value: "24h", label: "Last 24 hours" },
  { value: "30d", label: "Last 30 days" },
] as const;

export const PAST_PERIODS = [
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
  { value: "12m", label: "Last 12 months" },
] as const;
