import type { ServerResponse } from "node:http";

const LOOK_EVERY_MS = 100;
/** No request is worked on for longer: every wait of the application ends before. */
const LONGEST_MS = 60_000;

/** Follows requests whose client is gone until the application is done with them. */
export function abandonedRequests(): { add(res: ServerResponse, done: () => void): void } {
  const followed = new Map<ServerResponse, { done: () => void; since: number }>(); // bounded like requests under way
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const now = performance.now();
    for (const [res, { done, since }] of followed) {
      if (!res.writableEnded && now - since < LONGEST_MS) continue;
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
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
    },
  };
}
