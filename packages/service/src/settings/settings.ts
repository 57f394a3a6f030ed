import { resolve } from "node:path";
import { nameWithin, REQUEST_LOG_MODES } from "@rapport/core";
import { z } from "zod";
import { missingOidc, OIDC_SETTINGS } from "./oidc-settings.ts";
import {
  asSentence,
  baseUrl,
  bearerToken,
  ConfigError,
  choice,
  databaseReadUrl,
  databaseTimeout,
  databaseUrl,
  duration,
  networks,
  origin,
  processes,
  proxies,
  ratio,
  secretKeys,
  wholeNumber,
} from "./setting-types.ts";

const port = wholeNumber(0, 65_535);

const SETTINGS = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(3_000),
  ADMIN_PORT: port.default(3_001),
  METRICS_PORT: port.nullable().default(null),
  ADMIN_METRICS_PORT: port.nullable().default(null),
  WORKER_METRICS_PORT: port.nullable().default(null),
  PROCESSES: processes.default(1),
  METRICS_TOKEN: bearerToken.nullable().default(null),
  STOP_GRACE: duration.optional(),
  PUBLIC_URL: origin.optional(),
  ADMIN_PUBLIC_URL: origin.optional(),
  DATA_DIR: z
    .string()
    .prefault("./data")
    .transform((folder) => resolve(folder)),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseReadUrl.optional(),
  DATABASE_TIMEOUT: databaseTimeout.default(10_000),
  DATABASE_WAIT: duration.default(60_000),
  SECRET_KEY: secretKeys.optional(),
  RATE_LIMIT: wholeNumber(0, 10_000_000).default(1_000),
  WEBHOOK_ALLOW_NETWORKS: networks.default([]),
  TRUST_PROXY: proxies.default([]),
  META_GRAPH_URL: baseUrl.default("https://graph.facebook.com/v24.0"),
  TEMPLATE_SYNC_EVERY: duration.default(0),
  ...OIDC_SETTINGS,
  LOG_LEVEL: choice(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  INVITATION_DAYS: wholeNumber(1, 30).default(7),
  REQUEST_LOG: choice(REQUEST_LOG_MODES).default("all"),
  REQUEST_LOG_DAYS: wholeNumber(1, 90).default(7),
  REQUEST_LOG_INPUTS: choice(["0", "1"]).default("1"),
  HISTORY_DAYS: wholeNumber(1, 36_500).nullable().default(null),
  DEMO: choice(["0", "1"]).default("1"),
});

/** The names of all settings, with the one that only commands read. */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(SETTINGS.shape),
  "RAPPORT_ENV_FILE",
];

/** The settings by the names of their environment variables. Durations are milliseconds. */
export type Settings = z.infer<typeof SETTINGS>;

/**
 * Reads and checks the environment variables. An empty one counts as unset.
 *
 * @throws ConfigError with one line that names every wrong setting and contains no secret
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ""));
  // In production nobody expects sample records. scripts/processes.mjs sets it for `npm start`.
  if (given.NODE_ENV === "production") given.DEMO ??= "0";
  const { data, error } = SETTINGS.safeParse(given);
  const faults = [
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join(".")} ${message}`),
    ...misspelt(given),
    ...missingOidc(given),
    ...replicaOfSqlite(given),
    ...samePort(data),
  ];
  if (data === undefined || faults.length > 0)
    throw new ConfigError(faults.map(asSentence).join(" "));
  return data;
}

/**
 * Returns the faults of variables that are within two edits of a setting: `PUBLIC_ULR`. Names of four letters are only one
 * edit away, because others use `HOME`, `ROOT` and the like.
 */
function misspelt(given: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(given)
    .filter((name) => /^[A-Z_]+$/.test(name) && !SETTING_NAMES.includes(name))
    .flatMap((name) => {
      const meant = nameWithin(name.length > 4 ? 2 : 1, name, SETTING_NAMES);
      return meant === null ? [] : [`${name} is not a setting; did you mean ${meant}?`];
    });
}

/** Returns the faults of two listeners of one program on one port. With 0, the system chooses a port for each. */
function samePort(data: Settings | undefined): readonly string[] {
  if (data === undefined) return [];
  return LISTENERS.flatMap(([main, metrics]) =>
    data[main] === 0 || data[metrics] !== data[main]
      ? []
      : [`${metrics} must be another port than ${main}, ${data[main]}`],
  );
}

/** The port of each program that serves requests, and that of its health. Programs may run on different machines. */
const LISTENERS = [
  ["PORT", "METRICS_PORT"],
  ["ADMIN_PORT", "ADMIN_METRICS_PORT"],
] as const;

/** Returns the fault of a replica of a database that cannot have one. */
function replicaOfSqlite(given: Readonly<Record<string, string | undefined>>): readonly string[] {
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = given;
  if (readUrl === undefined || /^postgres(ql)?:/.test(url ?? "")) return [];
  return ["DATABASE_READ_URL needs PostgreSQL: set DATABASE_URL to its primary"];
}
