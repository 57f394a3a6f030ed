import { run } from "./run.ts";

// A reader such as `head` closes the pipe when it has enough. The command still does its work.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

await run(process.argv.slice(2), process);
