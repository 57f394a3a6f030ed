import {
  attachFile,
  CrmError,
  type Deps,
  MAX_FILE_BYTES,
  type Principal,
  principalOfProject,
  uploadDraft,
} from "@rapport/core";
import type { Places } from "@rapport/service/http/places";
import { arrivingBody, markUploading, refuseRest } from "@rapport/service/http/uploading";
import { type Request, type Response, Router } from "express";
import { authenticate, idIn, type SessionCookie } from "./authenticate.ts";

/**
 * Serves uploads. The body is streamed; no part of it waits in memory.
 *
 * - `PUT /uploads/imports/:projectId?object=contact&name=people.csv`: stores the file of an import in preparation and
 *   answers its id
 * - `PUT /uploads/attachments/:projectId/:type/:recordId?name=offer.pdf`: attaches a file to a record and answers it
 */
export function uploadsRouter(deps: Deps, cookie: SessionCookie, places: Places): Router {
  const router = Router();

  router.put("/imports/:projectId", async (req, res) => {
    const admin = await authenticate(deps, cookie, req);
    const projectId = idIn(String(req.params.projectId));
    const principal = await principalOfProject(deps, admin, projectId, "admin");
    const { object, name } = req.query;
    const found = (await deps.schemas.get(projectId)).objects.get(String(object));
    if (found === undefined) throw new CrmError("INVALID_INPUT", "Choose what the file contains.");
    const { name: type } = found;
    const fileName = typeof name === "string" ? name : "";
    if (Number(req.headers["content-length"] ?? 0) > MAX_FILE_BYTES) {
      const message = "The file is larger than 2 GiB. Split it into several imports.";
      throw new CrmError("PAYLOAD_TOO_LARGE", message);
    }
    await receive(req, res, principal, async (source) => ({
      id: await uploadDraft({ deps, principal }, { type, fileName, source }),
    }));
  });

  router.put("/attachments/:projectId/:type/:recordId", async (req, res) => {
    const admin = await authenticate(deps, cookie, req);
    const { projectId, type, recordId } = req.params;
    const principal = await principalOfProject(deps, admin, idIn(projectId), "admin");
    const { name } = req.query;
    const length = req.headers["content-length"];
    const declared = length === undefined ? undefined : Number(length);
    await receive(req, res, principal, (source) =>
      attachFile(
        { deps, principal },
        { type, id: idIn(recordId) },
        { name: typeof name === "string" ? name : "", declared, source },
      ),
    );
  });

  async function receive(
    req: Request,
    res: Response,
    principal: Principal,
    store: (source: AsyncIterable<Buffer>) => Promise<object>,
  ): Promise<void> {
    const leave = places.enter("uploads", principal);
    markUploading(req);
    try {
      res.json(await store(arrivingBody(req)));
    } catch (error) {
      if (!req.complete) refuseRest(req, res);
      throw error;
    } finally {
      leave();
    }
  }
  return router;
}
