import { CrmError } from "@rapport/core";
import type { RequestHandler } from "express";

/** Sent by the admin app's own pages: another site's form or image cannot add it. */
const HEADER = "x-rapport-admin";

/**
 * Refuses to change anything for a request that does not come from the app's own pages. SameSite cookies
 * keep other sites out already; this holds where a browser or a sibling host does not.
 */
export const requireOwnPage: RequestHandler = (req, _res, next) => {
  const isSafe = req.method === "GET" || req.method === "HEAD";
  const site = req.headers["sec-fetch-site"];
  if (isSafe || (req.headers[HEADER] !== undefined && (!site || site === "same-origin"))) {
    next();
    return;
  }
  throw new CrmError("INSUFFICIENT_SCOPE", "This request does not come from the admin app.");
};
