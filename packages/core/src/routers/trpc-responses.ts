import type { TRPCError } from "@trpc/server";
import { CrmError } from "../errors.ts";
import { failureBehind } from "../refusals.ts";
import { crmErrorOf } from "./answers.ts";

/** Returns the failure to log for an error that tRPC answered; undefined if the caller caused it. */
export function trpcFailure(error: TRPCError): unknown {
  const { code, cause } = error;
  if (cause instanceof CrmError) return failureBehind(cause);
  return code === "INTERNAL_SERVER_ERROR" ? (cause ?? error) : undefined;
}

/** Returns the headers of a tRPC response: its type, and the first `Retry-After` among its errors, if any. */
export function trpcHeaders(errors: readonly TRPCError[]): Record<string, string> {
  // tRPC leaves the type out if it refuses a request before its calls.
  const headers = { "Content-Type": "application/json" };
  for (const error of errors) {
    const seconds = crmErrorOf(error).headers["Retry-After"];
    if (seconds !== undefined) return { ...headers, "Retry-After": seconds };
  }
  return headers;
}
