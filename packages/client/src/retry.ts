/** Longest wait before a retry, in milliseconds. */
export const MAX_WAIT_MS = 60_000;

/** Milliseconds before the first retry after a broken connection. Each further wait is twice as long. */
const FIRST_BACKOFF_MS = 200;
const MAX_BACKOFF_MS = 5_000;

/**
 * Reads `Retry-After` (RFC 9110 §10.2.3): seconds or an HTTP date.
 *
 * @returns seconds from now, or undefined if the header is missing or malformed
 */
export function readRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/**
 * Returns how long to wait before the next attempt.
 *
 * @param attempt attempts made so far, at least 1
 * @param retryAfter seconds that the server asked for
 * @returns milliseconds, or undefined if the server asks for a longer wait than a call should make
 */
export function waitBefore(attempt: number, retryAfter: number | undefined): number | undefined {
  if (retryAfter === undefined) {
    const longest = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
    return longest / 2 + (Math.random() * longest) / 2;
  }
  const asked = retryAfter * 1000;
  // Random, so that clients refused at the same time do not retry at the same time.
  return asked > MAX_WAIT_MS ? undefined : asked + Math.random() * FIRST_BACKOFF_MS;
}

/**
 * Waits.
 *
 * @throws the signal's reason as soon as the signal is aborted
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
