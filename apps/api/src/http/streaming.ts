import type { ServerResponse } from "node:http";

const RELEASE = Symbol("release");
const BEGAN = Symbol("began");

interface StreamedResponse {
  [RELEASE]?: () => void;
  [BEGAN]?: number;
}

/** Sets what to do once a response has become a stream. */
export function onStreaming(res: ServerResponse, release: () => void): void {
  (res as StreamedResponse)[RELEASE] = release;
}

/** Gives up a request's place among the requests under way, because its response may stay open for half an hour. */
export function markStreaming(res: ServerResponse): void {
  const streamed = res as StreamedResponse;
  streamed[BEGAN] ??= performance.now();
  streamed[RELEASE]?.();
}

/** Returns the time of `performance.now()` at which a response became a stream; undefined if it did not. */
export function streamingSince(res: ServerResponse): number | undefined {
  return (res as StreamedResponse)[BEGAN];
}
