import { fileURLToPath } from "node:url";
import { createFirstAdmin, type Deps, failureLog } from "@rapport/core";
import {
  heading,
  link,
  row,
  secret,
  showFirstCredentials,
} from "@rapport/service/first-credentials";
import { countRefusals } from "@rapport/service/http/load/refusal-counts";
import { openHttpServer } from "@rapport/service/http/server";
import { type HealthListener, listenForHealth } from "@rapport/service/operation/health-listener";
import { replicaLog } from "@rapport/service/operation/log";
import { openMetrics } from "@rapport/service/operation/metrics";
import { listen, withPort } from "@rapport/service/program";
import { openService, type Service } from "@rapport/service/service";
import type { Config } from "@rapport/service/settings/config";
import type { Logger } from "pino";
import { createAdminApp } from "./app.ts";

const PAGES = fileURLToPath(new URL("../dist/", import.meta.url));

export interface RunningAdminServer {
  readonly deps: Deps;
  /** Address for a browser. */
  readonly url: string;
  /** The port of the listener for health and metrics, or null. */
  readonly metricsPort: number | null;
  readonly stopGrace: number;
  stop(): Promise<void>;
}

/**
 * Starts the admin app: database, services, sign-in, procedures, pages, and the listener for health and metrics.
 *
 * @throws ConfigError if it cannot listen on the address; the database's error if that cannot be opened
 */
export async function startAdminServer(config: Config, log: Logger): Promise<RunningAdminServer> {
  const { host } = config;
  const onError = failureLog(log);
  const refusals = countRefusals(log);
  const http = openHttpServer(config.http, refusals.note);
  let operator: HealthListener | null = null;
  let port: number;
  let service: Service;
  try {
    port = await listen(http.server, { setting: "ADMIN_PORT", host, port: config.adminPort });
    const at = { host, port: config.adminMetricsPort, token: config.metricsToken };
    operator = await listenForHealth({ setting: "ADMIN_METRICS_PORT", ...at }, onError);
    service = await openService(config, {
      onError,
      onReplica: replicaLog(log),
      onWait: (line) => log.warn(line),
    });
  } catch (error) {
    await Promise.all([http.stop(0), operator?.stop()]);
    throw error;
  }
  const { deps } = service;
  const stopping = new AbortController();
  const url = withPort(config.adminPublicUrl, port);
  const metrics = openMetrics(deps, config, { load: http.load, refused: refusals.totals });
  http.serve(
    createAdminApp({
      deps,
      publicUrl: url,
      oidc: config.oidc,
      trustedProxies: config.trustedProxies,
      invitationDays: config.invitationDays,
      pages: PAGES,
      log,
      metrics,
      stopping: stopping.signal,
      onError,
    }),
  );
  await operator?.serve({ ready: service.ready, metrics });
  const metricsPort = operator?.port ?? null;
  log.info({ host, port, metricsPort: metricsPort ?? undefined }, "admin app listening");
  return {
    deps,
    url,
    metricsPort,
    stopGrace: config.stopGrace,
    stop: async () => {
      stopping.abort();
      operator?.setStopping();
      await http.stop(config.stopGrace);
      await operator?.stop();
      await service.close();
    },
  };
}

/**
 * Returns the admin app's address and, if the installation had no admins, the credentials of the first one or the path of
 * the file that has them.
 */
export async function welcome(url: string, deps: Deps, dataDir: string): Promise<string> {
  const credentials = await showFirstCredentials(dataDir, () => firstAdminLines(deps));
  return ["", row("Admin app", link(url)), "", ...credentials, ""].join("\n");
}

async function firstAdminLines(deps: Deps): Promise<readonly string[] | null> {
  const first = await createFirstAdmin(deps);
  if (first === null) return null;
  return [
    heading("Sign in with these credentials. They are shown only once:"),
    "",
    row("Email", secret(first.email)),
    row("Password", secret(first.password)),
    "",
  ];
}
