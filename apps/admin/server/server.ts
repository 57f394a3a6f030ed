import { fileURLToPath } from "node:url";
import type { Config } from "@rapport/api/config";
import { openHttpServer } from "@rapport/api/http";
import { listen, withPort } from "@rapport/api/program";
import { countRefusals } from "@rapport/api/refusal-counts";
import { replicaLog } from "@rapport/api/replica-log";
import { openService, type Service } from "@rapport/api/service";
import { type Deps, failureLog } from "@rapport/core";
import type { Logger } from "pino";
import { createAdminApp } from "./app.ts";

const PAGES = fileURLToPath(new URL("../dist/", import.meta.url));

export interface RunningAdminServer {
  readonly deps: Deps;
  /** Address for a browser. */
  readonly url: string;
  readonly stopGrace: number;
  stop(): Promise<void>;
}

/**
 * Starts the admin app: database, services, sign-in, procedures and pages.
 *
 * @throws ConfigError if it cannot listen on the address; the database's error if that cannot be opened
 */
export async function startAdminServer(config: Config, log: Logger): Promise<RunningAdminServer> {
  const { host } = config;
  const onError = failureLog(log);
  const http = openHttpServer(config.http, countRefusals(log).note);
  let port: number;
  let service: Service;
  try {
    port = await listen(http.server, { setting: "ADMIN_PORT", host, port: config.adminPort });
    service = await openService(config, {
      onError,
      onReplica: replicaLog(log),
      onWait: (line) => log.warn(line),
    });
  } catch (error) {
    await http.stop(0);
    throw error;
  }
  const { deps } = service;
  const stopping = new AbortController();
  const url = withPort(config.adminPublicUrl, port);
  http.serve(
    createAdminApp({
      deps,
      publicUrl: url,
      oidc: config.oidc,
      trustedProxies: config.trustedProxies,
      pages: PAGES,
      log,
      stopping: stopping.signal,
      onError,
    }),
  );
  log.info({ host, port }, "admin app listening");
  return {
    deps,
    url,
    stopGrace: config.stopGrace,
    stop: async () => {
      stopping.abort();
      await http.stop(config.stopGrace);
      await service.close();
    },
  };
}
