import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Permission bits of the group and of others. */
const OTHERS = 0o077;

/**
 * Creates a folder and its missing parents, readable only by their owner. Does not use `mkdirSync` with
 * `recursive`: below /proc, where mkdir returns ENOENT, Node 24 repeats it forever.
 *
 * @throws the file system's error, EEXIST if a file has that name
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

/** Creates an empty file with mode 0600. Leaves an existing file as it is. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, "a", 0o600));
}

/**
 * Removes all permissions of the group and others on a file. Skips files that do not exist, files of
 * another owner, and Windows, which has no such modes.
 */
export function makePrivate(file: string): void {
  if (!isOpenToOthers(file)) return;
  try {
    chmodSync(file, statSync(file).mode & ~OTHERS & 0o777);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPERM" && code !== "EROFS" && code !== "ENOENT") throw error;
  }
}

/** Returns whether anyone but the owner may read, write or run a file; false if it does not exist. */
export function isOpenToOthers(file: string): boolean {
  if (process.platform === "win32") return false;
  return ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
