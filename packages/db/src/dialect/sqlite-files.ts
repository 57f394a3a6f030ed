import { statSync } from "node:fs";
import { DatabaseUnavailable } from "./errors.ts";

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

function identity(name: string): string | undefined {
  try {
    const { dev, ino } = statSync(name);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
