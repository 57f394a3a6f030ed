import { escapeControls } from "@rapport/model";
import { CommanderError } from "commander";
import { createProgram } from "./program.ts";
import { escapingIo, type ProcessIo } from "./session.ts";

/**
 * Runs one command. An error is one line on standard error, and sets the exit code to 1.
 *
 * @param args the words after `rapport`
 */
export async function run(args: readonly string[], process: ProcessIo): Promise<void> {
  const io = escapingIo(process);
  try {
    await createProgram(io).parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Its message is already printed. It is thrown after --help and --version too.
      io.exitCode = error.exitCode;
      return;
    }
    io.stderr.write(`rapport: ${escapeControls(await lineOf(error), "\t")}\n`);
    io.exitCode = 1;
  }
}

async function lineOf(error: unknown): Promise<string> {
  const { CrmError } = await import("@rapport/core");
  if (error instanceof CrmError) {
    return [...new Set([error.message, ...error.issues.map((issue) => issue.message)])].join(" ");
  }
  return error instanceof Error ? error.message || error.name : String(error);
}
