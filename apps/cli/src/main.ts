import { run } from "./program.ts";

// A reader such as `head` closes the pipe when it has enough. The command still does its work.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  process.stderr.write(`rapport: The output cannot be written: ${error.message}.\n`);
  process.exitCode = 1;
});
// Progress that nobody can read must not end the work.
process.stderr.on("error", () => undefined);

await run(process.argv.slice(2), process);
