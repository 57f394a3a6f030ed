import { spawnSync } from "node:child_process";

/** Returns which of these programs the machine does not have. */
export function missingPrograms(names: readonly string[]): readonly string[] {
  return names.filter((name) => spawnSync(name, ["--version"]).error !== undefined);
}
