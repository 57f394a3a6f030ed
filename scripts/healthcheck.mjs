// Health check of a container: asks each program of Rapport that runs in it. Exits with 0 if all of them answer.
import { readdirSync, readFileSync } from "node:fs";

const { env } = process;

/** Address that says whether a program is healthy, by the last part of its command. `undefined`: it serves nothing. */
const ADDRESSES = {
  "dist/api.js": address(env.METRICS_PORT || env.PORT || "3000", "/healthz"),
  "dist/admin.js": env.ADMIN_METRICS_PORT
    ? address(env.ADMIN_METRICS_PORT, "/healthz")
    : address(env.ADMIN_PORT || "3001", "/"),
  worker: env.WORKER_METRICS_PORT && address(env.WORKER_METRICS_PORT, "/healthz"),
};

const running = new Set(
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(readProgram),
);
running.delete(undefined);
const answers = await Promise.all([...running].map((name) => isHealthy(ADDRESSES[name])));
process.exitCode = running.size > 0 && answers.every(Boolean) ? 0 : 1;

function address(port, path) {
  return `http://127.0.0.1:${port}${path}`;
}

/** Returns the program of a process, or undefined for other processes. */
function readProgram(pid) {
  try {
    const [, ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const isWorker = args.includes("dist/rapport.js") && args.includes("worker");
    return isWorker ? "worker" : args.find((one) => Object.hasOwn(ADDRESSES, one));
  } catch {
    return undefined;
  }
}

async function isHealthy(url) {
  if (url === undefined || url === "") return true;
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2500) })).ok;
  } catch {
    return false;
  }
}
