import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import { serverUser } from "./postgres-process.ts";

export type PoolMode = "session" | "transaction";

export interface Pgbouncer extends AsyncDisposable {
  /** The URL of the database through PgBouncer. */
  readonly url: string;
  /** Ends every connection at once, and starts it again. */
  restart(): Promise<void>;
}

/** Whether PgBouncer keeps named statements in transaction pooling, which it does from 1.21 on. */
export function keepsStatements(): boolean {
  const { stdout } = spawnSync("pgbouncer", ["--version"], { encoding: "utf8" });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/**
 * Starts PgBouncer in front of a PostgreSQL server, on a free port of 127.0.0.1.
 *
 * @param url URL of the database, with the role and the password that clients use too
 */
export async function startPgbouncer(url: string, mode: PoolMode): Promise<Pgbouncer> {
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), "rapport-pgbouncer-"));
  const { hostname, port, username, password } = new URL(url);
  const [entry, roles] = [await freePort(), join(folder, "roles.txt")];
  const settings = [
    ...["[databases]", `* = host=${hostname} port=${port}`, "[pgbouncer]"],
    ...["listen_addr = 127.0.0.1", `listen_port = ${entry}`, "unix_socket_dir ="],
    ...["auth_type = scram-sha-256", `auth_file = ${roles}`, `pool_mode = ${mode}`],
    ...["ignore_startup_parameters = options", "default_pool_size = 40", "max_client_conn = 500"],
    ...(keepsStatements() ? ["max_prepared_statements = 200"] : []),
  ];
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, `${settings.join("\n")}\n`);
  writeFileSync(roles, `"${username}" "${password}"\n`);
  for (const path of [folder, file, roles]) if (user) chownSync(path, user.uid, user.gid);
  const start = async () => {
    const child = spawn("pgbouncer", [file], { cwd: folder, stdio: "ignore", ...user });
    await listening(child, entry);
    return child;
  };
  let child = await start();
  return {
    url: Object.assign(new URL(url), { port: String(entry) }).href,
    async restart() {
      await kill(child);
      child = await start();
    },
    async [Symbol.asyncDispose]() {
      await kill(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await delay(20);
  }
  throw new Error("PgBouncer did not start");
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
