import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { makeFolder, makePrivate, parseNetworks, parseSecretKey } from "@rapport/core";
import { HTTP_LIMITS, type HttpLimits } from "./http/limits.ts";
import { type OidcSettings, parseOidc } from "./oidc-settings.ts";

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Port of a separate listener for health and metrics, or null. */
  readonly metricsPort: number | null;
  /** Bearer token for `/metrics`, or null. */
  readonly metricsToken: string | null;
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
  /** Longest time in milliseconds for a PostgreSQL statement, and for getting a connection. */
  readonly databaseTimeout: number;
  /** Reads the current keys. The first one encrypts secrets; all of them can decrypt. */
  readonly secretKeys: () => readonly Buffer[];
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
  readonly logLevel: string;
  /** Whether to create a demo tenant in an empty database. */
  readonly demo: boolean;
}

/** A setting that prevents the program from starting. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads and checks the settings (specification §19). Creates the secret key file if it is missing, and makes it
 * readable by its owner only.
 *
 * @param env the environment; nothing else in Rapport reads it
 * @param isTerminal whether the program runs in a terminal; if so, the default STOP_GRACE is 0
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
    stopGrace: env.STOP_GRACE ? (duration(env, "STOP_GRACE") ?? 0) : isTerminal ? 0 : STOP_GRACE_MS,
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
 * Reads and checks the settings like `readConfig`, but creates no secret key file. If the file is missing, uses a random
 * key, which decrypts nothing.
 *
 * @returns the settings and the path of the key file, which is null if SECRET_KEY is set
 * @throws ConfigError with one line that names the wrong setting
 */
export function readConfigAsIs(env: NodeJS.ProcessEnv): { config: Config; keyFile: string | null } {
  const file = env.SECRET_KEY ? null : keyFile(resolve(env.DATA_DIR || "./data"));
  const isMissing = file !== null && !existsSync(file);
  const asIs = isMissing ? { ...env, SECRET_KEY: newKey() } : env;
  return { config: parseConfig(asIs, false), keyFile: file };
}

/** By then, most load balancers have noticed that a process is not ready. */
const STOP_GRACE_MS = 5_000;
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

/** @throws ConfigError without the value, because it is a secret */
function bearerToken(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name];
  if (text === undefined || text === "") return null;
  if (/^[A-Za-z0-9\-._~+/]+=*$/.test(text)) return text;
  throw new ConfigError(`${name} may only contain letters, digits and -._~+/, and = at its end`);
}

/** At most 45 seconds, because a transaction is rolled back after 50 seconds. */
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
    `${name}: "${everybody}" would trust X-Forwarded-For from everyone; name only the networks of your proxies`,
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
    // The message leaves out the value because it may contain a password.
    throw new ConfigError("DATABASE_URL must start with postgres:// or sqlite:");
  }
  return text;
}

function secretKeys(env: NodeJS.ProcessEnv, dataDir: string): () => readonly Buffer[] {
  const text = env.SECRET_KEY;
  const where = text ? "SECRET_KEY" : `SECRET_KEY (stored in ${keyFile(dataDir)})`;
  const read = () => parseKeys(where, text ? text.split(",") : keptKeys(dataDir));
  read();
  return read;
}

function parseKeys(where: string, keys: readonly string[]): readonly Buffer[] {
  try {
    return keys.map((key) => parseSecretKey(key.trim()));
  } catch {
    throw new ConfigError(
      `${where} must be 32 bytes in base64, such as from "openssl rand -base64 32"; put older keys after it, separated by commas`,
    );
  }
}

function keyFile(dataDir: string): string {
  return resolve(dataDir, "secret-key");
}

/** Reads the key file, newest key first. Creates it with a new key if it is missing. */
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
 * Adds a new secret key to the key file as the current one, and keeps the older keys. Does nothing if SECRET_KEY already
 * holds several keys.
 *
 * @throws ConfigError if SECRET_KEY holds one key, because the program cannot change the environment
 */
export function addSecretKey(env: NodeJS.ProcessEnv): void {
  if (env.SECRET_KEY) {
    if (env.SECRET_KEY.includes(",")) return;
    throw new ConfigError(
      "SECRET_KEY is set in the environment: set it to the new key, a comma and the old key, then rotate again",
    );
  }
  const dataDir = resolve(env.DATA_DIR || "./data");
  const file = keyFile(dataDir);
  const content = [newKey(), ...keptKeys(dataDir)].join("\n");
  // `rename` is atomic: a server that reads the file sees either the old or the new content.
  writeFileSync(`${file}.new`, `${content}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function newKey(): string {
  return randomBytes(32).toString("base64");
}
