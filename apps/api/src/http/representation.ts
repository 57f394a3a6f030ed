import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Express, Request, Response } from "express";

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

/** Bytes. Compressing a smaller body saves less than it costs. */
const LEAST_COMPRESSED = 1024;

const compress = promisify(gzip);

/** `end` of a response. */
type End = (body?: unknown, ...rest: unknown[]) => Response;

/** Ends a response: with 304 if the client has it already, compressed if the client accepts that, or as it is. */
function endNegotiated(res: Response, end: End, body: string | Buffer, rest: unknown[]): Response {
  const { req } = res;
  const isLarge = Buffer.byteLength(body) > LEAST_COMPRESSED;
  if (isLarge) res.vary("Accept-Encoding");
  const isCompressed = isLarge && req.acceptsEncodings("gzip", "identity") === "gzip";
  if (isCompressed) markCompressed(res);
  if (isNotModified(req, res)) {
    for (const name of ["Content-Type", "Content-Length", "Content-Encoding"]) {
      res.removeHeader(name);
    }
    res.statusCode = 304;
    return end.call(res);
  }
  if (!isCompressed) return end.call(res, body, ...rest);
  res.removeHeader("Content-Length");
  // Runs in the thread pool. The limit on running requests bounds how many wait there.
  compress(body).then(
    (compressed) => {
      res.setHeader("Content-Length", compressed.length);
      end.call(res, compressed);
    },
    () => res.destroy(),
  );
  return res;
}

function markCompressed(res: Response): void {
  res.setHeader("Content-Encoding", "gzip");
  const tag = res.getHeader("ETag");
  if (typeof tag === "string") res.setHeader("ETag", tag.replace(/"$/, '-gzip"'));
}

/** Uses weak comparison (RFC 9110 §13.1.2), because proxies weaken the tags that they pass on. */
export function isNotModified(req: Request, res: Response): boolean {
  const tag = res.getHeader("ETag");
  const wanted = req.headers["if-none-match"];
  if (typeof tag !== "string" || wanted === undefined || res.statusCode !== 200) return false;
  if (req.method !== "GET" && req.method !== "HEAD") return false;
  const tags: readonly string[] = wanted.match(/"[^"]*"/g) ?? [];
  return wanted.trim() === "*" || tags.includes(tag);
}

function isWhole(body: unknown): body is string | Buffer {
  return typeof body === "string" || Buffer.isBuffer(body);
}
