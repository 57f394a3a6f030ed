import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { makePrivate, type RequestLogMode } from "@rapport/core";
import { HTTP_LIMITS, type HttpLimits } from "../http/limits.ts";
import { type OidcSettings, readOidcSettings } from "./oidc-settings.ts";
import { findKeyFile, keysAsTheyAre, keysWithFile } from "./secret-keys.ts";
import { readSettings, type Settings } from "./settings.ts";

export { createKeyFile } from "./key-file.ts";
export { keyRing, noSecretKey, otherSecretKey, replaceLostKey } from "./secret-keys.ts";
export { ConfigError } from "./setting-types.ts";

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Port of the API's separate listener for health and metrics, or null. */
  readonly metricsPort: number | null;
  /** Port of the admin app's listener for health and metrics, or null. */
  readonly adminMetricsPort: number | null;
  /** Port of the worker's listener for health and metrics, or null. */
  readonly workerMetricsPort: number | null;
  /** Bearer token for `/metrics`, or null. */
  readonly metricsToken: string | null;
  /** API processes that serve the port. */
  readonly processes: number;
  /** Milliseconds to keep serving after a stop signal, while `/readyz` says not ready. */
  readonly stopGrace: number;
  readonly http: HttpLimits;
  /** Origin of links and the issuer of tokens, without a trailing slash. */
  readonly publicUrl: string;
  readonly adminPort: number;
  /** Origin at which browsers reach the admin app, without a trailing slash. */
  readonly adminPublicUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Address of a standby that serves reads, or null. */
  readonly databaseReadUrl: string | null;
  /** Longest time in milliseconds for a PostgreSQL statement, and for getting a connection. */
  readonly databaseTimeout: number;
  /** Longest time in milliseconds that a start waits for PostgreSQL. */
  readonly databaseWait: number;
  /** Reads the current keys. The first one encrypts secrets; all of them can decrypt. */
  readonly secretKeys: () => readonly Buffer[];
  /** The file that holds them, or null if SECRET_KEY does. A first start creates it. */
  readonly keyFile: string | null;
  /** Requests per credential in 10 seconds; 0 turns the limit off. */
  readonly rateLimit: number;
  /** Private networks in CIDR notation that webhooks may be sent to. */
  readonly webhookNetworks: readonly string[];
  /** Networks in CIDR notation of the reverse proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Base address of the messaging platform with its version segment, without a trailing slash. */
  readonly graphUrl: string;
  /** Milliseconds between scheduled template syncs, or null if they are off. */
  readonly templateSyncEvery: number | null;
  /** Single sign-on of admins, or null if it is off. */
  readonly oidc: OidcSettings | null;
  /** Days for which a link to join or to set a password can be used. */
  readonly invitationDays: number;
  readonly logLevel: string;
  /** Where traces are sent, or null if they are off. */
  readonly traces: {
    /** Base address of the collector, without a trailing slash. */
    readonly endpoint: string;
    /** Part of the traces that is sent, from 0 to 1. */
    readonly ratio: number;
  } | null;
  /** The log of requests that admins see. */
  readonly requestLog: {
    readonly mode: RequestLogMode;
    /** Days after which a request is removed. */
    readonly days: number;
    /** Whether it has the form of the input of requests that failed. */
    readonly withInput: boolean;
  };
  /** Days after which changes are removed from histories; null if they are kept. */
  readonly historyDays: number | null;
  /** Whether to create a demo tenant in an empty database. */
  readonly demo: boolean;
}

/**
 * Reads and checks the settings (specification §19). Makes the secret key file readable by its owner only.
 *
 * @param env the environment; nothing else in Rapport reads it
 * @param isTerminal whether the program runs in a terminal; if so, the default STOP_GRACE is 0
 * @throws ConfigError with one line that names every wrong setting
 */
export function readConfig(
  env: NodeJS.ProcessEnv,
  isTerminal: boolean = process.stdin.isTTY,
): Config {
  const settings = readSettings(env);
  const config = makeConfig(settings, keysWithFile(settings), isTerminal);
  if (config.keyFile !== null && existsSync(config.keyFile)) makePrivate(config.keyFile);
  return config;
}

/**
 * Reads and checks the settings like `readConfig`, but changes nothing, and reads the key file only when `secretKeys` is
 * called.
 *
 * @param options.isKeyLost see `keysAsTheyAre`
 * @throws ConfigError with one line that names every wrong setting
 */
export function readConfigAsIs(env: NodeJS.ProcessEnv, { isKeyLost = false } = {}): Config {
  const settings = readSettings(env);
  return makeConfig(settings, keysAsTheyAre(settings, isKeyLost), false);
}

/** By then, most load balancers have noticed that a process is not ready. */
const STOP_GRACE_MS = 5_000;

function makeConfig(
  settings: Settings,
  secretKeys: Config["secretKeys"],
  isTerminal: boolean,
): Config {
  const { HOST: host, PORT: port, ADMIN_PORT: adminPort, DATA_DIR: dataDir } = settings;
  return {
    host,
    port,
    metricsPort: settings.METRICS_PORT,
    adminMetricsPort: settings.ADMIN_METRICS_PORT,
    workerMetricsPort: settings.WORKER_METRICS_PORT,
    processes: settings.PROCESSES,
    metricsToken: settings.METRICS_TOKEN,
    stopGrace: settings.STOP_GRACE ?? (isTerminal ? 0 : STOP_GRACE_MS),
    http: HTTP_LIMITS,
    publicUrl: settings.PUBLIC_URL ?? `http://${reachable(host)}:${port}`,
    adminPort,
    adminPublicUrl: settings.ADMIN_PUBLIC_URL ?? `http://${reachable(host)}:${adminPort}`,
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? `sqlite:${resolve(dataDir, "rapport.db")}`,
    databaseReadUrl: settings.DATABASE_READ_URL ?? null,
    databaseTimeout: settings.DATABASE_TIMEOUT,
    databaseWait: settings.DATABASE_WAIT,
    secretKeys,
    keyFile: findKeyFile(settings),
    rateLimit: settings.RATE_LIMIT,
    webhookNetworks: settings.WEBHOOK_ALLOW_NETWORKS,
    trustedProxies: settings.TRUST_PROXY,
    graphUrl: settings.META_GRAPH_URL,
    templateSyncEvery: settings.TEMPLATE_SYNC_EVERY || null,
    oidc: readOidcSettings(settings),
    invitationDays: settings.INVITATION_DAYS,
    logLevel: settings.LOG_LEVEL,
    traces: traceSettings(settings),
    requestLog: {
      mode: settings.REQUEST_LOG,
      days: settings.REQUEST_LOG_DAYS,
      withInput: settings.REQUEST_LOG_INPUTS === "1",
    },
    historyDays: settings.HISTORY_DAYS,
    demo: settings.DEMO === "1",
  };
}

function traceSettings({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: Settings): Config["traces"] {
  return endpoint === undefined ? null : { endpoint, ratio };
}

function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
