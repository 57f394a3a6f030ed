import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";

/** What a program in another root gets. */
export interface RootedProgram {
  /** Folder that the program sees as `/`, read-only. */
  readonly root: string;
  /** Numeric ids, such as `2000:2000`. */
  readonly user: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folders of this machine that the program may write to, by their paths in the root. */
  readonly volumes: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}

export interface RunningProgram {
  output(): string;
  /** Runs a command in the same root, network and processes. Returns its exit code and output. */
  exec(command: readonly string[]): { status: number | null; output: string };
  /** Waits until a command succeeds. Returns the milliseconds since the start. */
  until(command: readonly string[]): Promise<number>;
  stop(): Promise<number | null>;
}

/** Mounts what the program may see and leaves the rest read-only. Its network has no more than a loopback interface. */
const ENTER = `set -eu
root=$1 user=$2 cwd=$3; shift 3
ip link set lo up
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
while [ "$1" != -- ]; do mount --bind "$1" "$root$2"; shift 2; done
shift
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" env -i -C "$cwd" "$@"`;

/** Runs a program as a container does: in another root that is read-only, as another user, without a network. */
export function runRooted(program: RootedProgram): RunningProgram {
  const { root, user, cwd, volumes } = program;
  const env = Object.entries(program.env).map(([name, value]) => `${name}=${value}`);
  const mounts = Object.entries(volumes).flatMap(([inside, outside]) => [outside, inside]);
  const unshare = [
    "--mount",
    "--net",
    "--pid",
    "--fork",
    "--kill-child=SIGKILL",
    "sh",
    "-c",
    ENTER,
  ];
  const args = [...unshare, "sh", root, user, cwd, ...mounts, "--", ...env, ...program.command];
  const startedAt = performance.now();
  const child = spawn("unshare", args, { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  const exec = (command: readonly string[]) => {
    const program = programOf(child);
    if (program === undefined) return { status: null, output: "" };
    const enter = ["--target", `${program}`, "--mount", "--net", "--pid"];
    const inside = ["chroot", `--userspec=${user}`, root, "env", "-i", "-C", cwd, ...env];
    const { status, stdout, stderr } = spawnSync("nsenter", [...enter, ...inside, ...command], {
      encoding: "utf8",
    });
    return { status, output: `${stdout}${stderr}` };
  };
  return {
    output: () => text,
    exec,
    until: async (command) => {
      const limits = { timeout: 90_000, interval: 50 };
      await expect.poll(() => exec(command).status, limits).toBe(0);
      return Math.round(performance.now() - startedAt);
    },
    stop: async () => {
      if (child.exitCode !== null) return child.exitCode;
      const program = programOf(child);
      if (program === undefined) throw new Error(`The program does not run: ${text}`);
      process.kill(program, "SIGTERM");
      const [code] = (await once(child, "close")) as [number | null];
      return code;
    },
  };
}

/** Returns the id, on this machine, of the program that `unshare` started; undefined until it has done so. */
function programOf(child: ChildProcess): number | undefined {
  const { stdout } = spawnSync("pgrep", ["--parent", `${child.pid}`], { encoding: "utf8" });
  return stdout === "" ? undefined : Number(stdout.trim());
}

/** Runs a command of this machine to its end. Returns its output. */
export function run(command: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args[0]}: ${error ?? `${stdout}${stderr}`}`);
  return stdout.trim();
}

/** Runs commands of bash as root in another root, which they may change. */
export function runAsRoot(root: string, commands: string): void {
  const enter =
    'mount -t proc proc "$0/proc"; mount --bind /dev "$0/dev"; chroot "$0" bash -euc "$1"';
  run("unshare", ["--mount", "sh", "-euc", enter, root, commands]);
}

/** Makes a Debian without Node in a folder. */
export function makeDebian(folder: string): void {
  run("debootstrap", ["--variant=minbase", "--include=passwd", "bookworm", folder]);
  rmSync(join(folder, "var/cache/apt/archives"), { recursive: true, force: true });
}

/** Adds what Debian's image of Node has: Node and npm, and the user `node`. */
export function addNode(folder: string): void {
  const bin = join(folder, "usr/local/bin");
  const modules = join(folder, "usr/local/lib/node_modules");
  cpSync(realpathSync(process.execPath), join(bin, "node"));
  const npm = dirname(dirname(realpathSync(run("which", ["npm"]))));
  mkdirSync(modules, { recursive: true });
  cpSync(npm, join(modules, "npm"), { recursive: true, verbatimSymlinks: true });
  for (const name of ["npm", "npx"]) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name));
  }
  run("chroot", [folder, "groupadd", "--gid", "1000", "node"]);
  run("chroot", [folder, "useradd", "--uid", "1000", "--gid", "node", "--create-home", "node"]);
}
