import { startWorker } from "@rapport/core";
import type { Command } from "commander";
import { type Output, verb } from "../command.ts";
import { print, withDeps } from "../session.ts";

/** Adds `rapport worker`. */
export function addWorker(program: Command): void {
  verb(program, "worker", {
    summary: "deliver webhooks and tidy up until stopped",
    description:
      "Delivers webhooks and tidies up until it is stopped, beside or instead of the API's own worker. Any number may run.",
    examples: ["rapport worker"],
  })
    .helpGroup("Operate:")
    .action(async (out: Output) => {
      await withDeps(async (deps) => {
        const onError = (error: unknown) => process.stderr.write(`rapport: ${String(error)}\n`);
        const worker = startWorker(deps, { onError });
        print({ worker: "running" }, out);
        await new Promise<void>((resolve) => {
          process.once("SIGINT", resolve).once("SIGTERM", resolve);
        });
        await worker.stop();
      });
    });
}
