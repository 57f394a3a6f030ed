import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const NAME = /^rapport-tests-(\d+)$/;
/** Four times what a run with four workers takes. */
const NEEDED_BYTES = 2 * 2 ** 30;

/**
 * Keeps the temporary files of a test run in memory if the machine has a file system there with enough room. Copying a
 * database takes a fraction of the processor time that it takes on a disk. `TMPDIR` names another folder.
 */
export default function setUp(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined) return undefined;
  removeAbandoned();
  if (!hasRoom()) return undefined;
  const folder = join(MEMORY, `rapport-tests-${process.pid}`);
  mkdirSync(folder);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (!canExecute(folder)) {
    remove();
    return undefined;
  }
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    remove();
  };
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were killed. */
function removeAbandoned(): void {
  if (!existsSync(MEMORY)) return;
  for (const name of readdirSync(MEMORY)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(join(MEMORY, name), { recursive: true, force: true });
    } catch {
      // The killed run may have left a disk mounted in its folder.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Containers often forbid programs there, but tests install and run some. */
function canExecute(folder: string): boolean {
  const file = join(folder, "probe");
  writeFileSync(file, "#!/bin/sh\n", { mode: 0o755 });
  return spawnSync(file).status === 0;
}
