import { join } from "node:path";
import { fileURLToPath } from "node:url";

const { NODE_COMPILE_CACHE, PATH, TMPDIR, VITEST } = process.env;

/** A test run starts the programs hundreds of times. With this cache, a start takes three quarters of the processor time. */
const CACHE = NODE_COMPILE_CACHE ?? (VITEST && TMPDIR && join(TMPDIR, "rapport-compiled"));

/**
 * The environment of a program that a test or a benchmark starts: PATH, `production` as in `npm start`, no grace period,
 * and the cache of compiled code. Other variables of the test run do not reach the program.
 */
export const PROGRAM_ENV: Readonly<Record<string, string>> = {
  PATH: PATH ?? "",
  NODE_ENV: "production",
  STOP_GRACE: "0",
  ...(CACHE && { NODE_COMPILE_CACHE: CACHE }),
};

/** Returns the path of a program as `npm start` and `npm run rapport` run it. Vitest builds it before the tests. */
export function programPath(name: "api" | "admin" | "rapport"): string {
  return fileURLToPath(new URL(`../../../dist/${name}.js`, import.meta.url));
}
