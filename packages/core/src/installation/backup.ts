import { closeSync, lstatSync, openSync, readdirSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  type BackupProgress,
  BackupRefused,
  backUp,
  canNoteBackups,
  type Database,
  health,
} from "@rapport/db";
import { CrmError, databaseFault } from "../errors.ts";
import { reach, sqliteFile } from "./addresses.ts";
import { isPresent } from "./unreadable.ts";

/** A new file, or a folder whose newest backups are kept. */
export type BackupTarget =
  | { readonly file: string }
  | { readonly folder: string; readonly keep: number };

/**
 * Backs up a database while servers use it, and notes the time in it. Runs no migration on it. PostgreSQL is backed up with
 * pg_dump.
 *
 * @param options.databaseUrl value of DATABASE_URL
 * @param options.onProgress called with the amount copied so far, on SQLite
 * @param options.onCheck called when the copy is complete and its check begins
 * @param options.onUnnoted called if the backup is complete, but could not be noted
 * @returns the file, and the number of older backups that were removed from the folder
 * @throws CrmError INVALID_INPUT for a database that does not exist or cannot be reached; BackupRefused, see `backUp`;
 *   otherwise Error whose message says why there is no backup
 */
export async function backUpInstallation(
  target: BackupTarget,
  options: {
    databaseUrl: string;
    onProgress?: (progress: BackupProgress) => void;
    onCheck?: () => void;
    onUnnoted?: (reason: string) => void;
  },
): Promise<{ file: string; removed: number }> {
  const source = sqliteFile(options.databaseUrl);
  if (source !== undefined && !isPresent(source)) {
    throw new CrmError(
      "INVALID_INPUT",
      `There is no database at ${source}; check DATABASE_URL and DATA_DIR.`,
    );
  }
  const db = await reach(options.databaseUrl, "DATABASE_URL");
  try {
    const at = new Date();
    const file = "file" in target ? target.file : backupIn(target.folder, db.dialect, at);
    const { onProgress = noop, onCheck = noop, onUnnoted = noop } = options;
    await backUp(db, file, { onProgress, onCheck }).catch(refuse);
    await note(db, file, at).catch((error) => onUnnoted(databaseFault(error)));
    const removed = "file" in target ? 0 : removeOldBackups(target.folder, file, target.keep);
    return { file, removed };
  } finally {
    await db.close();
  }
}

/** Ends of the names of backups, and how their contents begin. */
const KINDS = {
  sqlite: { end: "db", magic: "SQLite format 3\0" },
  postgres: { end: "dump", magic: "PGDMP" },
} as const;

const NAME = /^rapport-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.(db|dump)$/;

/** Returns the path of the backup of a moment, such as `rapport-2027-01-31T02-15-00-042Z.db`. Names sort by time. */
function backupIn(folder: string, dialect: Database["dialect"], at: Date): string {
  const time = at.toISOString().replaceAll(/[:.]/g, "-");
  return join(folder, `rapport-${time}.${KINDS[dialect].end}`);
}

/**
 * Removes the oldest backups of a folder. Leaves everything else there as it is.
 *
 * @param made the backup that was just made, which always stays
 * @param keep how many of the newest stay
 * @returns the number of backups removed
 * @throws Error that names the backup that cannot be removed
 */
function removeOldBackups(folder: string, made: string, keep: number): number {
  const paths = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .toSorted()
    .reverse()
    .map((name) => join(folder, name))
    .filter(isBackup);
  const old = paths.slice(keep).filter((path) => path !== made);
  for (const path of old) {
    try {
      rmSync(path, { force: true });
    } catch (error) {
      const { message } = error as Error;
      throw new Error(
        `The backup ${made} is complete, but an old one cannot be removed: ${message}`,
      );
    }
  }
  return old.length;
}

/** Returns whether a file with the name of a backup is one. Another run may have removed it meanwhile. */
function isBackup(path: string): boolean {
  try {
    if (!lstatSync(path).isFile()) return false;
    const head = Buffer.alloc(16);
    const descriptor = openSync(path, "r");
    try {
      readSync(descriptor, head);
    } finally {
      closeSync(descriptor);
    }
    return Object.values(KINDS).some(({ magic }) => head.toString("latin1").startsWith(magic));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

const noop = () => undefined;

/** The file system, SQLite and pg_dump say only what they could not do. */
function refuse(error: unknown): never {
  if (error instanceof BackupRefused) throw error;
  throw new Error(`There is no backup: ${databaseFault(error)}`, { cause: error });
}

async function note(db: Database, file: string, at: Date): Promise<void> {
  if (!(await canNoteBackups(db))) return;
  await db.transaction((tx) => health.noteBackup.all(tx, { file, at: at.toISOString() }));
}
