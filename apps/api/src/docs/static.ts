import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RequestHandler } from "express";

const compress = promisify(gzip);

export type ReadText = () => string | Buffer | Promise<string>;

/**
 * Serves a text that never changes. Reads and compresses it once, when it is first requested; again if that failed.
 *
 * @param path path of the route, for logs
 */
export function serveStatic(
  path: string,
  headers: Readonly<Record<string, string>>,
  read: ReadText,
): RequestHandler {
  const plain = once(async () => Buffer.from(await read()));
  const compressed = once(async () => compress(await plain()));

  return async (req, res) => {
    res.locals.route = path;
    res.set(headers).vary("Accept-Encoding");
    const isCompressed = req.acceptsEncodings("gzip", "identity") === "gzip";
    const body = await (isCompressed ? compressed() : plain());
    if (isCompressed) res.set("Content-Encoding", "gzip");
    res.set("Content-Length", String(body.length)).end(body);
  };
}

/** Returns a function that does the work once. A failed attempt is not kept. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
