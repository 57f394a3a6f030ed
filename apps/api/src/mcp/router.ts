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
  const messages = Array.isArray(body) ? answeredMessages(body) : body;
  if (messages === undefined) return sendError(res, 400, { code: INVALID_REQUEST, message: BATCH });
  if (Array.isArray(messages) && messages.length > 1)
    await rateLimit(principal, res, messages.length - 1);
  const leaving = new AbortController();
  res.once("close", () => leaving.abort());
  const request = new globalThis.Request(`${deps.issuer}${PATH}`, {
    method: "POST",
    headers: protocolHeaders(req),
    signal: leaving.signal,
  });
  // The SDK takes 12 MiB of memory, which only those who have agents need.
  const { answerMessage } = await import("./server.ts");
  const response = await answerMessage(request, messages, { deps, principal, res, onError });
  // Its place is free once the response has ended, also if nobody reads it.
  if (res.destroyed) return void res.end();
  markNegotiated(res);
  res.status(response.status);
  const text = withPlainFaults(await response.text());
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

/** Codes of JSON-RPC for what the server refuses, a body that is no JSON, a wrong message, and wrong parameters. */
const [REFUSED, NO_JSON, INVALID_REQUEST, INVALID_PARAMS] = [-32_000, -32_700, -32_600, -32_602];

const MAX_BATCH = 100;
const BATCH = `A batch has 1 to ${MAX_BATCH} messages, and each request in it has an id of its own.`;

/**
 * Returns the messages of a batch that are to be answered. Leaves out cancellations: the answers go together, and the SDK
 * would wait for the answer to a request that it was told to cancel. It would also answer only one of two requests that
 * have the same id.
 *
 * @returns undefined if there are too many or none, or two requests with one id
 */
function answeredMessages(batch: readonly unknown[]): readonly unknown[] | undefined {
  if (batch.length === 0 || batch.length > MAX_BATCH) return undefined;
  const messages = batch.map((one) => (one ?? {}) as Readonly<Record<string, unknown>>);
  const requests = messages.filter(({ id, method }) => id !== undefined && method !== undefined);
  if (new Set(requests.map(({ id }) => id)).size < requests.length) return undefined;
  const kept = batch.filter((_, i) => messages[i]?.method !== "notifications/cancelled");
  return kept.length > 0 ? kept : batch;
}

interface RpcAnswer {
  readonly error?: { readonly code: number; readonly message: string };
}

/** Replaces the JSON in which the SDK lists wrong parameters by a sentence about the first one. */
function withPlainFaults(text: string): string {
  if (!text.includes(String.raw`[\n  {`)) return text;
  const plainly = <A extends RpcAnswer>(answer: A): A => {
    const [, faults] = /^(?:[^[]*: )?(\[\n.*\n\])$/s.exec(answer.error?.message ?? "") ?? [];
    if (faults === undefined) return answer;
    const [fault] = JSON.parse(faults) as { path: string[]; message: string }[];
    const message = `${fault?.path.join(".")}: ${fault?.message}`;
    return { ...answer, error: { code: INVALID_PARAMS, message } };
  };
  const answers = JSON.parse(text) as RpcAnswer | RpcAnswer[];
  return JSON.stringify(Array.isArray(answers) ? answers.map(plainly) : plainly(answers));
}

function refuse(res: Response, error: CrmError, issuer: string): void {
  const { status, headers, body } = errorAnswer(error, "public", res.locals.requestId);
  const { success: _, data: __, message: ___, ...data } = body;
  const { "WWW-Authenticate": challenge } = headers;
  res.set(headers);
  if (challenge !== undefined) {
    const named = `Bearer resource_metadata="${issuer}${RESOURCE_PATH}",`;
    res.set("WWW-Authenticate", challenge.replace(/^Bearer/, named));
  }
  const code = status === 400 ? NO_JSON : REFUSED;
  sendError(res, status, { code, message: error.message, data });
}

function sendError(
  res: Response,
  status: number,
  error: { readonly code: number; readonly message: string; readonly data?: object },
): void {
  res
    .status(status)
    .type("application/json")
    .send(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
}
