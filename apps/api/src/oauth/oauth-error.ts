import type { Response } from "express";

/** The error codes of RFC 6749 §5.2 that this server uses, and two for 429, 500 and 503. */
export type OauthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_scope"
  | "unsupported_grant_type"
  | "temporarily_unavailable"
  | "server_error";

/** A refusal of an OAuth endpoint (RFC 6749 §5.2). */
export class OauthError extends Error {
  override readonly name = "OauthError";
  readonly status: number;
  readonly error: OauthErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    error: OauthErrorCode,
    description: string,
    headers: Record<string, string> = {},
  ) {
    super(description);
    this.status = status;
    this.error = error;
    this.headers = headers;
  }
}

const NOT_CACHED = { "Cache-Control": "no-store", Pragma: "no-cache" };

/** Sends a JSON body with `Content-Type: application/json`, without charset. Forbids caching unless `headers` allow it. */
export function sendJson(
  res: Response,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  res.statusCode = status;
  const all = {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(text)),
    ...("Cache-Control" in headers ? {} : NOT_CACHED),
    ...headers,
  };
  for (const [name, value] of Object.entries(all)) res.setHeader(name, value);
  res.end(text);
}

/** Sends an error as RFC 6749 §5.2 defines it. */
export function sendOauthError(res: Response, refusal: OauthError): void {
  const { status, error, message, headers } = refusal;
  sendJson(res, status, { error, error_description: message }, headers);
}
