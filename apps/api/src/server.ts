import {
  type Deps,
  failureLog,
  openRequestQuota,
  openUsageMeter,
  startWorker,
} from "@rapport/core";
import { countRefusals } from "@rapport/service/http/load/refusal-counts";
import { openHttpServer } from "@rapport/service/http/server";
import { type Limits, OWN_LIMITS } from "@rapport/service/limits";
import { type HealthListener, listenForHealth } from "@rapport/service/operation/health-listener";
import { replicaLog } from "@rapport/service/operation/log";
import {
  type MetricsText,
  type MetricValues,
  openMetrics,
} from "@rapport/service/operation/metrics";
import { listen, withPort } from "@rapport/service/program";
import { openService, type Service } from "@rapport/service/service";
import type { Config } from "@rapport/service/settings/config";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import { metricsOnApiPort } from "./operation/metrics-access.ts";

export interface RunningServer {
  readonly deps: Deps;
  /** The port that the API listens on. */
  readonly port: number;
  /** The port of the listener for health and metrics, or null. */
  readonly metricsPort: number | null;
  /** Milliseconds to keep serving after a stop signal. */
  readonly stopGrace: number;
  /** Rejects unless the database is writable and every migration has run. */
  ready(): Promise<void>;
  metrics(): Promise<MetricValues>;
  /** Returns the metrics once the server has stopped. */
  lastMetrics(): Promise<MetricValues>;
  /** Says not ready, serves for `stopGrace`, waits for running requests, then closes the database. */
  stop(): Promise<void>;
  /** Stops while other processes keep serving the port: takes no more connections. @param graceMs see `HttpServer` */
  leave(graceMs: number): Promise<void>;
}

/** What a process shares with others that serve the same port. */
export interface Shared {
  readonly limits: Limits;
  /** Metrics of all of them. */
  readonly metrics: MetricsText;
  /** Whether the others serve already. Then this process listens only when it can serve. */
  readonly isJoining: boolean;
}

/**
 * Starts the HTTP server, the database, the services and the worker. Listens first, so that the public URL can contain
 * the port, and a port in use is reported before the database is touched.
 *
 * @param shared what it shares with other processes; if it is given, another process serves METRICS_PORT
 * @throws ConfigError if the server cannot listen on an address or cannot use the database; otherwise the error of a
 *   migration
 */
export async function startServer(
  config: Config,
  log: Logger,
  shared?: Shared,
): Promise<RunningServer> {
  const { host } = config;
  const onFailure = failureLog(log);
  const refusals = countRefusals(log);
  const api = openHttpServer(config.http, refusals.note);
  let operator: HealthListener | null = null;
  const isJoining = shared?.isJoining ?? false;
  const listenAt = () => listen(api.server, { setting: "PORT", host, port: config.port });
  let { port } = config;
  let service: Service;
  try {
    if (!isJoining) port = await listenAt();
    if (shared === undefined) {
      const at = { host, port: config.metricsPort, token: config.metricsToken };
      operator = await listenForHealth({ setting: "METRICS_PORT", ...at }, onFailure);
    }
    const publicUrl = withPort(config.publicUrl, port);
    service = await openService(
      { ...config, publicUrl },
      { onError: onFailure, onReplica: replicaLog(log), onWait: (line) => log.warn(line) },
    );
  } catch (error) {
    await Promise.all([api.stop(0), operator?.stop()]);
    throw error;
  }
  const { deps } = service;
  const stopping = new AbortController();
  const metrics = openMetrics(deps, config, { load: api.load, refused: refusals.totals });
  const usage = openUsageMeter(deps, { ...config.requestLog, onError: onFailure });
  const requestQuota = openRequestQuota(deps, { onError: onFailure });
  let isUnready = false;
  const health = {
    metrics: shared?.metrics ?? metrics,
    ready: service.ready,
    isStopping: () => isUnready,
    replica: () => deps.replica?.status(),
  };
  const { rateLimit, trustedProxies } = config;
  api.serve(
    createApp({
      ...{ deps, log, onFailure, metrics, usage, requestQuota, rateLimit, trustedProxies },
      limits: shared?.limits ?? OWN_LIMITS,
      health: { ...health, metricsAccess: metricsOnApiPort(config) },
      stopping: stopping.signal,
    }),
  );
  await operator?.serve({ ready: service.ready, metrics });
  const metricsPort = operator?.port ?? null;
  const worker = startWorker(deps, {
    templateSyncEvery: config.templateSyncEvery,
    requestLogDays: config.requestLog.days,
    historyDays: config.historyDays,
    onAttempt: metrics.deliveryAttempted,
    onError: onFailure,
  });
  const stop = async (closed: Promise<void>) => {
    await Promise.all([closed, worker.stop()]);
    await Promise.all([operator?.stop(), usage.stop(), requestQuota.stop()]);
    await service.close();
  };
  if (isJoining) {
    port = await listenAt().catch(async (error: unknown) => {
      await stop(api.stop(0));
      throw error;
    });
  }
  const database = deps.db.dialect;
  const serving = { host, port, metricsPort: metricsPort ?? undefined, database };
  log.info(serving, shared === undefined ? "listening" : "process serves");

  return {
    deps,
    port,
    metricsPort,
    stopGrace: config.stopGrace,
    ready: service.ready,
    metrics: metrics.values,
    lastMetrics: metrics.lastValues,
    stop: async () => {
      isUnready = true;
      stopping.abort();
      operator?.setStopping();
      log.info({ graceMs: config.stopGrace }, "stopping");
      await stop(api.stop(config.stopGrace));
      log.info("stopped");
    },
    leave: async (graceMs) => {
      log.info({ graceMs }, "process leaves");
      // Do not abort at once: until `graceMs` has passed, this process still accepts new streams on open connections.
      setTimeout(() => stopping.abort(), graceMs);
      await stop(api.leave(graceMs));
      log.info("process left");
    },
  };
}
