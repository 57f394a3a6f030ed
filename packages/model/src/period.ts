/** Units of a period that a filter counts. */
export const PERIOD_UNITS = ["days", "weeks", "months"] as const;

const NAMED = "today|yesterday|tomorrow|past|future";
const CALENDAR = "(?:this|last|next)-(?:week|month|quarter|year)";
const COUNTED = `(?:last|next|older)-[1-9][0-9]{0,3}-(?:${PERIOD_UNITS.join("|")})`;
const PERIOD = new RegExp(`^(?:${NAMED}|${CALENDAR}|${COUNTED})$`);

/**
 * Returns whether a text names a period relative to today, such as `last-7-days` or `next-month`. The admin app finds
 * out in the admin's time zone which moments it means.
 */
export function isPeriod(text: string): boolean {
  return PERIOD.test(text);
}
