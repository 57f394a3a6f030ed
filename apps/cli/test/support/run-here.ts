import { Readable } from "node:stream";
import { run } from "../../src/program.ts";
import type { ProcessIo } from "../../src/session.ts";
import type { Ended } from "./run-to-end.ts";

/**
 * Runs a `rapport` command in the process of the test, because a new process takes a second. Tests of the process itself
 * spawn one.
 *
 * @param input what standard input holds
 */
export async function runHere(
  args: readonly string[],
  env: Record<string, string>,
  input = "",
): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  const io: ProcessIo = {
    env,
    stdin: Readable.from([input]),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  };
  await run(args, io);
  return { code: Number(io.exitCode ?? 0), stdout, stderr };
}
