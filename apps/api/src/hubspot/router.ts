import { CrmError, failureBehind, refusalOrInternal } from "@rapport/core";
import {
  callHubspot,
  type HubspotRoute,
  hubspotRefusal,
  hubspotRoutes,
  isHubspotPath,
  notServed,
  notServedAt,
  requireHubspotAccess,
} from "@rapport/core/routers";
import type { Request, RequestHandler, Response } from "express";
import { markNegotiated } from "../http/representation.ts";
import { BODY_LIMIT_BYTES, readJsonBody } from "../rest/body.ts";
import { hasContent, refuseBody, refuseIfMatch } from "../rest/input.ts";
import { enterIfLarge } from "../rest/mount.ts";
import { admit, type Serving, WINDOW_SECONDS } from "../rest/rate-limit.ts";
import { type Find, type Match, pathTable } from "../rest/routes.ts";

let table: Find<HubspotRoute> | undefined;

/** Serves the paths of HubSpot's CRM API (specification §46). Checks a request in the order of `mountRest`. */
export function hubspotRouter(options: Serving): RequestHandler {
  table ??= pathTable(hubspotRoutes());
  const find = table;
  return async (req, res, next) => {
    if (!isHubspotPath(req.path)) return next();
    try {
      const match = find(req.method, req.path.replace(/\/$/, ""));
      if (match === undefined) await refusePath(options, req, res);
      else await serve(options, match, req, res);
    } catch (error) {
      if (res.headersSent) throw error;
      const refusal = refusalOrInternal(error);
      const answer = hubspotRefusal(refusal, res.locals.requestId);
      send(res, { ...answer, error: refusal, failure: failureBehind(refusal) }, options);
    }
  };
}

const NOTHING_THERE =
  "There is nothing at this path. See /docs/hubspot.md for those that are served.";

/** Answers a path that Rapport does not serve. With a credential, it is in the request log, so that a move can be planned. */
async function refusePath(options: Serving, req: Request, res: Response): Promise<void> {
  const why = notServedAt(req.path);
  if (why === undefined) throw new CrmError("NOT_FOUND", NOTHING_THERE);
  res.locals.route = NOT_SERVED_ROUTE;
  if (req.headers.authorization !== undefined) {
    await admit(options, req, res);
    // What follows may be an email.
    res.locals.called = { path: req.path.split("/").slice(0, 4).join("/").slice(0, 80) };
  }
  send(res, notServed(why, res.locals.requestId), options);
}

/** Paths that are not served are one route in metrics. */
const NOT_SERVED_ROUTE = "/crm (not served)";

async function serve(
  options: Serving,
  { route, params }: Match<HubspotRoute>,
  req: Request,
  res: Response,
): Promise<void> {
  const { deps, places } = options;
  const { template, operation } = route;
  const { bodyBytes: limit = BODY_LIMIT_BYTES, method } = operation;
  const { requestId } = res.locals;
  res.locals.route = template;
  markNegotiated(res);
  const principal = await admit(options, req, res).finally(() => announceLimits(res));
  await requireHubspotAccess({ deps, principal }, operation, params);
  enterIfLarge(places, res, principal, limit);
  const takesBody = method !== "GET" && method !== "DELETE";
  if (!takesBody) await refuseBody(req, res);
  const body = takesBody && hasContent(req) ? await readJsonBody(req, res, { limit }) : undefined;
  refuseIfMatch(req, template);
  res.locals.input = { ...params, ...(typeof body === "object" && body) };
  const { pathname: path, searchParams: query } = new URL(req.url, deps.issuer);
  const caller = { deps, principal, requestId, hasDisconnected: () => res.destroyed };
  send(res, await callHubspot(caller, operation, { path, query, params, body }), options);
}

/** Announces the limits in HubSpot's headers too, from which its clients learn how fast they may call. */
function announceLimits(res: Response): void {
  const { limit, day } = res.locals;
  if (limit !== undefined) {
    res.setHeader("X-HubSpot-RateLimit-Max", limit.points);
    res.setHeader("X-HubSpot-RateLimit-Remaining", limit.remaining);
    res.setHeader("X-HubSpot-RateLimit-Interval-Milliseconds", WINDOW_SECONDS * 1000);
  }
  if (day === undefined) return;
  res.setHeader("X-HubSpot-RateLimit-Daily", day.limit);
  res.setHeader("X-HubSpot-RateLimit-Daily-Remaining", day.remaining);
}

function send(
  res: Response,
  { status, headers = {}, body, error, failure }: Awaited<ReturnType<typeof callHubspot>>,
  { onError }: Pick<Serving, "onError">,
): void {
  if (error !== undefined) res.locals.error = () => error;
  if (failure !== undefined) onError(failure, res.locals.requestId);
  // Its place is free once the response has ended, also if nobody reads it.
  if (res.destroyed) return void res.end();
  res.status(status).set(headers);
  if (body === undefined) res.end();
  else res.type("application/json").send(JSON.stringify(body));
}
