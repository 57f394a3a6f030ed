import type { Tracing } from "@rapport/core";
import type { RequestHandler } from "express";
import { statusOf } from "./status.ts";

/** Makes a span of each request. It has the request id, which leads to the line of the log, and nothing of the caller. */
export function traceRequests(tracing: Tracing): RequestHandler {
  return (req, res, next) => {
    const end = tracing.request(req.headers, next);
    res.once("close", () => {
      const route: string = res.locals.route ?? "unmatched";
      end(`${req.method} ${route}`, {
        "http.request.method": req.method,
        "http.route": route,
        "http.response.status_code": statusOf(res),
        "rapport.request_id": res.locals.requestId,
      });
    });
  };
}
