import { hash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";

/**
 * Writes a file that is whole or does not exist. It has a temporary name in the same folder until it is complete and
 * on disk. Removes the partial files in the folder whose processes were killed.
 *
 * @param file path of the file
 * @param write creates the file with the path that it gets
 * @param options.replaces whether the file may exist; then it is replaced in one step
 * @throws Error if the file already exists and may not
 */
export async function writeWholeFile<T>(
  file: string,
  write: (partial: string) => Promise<T>,
  { replaces = false } = {},
): Promise<T> {
  removeLeftovers(dirname(file));
  const partial = `${file}.${process.pid}-${HOST}${randomBytes(2).toString("hex")}.partial`;
  try {
    const result = await write(partial);
    flush(partial, "r+");
    if (!replaces && existsSync(file)) throw new Error(`${file} already exists. Name a new file.`);
    renameSync(partial, file);
    // Windows cannot flush a folder and does not need to.
    if (process.platform !== "win32") flush(dirname(file), "r");
    return result;
  } finally {
    remove(partial);
  }
}

/** Stands for this machine or container in the names of partial files, because others may write to the same folder. */
const HOST = hash("sha256", hostname()).slice(0, 4);
/** Milliseconds after which a partial file without new writes counts as abandoned, even if another host made it. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Removes partial files whose process has ended. Every backup has a name of its own, so any name counts. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid, host] = /\.(\d+)-([0-9a-f]{4})[0-9a-f]{4}\.partial$/.exec(name) ?? [];
    if (pid === undefined) continue;
    const path = join(folder, name);
    const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (writtenAt === undefined) continue;
    const isOurs = host === HOST && !isWriting(Number(pid), writtenAt);
    if (isOurs || Date.now() - writtenAt > ABANDONED_MS) remove(path);
  }
}

/** Returns whether the process runs that wrote a file last; not another one that has got its id since. */
function isWriting(pid: number, writtenAt: number): boolean {
  if (!isRunning(pid)) return false;
  return processStart(pid) <= writtenAt + CLOCK_PRECISION_MS;
}

/** The start of a process is known in hundredths of a second, that of the system in seconds. */
const CLOCK_PRECISION_MS = 2_000;

/** Returns when a process started, in milliseconds since the epoch (proc(5)); 0 if the system does not say. */
function processStart(pid: number): number {
  try {
    const [, bootSeconds = 0] = /^btime (\d+)$/m.exec(readFileSync("/proc/stat", "utf8")) ?? [];
    // The name of the program, in parentheses, may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return Number(bootSeconds) * 1000 + Number(fields[19]) * 10;
  } catch {
    return 0;
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
