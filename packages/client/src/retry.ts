/** The longest wait, in milliseconds, that a client takes upon itself. */
const LONGEST_WAIT = 60_000;

/** The first wait after a broken connection, in milliseconds; each further one is twice as long. */
const FIRST_BACKOFF = 200;
const LONGEST_BACKOFF = 5_000;

/**
 * Reads `Retry-After` (RFC 9110 §10.2.3): seconds or an HTTP date.
 *
 * @returns seconds from now, or undefined when there is none that can be read
 */
export function retryAfterOf(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/**
 * How long to wait before the next attempt.
 *
 * @param attempt how many have been made, at least 1
 * @param retryAfter seconds that the server asked for
 * @returns milliseconds, or undefined when the server asks for more than a call should wait
 */
export function waitBefore(attempt: number, retryAfter: number | undefined): number | undefined {
  if (retryAfter === undefined) {
    const longest = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (attempt - 1));
    return longest / 2 + (Math.random() * longest) / 2;
  }
  const asked = retryAfter * 1000;
  // Clients that were refused together shall not come back together.
  return asked > LONGEST_WAIT ? undefined : asked + Math.random() * FIRST_BACKOFF;
}

/** @throws the signal's reason as soon as it is aborted */
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
