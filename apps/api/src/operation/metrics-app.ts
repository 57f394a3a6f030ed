import { CrmError } from "@rapport/core";
import express, { type Express } from "express";
import type { Logger } from "pino";
import { lastErrors } from "../rest/last-errors.ts";
import { type HealthOptions, healthRouter } from "./health.ts";
import { observeRequests } from "./requests.ts";

/**
 * The application behind METRICS_PORT: `/healthz`, `/readyz` and `/metrics`.
 *
 * It runs on the event loop of the API, because an answer from another thread would not show that the API's thread still
 * works. It need not wait: its listener has a queue of its own, and the API's requests have a budget per turn.
 */
export function createMetricsApp(health: HealthOptions, log: Logger): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.use(observeRequests(log, health.metrics));
  app.use(healthRouter(health));
  app.use(() => {
    throw new CrmError("NOT_FOUND", "This port serves /healthz, /readyz and /metrics.");
  });
  app.use(lastErrors((error) => log.error({ err: error })));
  return app;
}
