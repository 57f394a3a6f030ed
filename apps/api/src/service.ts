import { once } from "node:events";
import { type Deps, databaseFault, openDeps } from "@rapport/core";
import {
  type Database,
  isMigrated,
  isUnfinished,
  listMigrations,
  migrate,
  openDatabase,
  secureFiles,
} from "@rapport/db";
import { type Config, ConfigError } from "./config.ts";

export interface Service {
  readonly deps: Deps;
  /** Rejects unless the database can be written and every migration has run; a second old at most. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database, brings its schema up to date and puts the services together. Takes from others the
 * permission to read the files of an embedded database.
 *
 * @throws ConfigError when the database cannot be reached, was migrated by a later version, or a copy into it
 *   has not ended
 */
export async function openService(
  config: Config,
  onError: (error: unknown) => void,
): Promise<Service> {
  secureFiles(config.databaseUrl);
  const db = open(config);
  try {
    await reach(db);
    await refuseHalfCopied(db);
    await migrateKnown(db);
    const { deps, stop } = await openDeps({
      db,
      issuer: config.publicUrl,
      secretKeys: config.secretKeys(),
      reloadSecretKeys: config.secretKeys,
      webhookNetworks: config.webhookNetworks,
      graphUrl: config.graphUrl,
      onError,
    });
    return {
      deps,
      ready: readiness(db),
      close: async () => {
        await stop();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Milliseconds that an answer is remembered, so that probes cost next to nothing. */
const READINESS_KEPT_MS = 1_000;
/** Milliseconds after which a database that has not answered is not ready. */
const READINESS_LIMIT_MS = 2_000;

function readiness(db: Database): () => Promise<void> {
  let last: Promise<void> | undefined;
  async function look(): Promise<void> {
    await db.checkWritable();
    if (!(await isMigrated(db))) throw new Error("migrations are pending");
  }
  return () => {
    if (last !== undefined) return last;
    const limit = AbortSignal.timeout(READINESS_LIMIT_MS);
    last = Promise.race([look(), once(limit, "abort").then(() => limit.throwIfAborted())]);
    setTimeout(() => {
      last = undefined;
    }, READINESS_KEPT_MS).unref();
    return last;
  };
}

/** @throws ConfigError naming the setting, when an embedded database is none or cannot be written */
function open({ databaseUrl, databaseTimeout }: Config): Database {
  try {
    return openDatabase(databaseUrl, { timeoutMs: databaseTimeout });
  } catch (error) {
    const { message } = error as Error;
    throw new ConfigError(`DATABASE_URL: the database cannot be opened: ${message}`);
  }
}

/** @throws ConfigError naming the setting; the address may hold a password and is not repeated */
async function reach(db: Database): Promise<void> {
  try {
    await db.ping();
  } catch (error) {
    throw new ConfigError(`DATABASE_URL: the database cannot be reached: ${databaseFault(error)}`);
  }
}

/** @throws ConfigError for a database of a later version; whatever a migration throws */
async function migrateKnown(db: Database): Promise<void> {
  try {
    await migrate(db);
  } catch (error) {
    const { unknown } = await listMigrations(db);
    if (unknown.length === 0) throw error;
    throw new ConfigError(
      `DATABASE_URL: the database was migrated by a later version (${unknown.join(", ")}); run that version.`,
    );
  }
}

async function refuseHalfCopied(db: Database): Promise<void> {
  if (!(await isUnfinished(db))) return;
  throw new ConfigError(
    'DATABASE_URL: a copy into this database has not ended; run the same "rapport copy" again before using it.',
  );
}
