import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { CrmError } from "@rapport/core";

const TIMER = Symbol("timer");

interface TimedRequest extends IncomingMessage {
  [TIMER]?: NodeJS.Timeout | undefined;
}

/** Bytes of a large file that must arrive in each interval, so that a slow client does not keep its place for months. */
const LEAST_BYTES = 64 * 1024;
const INTERVAL_MS = 60_000;

/** Large files that one process receives at the same time, so that its memory is bounded. */
const PER_PROCESS = 8;
/** Of these, those of one project, so that others have room. */
const PER_PROJECT = 5;

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

/**
 * Lets the body of a request take longer, as long as it arrives at the least rate. Otherwise closes the connection.
 *
 * @param intervalMs milliseconds in which 64 KiB must arrive
 */
export function markUploading(req: IncomingMessage, intervalMs = INTERVAL_MS): void {
  const timed = req as TimedRequest;
  clearTimeout(timed[TIMER]);
  const { socket } = req;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - before < LEAST_BYTES) socket.destroy();
    before = socket.bytesRead;
  }, intervalMs).unref();
  req.once("close", () => clearInterval(timer));
}

/** The large files that are being received. */
export interface UploadPlaces {
  /**
   * Counts a file of a project.
   *
   * @returns the function to call when it has arrived or was refused
   * @throws CrmError RATE_LIMITED if the project sends too many files, UNAVAILABLE if all projects do
   */
  enter(projectId: number): () => void;
}

/** Creates the count of the files that one server of this process receives. */
export function uploadPlaces(): UploadPlaces {
  const taken: number[] = [];
  return {
    enter(projectId) {
      if (taken.filter((one) => one === projectId).length >= PER_PROJECT) {
        const message = `This project is sending ${PER_PROJECT} files already. Retry in 10 seconds.`;
        throw full("RATE_LIMITED", message);
      }
      if (taken.length >= PER_PROCESS) {
        throw full("UNAVAILABLE", "The server is receiving many files. Retry in 10 seconds.");
      }
      taken.push(projectId);
      return () => void taken.splice(taken.indexOf(projectId), 1);
    },
  };
}

function full(code: "RATE_LIMITED" | "UNAVAILABLE", message: string): CrmError {
  return new CrmError(code, message, { headers: { "Retry-After": "10" } });
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
