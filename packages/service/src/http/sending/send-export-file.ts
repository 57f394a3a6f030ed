import { CrmError, type ExportFile } from "@rapport/core";
import type { Request, Response } from "express";

import { sendBytes } from "./streaming.ts";

export interface SendOptions {
  /**
   * Called before bytes are sent.
   *
   * @returns the function to call afterwards
   */
  readonly begin: () => (() => void) | Promise<() => void>;
  /** Called if the reading fails. Then the connection is closed before all announced bytes were sent. */
  readonly onError: (error: unknown) => void;
}

/**
 * Sends the file of an export, whole or a range of it (RFC 9110 §14), or 304 if the client has it already.
 *
 * @throws CrmError RANGE_NOT_SATISFIABLE; what `begin` throws
 */
export async function sendExportFile(
  req: Request,
  res: Response,
  file: ExportFile,
  { begin, onError }: SendOptions,
): Promise<void> {
  const { status, headers, range } = answerTo(req, file);
  if (range === undefined || req.method === "HEAD")
    return void res.status(status).set(headers).end();
  const end = await begin();
  res.status(status).set(headers);
  try {
    await sendBytes(res, file.read(range.from, range.to));
  } catch (error) {
    onError(error);
  } finally {
    end();
  }
}

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
function answerTo(req: Request, file: ExportFile): FileAnswer {
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

/** Bytes to send: from one position to before another one. */
interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads a `Range` header (RFC 9110 §14.2). Only a single range of bytes counts; anything else is ignored, as the RFC
 * allows.
 *
 * @param length bytes of the whole file
 * @returns undefined to send the whole file; null if the range begins after its end
 */
function byteRange(header: string | undefined, length: number): ByteRange | null | undefined {
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const size = Math.min(Number(last), length);
    return size === 0 ? null : { from: length - size, to: length };
  }
  const from = Number(first);
  const to = last === "" ? length : Math.min(Number(last) + 1, length);
  if (last !== "" && Number(last) < from) return undefined;
  return from >= length ? null : { from, to };
}
