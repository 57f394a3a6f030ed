import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { PROGRAM_ENV } from "@rapport/testing";

export interface Running {
  readonly url: string;
  /** Milliseconds from the start of the process to its first response. */
  readonly startMs: number;
  /** Resident memory in MiB. */
  residentMb(): number;
  /** Processor time that the process has used, in milliseconds. */
  cpuMs(): number;
  stop(): Promise<void>;
}

/** A fixed key, so that the benchmark can encrypt secrets that the server decrypts. */
export const SECRET_KEY = Buffer.alloc(32, 7);

/** As in `npm start`. */
const SERVER_FLAGS = [
  "--max-semi-space-size=16",
  "--heap-growing-percent=30",
  "--no-allocation-site-pretenuring",
];

const HAS_TASKSET = spawnSync("taskset", ["--version"]).status === 0;

/** Pins this process to one processor, so that the server has the other to itself. */
export function pinSelf(): void {
  if (HAS_TASKSET) spawnSync("taskset", ["-acp", "1", String(process.pid)]);
}

/** Pins a process with its children to the server's processor, or lets them use all. New children do the same. */
export function pinFamily(pid: number, onOneCore: boolean): void {
  if (!HAS_TASKSET) return;
  for (const one of [pid, ...listChildren(pid)]) {
    spawnSync("taskset", ["-acp", onOneCore ? ONE : ALL, String(one)]);
  }
}

/** Starts Rapport in production mode. */
export function startRapport(env: Record<string, string>): Promise<Running> {
  const settings = {
    NODE_ENV: "production",
    PORT: "0",
    DEMO: "0",
    RATE_LIMIT: "10000000",
    SECRET_KEY: SECRET_KEY.toString("base64"),
    ...env,
  };
  return start("../../dist/api.js", [], settings);
}

/** @param recordedFile the statements of questions, for `/replay` */
export function startYardstick(databaseUrl: string, project: number, recordedFile = "") {
  const args = [databaseUrl, String(project), recordedFile];
  return start("./yardstick/yardstick.ts", args, { NODE_ENV: "production" });
}

/**
 * Sends `count` requests with undici alone.
 *
 * @returns requests per second, and the processor time of each in microseconds
 */
export async function startSender(
  url: string,
  count: number,
  caFile: string,
): Promise<{ readonly perSecond: number; readonly cpuUs: number }> {
  const path = fileURLToPath(new URL("./yardstick/yardstick-sender.ts", import.meta.url));
  const child = spawnPinned([path, url, String(count)], { NODE_EXTRA_CA_CERTS: caFile });
  return JSON.parse(await text(child.stdout as Readable));
}

/** Reads the contacts of a project and writes them as CSV, without Rapport. */
export async function startBareExport(
  databaseUrl: string,
  project: number,
  file: string,
): Promise<{ readonly rows: number; readonly ms: number; readonly cpuMs: number }> {
  const path = fileURLToPath(new URL("./yardstick/yardstick-export.ts", import.meta.url));
  const child = spawnPinned([path, databaseUrl, String(project), file], {});
  return JSON.parse(await text(child.stdout as Readable));
}

/** Processors of a program, in the form of `taskset`. */
const ONE = "0";
const ALL = `0-${availableParallelism() - 1}`;

function spawnPinned(args: readonly string[], env: Record<string, string>): ChildProcess {
  const [program = "", ...rest] = pinnedCommand(args);
  return spawn(program, rest, {
    // As in `npm start`.
    env: { ...PROGRAM_ENV, MALLOC_ARENA_MAX: "1", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Returns a command that runs Node on one processor. */
function pinnedCommand(args: readonly string[]): readonly string[] {
  const command = [process.execPath, ...SERVER_FLAGS, ...args];
  return HAS_TASKSET ? ["taskset", "-c", ONE, ...command] : command;
}

/** Returns the resident memory of a process in MiB. */
function readResidentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

async function start(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Running> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const began = performance.now();
  const child = spawnPinned([path, ...args], env);
  const port = await readPort(child);
  // Read and discard the rest of the output, so that logging costs as much as in production.
  child.stdout?.resume();
  const url = `http://127.0.0.1:${port}`;
  await fetch(`${url}/healthz`);
  const startMs = Math.round(performance.now() - began);
  return {
    url,
    startMs,
    residentMb: () => readResidentMb(child.pid as number),
    cpuMs: () => cpuMs(child.pid as number),
    stop: async () => {
      const closed = once(child, "close");
      child.kill("SIGTERM");
      await closed;
    },
  };
}

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;

/**
 * Returns the processor time that a process has used, in milliseconds; 0 where there is no /proc. On a machine
 * that others use too, it says more than the time that passes.
 */
function cpuMs(pid: number): number {
  return (readTimes(pid)?.ticks ?? 0) * MS_PER_TICK;
}

/** Like `cpuMs`, for a process and its children, such as the sessions of PostgreSQL. */
export function familyCpuMs(pid: number): number {
  const ticks = [pid, ...listChildren(pid)].map((one) => readTimes(one)?.ticks ?? 0);
  return ticks.reduce((sum, one) => sum + one, 0) * MS_PER_TICK;
}

/** Returns the ids of a process's children; none where there is no /proc. */
function listChildren(pid: number): readonly number[] {
  const pids = list("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((one) => readTimes(one)?.parent === pid);
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readTimes(pid: number): { parent: number; ticks: number; ended: number } | undefined {
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

async function readPort(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error("the server's output is not read");
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const port = /"port":(\d+)/.exec(line)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error("the server ended before it listened");
}
