import { DatabaseUnavailable } from "@rapport/db";
import { CrmError } from "./errors.ts";

/**
 * Returns the CrmError for an error: the error itself if it is a CrmError, UNAVAILABLE with `Retry-After` for
 * an unavailable database, undefined for an unexpected error.
 */
export function toRefusal(error: unknown): CrmError | undefined {
  if (error instanceof CrmError) return error;
  if (!(error instanceof DatabaseUnavailable)) return undefined;
  const { isOutcomeUnknown, retryAfterSeconds: seconds } = error;
  const message = isOutcomeUnknown
    ? "The connection to the database was lost during the change, which may have been made. Check before you send it again."
    : `The database is unavailable right now. Retry in ${seconds} seconds.`;
  return new CrmError("UNAVAILABLE", message, {
    headers: { "Retry-After": String(seconds) },
    issues: isOutcomeUnknown ? [{ path: "", code: "outcome_unknown", message }] : [],
    cause: error,
  });
}

/**
 * Returns `toRefusal` an error, or INTERNAL for an unexpected error, whose message does not reveal the cause.
 */
export function refusalOrInternal(error: unknown): CrmError {
  return (
    toRefusal(error) ??
    new CrmError("INTERNAL", "Something went wrong on our side. Try again later.", { cause: error })
  );
}

/** Returns the driver's message about the database, for operators only. */
export function databaseFault(error: unknown): string {
  const fault = error instanceof DatabaseUnavailable ? (error.cause ?? error) : error;
  const { code, message } = fault as NodeJS.ErrnoException;
  return message || code || String(fault);
}

/** Returns the error to log for a failed request, or undefined if the fault is the caller's. */
export function failureBehind(error: unknown): unknown {
  if (!(error instanceof CrmError)) return error;
  const { cause } = error;
  return error.code === "INTERNAL" || cause instanceof DatabaseUnavailable
    ? (cause ?? error)
    : undefined;
}
