import type { ServerResponse } from "node:http";

const RELEASE = Symbol("release");

/** Sets what to do once a response has become a stream. */
export function onStreaming(res: ServerResponse, release: () => void): void {
  (res as { [RELEASE]?: () => void })[RELEASE] = release;
}

/** Gives up a request's place among the requests under way, because its response may stay open for half an hour. */
export function markStreaming(res: ServerResponse): void {
  (res as { [RELEASE]?: () => void })[RELEASE]?.();
}
