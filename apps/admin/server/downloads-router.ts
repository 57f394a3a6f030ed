import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import {
  CHANGES,
  type Deps,
  type Download,
  findKind,
  IMPORT_KINDS,
  openAttachment,
  openExportFor,
  type Principal,
  principalOfProject,
  readRefused,
} from "@rapport/core";
import { downloadTable } from "@rapport/core/routers";
import type { Places } from "@rapport/service/http/places";
import { sendExportFile } from "@rapport/service/http/sending/send-export-file";
import { hasLeft, markStreaming, sendBytes } from "@rapport/service/http/sending/streaming";

import express, { type Response, Router } from "express";
import { authenticate, idIn, type SessionCookie } from "./authenticate.ts";

/**
 * Serves downloads:
 *
 * - `POST /downloads/records`: the records of a table as a file, which is written while it is sent; or 202 with the
 *   export that a worker writes, if there are many
 * - `GET /downloads/exports/:projectId/:exportId`: the finished file of an export, whole or in ranges
 * - `GET /downloads/attachments/:projectId/:id`: a file that is attached to a record
 * - `GET /downloads/imports/:projectId/:importId/refused.csv`: the refused rows of an import
 * - `GET /downloads/changes/:projectId/:changeId/refused.csv` and `left.csv`: the records that a bulk change refused, and
 *   those that its undoing left
 *
 * If the reading or writing fails, the connection is closed, so that no browser takes a part for the whole.
 */
export function downloadsRouter(
  deps: Deps,
  cookie: SessionCookie,
  { places, onError }: { places: Places; onError: (error: unknown) => void },
): Router {
  const router = Router();

  router.post("/records", async (req, res, next) => {
    res.locals.admin = await authenticate(deps, cookie, req);
    places.hold(res, { kind: "user", id: String(res.locals.admin.id) });
    next();
  });
  router.post("/records", express.json({ limit: "256kb" }), async (req, res) => {
    const leaves: (() => void)[] = [];
    const begin = (principal: Principal) => {
      leaves.push(places.enter("tables", principal));
    };
    try {
      const asked = { admin: res.locals.admin, body: req.body };
      const { download, created } = await downloadTable(deps, asked, begin);
      if (download !== undefined) await sendTable(res, download);
      else res.status(202).json({ export: created });
    } catch (error) {
      if (hasLeft(error)) return;
      if (!res.headersSent) throw error;
      onError(error);
    } finally {
      for (const leave of leaves) leave();
    }
  });

  router.get("/exports/:projectId/:exportId", async (req, res) => {
    const admin = await authenticate(deps, cookie, req);
    const { projectId, exportId } = req.params;
    const wanted = { projectId: idIn(projectId), id: idIn(exportId) };
    const { file, principal, noteDownload } = await openExportFor(deps, admin, wanted);
    const begin = async () => {
      const leave = places.enter("downloads", principal);
      await noteDownload().catch((error: unknown) => {
        leave();
        throw error;
      });
      return leave;
    };
    await sendExportFile(req, res, file, { begin, onError });
  });

  router.get("/attachments/:projectId/:id", async (req, res) => {
    const admin = await authenticate(deps, cookie, req);
    const { projectId, id } = req.params;
    const principal = await principalOfProject(deps, admin, idIn(projectId), "read-only");
    const { name, bytes, content } = await openAttachment({ deps, principal }, id);
    const leave = places.enter("downloads", principal);
    try {
      // The file is never shown as a page of this host, whatever it has.
      res
        .attachment(name)
        .type("application/octet-stream")
        .set({
          "Content-Length": String(bytes),
          "Content-Security-Policy": "sandbox",
          "X-Content-Type-Options": "nosniff",
          "Cache-Control": "no-store",
        });
      await sendBytes(res, content);
    } finally {
      leave();
    }
  });

  router.get("/imports/:projectId/:importId/refused.csv", async (req, res) => {
    const admin = await authenticate(deps, cookie, req);
    const { projectId, importId } = req.params;
    const principal = await principalOfProject(deps, admin, idIn(projectId), "read-only");
    const kind = await findKind(deps.db, principal, IMPORT_KINDS, idIn(importId));
    const rows = await readRefused({ deps, principal }, kind, idIn(importId));
    await sendRows(res, principal, `import-${importId}-refused.csv`, rows);
  });

  router.get("/changes/:projectId/:changeId/:part.csv", async (req, res, next) => {
    const { projectId, changeId, part } = req.params;
    if (part !== "refused" && part !== "left") return next();
    const admin = await authenticate(deps, cookie, req);
    const principal = await principalOfProject(deps, admin, idIn(projectId), "read-only");
    const rows = await readRefused({ deps, principal }, CHANGES, idIn(changeId), part);
    await sendRows(res, principal, `change-${idIn(changeId)}-${part}.csv`, rows);
  });

  async function sendRows(
    res: Response,
    principal: Principal,
    name: string,
    rows: AsyncIterable<Buffer>,
  ): Promise<void> {
    const leave = places.enter("downloads", principal);
    try {
      res.attachment(name).type("text/csv; charset=utf-8");
      await sendBytes(res, rows);
    } finally {
      leave();
    }
  }
  return router;
}

async function sendTable(res: Response, download: Download): Promise<void> {
  const bytes = await openBytes(download);
  res.set({
    "Content-Type": download.mediaType,
    "Content-Disposition": `attachment; filename="${download.fileName}"`,
  });
  markStreaming(res);
  await (download.mediaType === "application/gzip"
    ? pipeline(bytes, createGzip(), res)
    : pipeline(bytes, res));
}

/** Returns the bytes of a download. Waits for its first part, because until then an error can still be answered. */
async function openBytes({ parts }: Download): Promise<Readable> {
  const first = await parts.next();
  async function* all(): AsyncGenerator<Buffer> {
    if (first.done) return;
    yield first.value;
    yield* parts;
  }
  return Readable.from(all(), { objectMode: false });
}
