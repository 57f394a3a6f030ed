const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between an attempt and the next (Standard Webhooks; specification §17). */
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

/** Share of a delay that is random, so that deliveries that failed together do not retry together. */
const JITTER = 0.1;
const LONGEST_RETRY_AFTER = 24 * HOUR;

/**
 * Returns the delay before the next attempt of a failed delivery.
 *
 * @param attempts number of attempts so far, including the failed one
 * @param retryAfter milliseconds from the receiver's `Retry-After`, 0 without; capped at 24 hours
 * @param random number from 0 to 1 that scales the jitter
 * @returns milliseconds from now; null after the last attempt
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
 * Parses a `Retry-After` header (RFC 9110 §10.2.3).
 *
 * @param now milliseconds since 1970
 * @returns milliseconds from `now`; 0 if the header is absent, malformed or in the past
 */
export function parseRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^[0-9]{1,9}$/.test(header.trim())) return Number(header) * SECOND;
  const date = parseHttpDate(header.trim());
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

/** Parses the three date forms of RFC 9110 §5.6.7. `Date` accepts more forms, and some as local time. */
function parseHttpDate(text: string): number {
  if (/^[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -](\d{4}|\d\d) \d\d:\d\d:\d\d GMT$/.test(text)) {
    return Date.parse(text);
  }
  const isAsctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text);
  return isAsctime ? Date.parse(`${text} GMT`) : Number.NaN;
}
