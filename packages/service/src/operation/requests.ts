import { randomUUID } from "node:crypto";
import type { Principal, Tracing, UsageMeter } from "@rapport/core";
import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { streamingSince } from "../http/sending/streaming.ts";
import type { Metrics } from "./metrics.ts";

/** Request ids of clients that are logged. Others are left out. */
const CLIENT_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Gives every request an id. Logs and counts the request when its response is closed. */
export function observeRequests(
  log: Logger,
  { metrics, usage }: { metrics: Metrics; usage: UsageMeter },
): RequestHandler {
  return (req, res, next) => {
    const start = performance.now();
    const requestId = `req_${randomUUID()}`;
    res.locals.requestId = requestId;
    res.setHeader("X-Request-Id", requestId);
    res.setHeader("X-Content-Type-Options", "nosniff");
    res.once("close", () => {
      const ended = performance.now();
      // How long a stream stays open says nothing about the speed of the server.
      const ms = (streamingSince(res) ?? ended) - start;
      const route: string = res.locals.route ?? "unmatched";
      const principal = res.locals.principal as Principal | undefined;
      const status = answeredStatus(res);
      metrics.request(req.method, route, status, ms / 1000);
      if (principal !== undefined) {
        const { limit, error = () => undefined, input, called } = res.locals;
        const { method } = req;
        // A call of a tool is answered 200, whatever became of it.
        const became: number = res.locals.status ?? status;
        const path = () => withIds(route, req.originalUrl);
        const request = { id: requestId, principal, method, path, status: became, ms };
        usage.note({ ...request, limit, error, input, called });
      }
      if (!log.isLevelEnabled("info")) return;
      const clientId = req.headers["x-request-id"];
      log.info({
        requestId,
        method: req.method,
        route,
        status,
        ms: Math.round((ended - start) * 100) / 100,
        caller: principal && `${principal.kind}:${principal.id}`,
        project: principal?.projectId,
        clientRequestId:
          typeof clientId === "string" && CLIENT_REQUEST_ID.test(clientId) ? clientId : undefined,
        aborted: res.writableFinished ? undefined : true,
      });
    });
    next();
  };
}

const ID = /^\d{1,16}$/;
/** Parameters whose values are names of types. */
const TYPE_PARAMETER = /^\{(object|objectType|fromObjectType|toObjectType|plural|toPlural)\}$/;
const TYPE_NAME = /^[a-z][a-z0-9_-]{0,63}$/;

/** Returns a path with the ids and types that the caller gave. Other values can be personal, so their names stay. */
function withIds(template: string, url: string): string {
  const given = url.replace(/\?.*$/s, "").split("/");
  const parts = template.split("/");
  if (given.length !== parts.length) return template;
  return parts
    .map((part, i) => {
      const value = given[i] ?? "";
      if (!part.startsWith("{")) return part;
      return ID.test(value) || (TYPE_PARAMETER.test(part) && TYPE_NAME.test(value)) ? value : part;
    })
    .join("/");
}

/** Counts the requests of a program that logs none. */
export function countRequests(
  metrics: Pick<Metrics, "request">,
  nameRoute: (req: Request) => string,
): RequestHandler {
  return (req, res, next) => {
    const start = performance.now();
    const route = nameRoute(req);
    res.once("close", () => {
      const ms = (streamingSince(res) ?? performance.now()) - start;
      metrics.request(req.method, route, answeredStatus(res), ms / 1000);
    });
    next();
  };
}

/** Makes a span of each request. It has the request id, which leads to the line of the log, and nothing of the caller. */
export function traceRequests(tracing: Tracing): RequestHandler {
  return (req, res, next) => {
    const end = tracing.request(req.headers, next);
    res.once("close", () => {
      const route: string = res.locals.route ?? "unmatched";
      end(`${req.method} ${route}`, {
        "http.request.method": req.method,
        "http.route": route,
        "http.response.status_code": answeredStatus(res),
        "rapport.request_id": res.locals.requestId,
      });
    });
  };
}

/** What nginx logs for a client that disconnected before the response began. No client sees it. */
const CLIENT_CLOSED_REQUEST = 499;

/** Returns the status of a closed response, for logs, metrics and traces. */
function answeredStatus(res: Response): number {
  return res.headersSent ? res.statusCode : CLIENT_CLOSED_REQUEST;
}
