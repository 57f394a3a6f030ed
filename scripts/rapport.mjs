#!/usr/bin/env node
// `rapport` as a command: a link to this file in a folder of the PATH. Plain JavaScript, like what it runs.
process.env.INIT_CWD = process.cwd();
process.argv.splice(2, 0, "rapport");
await import("./run.mjs");
