import {
  CrmError,
  type Deps,
  MAX_FILE_BYTES,
  principalOfProject,
  uploadDraft,
} from "@rapport/core";
import type { Places } from "@rapport/service/http/places";
import { arrivingBody, markUploading, refuseRest } from "@rapport/service/http/uploading";
import { Router } from "express";
import { authenticate, idIn, type SessionCookie } from "./authenticate.ts";

/**
 * Serves PUT /uploads/imports/:projectId?object=contact&name=people.csv: stores the body as the file of an import in
 * preparation and answers its id. The body is streamed; no part of it waits in memory.
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
    const leave = places.enter("uploads", principal);
    markUploading(req);
    try {
      const source = arrivingBody(req);
      res.json({ id: await uploadDraft({ deps, principal }, { type, fileName, source }) });
    } catch (error) {
      if (!req.complete) refuseRest(req, res);
      throw error;
    } finally {
      leave();
    }
  });
  return router;
}
