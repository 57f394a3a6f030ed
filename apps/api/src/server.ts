import { type Deps, failureLog, queueState, startWorker } from "@rapport/core";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { HTTP_LIMITS } from "./http/limits.ts";
import { openHttpServer } from "./http/server.ts";
import { openMetrics } from "./operation/metrics.ts";
import { metricsOnApiPort, withMetricsToken } from "./operation/metrics-access.ts";
import { createMetricsApp } from "./operation/metrics-app.ts";
import { countRefusals } from "./operation/refusals.ts";
import { listen, withPort } from "./program.ts";
import { openService, type Service } from "./service.ts";

export interface RunningServer {
  readonly deps: Deps;
  /** The port that is listened on. */
  readonly port: number;
  /** The port of the listener for health and metrics, null when there is none. */
  readonly metricsPort: number | null;
  /** Milliseconds that it goes on answering when told to stop. */
  readonly stopGrace: number;
  /** Becomes unready, answers for the grace of the settings, waits for requests under way, closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts everything: HTTP, database, services. It listens first, so that an address made from the port is known,
 * and a port in use is told before the database is touched.
 *
 * @throws ConfigError when an address cannot be listened on; the database's error when it cannot be opened
 */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const { host } = config;
  const onFailure = failureLog(log);
  const refusals = countRefusals(log);
  const api = openHttpServer(config.http, refusals.note);
  const operator = config.metricsPort === null ? null : openHttpServer(HTTP_LIMITS, refusals.note);
  const close = async () => {
    await Promise.all([api.stop(0), operator?.stop(0)]);
  };
  let port: number;
  let metricsPort: number | null = null;
  let service: Service;
  try {
    port = await listen(api.server, { setting: "PORT", host, port: config.port });
    if (operator !== null && config.metricsPort !== null) {
      const at = { setting: "METRICS_PORT", host, port: config.metricsPort };
      metricsPort = await listen(operator.server, at);
    }
    const publicUrl = withPort(config.publicUrl, port);
    service = await openService({ ...config, publicUrl }, onFailure);
  } catch (error) {
    await close();
    throw error;
  }
  const { deps } = service;
  let isStopping = false;
  const metrics = openMetrics({
    ping: () => deps.db.ping(),
    queue: () => queueState(deps),
    load: api.load,
    refused: refusals.totals,
  });
  const health = { metrics, ready: service.ready, isStopping: () => isStopping };
  const { rateLimit, trustedProxies, metricsToken } = config;
  api.serve(
    createApp({
      ...{ deps, log, onFailure, metrics, rateLimit, trustedProxies },
      health: { ...health, mayReadMetrics: metricsOnApiPort(config) },
    }),
  );
  operator?.serve(
    createMetricsApp({ ...health, mayReadMetrics: withMetricsToken(metricsToken) }, log),
  );
  const worker = startWorker(deps, {
    templateSyncEvery: config.templateSyncEvery,
    onAttempt: metrics.deliveryAttempted,
    onError: onFailure,
  });
  log.info(
    { host, port, metricsPort: metricsPort ?? undefined, database: deps.db.dialect },
    "listening",
  );

  return {
    deps,
    port,
    metricsPort,
    stopGrace: config.stopGrace,
    stop: async () => {
      isStopping = true;
      log.info({ graceMs: config.stopGrace }, "stopping");
      await Promise.all([api.stop(config.stopGrace), worker.stop()]);
      await operator?.stop(0);
      await service.close();
      log.info("stopped");
    },
  };
}
