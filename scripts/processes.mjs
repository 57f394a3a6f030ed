// Starts child processes with the workspace's own Node, and passes signals on to them. Plain JavaScript without
// dependencies, like run.mjs.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const at = (...parts) => join(root, ...parts);
export const onWindows = process.platform === "win32";
export const nodeBinary = at("node_modules/node/bin", onWindows ? "node.exe" : "node");

const quiet = { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1", DO_NOT_TRACK: "1" };

/**
 * Objects of a batch, or of a search that sorts hundreds of records, outlive a young generation of 8 MiB and become garbage
 * of the old one. With 16 MiB an import takes 15 % less processor time, and such a search half. With 32 MiB, batch upserts
 * are a fifth faster still, but an import takes 30 MiB more than 100 above a new server; V8 rounds up to a power of two. With
 * Node's default of 64 MiB, pauses took 30 ms.
 * By default, garbage may grow to more than twice the live objects before it is collected.
 * V8 may decide that an object which a function makes will live long, and then makes it among the old ones for good. Under
 * load from the start it decided so for objects of a request: full collections were four times as many, and a search took
 * up to twice the processor time.
 */
export const serverFlags = [
  "--max-semi-space-size=16",
  "--heap-growing-percent=30",
  "--no-allocation-site-pretenuring",
];
/** Caches compiled code: a start then takes three quarters of the processor time. */
const compiled = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || at("node_modules/.cache/node"),
};
export const production = {
  NODE_ENV: process.env.NODE_ENV || "production",
  // Programs that run in production have no demo, unless a person starts them by hand.
  DEMO: process.env.DEMO || (process.env.NODE_ENV === "production" ? "0" : "1"),
  // The allocator of glibc keeps an arena per thread, each with memory that it does not give back. With one arena the
  // server takes 10 to 20 MiB less, at the same speed.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || "1",
};

/** Children that got a signal to stop. A second signal would end them at once. */
export const signalled = new WeakSet();

export async function runNode(command, env) {
  return (await finished(spawnNode(command, "inherit", env))).code;
}

export function spawnNode(command, stdio, env, cwd = root) {
  const path = [at("node_modules/.bin"), dirname(nodeBinary), process.env.PATH].join(delimiter);
  return spawn(existsSync(nodeBinary) ? nodeBinary : process.execPath, command, {
    cwd,
    stdio: stdio === "pipe" ? ["ignore", "pipe", "pipe"] : stdio,
    env: { ...process.env, ...quiet, ...compiled, ...env, PATH: path },
  });
}

export function finished(child) {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const stopForwarding = forwardSignals(child);
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.once("close", (code, signal) =>
      resolve({ code: code ?? 128 + constants.signals[signal], output }),
    );
  }).finally(stopForwarding);
}

/** Forwards signals to the child. Ctrl-C in a terminal has already reached it, so it is not sent a second time. */
function forwardSignals(child) {
  const forward = (signal) => {
    signalled.add(child);
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  process.on("SIGINT", forward).on("SIGTERM", forward);
  const stopWatching = onceNpmIsGone(() => signalled.has(child) || forward("SIGTERM"));
  return () => {
    process.off("SIGINT", forward).off("SIGTERM", forward);
    stopWatching();
  };
}

/** npm sends SIGTERM only to the shell in between, which exits silently. All that we notice is a new parent. */
function onceNpmIsGone(act) {
  if (!process.env.npm_lifecycle_event || onWindows) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => process.ppid !== parent && act(), 250);
  return () => clearInterval(timer);
}
