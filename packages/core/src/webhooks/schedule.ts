const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays between an attempt and the next (Standard Webhooks; specification §17). */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** Share of a delay that is random, so that deliveries that failed together do not retry together. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * Returns the delay before the next attempt of a failed delivery.
 *
 * @param attempts number of attempts so far, including the failed one
 * @param retryAfter milliseconds from the receiver's `Retry-After`, 0 without
 * @param random number from 0 to 1 that scales the jitter
 * @returns milliseconds from now; null after the last attempt
 */
export function retryDelay(
  attempts: number,
  retryAfter: number,
  random = Math.random(),
): number | null {
  const delay = DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  const jittered = delay * (1 + JITTER * random);
  return Math.round(Math.max(jittered, retryAfter));
}

/**
 * Parses a `Retry-After` header (RFC 9110 §10.2.3). Of several, the first counts.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds from `now`, at most 24 hours; 0 if the header is absent, malformed or in the past
 */
export function parseRetryAfter(
  header: string | readonly string[] | undefined,
  now: number,
): number {
  const text = (typeof header === "string" ? header : header?.[0])?.trim() ?? "";
  const wait = /^[0-9]+$/.test(text) ? Number(text) * SECOND_MS : parseHttpDate(text) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(0, wait), MAX_RETRY_AFTER_MS);
}

/** Parses the three date forms of RFC 9110 §5.6.7. `Date` accepts more forms, and some as local time. */
function parseHttpDate(text: string): number {
  if (/^[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -](\d{4}|\d\d) \d\d:\d\d:\d\d GMT$/.test(text)) {
    return Date.parse(text);
  }
  const isAsctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text);
  return isAsctime ? Date.parse(`${text} GMT`) : Number.NaN;
}
