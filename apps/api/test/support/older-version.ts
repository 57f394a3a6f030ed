import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * Returns the version that TEST_OLDER_VERSION names, otherwise the newest release before this commit: its tag or, in a
 * clone without tags, the commit that set its number.
 */
export function findOlderVersion(): string | undefined {
  const given = process.env.TEST_OLDER_VERSION;
  if (given !== undefined && given !== "") return given;
  const git = (args: readonly string[]) => {
    const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
    return (status === 0 && stdout.trim()) || undefined;
  };
  return (
    git(["describe", "--tags", "--match", "v[0-9]*", "--abbrev=0", "HEAD^"]) ??
    git(["log", "-1", "--format=%H", '-G^  "version": "', "HEAD^", "--", "package.json"])
  );
}

/**
 * Installs a version in a folder of its own, once.
 *
 * @param version a tag or a commit
 * @returns the path of its API program
 */
export async function installVersion(version: string): Promise<string> {
  const folder = join(ROOT, "bench/.cache/versions", run("git", ["rev-parse", version]));
  const program = join(folder, "apps/api/src/main.ts");
  if (existsSync(program)) return program;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  run("sh", ["-c", 'git archive "$1" | tar -x -C "$2"', "sh", version, unfinished]);
  const pnpm = join(ROOT, "node_modules/pnpm/bin/pnpm.mjs");
  run(process.execPath, [pnpm, "install", "--frozen-lockfile", "--prefer-offline"], unfinished);
  renameSync(unfinished, folder);
  return program;
}

function run(command: string, args: readonly string[], cwd = ROOT): string {
  const env = { ...process.env, CI: "true" };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed: ${stdout}${stderr}`);
  return stdout.trim();
}
