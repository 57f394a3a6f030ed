import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { markStreaming } from "./streaming.ts";

/**
 * Sends bytes as the body of a response, as fast as the client takes them. Ends quietly if the client disconnects.
 *
 * @throws the error of reading the bytes; then the connection is closed
 */
export async function sendBytes(res: ServerResponse, bytes: AsyncIterable<Buffer>): Promise<void> {
  markStreaming(res);
  try {
    await pipeline(Readable.from(bytes, { objectMode: false }), res);
  } catch (error) {
    if (!hasLeft(error)) throw error;
  }
}

/** Returns whether a response could not be sent because its client has disconnected. */
export function hasLeft(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ERR_STREAM_UNABLE_TO_PIPE";
}
