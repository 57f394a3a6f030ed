import { statSync } from "node:fs";
import { CrmError } from "../errors.ts";

/**
 * Returns whether there is a file or folder at a path. `existsSync` returns false also if that cannot be known.
 *
 * @throws CrmError, see `unreadable`
 */
export function isPresent(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw unreadable(path, error);
  }
}

/** Returns the error for a path that cannot be read, with what to do. */
export function unreadable(path: string, error: unknown): CrmError {
  return new CrmError("INVALID_INPUT", `${path} cannot be read: ${whyUnusable(error)}.`);
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied; run the command as root or as the user of the server",
  EPERM: "permission denied; run the command as root or as the user of the server",
  ENOTDIR: "a part of the path is a file, not a folder",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
};

/** Returns why a file or folder cannot be used, in words if the error is a usual one. */
export function whyUnusable(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
