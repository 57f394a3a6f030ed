import { CrmError, type ExportFile } from "@rapport/core";
import type { Request } from "express";
import { byteRange } from "./byte-range.ts";

/** How a request for a file is answered. */
interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes to send; undefined if the client has the file already. */
  readonly range?: { readonly from: number; readonly to: number };
}

/**
 * Returns the answer to a request for the file of an export (RFC 9110 §13 and §14).
 *
 * @throws CrmError RANGE_NOT_SATISFIABLE
 */
export function answerTo(req: Request, file: ExportFile): FileAnswer {
  const { length, tag } = file;
  const modified = new Date(file.modifiedAt).toUTCString();
  const headers = {
    ETag: tag,
    "Last-Modified": modified,
    "Accept-Ranges": "bytes",
    // A proxy that compresses the answer would break its ranges.
    "Cache-Control": "private, no-transform",
  };
  const known: readonly string[] = req.get("if-none-match")?.match(/"[^"]*"|\*/g) ?? [];
  if (known.includes(tag) || known.includes("*")) return { status: 304, headers };
  // The client has a part of another file: it gets the whole one (RFC 9110 §13.1.5).
  const ifRange = req.get("if-range");
  const isSame = ifRange === undefined || ifRange === tag || ifRange === modified;
  const asked = isSame && req.method === "GET" ? byteRange(req.get("range"), length) : undefined;
  if (asked === null) throw notSatisfiable(length);
  const range = asked ?? { from: 0, to: length };
  return {
    status: asked === undefined ? 200 : 206,
    headers: {
      ...headers,
      "Content-Type": file.mediaType,
      "Content-Disposition": `attachment; filename="${file.fileName}"`,
      "Content-Length": String(range.to - range.from),
      ...(asked && { "Content-Range": `bytes ${range.from}-${range.to - 1}/${length}` }),
    },
    range,
  };
}

function notSatisfiable(length: number): CrmError {
  const message = `The file has ${length} bytes. Ask for a range that begins before its end.`;
  const issues = [{ path: "Range", code: "range_not_satisfiable", message }];
  const headers = { "Content-Range": `bytes */${length}` };
  return new CrmError("RANGE_NOT_SATISFIABLE", message, { issues, headers });
}
