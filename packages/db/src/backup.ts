import type { Database, OnBackupProgress } from "./dialect/dialect.ts";
import { listMigrations } from "./migrate.ts";
import { openDatabase } from "./open.ts";
import { removeEpoch } from "./repositories/feed/feed-epoch.ts";
import { deleteAllFiles } from "./repositories/jobs/files.ts";
import { writeWholeFile } from "./whole-file.ts";

/** Adds the table that holds the epoch. */
const FEED_MIGRATION = "014-feed";
/** Adds the table of files. */
const FILES_MIGRATION = "020-jobs";

/** Thrown if a backup cannot be made. The message says what to do. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

/**
 * Backs up an embedded database while it is in use. `file` is a whole backup or does not exist; see `writeWholeFile`.
 *
 * @param file path of the new file; gets mode 0600
 * @param options.onProgress called with the number of bytes copied
 * @param options.onCheck called when the copy is complete and its check begins
 * @throws BackupRefused if the copy is damaged or a later version migrated the database; Error if the file already exists
 */
export async function backUp(
  db: Database,
  file: string,
  options: { onProgress: OnBackupProgress; onCheck: () => void },
): Promise<void> {
  await writeWholeFile(file, async (partial) => {
    await db.backup(partial, options.onProgress);
    options.onCheck();
    await checkAndMark(partial);
  });
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
    const { unknown, missing } = await listMigrations(copy);
    if (unknown.length > 0) {
      throw new BackupRefused(
        `The database was migrated by a later version (${unknown.join(", ")}). Back it up with that version.`,
      );
    }
    if (!missing.includes(FEED_MIGRATION)) await copy.transaction(removeEpoch);
    if (!missing.includes(FILES_MIGRATION)) {
      await copy.transaction((tx) => deleteAllFiles(tx, new Date().toISOString()));
    }
  } finally {
    await copy.close();
  }
}
