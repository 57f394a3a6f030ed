import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Config } from "@rapport/api/config";
import { drain, listen } from "@rapport/api/program";
import { openService } from "@rapport/api/service";
import type { Deps } from "@rapport/core";
import type { Logger } from "pino";
import { createAdminApp } from "./app.ts";

const PAGES = fileURLToPath(new URL("../dist/", import.meta.url));

export interface RunningAdminServer {
  readonly deps: Deps;
  /** Where a browser finds it. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the admin app: database, services, sign-in, procedures and pages.
 *
 * @throws ConfigError when the address cannot be listened on; the database's error when it cannot be opened
 */
export async function startAdminServer(config: Config, log: Logger): Promise<RunningAdminServer> {
  const onError = (error: unknown) => log.error({ err: error }, "admin app");
  const service = await openService(config, onError);
  const { deps } = service;
  const app = createAdminApp({
    deps,
    publicUrl: config.adminPublicUrl,
    oidc: config.oidc,
    trustedProxies: config.trustedProxies,
    pages: PAGES,
    onError,
  });
  const server = createServer(app);
  try {
    await listen(server, { setting: "ADMIN_PORT", host: config.host, port: config.adminPort });
  } catch (error) {
    await service.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  log.info({ host: config.host, port }, "admin app listening");
  return {
    deps,
    url: config.adminPort === 0 ? `http://127.0.0.1:${port}` : config.adminPublicUrl,
    stop: async () => {
      await drain(server);
      await service.close();
    },
  };
}
