import {
  CrmError,
  IMPORTS,
  openExportFile,
  type Principal,
  publicImport,
  readRefused,
  receiveData,
  recordScopes,
  requireAnyScope,
} from "@rapport/core";
import { parseImportId } from "@rapport/core/routers";
import { sendExportFile } from "@rapport/service/http/sending/send-export-file";
import { markStreaming, sendBytes } from "@rapport/service/http/sending/streaming";
import { arrivingBody, markUploading, refuseRest } from "@rapport/service/http/uploading";
import type { Request, RequestHandler, Response } from "express";
import { parseQuery, refuseBody, refuseIfMatch } from "./input.ts";
import { admit, type Serving } from "./rate-limit.ts";
import { methodNotAllowed } from "./routes.ts";

export const FILE_PATH = "/api/crm/exports/{exportId}/file";
/** Scopes of which one is needed: that of the records' type. */
export const READ_SCOPES = recordScopes("read");
export const WRITE_SCOPES = recordScopes("write");

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
    requireAnyScope(principal, READ_SCOPES);
    await refuseBody(req, res);
    refuseIfMatch(req, FILE_PATH);
    const file = await openExportFile({ deps, principal }, parseId(req, id));
    await sendExportFile(req, res, file, {
      begin: () => places.enterEverywhere("downloads", principal),
      onError: (error) => onError(error, res.locals.requestId),
    });
  };
}

export const DATA_PATH = "/api/crm/imports/{importId}/data";
export const REFUSED_PATH = "/api/crm/imports/{importId}/refused";

const MAX_BYTES = 2 * 1024 ** 3;

/**
 * Receives the files of imports, and sends their refused rows, as streams (specification §26). Checks a request in the
 * order of `mountRest`.
 */
export function importFiles(options: Serving): RequestHandler {
  const { deps, places } = options;

  async function receive(req: Request, res: Response, importId: string): Promise<void> {
    const principal = await authorize(req, res, WRITE_SCOPES);
    const isGzip = checkHeaders(req);
    const id = parseImportId(importId);
    const leave = places.enter("uploads", principal);
    markStreaming(res);
    markUploading(req);
    try {
      const received = await receiveData({ deps, principal }, id, arrivingBody(req), isGzip);
      const data = publicImport(received);
      res.json({ success: true, message: "Data received.", data });
    } finally {
      leave();
    }
  }

  async function receiveOrRefuse(req: Request, res: Response, id: string): Promise<void> {
    try {
      if (req.method !== "PUT") throw methodNotAllowed(["PUT"]);
      await receive(req, res, id);
    } catch (error) {
      if (!req.complete) refuseRest(req, res);
      throw error;
    }
  }

  async function sendRefused(req: Request, res: Response, importId: string): Promise<void> {
    const principal = await authorize(req, res, READ_SCOPES);
    await refuseBody(req, res);
    const id = parseImportId(importId);
    const rows = await readRefused({ deps, principal }, IMPORTS, id);
    const headers = {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="import-${id}-refused.csv"`,
      "Cache-Control": "no-store",
    };
    if (req.method === "HEAD") return void res.writeHead(200, headers).end();
    const leave = await places.enterEverywhere("downloads", principal);
    try {
      res.writeHead(200, headers);
      await sendBytes(res, rows);
    } finally {
      leave();
    }
  }

  async function authorize(
    req: Request,
    res: Response,
    scopes: readonly string[],
  ): Promise<Principal> {
    const principal = await admit(options, req, res);
    requireAnyScope(principal, scopes);
    refuseIfMatch(req, res.locals.route);
    refuseQuery(req);
    return principal;
  }

  return async (req, res, next) => {
    const [, id = "", part] = /^\/api\/crm\/imports\/([^/]+)\/(data|refused)$/.exec(req.path) ?? [];
    if (part === undefined) return next();
    res.locals.route = part === "data" ? DATA_PATH : REFUSED_PATH;
    if (part === "data") return receiveOrRefuse(req, res, id);
    if (req.method !== "GET" && req.method !== "HEAD") throw methodNotAllowed(["GET"]);
    return sendRefused(req, res, id);
  };
}

function refuseQuery(req: Request): void {
  const [name] = Object.keys(parseQuery(req.url).input);
  if (name === undefined) return;
  const message = `"${name.slice(0, 80)}" is not a query parameter of this operation. Leave it out.`;
  throw CrmError.ofIssue("INVALID_INPUT", { path: name, code: "unrecognized_key", message });
}

/** @returns whether the body is gzip */
function checkHeaders({ headers }: Request): boolean {
  const { "content-encoding": given = "identity", "content-type": type = "" } = headers;
  // The names of codings are case-insensitive (RFC 9110 §8.4.1).
  const encoding = given.toLowerCase();
  if (encoding !== "identity" && encoding !== "gzip") {
    throw new CrmError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the file without Content-Encoding, or in gzip.",
    );
  }
  if (/^multipart\//i.test(type)) {
    throw new CrmError("UNSUPPORTED_MEDIA_TYPE", "Send the file itself as the body, not a form.");
  }
  if (Number(headers["content-length"] ?? 0) > MAX_BYTES) {
    throw new CrmError("PAYLOAD_TOO_LARGE", "The file is larger than 2 GiB. Send it in parts.");
  }
  return encoding === "gzip";
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
  const { input, faults } = parseQuery(req.url);
  const issues = [...faults];
  if (!/^[1-9][0-9]*$/.test(text)) {
    const message = "An export id must be a positive integer. Example: 7";
    issues.push({ path: "exportId", code: "value_invalid", message });
  }
  for (const name of Object.keys(input)) {
    const message = `${name} is not a query parameter of this operation. Leave it out.`;
    issues.push({ path: name, code: "unrecognized_key", message });
  }
  if (issues.length > 0) throw new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}
