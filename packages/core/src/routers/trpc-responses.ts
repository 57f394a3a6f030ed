import type { TRPCError } from "@trpc/server";
import { CrmError, failureBehind } from "../errors.ts";
import { crmErrorOf } from "./answers.ts";

/** Returns the failure to log for an error that tRPC answered; undefined if the caller caused it. */
export function trpcFailure(error: TRPCError): unknown {
  const { code, cause } = error;
  if (cause instanceof CrmError) return failureBehind(cause);
  return code === "INTERNAL_SERVER_ERROR" ? (cause ?? error) : undefined;
}

/** Headers that an error of one call gives the response. */
const HEADERS_OF_ERRORS = ["Retry-After", "WWW-Authenticate"];

/** Returns the headers of a tRPC response: its type, and the first of each header that its errors need. */
export function trpcHeaders(errors: readonly TRPCError[]): Record<string, string> {
  const needed = errors.map((error) => crmErrorOf(error).headers);
  const headers = HEADERS_OF_ERRORS.flatMap((name) => {
    const value = needed.find((one) => one[name] !== undefined)?.[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // tRPC leaves the type out if it refuses a request before its calls.
  return { "Content-Type": "application/json", ...Object.fromEntries(headers) };
}
