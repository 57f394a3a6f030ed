import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const LEAVES = Symbol("leaves");
const BEGAN = Symbol("began");

interface StreamedResponse {
  /** What gives the places of the request back; null once that was done. */
  [LEAVES]?: (() => void)[] | null;
  [BEGAN]?: number;
}

/**
 * Holds a place for a request until `leavePlaces`, or until its response has become a stream.
 *
 * @param leave gives the place back; called once
 */
export function holdPlace(res: ServerResponse, leave: () => void): void {
  const held = res as StreamedResponse;
  if (held[LEAVES] === undefined) held[LEAVES] = [];
  if (held[LEAVES] === null) leave();
  else held[LEAVES].push(leave);
}

/** Gives back all places of a request. */
export function leavePlaces(res: ServerResponse): void {
  const held = res as StreamedResponse;
  const leaves = held[LEAVES] ?? [];
  held[LEAVES] = null;
  for (const leave of leaves) leave();
}

/** Gives up a request's place among the requests under way, because its response may stay open for half an hour. */
export function markStreaming(res: ServerResponse): void {
  const streamed = res as StreamedResponse;
  streamed[BEGAN] ??= performance.now();
  leavePlaces(res);
}

/** Returns the time of `performance.now()` at which a response became a stream; undefined if it did not. */
export function streamingSince(res: ServerResponse): number | undefined {
  return (res as StreamedResponse)[BEGAN];
}

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
