import { CrmError, openExportFile, recordScopes, requireAnyScope } from "@rapport/core";
import { sendExportFile } from "@rapport/service/http/sending/send-export-file";
import type { Request, RequestHandler } from "express";
import { refuseIfMatch } from "./if-match.ts";
import { queryOf, refuseBody } from "./input.ts";
import { admit, type Serving } from "./rate-limit.ts";
import { methodNotAllowed } from "./routes.ts";

export const FILE_PATH = "/api/crm/exports/{exportId}/file";
/** Scopes of which one is needed: that of the exported type. */
export const FILE_SCOPES = recordScopes("read");

const PATTERN = /^\/api\/crm\/exports\/([^/]+)\/file$/;

/**
 * Serves the files of exports, whole or in ranges (RFC 9110 §14). Checks a request in the order of `mountRest`.
 */
export function exportFiles(options: Serving): RequestHandler {
  const { deps, places, onError } = options;

  return async (req, res, next) => {
    const id = idIn(req.path);
    if (id === undefined) return next();
    if (req.method !== "GET" && req.method !== "HEAD") throw methodNotAllowed(["GET"]);
    res.locals.route = FILE_PATH;
    const principal = await admit(options, req, res);
    requireAnyScope(principal, FILE_SCOPES);
    await refuseBody(req, res);
    refuseIfMatch(req, FILE_PATH);
    const file = await openExportFile({ deps, principal }, parseId(req, id));
    await sendExportFile(req, res, file, {
      begin: () => places.enterEverywhere("downloads", principal),
      onError: (error) => onError(error, res.locals.requestId),
    });
  };
}

function idIn(path: string): string | undefined {
  const [, id] = PATTERN.exec(path) ?? [];
  try {
    return id === undefined ? undefined : decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** @throws CrmError INVALID_INPUT with all faults of the request */
function parseId(req: Request, text: string): number {
  const { input, faults } = queryOf(req.url);
  const issues = [...faults];
  if (!/^[1-9][0-9]{0,18}$/.test(text)) {
    const message = "An export id must be a positive integer, such as 42.";
    issues.push({ path: "exportId", code: "value_invalid", message });
  }
  for (const name of Object.keys(input)) {
    const message = `${name} is not a query parameter of this operation. Leave it out.`;
    issues.push({ path: name, code: "unrecognized_key", message });
  }
  if (issues.length > 0) throw new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}
