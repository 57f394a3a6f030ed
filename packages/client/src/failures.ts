import { RapportError } from "./errors.ts";
import type { OutgoingRequest } from "./outgoing-request.ts";

/** RFC 6750 §3.1: a new token may help, unless the server did not check the token. */
export function isTokenRefused({ status, headers }: { status: number; headers: Headers }): boolean {
  return status === 401 && /error="?invalid_token/.test(headers.get("www-authenticate") ?? "");
}

export function isWorthRetrying(
  { status, headers, text }: { status: number; headers: Headers; text: string },
  { repeatable }: OutgoingRequest,
): boolean {
  // The server may have made the change, so a retry could make it twice.
  if (status === 503 && !repeatable && text.includes('"outcome_unknown"')) return false;
  if (status === 429 || status === 503) return true;
  // An earlier attempt with the same Idempotency-Key is still running.
  return status === 409 && repeatable && headers.has("retry-after");
}

export function failureOf(
  error: unknown,
  { method, url, repeatable }: OutgoingRequest,
  call: { signal: AbortSignal; given: AbortSignal | undefined; ms: number },
): RapportError {
  const what = `${method} ${new URL(url).pathname}`;
  if (call.given?.aborted)
    return new RapportError("ABORTED", `${what} was aborted.`, { cause: error });
  if (call.signal.aborted) {
    const message = `${what} got no response within ${call.ms} milliseconds.`;
    return new RapportError("TIMEOUT", message, { cause: error });
  }
  const doubt = repeatable ? "" : " The change may have been made. Check before you try again.";
  return new RapportError(
    "CONNECTION_FAILED",
    `The connection to ${new URL(url).origin} failed${reasonOf(error)} before the response to ${what} arrived.${doubt}`,
    { cause: error },
  );
}

/** Returns the error code of the system or of OpenSSL. `fetch` itself only says that it failed; its cause has the code. */
function reasonOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  return typeof code === "string" ? ` (${code})` : "";
}
