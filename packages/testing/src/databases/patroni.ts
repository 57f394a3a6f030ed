import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import { serverUser, signalAll } from "./postgres-process.ts";

/** The configurations of a recipe, with its addresses, folders and passwords. */
export interface PatroniRecipe {
  /** Patroni's configuration of the first node, `a`. */
  readonly patroni: string;
  readonly haproxy: string;
}

export interface PatroniCluster extends AsyncDisposable {
  /** Leads to the primary through HAProxy, as the superuser. */
  readonly url: string;
  /** Name of the primary; undefined while there is none. */
  primary(): Promise<string | undefined>;
  /** Kills every process of the primary's machine: Patroni and PostgreSQL. */
  killPrimary(): Promise<void>;
}

interface Node {
  readonly name: string;
  readonly postgres: number;
  readonly api: number;
  readonly data: string;
}

const START_MS = 120_000;

/**
 * Starts two PostgreSQL servers that Patroni manages, etcd, and HAProxy in front, all on 127.0.0.1. Only what a single
 * machine needs differs from the recipe. Resolves once the standby is synchronous.
 */
export async function startPatroni(recipe: PatroniRecipe): Promise<PatroniCluster> {
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), "rapport-patroni-"));
  const own = (path: string) => {
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  };
  own(folder);
  const programs = new Map<string, ChildProcess>();
  const run = (name: string, program: string, ...args: readonly string[]) => {
    const env = { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8" };
    const child = spawn(program, args, { cwd: folder, env, stdio: "ignore", ...user });
    programs.set(name, child);
  };
  const [etcd, peer, entry] = [await freePort(), await freePort(), await freePort()];
  const urls = (port: number) => `http://127.0.0.1:${port}`;
  run(
    ...(["etcd", "etcd", "--data-dir", join(folder, "etcd")] as const),
    ...["--listen-client-urls", urls(etcd), "--advertise-client-urls", urls(etcd)],
    ...["--listen-peer-urls", urls(peer), "--initial-advertise-peer-urls", urls(peer)],
    ...["--initial-cluster", `default=${urls(peer)}`],
  );
  const password = randomBytes(24).toString("base64url");
  const nodes: readonly Node[] = [await node("a", folder), await node("b", folder)];
  for (const one of nodes) {
    mkdirSync(join(folder, one.name), { mode: 0o700 });
    own(join(folder, one.name));
    const file = join(folder, `${one.name}.yml`);
    writeFileSync(file, patroniConfig(recipe.patroni, one, etcd, password));
    run(one.name, "patroni", own(file));
  }
  const proxy = join(folder, "haproxy.cfg");
  writeFileSync(proxy, haproxyConfig(recipe.haproxy, nodes, entry));
  run("haproxy", "haproxy", "-db", "-f", own(proxy));
  const stop = async () => {
    for (const one of nodes) await killNode(one, programs.get(one.name));
    for (const name of ["haproxy", "etcd"]) await kill(programs.get(name));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilSynchronous(nodes);
  } catch (error) {
    await stop();
    throw error;
  }
  const primary = () => findPrimary(nodes);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${entry}/postgres`,
    primary: async () => (await primary())?.name,
    async killPrimary() {
      const found = await primary();
      if (found === undefined) throw new Error("the cluster has no primary");
      await killNode(found, programs.get(found.name));
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function node(name: string, folder: string): Promise<Node> {
  const data = join(folder, name, "data");
  return { name, postgres: await freePort(), api: await freePort(), data };
}

function patroniConfig(recipe: string, one: Node, etcd: number, password: string): string {
  return recipe
    .replace(/^name: a$/m, `name: ${one.name}`)
    .replace(/hosts: \[.*?\]/, `hosts: ["127.0.0.1:${etcd}"]`)
    .replaceAll("10.0.0.11:8008", `127.0.0.1:${one.api}`)
    .replaceAll("10.0.0.11:5432", `127.0.0.1:${one.postgres}`)
    .replaceAll("10.0.0.0/24", "127.0.0.1/32")
    .replace("parameters: {", `parameters: { unix_socket_directories: ".",`)
    .replace(/data_dir: .*/, `data_dir: ${one.data}`)
    .replaceAll('"…"', `"${password}"`);
}

function haproxyConfig(recipe: string, nodes: readonly Node[], entry: number): string {
  const servers = nodes.map(
    ({ name, postgres, api }) => `  server ${name} 127.0.0.1:${postgres} check port ${api}\n`,
  );
  const rest = recipe.replaceAll(/^ {2}server .*\n/gm, "");
  return `${rest.replace("127.0.0.1:5000", `127.0.0.1:${entry}`).trimEnd()}\n${servers.join("")}`;
}

interface Member {
  readonly name: string;
  readonly role: string;
}

async function untilSynchronous(nodes: readonly Node[]): Promise<void> {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    for (const { api } of nodes) {
      const members: readonly Member[] = await fetch(`http://127.0.0.1:${api}/cluster`)
        .then((response) => response.json() as Promise<{ members?: readonly Member[] }>)
        .then((body) => body.members ?? [])
        .catch(() => []);
      if (members.some(({ role }) => role === "sync_standby")) return;
    }
    await delay(250);
  }
  throw new Error("Patroni's standby did not become synchronous");
}

async function findPrimary(nodes: readonly Node[]): Promise<Node | undefined> {
  for (const one of nodes) {
    const isPrimary = await fetch(`http://127.0.0.1:${one.api}/primary`)
      .then(({ status }) => status === 200)
      .catch(() => false);
    if (isPrimary) return one;
  }
  return undefined;
}

/** Patroni starts PostgreSQL in a Unix session of its own. */
async function killNode({ data }: Node, patroni: ChildProcess | undefined): Promise<void> {
  await kill(patroni);
  const pid = readPostmaster(data);
  if (pid !== undefined) signalAll({ pid }, "SIGKILL");
}

function readPostmaster(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
