import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RequestHandler } from "express";

const compress = promisify(gzip);

export type ReadText = () => string | Buffer | Promise<string>;

/**
 * Serves a text that never changes. Reads and compresses it once, when it is first requested.
 *
 * @param path path of the route, for logs
 */
export function serveStatic(
  path: string,
  headers: Readonly<Record<string, string>>,
  read: ReadText,
): RequestHandler {
  let plain: Promise<Buffer> | undefined;
  let compressed: Promise<Buffer> | undefined;

  async function readOnce(): Promise<Buffer> {
    return Buffer.from(await read());
  }

  return async (req, res) => {
    res.locals.route = path;
    res.set(headers).vary("Accept-Encoding");
    plain ??= readOnce();
    let body = await plain;
    if (req.acceptsEncodings("gzip", "identity") === "gzip") {
      compressed ??= compress(body);
      body = await compressed;
      res.set("Content-Encoding", "gzip");
    }
    res.set("Content-Length", String(body.length)).end(body);
  };
}
