/**
 * Converts a time to the value of a datetime-local input, in the reader's time zone.
 *
 * @param at ISO 8601, or an empty string for none
 */
export function toLocalTime(at: string): string {
  const moment = new Date(at);
  if (at === "" || Number.isNaN(moment.getTime())) return "";
  const two = (part: number) => String(part).padStart(2, "0");
  const year = String(moment.getFullYear()).padStart(4, "0");
  const day = `${year}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  const seconds = moment.getSeconds() === 0 ? "" : `:${two(moment.getSeconds())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}${seconds}`;
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

/** The moment that a day without a time stands for. Noon is the same day in almost every time zone. */
export type MomentOfDay = "start" | "noon" | "end";

const TIMES: Readonly<Record<MomentOfDay, string>> = {
  start: "00:00",
  noon: "12:00",
  end: "23:59:59.999",
};

/**
 * Converts a day without a time to a time.
 *
 * @param day such as 2026-11-20, in the reader's time zone
 */
export function fromLocalDay(day: string, moment: MomentOfDay): string {
  return fromLocalTime(day === "" ? "" : `${day}T${TIMES[moment]}`);
}

/** Returns whether a time is the one that its day stands for. */
export function isWholeDay(at: string, moment: MomentOfDay): boolean {
  const [day = ""] = toLocalTime(at).split("T");
  return day !== "" && fromLocalDay(day, moment) === at;
}
