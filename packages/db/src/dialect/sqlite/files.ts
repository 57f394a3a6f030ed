import { rmSync, statSync, writeFileSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { DatabaseUnavailable } from "../dialect.ts";

/** The files of an open database, compared with those that were opened. */
export interface WatchedFiles {
  /**
   * Compares the inodes of the database, its WAL and the WAL's index.
   *
   * @throws DatabaseUnavailable if one was deleted or replaced: writes then go into an unlinked file and are
   *   lost when the process ends
   */
  check(): void;
  /**
   * Repeats the result of the last check without reading the file system.
   *
   * @throws DatabaseUnavailable as `check` does
   */
  checkLast(): void;
}

/**
 * Watches the files of a database that this process has open. SQLite itself does not notice if they are
 * deleted.
 */
export function watchFiles(file: string): WatchedFiles {
  const opened = new Map<string, string>();
  let lost: string | undefined;

  function findLost(): string | undefined {
    // Windows refuses to delete open files.
    if (process.platform === "win32") return undefined;
    return [file, `${file}-wal`, `${file}-shm`].find((name) => {
      const now = identity(name);
      const before = opened.get(name);
      if (before === undefined && now !== undefined) opened.set(name, now);
      return before !== undefined && before !== now;
    });
  }
  function check(): void {
    lost = findLost();
    checkLast();
  }
  function checkLast(): void {
    if (lost === undefined) return;
    throw new DatabaseUnavailable(
      `${lost} was deleted or replaced while it was open; stop the server and restore the database`,
      { cause: undefined },
    );
  }
  check();
  return { check, checkLast };
}

/** Bytes that must fit on the disk. A record change writes about 20 pages of 4 KiB. */
const PROBE_BYTES = 256 * 1024;

/**
 * Rewrites the database's first page unchanged, in the caller's transaction. On a read-only database this
 * fails at once. On a broken disk it fails at commit, because the page stays in memory until then.
 *
 * @throws the driver's error
 */
export function rewriteFirstPage(connection: Sqlite.Database): void {
  const version = Number(connection.pragma("user_version", { simple: true }));
  connection.pragma(`user_version = ${version}`);
}

/**
 * Writes a file next to the database and removes it. Writing one page would not detect a full disk, because
 * the WAL may still have room for it.
 *
 * @throws DatabaseUnavailable if it does not fit
 */
export function checkSpace({ name }: Sqlite.Database): void {
  const file = `${name}-probe`;
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flush: true });
  } catch (cause) {
    throw new DatabaseUnavailable("the disk of the database is full", { cause });
  } finally {
    rmSync(file, { force: true });
  }
}

function identity(name: string): string | undefined {
  try {
    const { dev, ino } = statSync(name);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
