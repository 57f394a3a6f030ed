import { DatabaseUnavailable } from "@rapport/db";
import { CrmError } from "./errors.ts";

/**
 * Returns the refusal that an error stands for: the error itself if it is one, UNAVAILABLE with
 * `Retry-After` for a database that cannot be used now, undefined for anything unforeseen.
 */
export function refusalOf(error: unknown): CrmError | undefined {
  if (error instanceof CrmError) return error;
  if (!(error instanceof DatabaseUnavailable)) return undefined;
  const { isOutcomeUnknown, retryAfterSeconds: seconds } = error;
  const message = isOutcomeUnknown
    ? "The database went away during the change, which may have been made. Check before you send it again."
    : `The database is unavailable right now. Retry in ${seconds} seconds.`;
  return new CrmError("UNAVAILABLE", message, {
    headers: { "Retry-After": String(seconds) },
    issues: isOutcomeUnknown ? [{ path: "", code: "outcome_unknown", message }] : [],
    cause: error,
  });
}

/** As `refusalOf`, with INTERNAL for what is unforeseen; its message tells nothing of the cause. */
export function refusalOrInternal(error: unknown): CrmError {
  return (
    refusalOf(error) ??
    new CrmError("INTERNAL", "Something went wrong on our side; try again later.", { cause: error })
  );
}

/** Returns what the driver says is wrong with the database, for an operator; never for a caller. */
export function databaseFault(error: unknown): string {
  const fault = error instanceof DatabaseUnavailable ? (error.cause ?? error) : error;
  const { code, message } = fault as NodeJS.ErrnoException;
  return message || code || String(fault);
}

/** Returns what to log of an error that a caller was answered with; undefined if the fault is not ours. */
export function failureBehind(error: unknown): unknown {
  if (!(error instanceof CrmError)) return error;
  const { cause } = error;
  return error.code === "INTERNAL" || cause instanceof DatabaseUnavailable
    ? (cause ?? error)
    : undefined;
}
