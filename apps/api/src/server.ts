import { type Deps, failureLog, openUsageMeter, queueState, startWorker } from "@rapport/core";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { countRefusals } from "./http/refusal-counts.ts";
import { openHttpServer } from "./http/server.ts";
import { type HealthListener, openHealthListener } from "./operation/health-listener.ts";
import { openMetrics } from "./operation/metrics.ts";
import { metricsOnApiPort } from "./operation/metrics-access.ts";
import { listen, listenError, withPort } from "./program.ts";
import { openService, type Service } from "./service.ts";

export interface RunningServer {
  readonly deps: Deps;
  /** The port that the API listens on. */
  readonly port: number;
  /** The port of the listener for health and metrics, or null. */
  readonly metricsPort: number | null;
  /** Milliseconds to keep serving after a stop signal. */
  readonly stopGrace: number;
  /** Says not ready, serves for `stopGrace`, waits for running requests, then closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts the HTTP server, the database, the services and the worker. Listens first, so that the public URL can contain
 * the port, and a port in use is reported before the database is touched.
 *
 * @throws ConfigError if the server cannot listen on an address or cannot use the database; otherwise the error of a
 *   migration
 */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const { host } = config;
  const onFailure = failureLog(log);
  const refusals = countRefusals(log);
  const api = openHttpServer(config.http, refusals.note);
  let operator: HealthListener | null = null;
  let port: number;
  let service: Service;
  try {
    port = await listen(api.server, { setting: "PORT", host, port: config.port });
    operator = await listenForHealth(config, onFailure);
    const publicUrl = withPort(config.publicUrl, port);
    service = await openService({ ...config, publicUrl }, onFailure);
  } catch (error) {
    await Promise.all([api.stop(0), operator?.stop()]);
    throw error;
  }
  const { deps } = service;
  const stopping = new AbortController();
  const metrics = openMetrics({
    ping: () => deps.db.ping(),
    queue: () => queueState(deps),
    load: api.load,
    refused: refusals.totals,
  });
  const usage = openUsageMeter(deps, { ...config.requestLog, onError: onFailure });
  const health = { metrics, ready: service.ready, isStopping: () => stopping.signal.aborted };
  const { rateLimit, trustedProxies } = config;
  api.serve(
    createApp({
      ...{ deps, log, onFailure, metrics, usage, rateLimit, trustedProxies },
      health: { ...health, mayReadMetrics: metricsOnApiPort(config) },
      stopping: stopping.signal,
    }),
  );
  await operator?.serve({ ready: service.ready, metrics });
  const metricsPort = operator?.port ?? null;
  const worker = startWorker(deps, {
    templateSyncEvery: config.templateSyncEvery,
    requestLogDays: config.requestLog.days,
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
      stopping.abort();
      operator?.setStopping();
      log.info({ graceMs: config.stopGrace }, "stopping");
      await Promise.all([api.stop(config.stopGrace), worker.stop()]);
      await Promise.all([operator?.stop(), usage.stop()]);
      await service.close();
      log.info("stopped");
    },
  };
}

/** @throws ConfigError if the server cannot listen on METRICS_PORT */
async function listenForHealth(
  { host, metricsPort, metricsToken }: Config,
  onFailure: (error: unknown) => void,
): Promise<HealthListener | null> {
  if (metricsPort === null) return null;
  const at = { host, port: metricsPort };
  try {
    return await openHealthListener({ ...at, token: metricsToken }, onFailure);
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, { ...at, setting: "METRICS_PORT" });
  }
}
