import type { IncomingMessage, Server, ServerResponse } from "node:http";

const TIMER = Symbol("timer");

interface TimedRequest extends IncomingMessage {
  [TIMER]?: NodeJS.Timeout | undefined;
}

/** Milliseconds that a large file may pause while it arrives. */
const IDLE_LIMIT_MS = 60_000;

/** How long the connection of a refused file stays open, so that a reset does not destroy the response. */
const LINGER_MS = 1_000;

/**
 * Limits the time in which the body of a request must arrive, as Node's own `requestTimeout` does. That one cannot be
 * lifted for a large file.
 *
 * @param limitMs milliseconds from the headers to the end of the body
 */
export function limitBodyTime(server: Server, req: IncomingMessage, limitMs: number): void {
  if (req.complete || !hasBody(req)) return;
  const timed = req as TimedRequest;
  timed[TIMER] = setTimeout(() => {
    const error = Object.assign(new Error("the body did not arrive in time"), {
      code: "ERR_HTTP_REQUEST_TIMEOUT",
    });
    if (!req.complete) server.emit("clientError", error, req.socket);
  }, limitMs).unref();
  req.once("close", () => clearTimeout(timed[TIMER]));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Lets the body of a request take longer, as long as it does not pause. */
export function markUploading(req: IncomingMessage): void {
  const timed = req as TimedRequest;
  clearTimeout(timed[TIMER]);
  const { socket } = req;
  const stop = () => void socket.destroy();
  socket.setTimeout(IDLE_LIMIT_MS, stop);
  req.once("close", () => {
    socket.setTimeout(0);
    socket.off("timeout", stop);
  });
}

/** Closes the connection after the response to a file that is refused before it has arrived. */
export function refuseRest(req: IncomingMessage, res: ServerResponse): void {
  res.setHeader("Connection", "close");
  const { socket } = req;
  // Node calls it after the response, and would close the connection while the client still sends. Many clients then
  // report the broken connection instead of the response.
  socket.destroySoon = () => {
    socket.end();
    req.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
