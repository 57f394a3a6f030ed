import { Router } from "express";
import type { Metrics } from "./metrics.ts";

/**
 * `/healthz` (the process serves), `/readyz` (the database answers and is migrated, and the
 * process is not stopping) and `/metrics`.
 */
export function healthRouter(
  ready: () => Promise<void>,
  metrics: Metrics,
  isStopping: () => boolean,
): Router {
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
    res.status(ok ? 200 : 503).json({ status: ok ? "ready" : "not ready" });
  });
  router.get("/metrics", async (_req, res) => {
    res.locals.route = "/metrics";
    res.setHeader("Content-Type", metrics.contentType);
    res.end(await metrics.text());
  });
  return router;
}
