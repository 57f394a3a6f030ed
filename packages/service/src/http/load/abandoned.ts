import type { ServerResponse } from "node:http";

const CHECK_INTERVAL_MS = 100;
/** Every timeout in the application is shorter, so no request is still running after this. */
const MAX_REQUEST_MS = 60_000;

/** Tracks requests whose client has disconnected until the application has finished them. */
export function abandonedRequests(): { add(res: ServerResponse, done: () => void): void } {
  const followed = new Map<ServerResponse, { done: () => void; since: number }>(); // at most one per running request
  let timer: NodeJS.Timeout | undefined;

  function release(): void {
    const now = performance.now();
    for (const [res, { done, since }] of followed) {
      if (!res.writableEnded && now - since < MAX_REQUEST_MS) continue;
      followed.delete(res);
      done();
    }
    if (followed.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    add(res, done) {
      followed.set(res, { done, since: performance.now() });
      timer ??= setInterval(release, CHECK_INTERVAL_MS).unref();
    },
  };
}
