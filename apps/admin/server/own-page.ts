import { CrmError } from "@rapport/core";
import type { RequestHandler } from "express";

/** The admin app's own pages send it; another site's form or image cannot. */
const HEADER = "x-rapport-admin";

/**
 * Refuses writes that do not come from the app's own pages. SameSite cookies already block other sites;
 * this also covers old browsers and sibling hosts.
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
