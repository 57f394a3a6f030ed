import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { CrmError, type Deps, type Download, downloadTable } from "@rapport/core";
import express, { Router } from "express";
import { authenticate } from "./authenticate.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** Downloads that one process sends at the same time. Further ones get a 503, so that pages stay fast. */
const MAX_RUNNING = 8;

/**
 * Serves `POST /downloads/records`: the records of a table as a file, which is written while it is sent. If the writing
 * fails, the connection is closed, so that no browser takes a part for the whole.
 */
export function downloadRouter(
  deps: Deps,
  cookie: SessionCookie,
  onError: (error: unknown) => void,
): Router {
  const router = Router();
  let running = 0;

  router.post("/records", express.json({ limit: "256kb" }), async (req, res) => {
    const admin = await authenticate(deps, cookie, req);
    if (running >= MAX_RUNNING) throw busy();
    running++;
    try {
      const download = await downloadTable(deps, admin, req.body);
      const text = await textOf(download);
      res.set({
        "Content-Type": download.mediaType,
        "Content-Disposition": `attachment; filename="${download.fileName}"`,
      });
      await (download.mediaType === "application/gzip"
        ? pipeline(text, createGzip(), res)
        : pipeline(text, res));
    } catch (error) {
      if (!res.headersSent) throw error;
      const isLeft = (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
      if (!isLeft) onError(error);
    } finally {
      running--;
    }
  });
  return router;
}

/** Returns the text of a download. Waits for its first part, because until then an error can still be answered. */
async function textOf({ parts }: Download): Promise<Readable> {
  const first = await parts.next();
  async function* all(): AsyncGenerator<string> {
    if (first.done) return;
    yield first.value.text;
    for await (const { text } of parts) yield text;
  }
  return Readable.from(all());
}

function busy(): CrmError {
  const message = "Too many downloads are running. Try again in a few seconds.";
  return new CrmError("UNAVAILABLE", message, { headers: { "Retry-After": "5" } });
}
