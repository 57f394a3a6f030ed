import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sendExportFile } from "@rapport/api/send-export-file";
import { markStreaming } from "@rapport/api/streaming";
import {
  CrmError,
  type Deps,
  type Download,
  downloadTable,
  openExportFor,
  principalOfProject,
  refusedOfChange,
  refusedRows,
} from "@rapport/core";
import express, { type Response, Router } from "express";
import { authenticate } from "./authenticate.ts";
import { idIn } from "./id-in.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** Tables that one process writes while it sends them. Further ones get a 503, so that pages stay fast. */
const MAX_TABLES = 8;
/** Finished files that one process sends at the same time. Each holds one part in memory, about 1 MiB. */
const MAX_FILES = 32;

/**
 * Serves downloads:
 *
 * - `POST /downloads/records`: the records of a table as a file, which is written while it is sent; or 202 with the
 *   export that a worker writes, if there are many
 * - `GET /downloads/exports/:projectId/:exportId`: the finished file of an export, whole or in ranges
 * - `GET /downloads/imports/:projectId/:importId/refused.csv`: the refused rows of an import
 * - `GET /downloads/changes/:projectId/:changeId/refused.csv` and `left.csv`: the records that a bulk change refused, and
 *   those that its undoing left
 *
 * If the reading or writing fails, the connection is closed, so that no browser takes a part for the whole.
 */
export function downloadsRouter(
  deps: Deps,
  cookie: SessionCookie,
  onError: (error: unknown) => void,
): Router {
  const router = Router();
  const enterTables = limit(MAX_TABLES);
  const enterFiles = limit(MAX_FILES);

  router.post("/records", express.json({ limit: "256kb" }), async (req, res) => {
    const admin = await authenticate(deps, cookie, req);
    const leave = enterTables();
    try {
      const { download, created } = await downloadTable(deps, admin, req.body);
      if (download !== undefined) await sendTable(res, download);
      else res.status(202).json({ export: created });
    } catch (error) {
      if (!res.headersSent) throw error;
      const isLeft = (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
      if (!isLeft) onError(error);
    } finally {
      leave();
    }
  });

  router.get("/exports/:projectId/:exportId", async (req, res) => {
    const admin = await authenticate(deps, cookie, req);
    const { projectId, exportId } = req.params;
    const wanted = { projectId: idIn(projectId), id: idIn(exportId) };
    const { file, noteDownload } = await openExportFor(deps, admin, wanted);
    const begin = async () => {
      const leave = enterFiles();
      await noteDownload().catch((error: unknown) => {
        leave();
        throw error;
      });
      return leave;
    };
    await sendExportFile(req, res, file, { begin, onError });
  });

  router.get("/imports/:projectId/:importId/refused.csv", async (req, res) => {
    const admin = await authenticate(deps, cookie, req);
    const { projectId, importId } = req.params;
    const principal = await principalOfProject(deps, admin, idIn(projectId), "read-only");
    const rows = await refusedRows(deps, principal, idIn(importId));
    await sendRows(res, `import-${importId}-refused.csv`, rows);
  });

  router.get("/changes/:projectId/:changeId/:part.csv", async (req, res, next) => {
    const { projectId, changeId, part } = req.params;
    if (part !== "refused" && part !== "left") return next();
    const admin = await authenticate(deps, cookie, req);
    const principal = await principalOfProject(deps, admin, idIn(projectId), "read-only");
    const rows = await refusedOfChange(deps, principal, idIn(changeId), part);
    await sendRows(res, `change-${idIn(changeId)}-${part}.csv`, rows);
  });

  async function sendRows(res: Response, name: string, rows: AsyncIterable<Buffer>): Promise<void> {
    const leave = enterFiles();
    try {
      res.attachment(name).type("text/csv; charset=utf-8");
      markStreaming(res);
      await pipeline(Readable.from(rows, { objectMode: false }), res);
    } finally {
      leave();
    }
  }
  return router;
}

async function sendTable(res: Response, download: Download): Promise<void> {
  const text = await textOf(download);
  res.set({
    "Content-Type": download.mediaType,
    "Content-Disposition": `attachment; filename="${download.fileName}"`,
  });
  markStreaming(res);
  await (download.mediaType === "application/gzip"
    ? pipeline(text, createGzip(), res)
    : pipeline(text, res));
}

/** Returns a function that counts one more. It returns the function to call afterwards, and throws if there are too many. */
function limit(most: number): () => () => void {
  let running = 0;
  return () => {
    if (running >= most) throw busy();
    running++;
    return () => {
      running--;
    };
  };
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
