import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  CrmError,
  type Deps,
  type ExportFile,
  openExportFile,
  type Principal,
  requireAnyScope,
} from "@rapport/core";
import { OBJECT_TYPES } from "@rapport/model";
import type { Request, RequestHandler, Response } from "express";
import { byteRange } from "../http/byte-range.ts";
import { markStreaming } from "../http/streaming.ts";
import { refuseIfMatch } from "./if-match.ts";
import { queryOf, refuseBody } from "./input.ts";
import type { RateLimit } from "./rate-limit.ts";
import { methodNotAllowed } from "./routes.ts";
import { streamLimit } from "./stream-limit.ts";

export const FILE_PATH = "/api/crm/exports/{exportId}/file";
/** Scopes of which one is needed: that of the exported type. */
export const FILE_SCOPES: readonly string[] = Object.values(OBJECT_TYPES).map(
  ({ plural }) => `crm.${plural}.read`,
);

const PATTERN = /^\/api\/crm\/exports\/([^/]+)\/file$/;
/** Downloads that one process sends at the same time. Each holds one part of a file in memory, about 1 MiB. */
const MAX_DOWNLOADS = 64;
/** Milliseconds after which a client that takes nothing is disconnected. */
const IDLE_MS = 60_000;

export interface ExportFilesOptions {
  readonly deps: Deps;
  readonly authenticate: (req: Request) => Promise<Principal>;
  readonly rateLimit: RateLimit;
  /** Called for every error that the caller did not cause. */
  readonly onError: (error: unknown, requestId: string) => void;
}

/**
 * Serves the files of exports, whole or in ranges (RFC 9110 §14). Checks a request in the order of `mountRest`. If a
 * read fails, the connection closes before all announced bytes were sent, so no client takes a part for the whole file.
 */
export function exportFiles(options: ExportFilesOptions): RequestHandler {
  const { deps, authenticate, rateLimit, onError } = options;
  const limit = streamLimit(MAX_DOWNLOADS);

  return async (req, res, next) => {
    const id = idIn(req.path);
    if (id === undefined) return next();
    if (req.method !== "GET" && req.method !== "HEAD") throw methodNotAllowed(["GET"]);
    res.locals.route = FILE_PATH;
    const principal = await authenticate(req);
    res.locals.principal = principal;
    await rateLimit(principal, res);
    requireAnyScope(principal, FILE_SCOPES);
    refuseBody(req);
    refuseIfMatch(req, FILE_PATH);
    const file = await openExportFile(deps, principal, parseId(req, id));
    const range = setHeaders(req, res, file);
    if (range === undefined || req.method === "HEAD") return void res.end();
    const leave = limit.enter(principal);
    markStreaming(res);
    res.setTimeout(IDLE_MS, () => res.destroy());
    try {
      await pipeline(Readable.from(file.read(range.from, range.to), { objectMode: false }), res);
    } catch (error) {
      const isLeft = (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
      if (!isLeft) onError(error, res.locals.requestId);
    } finally {
      leave();
    }
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
    const message = "An export id must be a positive integer.";
    issues.push({ path: "exportId", code: "value_invalid", message });
  }
  for (const name of Object.keys(input)) {
    const message = `${name} is not a query parameter of this operation. Leave it out.`;
    issues.push({ path: name, code: "unrecognized_key", message });
  }
  if (issues.length > 0) throw new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

/**
 * Sets the status and the headers of a download.
 *
 * @returns the bytes to send; undefined if the client has the file already
 * @throws CrmError RANGE_NOT_SATISFIABLE
 */
function setHeaders(req: Request, res: Response, file: ExportFile) {
  const { length, tag } = file;
  const modified = new Date(file.modifiedAt).toUTCString();
  res.set({
    ETag: tag,
    "Last-Modified": modified,
    "Accept-Ranges": "bytes",
    // A proxy that compresses the answer would break its ranges.
    "Cache-Control": "private, no-transform",
  });
  const known: readonly string[] = req.get("if-none-match")?.match(/"[^"]*"|\*/g) ?? [];
  if (known.includes(tag) || known.includes("*")) {
    res.status(304);
    return undefined;
  }
  // The client has a part of another file: it gets the whole one (RFC 9110 §13.1.5).
  const ifRange = req.get("if-range");
  const isSame = ifRange === undefined || ifRange === tag || ifRange === modified;
  const range = isSame && req.method === "GET" ? byteRange(req.get("range"), length) : undefined;
  if (range === null) throw notSatisfiable(length);
  const { from, to } = range ?? { from: 0, to: length };
  res.status(range === undefined ? 200 : 206).set({
    "Content-Type": file.mediaType,
    "Content-Disposition": `attachment; filename="${file.fileName}"`,
    "Content-Length": String(to - from),
    ...(range !== undefined && { "Content-Range": `bytes ${from}-${to - 1}/${length}` }),
  });
  return { from, to };
}

function notSatisfiable(length: number): CrmError {
  const message = `The file has ${length} bytes. Ask for a range that begins before its end.`;
  const issues = [{ path: "Range", code: "range_not_satisfiable", message }];
  const headers = { "Content-Range": `bytes */${length}` };
  return new CrmError("RANGE_NOT_SATISFIABLE", message, { issues, headers });
}
