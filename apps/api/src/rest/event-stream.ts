import { CrmError, requireScope, watchFeeds } from "@rapport/core";
import { type EventStream, openEventStream } from "@rapport/core/routers";
import { markStreaming } from "@rapport/service/http/sending/streaming";
import type { RequestHandler, Response } from "express";
import { parseQuery, refuseBody, refuseIfMatch } from "./input.ts";
import { admit, type Serving } from "./rate-limit.ts";
import { methodNotAllowed } from "./routes.ts";

export const STREAM_PATH = "/api/crm/events/stream";
export const STREAM_SCOPE = "crm.events.read";

/** Milliseconds between two comments, so that proxies keep the connection and clients notice when it breaks. */
const COMMENT_EVERY_MS = 15_000;
/** Milliseconds between two checks of the credential. */
const CHECK_EVERY_MS = 1_000;
/** Milliseconds for the client to read the rest once the stream has ended. */
const LINGER_MS = 5_000;

interface EventStreamOptions extends Serving {
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal;
}

/**
 * Serves the feed as `text/event-stream` (specification §6.1). Checks a request in the order of `mountRest`. An open
 * stream ends with its credential and when the server stops. It reads more events only when the client has taken what
 * was sent.
 */
export function eventStream(options: EventStreamOptions): RequestHandler {
  const { deps, authenticate, places, stopping, onError } = options;
  const watch = watchFeeds(deps);

  return async (req, res, next) => {
    if (req.path !== STREAM_PATH) return next();
    if (req.method !== "GET" && req.method !== "HEAD") throw methodNotAllowed(["GET"]);
    res.locals.route = STREAM_PATH;
    const principal = await admit(options, req, res);
    requireScope(principal, STREAM_SCOPE);
    await refuseBody(req, res);
    refuseIfMatch(req, STREAM_PATH);
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, stopping]);
    const lastEventId = req.get("last-event-id") || undefined;
    const { input: query, faults } = parseQuery(req.url);
    const request = { query, faults, lastEventId, signal };
    const stream = await openEventStream({ deps, principal }, watch, request);
    if (req.method === "HEAD") return void sendHeaders(res).end();
    if (stopping.aborted) throw unavailable("The server is stopping.");
    const leave = await places.enterEverywhere("streams", principal);
    res.once("close", () => ending.abort());
    if (res.closed) ending.abort();
    const checks = setInterval(() => {
      authenticate(req).catch(() => ending.abort());
    }, CHECK_EVERY_MS);
    try {
      await send(stream, res, signal);
    } catch (error) {
      // Before its headers a stream can still be refused.
      if (!res.headersSent) throw error;
      onError(error, res.locals.requestId);
    } finally {
      clearInterval(checks);
      ending.abort();
      leave();
      if (res.headersSent) end(res);
    }
  };
}

async function send(
  { pages, sealCursor }: EventStream,
  res: Response,
  signal: AbortSignal,
): Promise<void> {
  let page = await pages.next();
  sendHeaders(res);
  markStreaming(res);
  res.write("retry: 1000\n\n");
  let [sent, reached] = ["", ""];
  const comments = setInterval(() => {
    if (res.writableNeedDrain) return;
    // Without data this is not an event, but the client resumes from this id.
    res.write(sent === reached ? ": open\n\n" : `: open\nid: ${reached}\n\n`);
    sent = reached;
  }, COMMENT_EVERY_MS);
  try {
    for (; !page.done; page = await pages.next()) {
      const { events, next } = page.value;
      for (const { number, ...event } of events) {
        sent = sealCursor({ ...next, number });
        const isTaken = res.write(`id: ${sent}\ndata: ${JSON.stringify(event)}\n\n`);
        if (!isTaken) await drained(res, signal);
        if (signal.aborted) return;
      }
      reached = sealCursor(next);
    }
  } finally {
    clearInterval(comments);
  }
}

function sendHeaders(res: Response): Response {
  res.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    // Otherwise nginx would hold events back.
    "X-Accel-Buffering": "no",
  });
  return res;
}

/** Waits until the client has taken what was sent, or the stream ends. */
function drained(res: Response, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      res.off("drain", go);
      signal.removeEventListener("abort", go);
      resolve();
    };
    res.once("drain", go);
    signal.addEventListener("abort", go, { once: true });
    if (signal.aborted) go();
  });
}

function end(res: Response): void {
  res.end();
  setTimeout(() => res.destroy(), LINGER_MS).unref();
}

function unavailable(reason: string): CrmError {
  return new CrmError("UNAVAILABLE", `${reason} Retry in 1 second.`, {
    headers: { "Retry-After": "1" },
  });
}
