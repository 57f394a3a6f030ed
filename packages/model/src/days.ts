const MIDNIGHT = "T00:00:00.000Z";

/**
 * Returns whether a datetime is a day without a time: its time is exactly 00:00:00.000Z (specification §11). It is the
 * same day in every time zone.
 *
 * @param value as it is stored
 */
export function isDay(value: string): boolean {
  return value.endsWith(MIDNIGHT);
}

/** Returns the datetime that is a day without a time. @param day such as 2026-11-20 */
export function dayValue(day: string): string {
  return day + MIDNIGHT;
}

/**
 * Returns a moment that is never taken for a day: midnight in UTC gets a millisecond.
 *
 * @param moment with a time, such as one of the clock or one that a person chose
 */
export function asMoment(moment: string): string {
  return isDay(moment) ? moment.replace(".000Z", ".001Z") : moment;
}

/** Returns the day of a datetime without a time, such as 2026-11-20, and every other value as it is. */
export function withoutMidnight(value: string): string {
  return isDay(value) ? value.slice(0, 10) : value;
}
