import { closeSync, lstatSync, openSync, readdirSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "@rapport/db";

/** Ends of the names of backups, and how their contents begin. */
const KINDS = {
  sqlite: { end: "db", magic: "SQLite format 3\0" },
  postgres: { end: "dump", magic: "PGDMP" },
} as const;

const NAME = /^rapport-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.(db|dump)$/;

/** Returns the path of the backup of a moment, such as `rapport-2027-01-31T02-15-00-042Z.db`. Names sort by time. */
export function backupIn(folder: string, dialect: Database["dialect"], at: Date): string {
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
export function removeOldBackups(folder: string, made: string, keep: number): number {
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
