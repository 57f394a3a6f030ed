import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import {
  addMissingPipelines,
  type Deps,
  databaseFault,
  isPresent,
  openDeps,
  readClockSkew,
  type Tracing,
  UnknownKey,
} from "@rapport/core";
import {
  aroundStatements,
  type Database,
  DatabaseUnavailable,
  isMigrated,
  isUnfinished,
  listMigrations,
  migrate,
  openDatabase,
  openReplica,
  type Replica,
  type ReplicaHealth,
  sealed,
  secureFiles,
} from "@rapport/db";
import about from "../package.json" with { type: "json" };
import {
  type Config,
  ConfigError,
  createKeyFile,
  noSecretKey,
  otherSecretKey,
} from "./settings/config.ts";

interface ServiceOptions {
  readonly onError?: (error: unknown) => void;
  readonly onReplica?: (health: ReplicaHealth) => void;
  readonly onWait?: (line: string) => void;
  readonly isNewAllowed?: boolean;
}

const noop = () => undefined;

export interface Service {
  readonly deps: Deps;
  /** Rejects unless the database is writable and every migration has run. Caches the result for 1 second. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database, runs pending migrations, creates the services and adds pipelines that projects lack. Makes the
 * files of an embedded database readable by their owner only.
 *
 * @param options.onError gets failures of work that no caller waits for
 * @param options.onReplica called if the state of the read replica has changed
 * @param options.onWait gets a line every ten seconds while PostgreSQL cannot be reached (DATABASE_WAIT)
 * @param options.isNewAllowed whether an empty database becomes an installation; otherwise it is refused
 * @throws ConfigError if the database cannot be opened or reached, if its secret key is missing or another one, if a later version removed what this one uses, if the
 *   database is the target of an unfinished copy, or if its clock and this machine's differ
 */
export async function openService(
  config: Config,
  { onError = noop, onReplica = noop, onWait = noop, isNewAllowed = true }: ServiceOptions = {},
): Promise<Service> {
  secureFiles(config.databaseUrl);
  const tracing = await openTracing(config, onError);
  const opened = open(config);
  const db = tracing === null ? opened : aroundStatements(opened, tracing.statement);
  let replica: Replica | null = null;
  async function close() {
    await replica?.close();
    await db.close();
    await tracing?.close();
  }
  try {
    await reach(db, config.databaseWait, onWait);
    if (!isNewAllowed) await refuseEmpty(db);
    await refuseHalfCopied(db);
    await refuseWrongClock(db);
    await migrateKnown(db);
    await requireKey(config, db);
    replica = openConfiguredReplica(config, db, tracing, onReplica);
    const { deps, stop } = await openWithKey(config, {
      db,
      replica,
      issuer: config.publicUrl,
      webhookNetworks: config.webhookNetworks,
      graphUrl: config.graphUrl,
      dataDir: config.dataDir,
      tracing,
      limitsSearches: config.rateLimit > 0,
      onError,
    });
    await addMissingPipelines(deps).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return {
      deps,
      ready: readiness(db),
      close: async () => {
        await stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Largest difference between the clocks of this machine and of the database. */
const MAX_CLOCK_SKEW_MS = 10_000;

/** How long a result is cached, so that frequent probes stay cheap. */
const READINESS_TTL_MS = 1_000;
/** If the database has not answered by then, it is not ready. */
const READINESS_LIMIT_MS = 2_000;

function readiness(db: Database): () => Promise<void> {
  let last: Promise<void> | undefined;
  async function check(): Promise<void> {
    await db.checkWritable();
    if (!(await isMigrated(db))) throw new Error("migrations are pending");
    await refuseWrongClock(db);
  }
  return () => {
    if (last !== undefined) return last;
    const limit = AbortSignal.timeout(READINESS_LIMIT_MS);
    last = Promise.race([check(), once(limit, "abort").then(() => limit.throwIfAborted())]);
    void setTimeout(READINESS_TTL_MS, undefined, { ref: false }).then(() => {
      last = undefined;
    });
    return last;
  };
}

/** Loads the code of traces only if they are on. */
async function openTracing(
  { traces }: Config,
  onError: (error: unknown) => void,
): Promise<Tracing | null> {
  if (traces === null) return null;
  const { openTracing } = await import("./operation/tracing.ts");
  return openTracing({ ...traces, version: about.version, onError });
}

/** @throws ConfigError that names the setting, if the database cannot be opened */
function open({ databaseUrl, databaseTimeout }: Config): Database {
  try {
    return openDatabase(databaseUrl, { timeoutMs: databaseTimeout });
  } catch (error) {
    const { message } = error as Error;
    throw new ConfigError(`DATABASE_URL: the database cannot be opened: ${message}`);
  }
}

/** Opens the read replica without waiting for it. */
function openConfiguredReplica(
  { databaseReadUrl: url, databaseTimeout: timeoutMs }: Config,
  db: Database,
  tracing: Tracing | null,
  onChange: (health: ReplicaHealth) => void,
): Replica | null {
  if (url === null) return null;
  const around = tracing === null ? {} : { around: tracing.statement };
  return openReplica(db, url, { timeoutMs, onChange, ...around });
}

const WAIT_LINE_MS = 10_000;
const WAIT_PAUSE_MS = 500;

/**
 * Connects to the database. PostgreSQL may start later than this program, as after the machine has started.
 *
 * @param waitMs how long to try again
 * @throws ConfigError without the URL, because it may contain a password
 */
async function reach(db: Database, waitMs: number, onWait: (line: string) => void): Promise<void> {
  const startedAt = performance.now();
  let nextLine = WAIT_LINE_MS;
  for (;;) {
    try {
      return await db.ping();
    } catch (error) {
      const fault = databaseFault(error);
      const waited = performance.now() - startedAt;
      if (!mayComeUp(error) || waited + WAIT_PAUSE_MS > waitMs) {
        throw new ConfigError(`DATABASE_URL: the database cannot be reached: ${fault}`);
      }
      if (waited >= nextLine) {
        nextLine += WAIT_LINE_MS;
        onWait(`waiting for PostgreSQL since ${Math.round(waited / 1_000)} seconds: ${fault}`);
      }
      await setTimeout(WAIT_PAUSE_MS);
    }
  }
}

/** Whether PostgreSQL, its network or its name may be there later. A wrong password never becomes right. */
function mayComeUp(error: unknown): boolean {
  const { code } = (error instanceof DatabaseUnavailable ? error.cause : error) as {
    code?: string;
  };
  return (
    error instanceof DatabaseUnavailable ||
    ["ENOTFOUND", "EAI_AGAIN", "ENOENT", "ENETUNREACH"].includes(code ?? "")
  );
}

/** @throws ConfigError if the database holds no installation */
async function refuseEmpty(db: Database): Promise<void> {
  const { missing, known } = await listMigrations(db);
  if (missing.length < known.length) return;
  throw new ConfigError(noInstallation("the database of DATABASE_URL"));
}

/** Returns the message for a place that holds no installation. */
export function noInstallation(place: string): string {
  return `No installation in ${place}; set DATA_DIR or DATABASE_URL to those of the server, or RAPPORT_ENV_FILE to its settings file. "rapport migrate" makes a new one`;
}

/** @throws ConfigError if a later version removed what this one uses; otherwise the error of the migration */
async function migrateKnown(db: Database): Promise<void> {
  try {
    await migrate(db);
  } catch (error) {
    const { refused } = await listMigrations(db);
    if (refused.length === 0) throw error;
    throw new ConfigError(
      `DATABASE_URL: the database was migrated by a later version (${refused.join(", ")}); run that version.`,
    );
  }
}

/**
 * Creates the key file of a new installation. One that has stored secrets has a key somewhere: a new one would decrypt none
 * of them, and hide that.
 *
 * @throws ConfigError if the key file is missing, or cannot be created
 */
async function requireKey({ keyFile }: Config, db: Database): Promise<void> {
  // The database first: another process that starts now has created its key before its first secret.
  const hasSecrets = await sealed.hasAny(db);
  if (keyFile === null || isPresent(keyFile)) return;
  if (hasSecrets) throw new ConfigError(noSecretKey(keyFile));
  createKeyFile(keyFile);
}

type DepsOptions = Parameters<typeof openDeps>[0];

/** @throws ConfigError if the secret key is not that of the database */
async function openWithKey(
  { secretKeys, keyFile }: Config,
  options: Omit<DepsOptions, "secretKeys" | "reloadSecretKeys">,
): ReturnType<typeof openDeps> {
  try {
    const keys = { secretKeys: secretKeys(), reloadSecretKeys: secretKeys };
    return await openDeps({ ...options, ...keys });
  } catch (error) {
    throw error instanceof UnknownKey ? new ConfigError(otherSecretKey(keyFile)) : error;
  }
}

/**
 * Leases and lists of changes rely on clocks that hardly differ (`updatedSince` allows ten seconds).
 *
 * @throws ConfigError if this machine's clock differs too much from the database's
 */
async function refuseWrongClock(db: Database): Promise<void> {
  const skew = await readClockSkew(db);
  if (Math.abs(skew) <= MAX_CLOCK_SKEW_MS) return;
  const seconds = Math.round(Math.abs(skew) / 1_000);
  throw new ConfigError(
    `this machine's clock is ${seconds} seconds ${skew > 0 ? "ahead of" : "behind"} the database's; set both with NTP`,
  );
}

async function refuseHalfCopied(db: Database): Promise<void> {
  if (!(await isUnfinished(db))) return;
  throw new ConfigError(
    'DATABASE_URL: a copy into this database is not finished; run the same "rapport copy" again before you use it.',
  );
}
