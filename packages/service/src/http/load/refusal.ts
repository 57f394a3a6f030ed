import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { CrmError } from "@rapport/core";
import { errorAnswer, hubspotRefusal, isHubspotPath } from "@rapport/core/routers";

/** A request that is answered before it reaches the application. */
export interface Refusal {
  readonly status: number;
  readonly error: CrmError;
}

/** How long a refused connection stays open, so that a reset does not destroy the response. */
const LINGER_MS = 1_000;

/** Returns the refusal of a request that is not valid HTTP. */
export function malformed(status: number, message: string): Refusal {
  const issues = [{ path: "", code: "malformed_http", message }];
  return { status, error: new CrmError("INVALID_INPUT", message, { issues }) };
}

/** Answers a request with a refusal, in the error format of the API that its path belongs to. */
export function refuse(req: IncomingMessage, res: ServerResponse, refusal: Refusal): void {
  const requestId = `req_${randomUUID()}`;
  const body = refusalBody(refusal, req.url ?? "", requestId);
  res.writeHead(refusal.status, refusalHeaders(refusal, body, requestId));
  res.end(body);
}

/**
 * Sends a refusal on a connection whose request Node could not parse, then closes the connection.
 *
 * @param path path of the request, if it is known
 */
export function refuseSocket(socket: Duplex, refusal: Refusal, path = ""): void {
  const requestId = `req_${randomUUID()}`;
  const body = refusalBody(refusal, path, requestId);
  const headers = { ...refusalHeaders(refusal, body, requestId), Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `${refusal.status} ${STATUS_CODES[refusal.status]}`;
  socket.on("error", () => socket.destroy());
  socket.end([`HTTP/1.1 ${status}`, ...lines, "", body].join("\r\n"));
  // `end` closes only our direction. A client that never closes its own would keep the file descriptor open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function refusalHeaders(
  { error }: Refusal,
  body: string,
  requestId: string,
): Record<string, string> {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    ...error.headers,
  };
}

function refusalBody({ status, error }: Refusal, path: string, requestId: string): string {
  if (/^\/oauth2(\/|$)/.test(path)) {
    const code = status === 503 ? "temporarily_unavailable" : "invalid_request";
    return JSON.stringify({ error: code, error_description: error.message });
  }
  if (isHubspotPath(path.split("?", 1)[0] ?? "")) {
    return JSON.stringify(hubspotRefusal(error, requestId).body);
  }
  const surface = /^\/v1(\/|$)/.test(path) ? "workspace" : "public";
  return JSON.stringify(errorAnswer(error, surface, requestId).body);
}
