import {
  type CopyResult,
  type CopyStep,
  copyDatabase,
  type Database,
  isMigrated,
  type ScaledOut,
  ScaleOutRefused,
  scaleOut,
} from "@rapport/db";
import { secretBox } from "../access/secret-box.ts";
import { CrmError } from "../errors.ts";
import { databaseName, reach, sqliteFile } from "./addresses.ts";
import { trySecrets, unreadableColumns } from "./secret-rotation.ts";
import { isPresent } from "./unreadable.ts";

export interface InstallationCopy extends CopyResult {
  /** Number of stored secrets, all of which the given keys can decrypt. */
  readonly secrets: number;
}

/**
 * Copies a whole installation to another database, SQLite or PostgreSQL. Secrets stay encrypted, so the
 * target needs the secret key of the source.
 *
 * @param options.from address of the source, in the form of DATABASE_URL
 * @param options.to address of the target, which is empty or holds an unfinished copy of the same source
 * @param options.secretKeys keys that the target will run with
 * @param options.onStep called after each batch and each table
 * @throws CrmError INVALID_INPUT if an address is malformed or cannot be reached, if both name the same
 *   database, or if the keys cannot decrypt the source's secrets; CopyRefused, see `copyDatabase`
 */
export async function copyInstallation(options: {
  from: string;
  to: string;
  secretKeys: readonly Buffer[];
  onStep?: (step: CopyStep) => void;
}): Promise<InstallationCopy> {
  const [from, to] = [databaseName(options.from, "--from"), databaseName(options.to, "--to")];
  if (from === to) {
    throw new CrmError("INVALID_INPUT", "--from and --to name the same database.");
  }
  checkFile(options.from);
  const source = await reach(options.from, "--from");
  try {
    const target = await reach(options.to, "--to");
    try {
      const secrets = await countSecrets(source, options.secretKeys);
      const copy = await copyDatabase({ db: source, name: from }, target, options.onStep);
      return { ...copy, secrets };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/**
 * Spreads an installation over the nodes of a Citus cluster; see `scaleOut`.
 *
 * @param options.url address of the coordinator, in the form of DATABASE_URL
 * @throws CrmError INVALID_INPUT if the address is malformed or cannot be reached; CONFLICT with the reason if the
 *   installation cannot be spread now
 */
export async function scaleOutInstallation(options: {
  url: string;
  shards: number;
  onTable?: (table: string) => void;
}): Promise<ScaledOut> {
  databaseName(options.url, "DATABASE_URL");
  const db = await reach(options.url, "DATABASE_URL");
  try {
    return await scaleOut(db, options.shards, options.onTable);
  } catch (error) {
    if (error instanceof ScaleOutRefused) throw new CrmError("CONFLICT", error.message);
    throw error;
  } finally {
    await db.close();
  }
}

function checkFile(url: string): void {
  const file = sqliteFile(url);
  if (file === undefined || isPresent(file)) return;
  throw new CrmError("INVALID_INPUT", `--from: there is no file ${file}.`);
}

async function countSecrets(source: Database, keys: readonly Buffer[]): Promise<number> {
  // The copy itself refuses a source that was never migrated, and says what to do.
  if (!(await isMigrated(source))) return 0;
  const tried = await trySecrets(source, secretBox(keys));
  if (tried.unreadable.size === 0) return tried.count;
  throw new CrmError(
    "INVALID_INPUT",
    `The current secret key cannot decrypt the source's secrets (${unreadableColumns(tried)}). Run this with the source's SECRET_KEY, or with the DATA_DIR that holds its secret-key file. The target needs the same key.`,
  );
}
