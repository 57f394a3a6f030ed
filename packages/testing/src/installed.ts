import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Returns which of these programs the machine does not have. */
export function missingPrograms(names: readonly string[]): readonly string[] {
  return names.filter((name) => spawnSync(name, ["--version"]).error !== undefined);
}

/** Returns the folder of Debian's PostgreSQL of the same version as pg_dump(1); undefined if the machine lacks one of them. */
export function binariesLikePgDump(): string | undefined {
  const { stdout } = spawnSync("pg_dump", ["--version"], { encoding: "utf8" });
  const [, version] = /(\d+)/.exec(stdout ?? "") ?? [];
  const folder = `/usr/lib/postgresql/${version}/bin`;
  return version !== undefined && existsSync(join(folder, "postgres")) ? folder : undefined;
}
