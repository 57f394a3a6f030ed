import { asMoment, dayValue, isDay, withoutMidnight } from "@rapport/model";

/**
 * Converts a time to the value of a datetime-local input, in the reader's time zone.
 *
 * @param at ISO 8601, or an empty string for none
 */
export function toLocalTime(at: string): string {
  const moment = new Date(at);
  if (at === "" || Number.isNaN(moment.getTime())) return "";
  const two = (part: number) => String(part).padStart(2, "0");
  const seconds = moment.getSeconds() === 0 ? "" : `:${two(moment.getSeconds())}`;
  return `${dayText(moment)}T${two(moment.getHours())}:${two(moment.getMinutes())}${seconds}`;
}

/**
 * Converts the value of a datetime-local input to a time.
 *
 * @returns ISO 8601 UTC; an empty string while the input is incomplete
 */
export function fromLocalTime(local: string): string {
  const moment = new Date(local);
  return local === "" || Number.isNaN(moment.getTime()) ? "" : moment.toISOString();
}

/** The moment that a day without a time stands for. */
export type MomentOfDay = "start" | "end";

const TIMES: Readonly<Record<MomentOfDay, string>> = { start: "00:00", end: "23:59:59.999" };

/**
 * Converts a day without a time to a time.
 *
 * @param day such as 2026-11-20, in the reader's time zone
 */
export function fromLocalDay(day: string, moment: MomentOfDay): string {
  return fromLocalTime(day === "" ? "" : `${day}T${TIMES[moment]}`);
}

/**
 * Converts a day and a time in the reader's time zone to a datetime of a record. Without a time it is the day. A moment that
 * is midnight in UTC would be a day, so it gets a millisecond.
 *
 * @returns an empty string without a day
 */
export function toDatetime(day: string, time: string): string {
  if (time === "") return day === "" ? "" : dayValue(day);
  return asMoment(fromLocalTime(`${day}T${time}`));
}

/** Returns the day of a moment in the reader's time zone, such as 2026-11-20. */
export function dayText(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const year = String(at.getFullYear()).padStart(4, "0");
  return `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Returns the reader's day of a datetime of a record, such as 2026-11-20. */
export function localDay(at: string): string {
  return isDay(at) ? withoutMidnight(at) : dayText(new Date(at));
}

/** Compares datetimes of records by the reader's days. A day without a time comes before the moments of that day. */
export function compareDatetimes(a: string, b: string): number {
  const start = (at: string) =>
    isDay(at) ? new Date(`${withoutMidnight(at)}T00:00`).getTime() : Date.parse(at);
  return start(a) - start(b);
}

/** Returns whether a time is the one that its day stands for. */
export function isWholeDay(at: string, moment: MomentOfDay): boolean {
  const [day = ""] = toLocalTime(at).split("T");
  return day !== "" && fromLocalDay(day, moment) === at;
}

/** The reader's time zone, such as `Europe/Berlin`; UTC if the browser does not know it. */
export const TIME_ZONE = knownZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? "UTC";

/** What pages say if the browser does not know the time zone; null if it does. */
export const UNKNOWN_ZONE =
  knownZone(Intl.DateTimeFormat().resolvedOptions().timeZone) === null
    ? "This browser does not say its time zone, so days are those of UTC."
    : null;

/** Some browsers name `Etc/Unknown`, or a zone that no other program knows. */
function knownZone(name: string | undefined): string | null {
  if (name === undefined || name === "Etc/Unknown") return null;
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone && name;
  } catch {
    return null;
  }
}
