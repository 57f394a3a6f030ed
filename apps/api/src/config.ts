import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { makeFolder, makePrivate, parseNetworks, parseSecretKey } from "@rapport/core";
import { HTTP_LIMITS, type HttpLimits } from "./http/limits.ts";
import { type OidcSettings, parseOidc } from "./oidc-settings.ts";

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Port of a listener for health and metrics alone; null when there is none. */
  readonly metricsPort: number | null;
  /** Bearer token for `/metrics`; null when there is none. */
  readonly metricsToken: string | null;
  /** Milliseconds to keep listening, but not ready, when the program is told to stop. */
  readonly stopGrace: number;
  readonly http: HttpLimits;
  /** Origin of links and the issuer of tokens, without a trailing slash. */
  readonly publicUrl: string;
  readonly adminPort: number;
  /** Origin at which browsers reach the admin app, without a trailing slash. */
  readonly adminPublicUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Milliseconds that a statement on PostgreSQL, or waiting for a connection to it, may take. */
  readonly databaseTimeout: number;
  /** The keys that secrets are sealed with, as they are now: the first seals, all of them open. */
  readonly secretKeys: () => readonly Buffer[];
  /** Requests per credential in 10 seconds; 0 turns the limit off. */
  readonly rateLimit: number;
  /** Networks in CIDR notation that webhooks may be sent to although they are not public. */
  readonly webhookNetworks: readonly string[];
  /** Networks in CIDR notation of the reverse proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Base address of the messaging platform with its version segment, without a trailing slash. */
  readonly graphUrl: string;
  /** Milliseconds between scheduled template syncs; null when they are off. */
  readonly templateSyncEvery: number | null;
  /** Single sign-on of admins; null when it is off. */
  readonly oidc: OidcSettings | null;
  readonly logLevel: string;
  /** Whether an empty database is filled with a demo tenant. */
  readonly demo: boolean;
}

/** Thrown for a setting that the program cannot start with. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads and checks the settings (specification §19). Creates the secret key if there is none,
 * and takes from others the permission to read it.
 *
 * @param env the environment; nothing else in Rapport reads it
 * @param isTerminal whether somebody waits for the program to stop
 * @throws ConfigError with one line that names the wrong setting
 */
export function readConfig(
  env: NodeJS.ProcessEnv,
  isTerminal: boolean = process.stdin.isTTY,
): Config {
  const config = parseConfig(env, isTerminal);
  if (!env.SECRET_KEY) makePrivate(keyFile(config.dataDir));
  return config;
}

function parseConfig(env: NodeJS.ProcessEnv, isTerminal: boolean): Config {
  const host = env.HOST || "127.0.0.1";
  const port = integer(env, "PORT", 3000, 0, 65_535);
  const adminPort = integer(env, "ADMIN_PORT", 3001, 0, 65_535);
  const dataDir = resolve(env.DATA_DIR || "./data");
  return {
    host,
    port,
    metricsPort: env.METRICS_PORT ? integer(env, "METRICS_PORT", 0, 0, 65_535) : null,
    metricsToken: bearerToken(env, "METRICS_TOKEN"),
    stopGrace: env.STOP_GRACE ? (duration(env, "STOP_GRACE") ?? 0) : isTerminal ? 0 : STOP_GRACE,
    http: HTTP_LIMITS,
    publicUrl: origin(env, "PUBLIC_URL") ?? `http://${reachable(host)}:${port}`,
    adminPort,
    adminPublicUrl: origin(env, "ADMIN_PUBLIC_URL") ?? `http://${reachable(host)}:${adminPort}`,
    dataDir,
    databaseUrl: databaseUrl(env, dataDir),
    databaseTimeout: databaseTimeout(env),
    secretKeys: secretKeys(env, dataDir),
    rateLimit: integer(env, "RATE_LIMIT", 1_000, 0, 10_000_000),
    webhookNetworks: networks(env, "WEBHOOK_ALLOW_NETWORKS"),
    trustedProxies: proxies(env, "TRUST_PROXY"),
    graphUrl: baseUrl(env, "META_GRAPH_URL", "https://graph.facebook.com/v24.0"),
    templateSyncEvery: duration(env, "TEMPLATE_SYNC_EVERY"),
    oidc: oidc(env),
    logLevel: oneOf(env, "LOG_LEVEL", LOG_LEVELS, "info"),
    demo: oneOf(env, "DEMO", ["0", "1"], "1") === "1",
  };
}

/**
 * Does what `readConfig` does, but creates nothing. If there is no secret key, a placeholder that opens nothing is used.
 *
 * @throws ConfigError with one line that names the wrong setting
 */
export function readConfigAsIs(env: NodeJS.ProcessEnv): { config: Config; keyFile: string | null } {
  const file = env.SECRET_KEY ? null : keyFile(resolve(env.DATA_DIR || "./data"));
  const isMissing = file !== null && !existsSync(file);
  const asIs = isMissing ? { ...env, SECRET_KEY: newKey() } : env;
  return { config: parseConfig(asIs, false), keyFile: file };
}

/** Milliseconds after which most load balancers have seen that a process is not ready. */
const STOP_GRACE = 5_000;
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

function integer(
  env: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${text}"`);
  }
  return value;
}

function oneOf(
  env: NodeJS.ProcessEnv,
  name: string,
  allowed: readonly string[],
  fallback: string,
): string {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  if (!allowed.includes(text)) {
    throw new ConfigError(`${name} must be one of ${allowed.join(", ")}, not "${text}"`);
  }
  return text;
}

function origin(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (text === undefined || text === "") return undefined;
  const url = URL.parse(text);
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    (url.pathname !== "/" && url.pathname !== "")
  ) {
    throw new ConfigError(
      `${name} must be an origin such as https://crm.example.com, not "${text}"`,
    );
  }
  return url.origin;
}

function baseUrl(env: NodeJS.ProcessEnv, name: string, fallback: string): string {
  const text = env[name] || fallback;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new ConfigError(`${name} must be an address such as ${fallback}, not "${text}"`);
  }
  return url.href.replace(/\/+$/, "");
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

function duration(env: NodeJS.ProcessEnv, name: string): number | null {
  const text = env[name];
  if (text === undefined || text === "" || text === "0") return null;
  const [, count, unit] = /^([1-9][0-9]{0,5})([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) {
    throw new ConfigError(`${name} must be a time such as 15m, 6h or 1d, or 0, not "${text}"`);
  }
  return Number(count) * (UNITS[unit] as number);
}

/** The value is not repeated in an error. */
function bearerToken(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name];
  if (text === undefined || text === "") return null;
  if (/^[A-Za-z0-9\-._~+/]+=*$/.test(text)) return text;
  throw new ConfigError(`${name} may have letters, digits and -._~+/ only, and = at its end`);
}

/** Shorter than the 50 seconds after which a transaction is rolled back, its statements included. */
function databaseTimeout(env: NodeJS.ProcessEnv): number {
  const name = "DATABASE_TIMEOUT";
  const value = env[name] ? duration(env, name) : 10_000;
  if (value !== null && value <= 45_000) return value;
  throw new ConfigError(`${name} must be a time from 1s to 45s, not "${env[name]}"`);
}

function networks(env: NodeJS.ProcessEnv, name: string): readonly string[] {
  try {
    return parseNetworks(env[name] ?? "");
  } catch (error) {
    throw new ConfigError(`${name}: ${(error as Error).message}`);
  }
}

function proxies(env: NodeJS.ProcessEnv, name: string): readonly string[] {
  const given = networks(env, name);
  const everybody = given.find((network) => /\/0+$/.test(network));
  if (everybody === undefined) return given;
  throw new ConfigError(
    `${name}: "${everybody}" would believe everybody's X-Forwarded-For; name the networks of your proxies alone`,
  );
}

function oidc(env: NodeJS.ProcessEnv): OidcSettings | null {
  try {
    return parseOidc(env);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function databaseUrl(env: NodeJS.ProcessEnv, dataDir: string): string {
  const text = env.DATABASE_URL;
  if (text === undefined || text === "") return `sqlite:${resolve(dataDir, "rapport.db")}`;
  if (!/^(postgres(ql)?:\/\/|sqlite:.)/.test(text)) {
    // The value may hold a password and is not repeated.
    throw new ConfigError("DATABASE_URL must start with postgres:// or sqlite:");
  }
  return text;
}

function secretKeys(env: NodeJS.ProcessEnv, dataDir: string): () => readonly Buffer[] {
  const text = env.SECRET_KEY;
  const where = text ? "SECRET_KEY" : `SECRET_KEY (kept in ${keyFile(dataDir)})`;
  const read = () => parseKeys(where, text ? text.split(",") : keptKeys(dataDir));
  read();
  return read;
}

function parseKeys(where: string, keys: readonly string[]): readonly Buffer[] {
  try {
    return keys.map((key) => parseSecretKey(key.trim()));
  } catch {
    throw new ConfigError(
      `${where} must be 32 bytes in base64, as "openssl rand -base64 32" makes, the current one first and older ones after commas`,
    );
  }
}

function keyFile(dataDir: string): string {
  return resolve(dataDir, "secret-key");
}

/** Reads the keys that Rapport created next to the data, newest first. Only their owner can read the file. */
function keptKeys(dataDir: string): readonly string[] {
  const file = keyFile(dataDir);
  makeDataDir(dataDir);
  try {
    writeFileSync(file, `${newKey()}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST") {
      throw new ConfigError(`DATA_DIR ${dataDir} cannot hold the secret key: ${message}`);
    }
  }
  return readFileSync(file, "utf8").trim().split("\n");
}

function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be used as a folder: ${(error as Error).message}`,
    );
  }
}

/**
 * Makes a new secret key the current one, the others staying beside it.
 *
 * @throws ConfigError when the key is set by SECRET_KEY, which only its owner can change
 */
export function addSecretKey(env: NodeJS.ProcessEnv): void {
  if (env.SECRET_KEY) {
    if (env.SECRET_KEY.includes(",")) return;
    throw new ConfigError(
      "SECRET_KEY is set by the environment: set it to the new key, a comma, and the old key, then rotate again",
    );
  }
  const dataDir = resolve(env.DATA_DIR || "./data");
  const file = keyFile(dataDir);
  const content = [newKey(), ...keptKeys(dataDir)].join("\n");
  // Replaced atomically: a server that reads the file sees either the old keys or the new ones.
  writeFileSync(`${file}.new`, `${content}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function newKey(): string {
  return randomBytes(32).toString("base64");
}
