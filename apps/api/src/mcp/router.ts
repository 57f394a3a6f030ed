import { CrmError, failureBehind, refusalOrInternal } from "@rapport/core";
import { errorAnswer } from "@rapport/core/routers";
import type { Request, RequestHandler, Response } from "express";
import { markNegotiated } from "../http/representation.ts";
import { RESOURCE_PATH } from "../oauth/router.ts";
import { readJsonBody } from "../rest/body.ts";
import { refuseIfMatch } from "../rest/input.ts";
import { enterIfLarge } from "../rest/mount.ts";
import { admit, type Serving } from "../rest/rate-limit.ts";
import { methodNotAllowed } from "../rest/routes.ts";

const PATH = "/mcp";

/**
 * Serves the Model Context Protocol over streamable HTTP, without sessions and with JSON answers (specification §45). Checks
 * a request in the order of `mountRest`, after its origin.
 */
export function mcpRouter(options: Serving): RequestHandler {
  const { deps, onError } = options;
  return async (req, res, next) => {
    if (req.path !== PATH) return next();
    res.locals.route = PATH;
    try {
      await serve(options, req, res);
    } catch (error) {
      if (res.headersSent) throw error;
      const refusal = refusalOrInternal(error);
      res.locals.error = () => refusal;
      const failure = failureBehind(refusal);
      if (failure !== undefined) onError(failure, res.locals.requestId);
      refuse(res, refusal, deps.issuer);
    }
  };
}

async function serve(options: Serving, req: Request, res: Response): Promise<void> {
  const { deps, places, rateLimit, onError } = options;
  if (req.method !== "POST") throw methodNotAllowed(["POST"]);
  requireOwnOrigin(req, deps.issuer);
  const principal = await admit(options, req, res);
  enterIfLarge(places, res, principal);
  const body = await readJsonBody(req, res);
  refuseIfMatch(req, PATH);
  const calls = Array.isArray(body) ? body.length : 1;
  if (calls > 1) await rateLimit(principal, res, calls - 1);
  const leaving = new AbortController();
  res.once("close", () => leaving.abort());
  const request = new globalThis.Request(`${deps.issuer}${PATH}`, {
    method: "POST",
    headers: protocolHeaders(req),
    signal: leaving.signal,
  });
  // The SDK takes 12 MiB of memory, which only those who have agents need.
  const { answerMessage } = await import("./server.ts");
  const response = await answerMessage(request, body, { deps, principal, res, onError });
  if (res.destroyed) return;
  markNegotiated(res);
  res.status(response.status);
  const text = await response.text();
  if (text === "") res.end();
  else res.type("application/json").send(text);
}

/** Returns the headers that the protocol knows. Older versions demand types that an answer never has. */
function protocolHeaders(req: Request): Headers {
  const headers = new Headers({
    Accept: "application/json, text/event-stream",
    "Content-Type": "application/json",
  });
  for (const [name, value] of Object.entries(req.headers)) {
    if (name.startsWith("mcp-") && typeof value === "string") headers.set(name, value);
  }
  return headers;
}

/**
 * Refuses pages of other sites. A page that reaches this server by a name of its own (DNS rebinding) has another origin too.
 *
 * @throws CrmError INSUFFICIENT_SCOPE
 */
function requireOwnOrigin(req: Request, issuer: string): void {
  const { origin } = req.headers;
  if (origin === undefined || origin === new URL(issuer).origin) return;
  throw new CrmError("INSUFFICIENT_SCOPE", "Pages of other sites may not call this server.");
}

/** JSON-RPC has one code for what the server refuses, and one for a body that is no JSON. */
const [REFUSED, NO_JSON] = [-32_000, -32_700];

function refuse(res: Response, error: CrmError, issuer: string): void {
  const { status, headers, body } = errorAnswer(error, "public", res.locals.requestId);
  const { message, success: _, data: __, ...data } = body;
  const { "WWW-Authenticate": challenge } = headers;
  res.status(status).set(headers);
  if (challenge !== undefined) {
    const named = `Bearer resource_metadata="${issuer}${RESOURCE_PATH}",`;
    res.set("WWW-Authenticate", challenge.replace(/^Bearer/, named));
  }
  const code = status === 400 ? NO_JSON : REFUSED;
  res
    .type("application/json")
    .send(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message, data } }));
}
