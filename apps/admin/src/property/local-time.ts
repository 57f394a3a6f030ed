/**
 * A moment as an input of type datetime-local holds it, in the reader's zone.
 *
 * @param at ISO 8601, or an empty text for none
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
 * The moment that a datetime-local input names in the reader's zone.
 *
 * @returns ISO 8601 UTC; an empty text while the input is not filled
 */
export function fromLocalTime(local: string): string {
  const moment = new Date(local);
  return local === "" || Number.isNaN(moment.getTime()) ? "" : moment.toISOString();
}
