import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Database, OnBackupProgress } from "./dialect/dialect.ts";
import { listMigrations } from "./migrate.ts";
import { openDatabase } from "./open.ts";
import { removeEpoch } from "./repositories/feed/feed-epoch.ts";

/** Adds the table that holds the epoch. */
const FEED_MIGRATION = "014-feed";

/** Thrown if a backup cannot be made. The message says what to do. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

/**
 * Backs up an embedded database while it is in use. The copy has a temporary name in the target's folder
 * until it is complete, checked and on disk, so `file` is a whole backup or does not exist. Removes the
 * partial files of earlier backups of that name that were killed.
 *
 * @param file path of the new file; gets mode 0600
 * @param options.onProgress called with the number of bytes copied
 * @param options.onCheck called when the copy is complete and its check begins
 * @throws BackupRefused if the file already exists, the copy is damaged, or a later version migrated the
 *   database
 */
export async function backUp(
  db: Database,
  file: string,
  options: { onProgress: OnBackupProgress; onCheck: () => void },
): Promise<void> {
  removeLeftovers(file);
  const partial = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.partial`;
  try {
    await db.backup(partial, options.onProgress);
    options.onCheck();
    await checkAndMark(partial);
    flush(partial);
    if (existsSync(file)) throw new BackupRefused(`${file} already exists. Name a new file.`);
    renameSync(partial, file);
  } finally {
    removeDatabase(partial);
  }
  // Windows cannot flush a folder and does not need to.
  if (process.platform !== "win32") flush(dirname(file));
}

/** A server on the copy begins a new epoch of the feed, because the copy does not have what came after it. */
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
  } finally {
    await copy.close();
  }
}

/** Removes partial copies for this file whose process has ended. */
function removeLeftovers(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(file)}.`)) continue;
    const [, pid] =
      /^(\d+)-[0-9a-f]{8}\.partial$/.exec(name.slice(basename(file).length + 1)) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) removeDatabase(join(folder, name));
  }
}

function isRunning(pid: number): boolean {
  // In a container, process ids are often reused.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"])
    rmSync(`${file}${suffix}`, { force: true });
}

function flush(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
