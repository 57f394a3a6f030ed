import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseNetworks, parseSecretKey } from "@rapport/core";

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Origin of links and the issuer of tokens, without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly secretKey: Buffer;
  /** Requests per credential in 10 seconds; 0 turns the limit off. */
  readonly rateLimit: number;
  /** Networks in CIDR notation that webhooks may be sent to although they are not public. */
  readonly webhookNetworks: readonly string[];
  readonly logLevel: string;
  /** Whether an empty database is filled with a demo tenant. */
  readonly demo: boolean;
}

/** A setting that the program cannot start with. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads and checks the settings (decisions: settings and commands).
 *
 * @param env the environment; nothing else in Rapport reads it
 * @throws ConfigError with one line that names the wrong setting
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const host = env.HOST || "127.0.0.1";
  const port = integer(env, "PORT", 3000, 0, 65_535);
  const dataDir = resolve(env.DATA_DIR || "./data");
  return {
    host,
    port,
    publicUrl: origin(env, "PUBLIC_URL") ?? `http://${reachable(host)}:${port}`,
    dataDir,
    databaseUrl: databaseUrl(env, dataDir),
    secretKey: secretKey(env, dataDir),
    rateLimit: integer(env, "RATE_LIMIT", 1_000, 0, 10_000_000),
    webhookNetworks: networks(env, "WEBHOOK_ALLOW_NETWORKS"),
    logLevel: oneOf(env, "LOG_LEVEL", LOG_LEVELS, "info"),
    demo: oneOf(env, "DEMO", ["0", "1"], "1") === "1",
  };
}

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

function networks(env: NodeJS.ProcessEnv, name: string): readonly string[] {
  try {
    return parseNetworks(env[name] ?? "");
  } catch (error) {
    throw new ConfigError(`${name}: ${(error as Error).message}`);
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

function secretKey(env: NodeJS.ProcessEnv, dataDir: string): Buffer {
  const text = env.SECRET_KEY;
  try {
    return parseSecretKey(text || keptKey(dataDir));
  } catch {
    const where = text ? "SECRET_KEY" : `SECRET_KEY (kept in ${resolve(dataDir, "secret-key")})`;
    throw new ConfigError(
      `${where} must be 32 bytes in base64, as "openssl rand -base64 32" makes`,
    );
  }
}

/** The key made at the first start and kept beside the data, readable by its owner alone. */
function keptKey(dataDir: string): string {
  const file = resolve(dataDir, "secret-key");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
