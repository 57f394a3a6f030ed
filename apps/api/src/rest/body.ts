import { isUtf8 } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CrmError } from "@rapport/core";
import { checkParsed, checkUnparsed, type Unparsed } from "@rapport/core/routers";
import express, { type Request, type Response } from "express";

/** Largest body of most requests (specification §8). */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** Bytes of a body that takes about a millisecond to parse. */
const LARGE_BYTES = 128 * 1024;

/** Parsers by the largest body that they take. */
const parsers = new Map<number, ReturnType<typeof express.json>>();

/** Bodies that are being parsed. */
const unparsed = new WeakMap<object, Unparsed & { readonly text: Uint8Array }>();

function parserFor(limit: number): ReturnType<typeof express.json> {
  const parser =
    parsers.get(limit) ??
    express.json({
      limit,
      strict: false,
      type: () => true,
      // The decoder would replace invalid bytes with U+FFFD, and the result would be stored.
      verify: (req, _res, body, encoding) => {
        if (encoding === "utf-8" && !isUtf8(body)) throw new Error("not UTF-8");
        unparsed.set(req, { text: body, ...checkUnparsed(body) });
      },
    });
  parsers.set(limit, parser);
  return parser;
}

/**
 * Reads a JSON body.
 *
 * @param options.anyType whether to accept any Content-Type
 * @param options.limit largest body, in bytes
 * @param options.example what an error about its form ends with
 * @returns the parsed value, or undefined if the body is empty
 * @throws CrmError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or INVALID_INPUT for malformed JSON, a repeated member, a number
 *   that JSON cannot represent exactly, and for too many members or levels
 */
export async function readJsonBody(
  req: Request,
  res: Response,
  options: { anyType?: boolean; limit?: number; example?: string } = {},
): Promise<unknown> {
  const { limit = BODY_LIMIT_BYTES } = options;
  if (!options.anyType && !isJson(req.headers["content-type"])) {
    throw new CrmError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the body with Content-Type: application/json.",
    );
  }
  if (!isInUtf8(req.headers["content-type"])) {
    throw new CrmError("UNSUPPORTED_MEDIA_TYPE", "Send the body in UTF-8.");
  }
  // The parser knows fewer names of it.
  req.headers["content-type"] = "application/json";
  await new Promise<void>((resolve, reject) => {
    parserFor(limit)(req, res, (error?: unknown) =>
      error === undefined ? resolve() : reject(refusal(error, limit, options.example)),
    );
  });
  // Parsing and checking a large body take several milliseconds each. Others have a turn between.
  if (mayBeLarge(req)) await nextTurn();
  const body = unparsed.get(req);
  unparsed.delete(req);
  if (body !== undefined) checkParsed(body.text, body, req.body);
  return req.body;
}

/** A body that is chunked or compressed does not say how large it is. */
function mayBeLarge({ headers }: Request): boolean {
  const isSmall = Number(headers["content-length"]) < LARGE_BYTES;
  return !isSmall || headers["content-encoding"] !== undefined;
}

/** Names of UTF-8 that clients send (Encoding Standard §4.2). */
const UTF8 = /^(?:(?:unicode-1-1-|x-unicode20|unicode11|unicode20)?utf-?8|x-unicode20utf8)$/i;

/** Returns whether a body is in UTF-8. The parser would decode other encodings too, without the check of the bytes. */
export function isInUtf8(contentType = ""): boolean {
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType) ?? [];
  return UTF8.test(charset);
}

/**
 * Returns the error for a body that the parser refused.
 *
 * @param limit largest body, in bytes
 * @param example what the message ends with if the form is wrong
 */
function refusal(error: unknown, limit: number, example = ""): CrmError {
  // The checks before the parser throw it.
  const { cause } = error as { cause?: unknown };
  for (const one of [error, cause]) if (one instanceof CrmError) return one;
  const { type, message } = error as { type?: string; message?: string };
  switch (type) {
    case "entity.too.large":
      return new CrmError(
        "PAYLOAD_TOO_LARGE",
        `The body is larger than ${limit / 1024 / 1024} MiB. Send less at a time.`,
      );
    case "charset.unsupported":
      return new CrmError("UNSUPPORTED_MEDIA_TYPE", "Send the body in UTF-8.");
    case "encoding.unsupported":
      return new CrmError(
        "UNSUPPORTED_MEDIA_TYPE",
        "Send the body without Content-Encoding, or in gzip.",
      );
    default: {
      const fault = `The body is not valid JSON. ${example}`.trim();
      return new CrmError("INVALID_INPUT", "The body is not valid JSON.", {
        issues: [{ path: "", code: "invalid_json", message: fault }],
        cause: message,
      });
    }
  }
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
}
