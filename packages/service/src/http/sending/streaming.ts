import type { ServerResponse } from "node:http";

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
