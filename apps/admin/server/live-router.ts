import {
  CrmError,
  type Deps,
  type LiveChanges,
  type LivePosition,
  liveFeeds,
  type ProjectAdmin,
  principalOfProject,
  watchAccess,
} from "@rapport/core";
import type { Places } from "@rapport/service/http/places";
import { markStreaming } from "@rapport/service/http/sending/streaming";
import { type Request, type Response, Router } from "express";
import { authenticate, type SessionCookie } from "./authenticate.ts";

/** A stream ends after this time, so that the session is checked again. The page reconnects. */
const LIFETIME_MS = 60_000;
/** Milliseconds between two comments, so that proxies keep the connection. */
const COMMENT_EVERY_MS = 15_000;
/** Milliseconds for the page to read the rest once the stream has ended. */
const LINGER_MS = 5_000;
/** Unread bytes after which a page is disconnected. It reloads what it shows when it reconnects. */
const MAX_UNREAD_BYTES = 256 * 1024;

/**
 * Serves `GET /live/{projectId}`: what changes in a project, as `text/event-stream`. A reconnecting page sends the id of
 * the last event, so it misses nothing. With `?usage=1` it also gets changes of the API's usage. An event `access` says
 * that the admin's role has changed. A stream ends within two seconds of losing its role or session.
 *
 * @param stopping aborted when the server begins to stop
 */
export function liveRouter(
  deps: Deps,
  cookie: SessionCookie,
  {
    places,
    stopping,
    onError,
  }: { places: Places; stopping: AbortSignal; onError: (error: unknown) => void },
): Router {
  const router = Router();
  const feeds = liveFeeds(deps, onError);
  const access = watchAccess(deps, onError);

  router.get("/:projectId", async (req, res) => {
    const projectId = readProjectId(req);
    const principal = await requireRoleIn(deps, cookie, req, projectId);
    let { role } = principal;
    // The page may have left meanwhile. A response that has closed emits no further event, but its end gives its place back.
    if (res.destroyed) return void res.end();
    if (req.method === "HEAD") return void sendHead(res).end();
    if (stopping.aborted) throw stops();
    res.once("close", places.enter("pages", principal));
    sendHead(res).write("retry: 1000\n\n");
    markStreaming(res);
    const send = (changes: LiveChanges) => {
      if (res.writableLength > MAX_UNREAD_BYTES) return void res.destroy();
      const { position, ...data } = changes;
      res.write(`id: ${eventId(position)}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    // Pages of version 0.2 do not ask, and would fetch all records again after each request of an API.
    const hasUsage = req.query.usage === "1";
    const leave = feeds.follow(projectId, { after: readPosition(req), hasUsage }, send);
    const comments = setInterval(() => res.write(": open\n\n"), COMMENT_EVERY_MS);
    // Nothing may be written once the response has ended, although its connection may stay open for a moment.
    const stop = () => {
      leave();
      unwatch();
      clearInterval(comments);
      clearTimeout(lifetime);
      stopping.removeEventListener("abort", end);
    };
    const end = () => {
      stop();
      res.end();
      setTimeout(() => res.destroy(), LINGER_MS).unref();
    };
    const unwatch = access.add(async () => {
      try {
        const before = role;
        ({ role } = await requireRoleIn(deps, cookie, req, projectId));
        if (role !== before) res.write("event: access\ndata: {}\n\n");
      } catch (error) {
        if (!(error instanceof CrmError)) throw error;
        end();
      }
    });
    const lifetime = setTimeout(end, LIFETIME_MS);
    stopping.addEventListener("abort", end, { once: true });
    res.once("close", stop);
  });
  return router;
}

function sendHead(res: Response): Response {
  return res.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    // Otherwise nginx would hold events back.
    "X-Accel-Buffering": "no",
  });
}

function readProjectId({ params }: Request): number {
  const { projectId } = params;
  return /^[1-9]\d{0,14}$/.test(String(projectId)) ? Number(projectId) : 0;
}

/** The part of the usage is empty for pages that do not ask for it. */
function eventId(position: LivePosition): string {
  const { number, jobs, deliveries, usage, views, currencies, attachments } = position;
  return [number, jobs, deliveries, usage, views, currencies, attachments].join(".");
}

const EVENT_ID =
  /^(\d{1,15})(?:\.(\d{1,15})\.(\d{1,15}))?(?:\.(\d{1,15})?)?(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?$/;

/** Reads what a reconnecting page has seen. Pages of earlier versions send only the first of the numbers. */
function readPosition(req: Request): LivePosition | undefined {
  const parts = EVENT_ID.exec(req.get("last-event-id") ?? "")?.slice(1) ?? [];
  const [number, jobs, deliveries, usage, views, currencies, attachments] = parts.map((part) =>
    part ? Number(part) : undefined,
  );
  return number === undefined
    ? undefined
    : { number, jobs, deliveries, usage, views, currencies, attachments };
}

/**
 * Returns the admin as one who acts in the project.
 *
 * @throws CrmError UNAUTHENTICATED, INSUFFICIENT_SCOPE or NOT_FOUND
 */
async function requireRoleIn(
  deps: Deps,
  cookie: SessionCookie,
  req: Request,
  projectId: number,
): Promise<ProjectAdmin> {
  // An open page must not keep an unused session alive.
  const admin = await authenticate(deps, cookie, req, false);
  return principalOfProject(deps, admin, projectId, "read-only");
}

function stops(): CrmError {
  return new CrmError("UNAVAILABLE", "The server is stopping. Retry in 1 second.", {
    headers: { "Retry-After": "1" },
  });
}
