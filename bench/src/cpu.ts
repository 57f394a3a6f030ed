import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;

/**
 * Returns the processor time that a process has used, in milliseconds; 0 where there is no /proc. On a machine
 * that others use too, it says more than the time that passes.
 */
export function cpuMs(pid: number): number {
  return (timesOf(pid)?.ticks ?? 0) * MS_PER_TICK;
}

/** Like `cpuMs`, for a process and its children, such as the sessions of PostgreSQL. */
export function familyCpuMs(pid: number): number {
  const ticks = [pid, ...childrenOf(pid)].map((one) => timesOf(one)?.ticks ?? 0);
  return ticks.reduce((sum, one) => sum + one, 0) * MS_PER_TICK;
}

/** Returns the ids of a process's children; none where there is no /proc. */
export function childrenOf(pid: number): readonly number[] {
  const pids = list("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((one) => timesOf(one)?.parent === pid);
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function timesOf(pid: number): { parent: number; ticks: number; ended: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may contain spaces.
    const [, parent, , , , , , , , , , user, system, endedUser, endedSystem] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ");
    const ended = Number(endedUser) + Number(endedSystem);
    return { parent: Number(parent), ticks: Number(user) + Number(system), ended };
  } catch {
    return undefined;
  }
}
