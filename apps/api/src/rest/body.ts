import { isUtf8 } from "node:buffer";
import { CrmError } from "@rapport/core";
import express, { type Request, type Response } from "express";

/** Largest body of a request (specification §8). */
export const BODY_LIMIT_BYTES = 1024 * 1024;

const parse = express.json({
  limit: BODY_LIMIT_BYTES,
  strict: false,
  type: () => true,
  // The decoder would replace invalid bytes with U+FFFD, and the result would be stored.
  verify: (_req, _res, body, encoding) => {
    if (encoding === "utf-8" && !isUtf8(body)) throw new Error("not UTF-8");
  },
});

/**
 * Reads a JSON body.
 *
 * @param options.anyType whether to accept any Content-Type
 * @returns the parsed value, or undefined if the body is empty
 * @throws CrmError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or INVALID_INPUT for malformed JSON
 */
export async function readJsonBody(
  req: Request,
  res: Response,
  options: { anyType?: boolean } = {},
): Promise<unknown> {
  if (!options.anyType && !isJson(req.headers["content-type"])) {
    throw new CrmError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the body with Content-Type: application/json.",
    );
  }
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error?: unknown) =>
      error === undefined ? resolve() : reject(refusal(error)),
    );
  });
  return req.body;
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
}

function refusal(error: unknown): CrmError {
  const { type, message } = error as { type?: string; message?: string };
  switch (type) {
    case "entity.too.large":
      return new CrmError(
        "PAYLOAD_TOO_LARGE",
        "The body is larger than 1 MiB. Send less at a time.",
      );
    case "charset.unsupported":
      return new CrmError("UNSUPPORTED_MEDIA_TYPE", "Send the body in UTF-8.");
    case "encoding.unsupported":
      return new CrmError(
        "UNSUPPORTED_MEDIA_TYPE",
        "Send the body without Content-Encoding, or in gzip.",
      );
    default:
      return new CrmError("INVALID_INPUT", "The body is not valid JSON.", {
        issues: [{ path: "", code: "invalid_json", message: "The body is not valid JSON." }],
        cause: message,
      });
  }
}
