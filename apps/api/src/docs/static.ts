import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RequestHandler } from "express";

const compress = promisify(gzip);

/**
 * Serves a text that never changes. Reads and compresses it once, when it is first requested.
 *
 * @param path path of the route, for logs
 */
export function serveStatic(
  path: string,
  headers: Readonly<Record<string, string>>,
  read: () => string | Buffer,
): RequestHandler {
  let plain: Buffer | undefined;
  let compressed: Promise<Buffer> | undefined;

  function compressedOnce(text: Buffer): Promise<Buffer> {
    compressed ??= compress(text);
    return compressed;
  }

  return async (req, res) => {
    res.locals.route = path;
    res.set(headers).vary("Accept-Encoding");
    plain ??= Buffer.from(read());
    let body = plain;
    if (req.acceptsEncodings("gzip", "identity") === "gzip") {
      body = await compressedOnce(plain);
      res.set("Content-Encoding", "gzip");
    }
    res.set("Content-Length", String(body.length)).end(body);
  };
}
