const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds from one attempt to the next (Standard Webhooks; specification §17). */
const DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Of a delay, so that receivers that failed together are not all asked again at once. */
const JITTER = 0.1;
const LONGEST_RETRY_AFTER = 24 * HOUR;

/**
 * When a failed delivery is tried again.
 *
 * @param attempts made so far, the failed one included
 * @param retryAfter milliseconds that the receiver asked to be left alone, 0 when it did not
 * @param random from 0 to 1
 * @returns milliseconds from now, null when that was the last attempt
 */
export function retryDelay(
  attempts: number,
  retryAfter: number,
  random = Math.random(),
): number | null {
  const delay = DELAYS[attempts - 1];
  if (delay === undefined) return null;
  const jittered = delay * (1 + JITTER * random);
  return Math.round(Math.max(jittered, Math.min(retryAfter, LONGEST_RETRY_AFTER)));
}

/**
 * Reads a `Retry-After` header (RFC 9110 §10.2.3).
 *
 * @returns milliseconds from `now`, 0 when it is absent or not well-formed
 */
export function parseRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^[0-9]{1,9}$/.test(header.trim())) return Number(header) * SECOND;
  const date = parseHttpDate(header.trim());
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

/** The three forms of RFC 9110 §5.6.7; `Date` alone takes many more, and some of them for local time. */
function parseHttpDate(text: string): number {
  if (/^[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -](\d{4}|\d\d) \d\d:\d\d:\d\d GMT$/.test(text)) {
    return Date.parse(text);
  }
  const isAsctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text);
  return isAsctime ? Date.parse(`${text} GMT`) : Number.NaN;
}
