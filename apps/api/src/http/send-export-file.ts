import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CrmError, type ExportFile } from "@rapport/core";
import type { Request, Response } from "express";
import { byteRange } from "./byte-range.ts";
import { markStreaming } from "./streaming.ts";

/** Milliseconds after which a client that takes nothing is disconnected. */
const IDLE_MS = 60_000;

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
  markStreaming(res);
  res.setTimeout(IDLE_MS, () => res.destroy());
  try {
    await pipeline(Readable.from(file.read(range.from, range.to), { objectMode: false }), res);
  } catch (error) {
    const isLeft = (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
    if (!isLeft) onError(error);
  } finally {
    end();
  }
}

interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes to send; undefined if the client has the file already. */
  readonly range?: { readonly from: number; readonly to: number };
}

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
