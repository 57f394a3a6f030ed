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

/**
 * Writes a new file that is whole or does not exist. It has a temporary name in the same folder until it is complete and
 * on disk. Removes the partial files of that name whose processes were killed.
 *
 * @param file path of the new file
 * @param write creates the file with the path that it gets
 * @throws Error if the file already exists
 */
export async function writeWholeFile<T>(
  file: string,
  write: (partial: string) => Promise<T>,
): Promise<T> {
  removeLeftovers(file);
  const partial = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.partial`;
  try {
    const result = await write(partial);
    flush(partial, "r+");
    if (existsSync(file)) throw new Error(`${file} already exists. Name a new file.`);
    renameSync(partial, file);
    // Windows cannot flush a folder and does not need to.
    if (process.platform !== "win32") flush(dirname(file), "r");
    return result;
  } finally {
    remove(partial);
  }
}

/** Removes partial files of this name whose process has ended. */
function removeLeftovers(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(file)}.`)) continue;
    const [, pid] =
      /^(\d+)-[0-9a-f]{8}\.partial$/.exec(name.slice(basename(file).length + 1)) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(folder, name));
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

/** Removes a partial file. If it is a database, it has files of SQLite next to it. */
function remove(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"])
    rmSync(`${file}${suffix}`, { force: true });
}

/** Windows flushes a file only if it is open for writing. */
function flush(path: string, mode: "r" | "r+"): void {
  const descriptor = openSync(path, mode);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
