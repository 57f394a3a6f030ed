import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import type { User } from "./postgres-cluster.ts";

/** Starts the server of a cluster, and waits until it accepts connections. */
export async function startServer(
  binaries: string,
  data: string,
  port: number,
  settings: Readonly<Record<string, string>>,
  user: User,
) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(binaries, "postgres"), ["-D", data, "-p", `${port}`, ...flags], {
    cwd: dirname(data),
    stdio: ["ignore", "ignore", "pipe"],
    ...user,
  });
  await ready(server);
  return server;
}

/** Stops the server without waiting for its clients. */
export async function end(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, "exit");
  server.kill("SIGINT");
  await exited;
}

/** Its files can be used again only once it has ended. */
export async function killAll(server: ChildProcess): Promise<void> {
  const exited = once(server, "exit");
  signalAll(server, "SIGKILL");
  await exited;
}

/** Signals the server's child processes too, because each PostgreSQL session is a process in its own Unix session. */
export function signalAll({ pid }: Pick<ChildProcess, "pid">, signal: NodeJS.Signals) {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const processes = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  for (const [child, parent] of processes) {
    if (child === undefined || parent !== pid) continue;
    try {
      process.kill(child, signal);
    } catch (error) {
      // A session may have ended since the list was made.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
  process.kill(pid as number, signal);
}

function ready(server: ChildProcess) {
  return new Promise<void>((resolve, reject) => {
    let log = "";
    let started = false;
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      if (started) return;
      log += text;
      started = /ready to accept (read-only )?connections/.test(log);
      if (started) resolve();
    });
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
}
