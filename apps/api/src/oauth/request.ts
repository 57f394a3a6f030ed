import express, { type Request, type Response } from "express";
import { isInUtf8 } from "../rest/body.ts";

const BODY_LIMIT_BYTES = 64 * 1024;

const readText = express.text({
  limit: BODY_LIMIT_BYTES,
  type: () => true,
  defaultCharset: "utf-8",
});

/**
 * Reads a form-encoded body (RFC 6749 appendix B).
 *
 * @returns the parameters that have a value; an empty value counts as missing (RFC 6749 §3.2)
 * @throws OauthError invalid_request for another content type, a repeated parameter, or a body that is too large or
 *   cannot be decoded
 */
export async function readForm(req: Request, res: Response): Promise<ReadonlyMap<string, string>> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(req.headers["content-type"] ?? "")) {
    throw new OauthError(
      400,
      "invalid_request",
      "Send the body with Content-Type: application/x-www-form-urlencoded.",
    );
  }
  // The parser knows fewer names of UTF-8.
  if (isInUtf8(req.headers["content-type"])) req.headers["content-type"] = "text/plain";
  const text = await new Promise<string>((resolve, reject) => {
    readText(req, res, (error?: unknown) => {
      if (error === undefined) resolve(typeof req.body === "string" ? req.body : "");
      else reject(refusal(error));
    });
  });
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name)) {
      throw new OauthError(
        400,
        "invalid_request",
        "A parameter is repeated. Send each parameter once.",
      );
    }
    parameters.set(name, value);
  }
  return new Map([...parameters].filter(([, value]) => value !== ""));
}

/**
 * Refuses client credentials in a body, where a secret would be logged more often, and a client id that contradicts the
 * one in the Authorization header (RFC 6749 §2.3).
 *
 * @throws OauthError invalid_request
 */
export function refuseClientInBody(form: ReadonlyMap<string, string>, clientId: string): void {
  if (form.has("client_secret") || form.has("client_assertion")) {
    throw new OauthError(
      400,
      "invalid_request",
      "Send the client id and secret only in the Authorization header (HTTP Basic), not in the body.",
    );
  }
  if ((form.get("client_id") ?? clientId) !== clientId) {
    throw new OauthError(
      400,
      "invalid_request",
      "client_id differs from the client in the Authorization header. Leave it out.",
    );
  }
}

function refusal(error: unknown): OauthError {
  const tooLarge = (error as { type?: string }).type === "entity.too.large";
  return tooLarge
    ? new OauthError(413, "invalid_request", "The body is larger than 64 KiB.")
    : new OauthError(400, "invalid_request", "The body must be a form in UTF-8.");
}

/** The error codes of RFC 6749 §5.2 that this server uses, and two for 429, 500 and 503. */
type OauthErrorCode =
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
