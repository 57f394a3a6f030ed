import type { ReplicaStatus } from "@rapport/core";
import { Router } from "express";
import { methodNotAllowed } from "../rest/routes.ts";
import type { MetricsText } from "./metrics.ts";
import type { MetricsAccess } from "./metrics-access.ts";

export interface HealthOptions {
  /** Rejects unless the database is writable and every migration has run. */
  readonly ready: () => Promise<void>;
  readonly isStopping: () => boolean;
  readonly metrics: MetricsText;
  /** Returns the state of the read replica, if there is one. */
  readonly replica: () => ReplicaStatus | undefined;
  readonly mayReadMetrics: MetricsAccess;
}

/**
 * Serves `/healthz` (the process answers), `/readyz` (the database is writable and migrated, and the process is not
 * stopping) and `/metrics`.
 */
export function healthRouter(options: HealthOptions): Router {
  const { ready, isStopping, metrics, mayReadMetrics, replica } = options;
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
    if (!mayReadMetrics(req)) return next();
    res.locals.route = "/metrics";
    if (req.method !== "GET" && req.method !== "HEAD") throw methodNotAllowed(["GET"]);
    res.setHeader("Content-Type", metrics.contentType);
    res.end(await metrics.text());
  });
  return router;
}
