import type { Express, Response } from "express";
import { type End, endNegotiated } from "./compression.ts";

/**
 * Makes the responses of an app that are marked by `markNegotiated` conditional and compressed: an
 * `If-None-Match` with the tag of the response gets 304 (RFC 9110 §13.1.2), and a body above 1 KiB is compressed with
 * gzip if the client accepts it. The tag of a compressed response ends with `-gzip`, because its bytes differ.
 *
 * Works for responses whose whole body is passed to `end`.
 */
export function negotiateRepresentations(app: Express): void {
  const end = app.response.end as End;

  // Set once, on the prototype. If each response had its own function, V8 would create a hidden class per response. Only
  // a full garbage collection frees that class and what the function refers to: 6 KB per request.
  app.response.end = function (this: Response, body?: unknown, ...rest: unknown[]) {
    if (this.locals?.isNegotiated !== true || this.headersSent || !isWhole(body)) {
      return end.call(this, body, ...rest);
    }
    return endNegotiated(this, end, body, rest);
  } as Response["end"];
}

/**
 * Marks a response for `negotiateRepresentations`. Do not mark a response that contains a secret next to text of the
 * caller: the length of the compressed body would reveal the secret (BREACH).
 */
export function markNegotiated(res: Response): void {
  res.locals.isNegotiated = true;
}

function isWhole(body: unknown): body is string | Buffer {
  return typeof body === "string" || Buffer.isBuffer(body);
}
