import type { Command } from "commander";
import { type Output, verb } from "../command.ts";
import { type Core, type ProcessIo, print, withDeps } from "../session.ts";

function lineOf({ DatabaseUnavailable, databaseFault }: Core, failure: unknown): string {
  if (!(failure instanceof DatabaseUnavailable)) return String(failure);
  return `database unavailable: ${failure.message}: ${databaseFault(failure)}`;
}

/** Adds `rapport worker`. */
export function addWorker(program: Command, io: ProcessIo): void {
  verb(program, "worker", {
    summary: "deliver webhooks and clean up until stopped",
    description:
      "Delivers webhooks and removes expired data until it is stopped, in addition to the API's own worker or instead of it. Any number of workers can run.",
    examples: ["rapport worker"],
  })
    .helpGroup("Operate:")
    .action(async (out: Output) => {
      const { onStopSignal } = await import("@rapport/api/program");
      await withDeps(
        io,
        async (deps, core) => {
          const { startWorker, throttleFailures } = core;
          const onError = throttleFailures((failure, _requestId, suppressed) => {
            const others = suppressed === 0 ? "" : ` (and ${suppressed} more times)`;
            io.stderr.write(`rapport: ${lineOf(core, failure)}${others}\n`);
          });
          const stopped = new Promise<void>((resolve) => {
            onStopSignal("rapport", () => {
              resolve();
              return 0;
            });
          });
          const worker = startWorker(deps, { onError });
          print(io, { worker: "running" }, out);
          await stopped;
          await worker.stop();
        },
        { waits: true },
      );
    });
}
