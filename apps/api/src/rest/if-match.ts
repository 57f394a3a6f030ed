import { CrmError } from "@rapport/core";
import type { Request } from "express";

/**
 * Refuses `If-Match` where it has no meaning, because the sender relies on it (specification §23).
 *
 * @param path of the operation, without its parameters' values
 * @throws CrmError INVALID_INPUT if the request has the header
 */
export function refuseIfMatch(req: Request, path: string): void {
  if (req.headers["if-match"] === undefined) return;
  const message = `${req.method} ${path} takes no If-Match. The header works on PATCH and DELETE of a record of the Public Object API.`;
  throw new CrmError("INVALID_INPUT", message, {
    issues: [{ path: "If-Match", code: "header_not_allowed", message }],
  });
}
