import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { constants } from "node:zlib";
import { CrmError } from "@rapport/core";
import compression from "compression";
import express, { Router } from "express";

/** A twelfth smaller than the default quality 4 in about the same time; 9 and 11 take many times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Placeholder for the nonce in the built page (vite.config.ts). */
const NONCE_PLACEHOLDER = "__CSP_NONCE__";

/**
 * Serves the built pages. Every address that is not a file gets the one page, whose router reads the address.
 *
 * @param folder output folder of Vite
 */
export function pages(folder: string): Router {
  const router = Router();
  router.use(compression({ brotli: BROTLI }));
  router.use(
    "/assets",
    // Vite puts a digest of the content into each name.
    express.static(join(folder, "assets"), {
      index: false,
      setHeaders: (res) => res.setHeader("Cache-Control", "public, max-age=31536000, immutable"),
    }),
  );
  router.get("/favicon.svg", (_req, res) => res.sendFile("favicon.svg", { root: folder }));
  router.get("/{*path}", async (req, res, next) => {
    if (req.path.startsWith("/assets/") || req.accepts(["html", "json"]) !== "html") {
      next();
      return;
    }
    const nonce = randomBytes(16).toString("base64");
    res.set("Content-Security-Policy", policy(nonce));
    res.type("html").send((await page(folder)).replaceAll(NONCE_PLACEHOLDER, nonce));
  });
  return router;
}

async function page(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, "index.html"), "utf8");
  } catch (cause) {
    const message = "The admin app's pages are not built. Run npm start to build them.";
    throw new CrmError("UNAVAILABLE", message, { cause });
  }
}

function policy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}
