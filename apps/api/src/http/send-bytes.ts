import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { markStreaming } from "./streaming.ts";

/** Milliseconds after which a client that takes nothing is disconnected. */
const IDLE_MS = 60_000;

/**
 * Sends bytes as the body of a response, as fast as the client takes them. Ends quietly if the client disconnects.
 *
 * @throws the error of reading the bytes; then the connection is closed
 */
export async function sendBytes(res: ServerResponse, bytes: AsyncIterable<Buffer>): Promise<void> {
  markStreaming(res);
  res.setTimeout(IDLE_MS, () => res.destroy());
  try {
    await pipeline(Readable.from(bytes, { objectMode: false }), res);
  } catch (error) {
    const isLeft = (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
    if (!isLeft) throw error;
  }
}
