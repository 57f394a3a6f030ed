import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PROGRAM_ENV } from "@rapport/testing";
import { fetchToken } from "./credentials.ts";
import type { BenchDatabase } from "./databases.ts";
import { writeAtPace } from "./load.ts";
import { startRapport } from "./processes.ts";

/** How `examples/mirror` copies a project and follows its changes. */
export interface MirrorFigures {
  readonly writesPerSecond: number;
  readonly records: number;
  /** Milliseconds from the start of the program until it had every record. */
  readonly copyMs: number;
  /** Milliseconds from a write until the copy has it. */
  readonly p50: number;
  readonly p99: number;
  /** Whether the copy equals a new list of every record at the end. */
  readonly isEqual: boolean;
}

const PROGRAM = fileURLToPath(new URL("../../examples/mirror/main.ts", import.meta.url));
/** Longest time in milliseconds that the copy may be behind the last write. */
const MOST_BEHIND_MS = 60_000;

/**
 * Runs `examples/mirror` until it has copied everything, writes at a fixed rate while it follows, and lets it check its
 * copy.
 *
 * @throws Error if the copy does not get every write
 */
export async function benchMirror(
  { url, seeded }: BenchDatabase,
  folder: string,
  seconds: number,
): Promise<MirrorFigures> {
  const rapport = await startRapport({ DATABASE_URL: url, DATA_DIR: folder });
  const file = join(mkdtempSync(join(folder, "mirror-")), "mirror.db");
  const start = (...args: readonly string[]) =>
    spawn(process.execPath, [PROGRAM, file, ...args], {
      env: {
        ...PROGRAM_ENV,
        RAPPORT_URL: rapport.url,
        CLIENT_ID: seeded.clientId,
        CLIENT_SECRET: seeded.clientSecret,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
  try {
    const token = await fetchToken(rapport, seeded);
    const began = performance.now();
    const mirror = start();
    const copied = watch(mirror);
    await until(() => copied.listed.has("task"), mirror);
    const copyMs = Math.round(performance.now() - began);
    // The changes that the seeding made.
    await delay(1_000);
    const before = copied.applied.length;
    const written = await writeAtPace(rapport, token, seeded, seconds);
    const count = written.writesPerSecond * seconds;
    await until(() => copied.applied.length - before >= count, mirror);
    mirror.kill("SIGTERM");
    await once(mirror, "close");
    const lags = copied.applied
      .slice(before, before + count)
      .map((at, i) => at - (written.startedAt + (1_000 * i) / written.writesPerSecond))
      .toSorted((a, b) => a - b);
    const { records, isEqual } = await check(start("check"));
    return {
      ...{ records, copyMs, isEqual, writesPerSecond: written.writesPerSecond },
      p50: Math.round(lags[lags.length >> 1] ?? 0),
      p99: Math.round(lags[Math.floor(lags.length * 0.99)] ?? 0),
    };
  } finally {
    await rapport.stop();
  }
}

/** Reads what the program prints: which types it has listed, and when it applied each event. */
function watch(mirror: ChildProcess) {
  const listed = new Set<string>();
  const applied: number[] = [];
  createInterface({ input: mirror.stdout as Readable }).on("line", (line) => {
    const [, count = "0", what = ""] = /^(\d+) (\w+)/.exec(line) ?? [];
    if (what !== "events") listed.add(what);
    else for (let i = 0; i < Number(count); i++) applied.push(performance.now());
  });
  return { listed, applied };
}

async function until(isDone: () => boolean, { exitCode }: ChildProcess): Promise<void> {
  const end = performance.now() + MOST_BEHIND_MS;
  while (!isDone()) {
    if (exitCode !== null || performance.now() > end) throw new Error("the mirror is stuck");
    await delay(10);
  }
}

async function check(program: ChildProcess): Promise<{ records: number; isEqual: boolean }> {
  let last = "{}";
  createInterface({ input: program.stdout as Readable }).on("line", (line) => {
    last = line;
  });
  await once(program, "close");
  return JSON.parse(last);
}
