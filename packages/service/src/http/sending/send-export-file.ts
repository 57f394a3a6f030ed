import type { ExportFile } from "@rapport/core";
import type { Request, Response } from "express";
import { answerTo } from "./export-answer.ts";
import { sendBytes } from "./send-bytes.ts";

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
