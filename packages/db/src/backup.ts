import type { Database, OnBackupProgress } from "./dialect/dialect.ts";
import { checkDump } from "./dialect/postgres/postgres.ts";
import { listMigrations } from "./migrate.ts";
import { openDatabase } from "./open.ts";
import { removeEpoch } from "./repositories/feed/feed-epoch.ts";
import { deleteAllFiles } from "./repositories/files/files.ts";
import { isDistributed } from "./scale-out/distribute.ts";
import { writeWholeFile } from "./whole-file.ts";

/** Adds the table that holds the epoch. */
const FEED_MIGRATION = "014-feed";
/** Adds the table of files. */
const FILES_MIGRATION = "020-jobs";
/** Adds the table in which the newest backup is noted. */
const SETTINGS_MIGRATION = "043-factor-rule";

/** Thrown if a backup cannot be made. The message says what to do. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

/**
 * Backs up a database while it is in use. `file` is a whole backup or does not exist; see `writeWholeFile`.
 *
 * @param file path of the new file; gets mode 0600
 * @param options.onProgress called with the number of bytes copied, on SQLite
 * @param options.onCheck called when the copy is complete and its check begins
 * @throws BackupRefused if the copy is damaged, a later version migrated the database, or it is a cluster; Error if the
 *   file already exists, or pg_dump fails
 */
export async function backUp(
  db: Database,
  file: string,
  options: { onProgress: OnBackupProgress; onCheck: () => void },
): Promise<void> {
  if (db.dialect === "postgres") await refuseUnusable(db);
  await writeWholeFile(file, async (partial) => {
    await db.backup(partial, options.onProgress);
    options.onCheck();
    await (db.dialect === "sqlite" ? checkAndMark(partial) : checkDump(partial));
  });
}

/** Returns whether a database has the table in which backups are noted. A backup runs no migration. */
export async function canNoteBackups(db: Database): Promise<boolean> {
  return !(await listMigrations(db)).missing.includes(SETTINGS_MIGRATION);
}

async function refuseUnusable(db: Database): Promise<void> {
  if (await isDistributed(db.kysely)) {
    throw new BackupRefused(
      "pg_dump cannot copy the nodes of a cluster at one moment. Back each of them up, after citus_create_restore_point.",
    );
  }
  refuseLater(await listMigrations(db));
}

function refuseLater({ unknown }: { readonly unknown: readonly string[] }): void {
  if (unknown.length === 0) return;
  throw new BackupRefused(
    `The database was migrated by a later version (${unknown.join(", ")}). Back it up with that version.`,
  );
}

/**
 * A server on the copy begins a new epoch of the feed, because the copy does not have what came after it. The files of jobs
 * are deleted in the copy, because their parts are not in the database.
 */
async function checkAndMark(file: string): Promise<void> {
  const copy = openDatabase(`sqlite:${file}`);
  try {
    const [fault] = await copy.integrity();
    if (fault !== undefined) {
      throw new BackupRefused(
        `The copy is damaged (${fault.split("\n")[0]}), so there is no backup. Check the disk and, with "rapport doctor", the database.`,
      );
    }
    const migrations = await listMigrations(copy);
    refuseLater(migrations);
    const { missing } = migrations;
    if (!missing.includes(FEED_MIGRATION)) await copy.transaction(removeEpoch);
    if (!missing.includes(FILES_MIGRATION)) {
      await copy.transaction((tx) => deleteAllFiles(tx, new Date().toISOString()));
    }
  } finally {
    await copy.close();
  }
}
