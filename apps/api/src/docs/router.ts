import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type RequestHandler, Router } from "express";
import { oncePerIssuer } from "../openapi/once-per-issuer.ts";
import { publicDocument } from "../openapi/public.ts";
import { workspaceDocument } from "../openapi/workspace.ts";
import { PAGES } from "./guides.ts";
import { REFERENCE_STYLE, referencePage, referenceScript } from "./reference-page.ts";

/** Folder of the library that renders the API reference. Served from here, so that no other host is involved. */
const SCRIPT = createRequire(import.meta.url)
  .resolve("@scalar/api-reference")
  .replace(/index\.js$/, "");

/** The OpenAPI documents as JSON. One is generated when it is first requested, because that takes longer than a start. */
const DOCUMENTS = { public: inJson(publicDocument), workspace: inJson(workspaceDocument) };

function inJson(generate: (issuer: string) => Promise<object>) {
  return oncePerIssuer(async (issuer) => Buffer.from(JSON.stringify(await generate(issuer))));
}

/** Serves the OpenAPI documents, the reference page and the guides. */
export function docsRouter(issuer: string): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const serve = (path: string, headers: Record<string, string>, read: ReadText) =>
    router.get(path, serveStatic(path, headers, read));

  for (const [name, textAt] of Object.entries(DOCUMENTS)) {
    serve(`/openapi/${name}.json`, JSON_TYPE, () => textAt(issuer));
  }
  serve("/docs/reference.js", SCRIPT_HEADERS, () => readFileSync(`${SCRIPT}browser/standalone.js`));
  serve("/docs/reference.css", STYLE_HEADERS, () => REFERENCE_STYLE);
  const script = referenceScript(Object.keys(DOCUMENTS));
  const policy = CSP.replace("$HASH", hash("sha256", script, "base64"));
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
  serve("/docs", headers, () => referencePage(script));
  // As plain text, because browsers offer Markdown for download.
  for (const { path, text } of PAGES) serve(path, TEXT_TYPE, text);
  return router;
}

const compress = promisify(gzip);

type ReadText = () => string | Buffer | Promise<Buffer>;

/**
 * Serves a text that never changes. Reads and compresses it once, when it is first requested; again if that failed.
 *
 * @param path path of the route, for logs
 */
function serveStatic(
  path: string,
  headers: Readonly<Record<string, string>>,
  read: ReadText,
): RequestHandler {
  const plain = once(async () => {
    const text = await read();
    return typeof text === "string" ? Buffer.from(text) : text;
  });
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

const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" };
const TEXT_TYPE = { "Content-Type": "text/plain; charset=utf-8" };
const STYLE_HEADERS = { "Content-Type": "text/css; charset=utf-8" };
const SCRIPT_HEADERS = {
  "Content-Type": "text/javascript; charset=utf-8",
  "Cache-Control": "public, max-age=3600",
};

/** The page loads nothing from other hosts and sends nothing to them. */
const CSP =
  "default-src 'self'; script-src 'self' 'sha256-$HASH'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";
