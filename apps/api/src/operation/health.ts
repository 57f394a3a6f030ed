import type { ReplicaStatus } from "@rapport/core";
import type { MetricsText } from "@rapport/service/operation/metrics";
import { Router } from "express";
import { markNegotiated } from "../http/representation.ts";
import { methodNotAllowed } from "../rest/routes.ts";
import type { MetricsAccess } from "./metrics-access.ts";

export interface HealthOptions {
  /** Rejects unless the database is writable and every migration has run. */
  readonly ready: () => Promise<void>;
  readonly isStopping: () => boolean;
  readonly metrics: MetricsText;
  /** Returns the state of the read replica, if there is one. */
  readonly replica: () => ReplicaStatus | undefined;
  readonly metricsAccess: MetricsAccess;
}

/**
 * Serves `/healthz` (the process answers), `/readyz` (the database is writable and migrated, and the process is not
 * stopping) and `/metrics`.
 */
export function healthRouter(options: HealthOptions): Router {
  const { ready, isStopping, metrics, metricsAccess, replica } = options;
  const router = Router({ caseSensitive: true, strict: true });
  router.get("/healthz", (_req, res) => {
    res.locals.route = "/healthz";
    res.json({ status: "ok" });
  });
  router.get("/readyz", async (_req, res) => {
    res.locals.route = "/readyz";
    const ok =
      !isStopping() &&
      (await ready().then(
        () => true,
        () => false,
      ));
    res.status(ok ? 200 : 503).json({ status: ok ? "ready" : "not ready", replica: replica() });
  });
  router.all("/metrics", async (req, res, next) => {
    if (!metricsAccess.isServed(req)) return next();
    res.locals.route = "/metrics";
    if (req.method !== "GET" && req.method !== "HEAD") throw methodNotAllowed(["GET"]);
    metricsAccess.authenticate(req);
    const text = await metrics.text();
    res.setHeader("Content-Type", metrics.contentType);
    res.setHeader("Content-Length", Buffer.byteLength(text));
    markNegotiated(res);
    res.end(text);
  });
  return router;
}
