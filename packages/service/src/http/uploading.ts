import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { CrmError } from "@rapport/core";

const TIMER = Symbol("timer");

interface TimedRequest extends IncomingMessage {
  [TIMER]?: NodeJS.Timeout | undefined;
}

/** Bytes of a large file that must arrive in each interval, so that a slow client does not keep its place for months. */
const LEAST_BYTES = 64 * 1024;
const INTERVAL_MS = 60_000;

/** How long the connection of a refused file stays open, so that a reset does not destroy the response. */
const LINGER_MS = 1_000;

/**
 * Limits the time in which the body of a request must arrive, as Node's own `requestTimeout` does. That one cannot be
 * lifted for a large file.
 *
 * @param limitMs milliseconds from the headers to the end of the body
 */
export function limitBodyTime(server: Server, req: IncomingMessage, limitMs: number): void {
  if (!isArriving(req)) return;
  const timed = req as TimedRequest;
  timed[TIMER] = setTimeout(() => {
    const error = Object.assign(new Error("the body did not arrive in time"), {
      code: "ERR_HTTP_REQUEST_TIMEOUT",
    });
    if (!req.complete) server.emit("clientError", error, req.socket);
  }, limitMs).unref();
  req.once("close", () => clearTimeout(timed[TIMER]));
}

/** Returns whether a request has a body that has not arrived whole. */
export function isArriving({ headers, complete }: IncomingMessage): boolean {
  if (complete) return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Lets the body of a request take longer, as long as it arrives at the least rate. Otherwise closes the connection. */
export function markUploading(req: IncomingMessage): void {
  const timed = req as TimedRequest;
  clearTimeout(timed[TIMER]);
  const { socket } = req;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - before < LEAST_BYTES) socket.destroy();
    before = socket.bytesRead;
  }, INTERVAL_MS).unref();
  req.once("close", () => clearInterval(timer));
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

/**
 * Reads the body of a request as it arrives.
 *
 * @throws CrmError INVALID_INPUT if the client disconnects; then nobody reads the refusal, and it is not a failure
 */
export async function* arrivingBody(req: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // If the file is refused, the connection stays open for the answer.
    for await (const bytes of req.iterator({ destroyOnReturn: false })) yield bytes as Buffer;
  } catch (cause) {
    const message = "The connection broke before the file had arrived.";
    throw new CrmError("INVALID_INPUT", message, { cause });
  }
}
